// glTF: vertices moved by nodes, skins, morph targets and instances, and their coordinates.

#include <gtest/gtest.h>

#include "made_files.h"
#include "made_gltf.h"

namespace farfirst::app::test {
namespace {

using nlohmann::json;

using Places = std::vector<glm::vec3>;
using Corners = std::vector<std::uint32_t>;

Model model_of(const GltfFile& file) { return load(file.text(), "a.gltf"); }
/// In the file's own coordinates.
Places file_places_of(const GltfFile& file) {
  Model model = model_of(file);
  for (glm::vec3& place : model.positions) place += glm::vec3(model.origin);
  return model.positions;
}

void expect_places(const Places& found, const Places& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_LT(glm::distance(found[i], expected[i]), 1e-5f)
        << i << ": " << found[i].x << " " << found[i].y << " " << found[i].z;
}

// ---- Nodes

TEST(GltfNodes, ScaleTurnAndMove) {
  GltfFile file = triangle_gltf();
  file.node()["scale"] = {2, 3, 4};
  file.node()["rotation"] = {0, 0, 1, 1};  // a quarter turn round z, not of unit length
  file.node()["translation"] = {10, 20, 30};
  expect_places(file_places_of(file), {{10, 20, 30}, {10, 22, 30}, {7, 20, 30}});
  file.node() = {{"mesh", 0}, {"matrix", {0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 10, 20, 30, 1}}};
  expect_places(file_places_of(file), {{10, 20, 30}, {10, 22, 30}, {7, 20, 30}});
}

TEST(GltfNodes, ThatMirrorTurnTrianglesRound) {
  GltfFile file = triangle_gltf();
  file.set("NORMAL", file.add<float>({0, 0, 1, 0, 0, 1, 0, 0.6f, 0.8f}, 3));
  file.node()["scale"] = {-1, 1, 2};
  const Model model = model_of(file);
  EXPECT_EQ(model.positions[1], glm::vec3(-1, 0, 0));
  EXPECT_EQ(model.triangles, (Corners{0, 2, 1}));
  EXPECT_EQ(model.normals[0], glm::vec3(0, 0, 1));
  EXPECT_LT(glm::distance(model.normals[2], glm::normalize(glm::vec3(0, 0.6f, 0.4f))), 1e-6f)
      << "by the inverse transpose";
}

TEST(GltfNodes, ThatFlattenKeepNormals) {
  GltfFile file = triangle_gltf();
  file.set("NORMAL", file.add<float>({0, 0, 1, 0, 0, 1, 0, 0.6f, 0.8f}, 3));
  file.node()["scale"] = {1, 1, 0};
  EXPECT_EQ(model_of(file).normals[2], glm::vec3(0, 0, 1));
}

TEST(GltfNodes, MayShowOneMeshManyTimes) {
  GltfFile file = triangle_gltf();
  file.document["nodes"] = json::parse(R"([{"mesh": 0, "children": [1]}, {"mesh": 0, "translation": [5, 0, 0]}])");
  EXPECT_EQ(file_places_of(file), (Places{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 0, 0}, {6, 0, 0}, {5, 1, 0}}));
}

TEST(GltfNodes, OfAFileWithoutScenesAreAllShown) {
  GltfFile file = triangle_gltf();
  file.document["nodes"] = json::parse(R"([{"mesh": 0, "children": [2]}, {"mesh": 0, "translation": [5, 0, 0]}, {}])");
  EXPECT_EQ(file_places_of(file).size(), 3u) << "of the scene";
  file.document.erase("scene");
  EXPECT_EQ(file_places_of(file).size(), 3u) << "of the first scene";
  file.document.erase("scenes");
  EXPECT_EQ(file_places_of(file).size(), 6u);
}

TEST(GltfNodes, MayHangInChainsOfAnyLength) {
  GltfFile file = triangle_gltf();
  json& nodes = file.document["nodes"];
  nodes = json::array();
  constexpr int length = 20000;
  for (int i = 0; i < length; ++i) nodes.push_back({{"translation", {1, 0, 0}}, {"children", json::array({i + 1})}});
  nodes.push_back({{"mesh", 0}});
  EXPECT_EQ(file_places_of(file)[0], glm::vec3(length, 0, 0));
}

TEST(GltfNodes, WithTwoParentsOrNoRootAreRefused) {
  GltfFile file = triangle_gltf();
  file.document["nodes"] = json::parse(R"([{"children": [2]}, {"children": [2]}, {"mesh": 0}])");
  EXPECT_EQ(refusal(file.text(), "a.gltf"), "a.gltf: node 2 has two parents, 0 and 1");
  file.document["nodes"] = json::parse(R"([{"mesh": 0}, {"children": [2]}, {"children": [1]}])");
  EXPECT_EQ(refusal(file.text(), "a.gltf"), "a.gltf: node 1 is among its own parents");
}

TEST(GltfNodes, ThatAreHiddenAreNotShown) {
  GltfFile file = triangle_gltf();
  file.document["nodes"] = json::parse(
      R"([{"mesh": 0, "children": [1]}, {"extensions": {"KHR_node_visibility": {"visible": false}}, "children": [2]}, {"mesh": 0}])");
  EXPECT_EQ(file_places_of(file).size(), 3u);
}

TEST(GltfNodes, FarAwayLoseNoDigits) {
  GltfFile file;
  file.set("POSITION", file.add<float>({0, 0, 0, 0.02f, 0, 0, 0, 0.01f, 0}, 3));
  file.node()["translation"] = {448262.112, 5411932.678, 112.5};
  const Model model = model_of(file);
  EXPECT_NE(model.origin, glm::dvec3(0.0));
  const glm::dvec3 place = glm::dvec3(model.positions[1]) + model.origin;
  EXPECT_NEAR(place.x, 448262.132, 1e-6);
  EXPECT_NEAR(place.y, 5411932.678, 1e-6);
  EXPECT_NEAR(place.z, 112.5, 1e-6);
  EXPECT_NEAR(model.positions[1].x - model.positions[0].x, 0.02f, 1e-8f);
}

// ---- Skins

/// The mesh at a moved node, and two joints, one of which is the child of the other.
GltfFile skinned() {
  GltfFile file = triangle_gltf();
  file.document["nodes"] = json::parse(
      R"([{"mesh": 0, "skin": 0, "translation": [100, 0, 0]}, {"translation": [0, 10, 0], "children": [2]}, {"translation": [0, 0, 4]}])");
  file.document["scenes"][0]["nodes"] = {0, 1};
  file.document["skins"] = json::parse(R"([{"joints": [1, 2]}])");
  file.set("JOINTS_0", file.add<std::uint8_t>({0, 1, 9, 9, 0, 1, 9, 9, 0, 1, 9, 9}, 4));
  file.set("WEIGHTS_0", file.add<float>({1, 0, 0, 0, 0, 1, 0, 0, 0.5f, 0.5f, 0, 0}, 4));
  return file;
}

TEST(GltfSkins, MoveVerticesInsteadOfTheirNode) {
  expect_places(file_places_of(skinned()), {{0, 10, 0}, {1, 10, 4}, {0, 11, 2}});
}

TEST(GltfSkins, BeginAtTheirBindPose) {
  GltfFile file = skinned();
  const std::vector<float> matrices = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0,  -10, 0, 1,
                                       1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 50, 0,   0, 1};
  file.document["skins"][0]["inverseBindMatrices"] = file.add(matrices, 16);
  expect_places(file_places_of(file), {{0, 0, 0}, {51, 10, 4}, {25, 6, 2}});
  file.document["skins"][0]["joints"] = {1, 2, 1};
  EXPECT_EQ(refusal(file.text(), "a.gltf"), "a.gltf: skin 0: it has 3 joints, but 2 inverse bind matrices");
}

TEST(GltfSkins, HaveWeightsOfBytesAndSeveralSets) {
  GltfFile file = skinned();
  file.set("WEIGHTS_0", file.add<std::uint8_t>({255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0}, 4, true));
  file.set("JOINTS_1", file.add<std::uint16_t>({0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, 4));
  file.set("WEIGHTS_1", file.add<std::uint16_t>({0, 0, 0, 0, 0, 0, 0, 0, 20000, 0, 0, 0}, 4, true));
  expect_places(file_places_of(file), {{0, 10, 0}, {1, 10, 4}, {0, 11, 4}});
}

TEST(GltfSkins, TurnNormals) {
  GltfFile file = skinned();
  file.set("NORMAL", file.add<float>({0, 0, 1, 0, 0, 1, 0, 0, 1}, 3));
  file.node(1)["rotation"] = {1, 0, 0, 0};
  EXPECT_LT(glm::distance(model_of(file).normals[1], glm::vec3(0, 0, -1)), 1e-6f);
}

TEST(GltfSkins, ThatAreBrokenAreRefused) {
  GltfFile file = skinned();
  file.document["skins"][0]["joints"] = {1};
  EXPECT_EQ(refusal(file.text(), "a.gltf"), "a.gltf: primitive 0 of mesh 0: vertex 1 follows joint 1 of 1");
  file.document["skins"][0]["joints"] = {1, 9};
  EXPECT_EQ(refusal(file.text(), "a.gltf"), "a.gltf: skin 0: there is no node 9 for a joint");
  file.node()["skin"] = 1;
  EXPECT_EQ(refusal(file.text(), "a.gltf"), "a.gltf: skin 1: there is no such skin");
  file.node()["skin"] = 0;
  file.set("JOINTS_0", file.add<float>(std::vector<float>(12), 4));
  EXPECT_EQ(refusal(file.text(), "a.gltf"), "a.gltf: skin 0: there is no node 9 for a joint");
  file.document["skins"][0]["joints"] = {1, 2};
  EXPECT_EQ(refusal(file.text(), "a.gltf"), "a.gltf: primitive 0 of mesh 0: JOINTS_0: expected unsigned integers");
}

// ---- Morph targets

TEST(GltfMorphTargets, AreAddedByTheirWeights) {
  GltfFile file = triangle_gltf();
  file.set("NORMAL", file.add<float>({0, 0, 1, 0, 0, 1, 0, 0, 1}, 3));
  const int up = file.add<float>({0, 0, 1, 0, 0, 2, 0, 0, 3}, 3),
            aside = file.add<std::int8_t>({127, 0, 0, 0, 0, 0, 0, 0, 0}, 3, true);
  file.primitive()["targets"] = {{{"POSITION", up}}, {{"POSITION", aside}, {"NORMAL", aside}}};
  EXPECT_EQ(file_places_of(file)[2], glm::vec3(0, 1, 0)) << "without weights";
  file.document["meshes"][0]["weights"] = {0.5, 1};
  EXPECT_EQ(file_places_of(file), (Places{{1, 0, 0.5f}, {1, 0, 1}, {0, 1, 1.5f}}));
  EXPECT_LT(glm::distance(model_of(file).normals[0], glm::normalize(glm::vec3(1, 0, 1))), 1e-6f);
  file.node()["weights"] = {2, 0};
  EXPECT_EQ(file_places_of(file), (Places{{0, 0, 2}, {1, 0, 4}, {0, 1, 6}})) << "those of the node";
}

TEST(GltfMorphTargets, MayBeSparse) {
  GltfFile file = triangle_gltf();
  const int target = file.add<float>({0}, 1);
  json& accessor = file.document["accessors"][target];
  const float value[] = {0, 0, 7};
  accessor = {{"componentType", 5126}, {"count", 3}, {"type", "VEC3"}};
  accessor["sparse"] = {
      {"count", 1},
      {"indices", {{"bufferView", file.add_view("\2")}, {"componentType", 5121}}},
      {"values", {{"bufferView", file.add_view({reinterpret_cast<const char*>(value), sizeof value})}}}};
  file.primitive()["targets"][0]["POSITION"] = target;
  file.document["meshes"][0]["weights"] = json::array({1});
  EXPECT_EQ(file_places_of(file), (Places{{0, 0, 0}, {1, 0, 0}, {0, 1, 7}}));
}

// ---- Instances

TEST(GltfInstances, StandWithinTheirNode) {
  GltfFile file = triangle_gltf();
  json& attributes = file.node()["extensions"]["EXT_mesh_gpu_instancing"]["attributes"];
  file.document["extensionsRequired"] = {"EXT_mesh_gpu_instancing"};
  file.node()["translation"] = {0, 0, 1};
  attributes["TRANSLATION"] = file.add<float>({10, 0, 0, 20, 0, 0}, 3);
  EXPECT_EQ(file_places_of(file), (Places{{10, 0, 1}, {11, 0, 1}, {10, 1, 1}, {20, 0, 1}, {21, 0, 1}, {20, 1, 1}}));
  attributes["ROTATION"] = file.add<std::int8_t>({0, 0, 0, 127, 0, 0, 127, 0}, 4, true);
  attributes["SCALE"] = file.add<float>({1, 1, 1, 2, 3, 1}, 3);
  expect_places(file_places_of(file), {{10, 0, 1}, {11, 0, 1}, {10, 1, 1}, {20, 0, 1}, {18, 0, 1}, {20, -3, 1}});
  attributes["SCALE"] = file.add<float>({1, 1, 1}, 3);
  EXPECT_EQ(refusal(file.text(), "a.gltf"),
            "a.gltf: node 0: SCALE of instances: it has 1 entries, but another attribute has 2");
}

}  // namespace
}  // namespace farfirst::app::test
