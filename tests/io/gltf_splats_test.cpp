// Splats in glTF: the files of splats/make_gltf.py, transforms by nodes, and broken files.

#include <gtest/gtest.h>

#include <fstream>
#include <glm/gtc/quaternion.hpp>
#include <iterator>
#include <nlohmann/json.hpp>

#include "io/reader.h"
#include "io/readers/gltf/uri.h"
#include "made_files.h"
#include "made_gltf.h"
#include "splat_colors.h"

namespace farfirst::app::test {
namespace {

using nlohmann::json;

std::string bytes_of(const std::string& name) {
  std::ifstream stream(std::filesystem::path(FARFIRST_SPLAT_FIXTURES) / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

json turned_document() { return json::parse(bytes_of("few.turned.gltf")); }

/// The splats as stored.
Model splats_of(std::string_view bytes) {
  LoadProgress progress;
  return read_by(*reader_of_name("a.gltf"), bytes, "/nonexistent/a.gltf", ProgressScale(progress, 0, 1)).back();
}

glm::mat3 covariance(const Splats& splats, std::size_t i) {
  const glm::mat3 axes = glm::mat3_cast(splats.rotations[i]);
  const glm::vec3 size = splats.scales[i];
  const glm::mat3 stretched(axes[0] * size.x, axes[1] * size.y, axes[2] * size.z);
  return stretched * glm::transpose(stretched);
}

/// Checks that the second is the first, turned, scaled and moved; few.glb is turned half round x by its nodes.
void expect_placed(const Model& half_turned, const Model& placed, const glm::mat3& turn, float scale,
                   const glm::vec3& move) {
  const glm::mat3 back(1, 0, 0, 0, -1, 0, 0, 0, -1), linear = turn * back;
  ASSERT_EQ(placed.splats.count(), 5u);
  ASSERT_EQ(placed.splats.degree, 3);
  for (std::size_t i = 0; i < 5; ++i) {
    const glm::vec3 expected = scale * (linear * half_turned.positions[i]) + move;
    EXPECT_LT(glm::distance(placed.positions[i], expected), 1e-4f);
    const glm::mat3 wanted = scale * scale * (linear * covariance(half_turned.splats, i) * glm::transpose(linear));
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r) EXPECT_NEAR(covariance(placed.splats, i)[c][r], wanted[c][r], 3e-4f * scale * scale);
    EXPECT_NEAR(placed.splats.opacities[i], half_turned.splats.opacities[i], 1e-5f);
    for (const glm::vec3 direction : {glm::vec3(1, 0, 0), glm::vec3(0, -0.6f, 0.8f), glm::vec3(-0.48f, 0.6f, -0.64f)}) {
      const glm::vec3 expected_color = color_along(half_turned.splats, i, direction);
      EXPECT_LT(glm::distance(color_along(placed.splats, i, linear * direction), expected_color), 1e-4f);
    }
  }
}

TEST(GltfSplats, AreTurnedScaledAndMovedByTheirNodes) {
  const Model model = splats_of(bytes_of("few.glb")), placed = splats_of(bytes_of("few.turned.gltf"));
  const glm::quat turn = glm::angleAxis(1.0f, glm::vec3(1, 2, 2) / 3.0f);
  expect_placed(model, placed, glm::mat3_cast(turn), 2, {10, 20, 30});
}

TEST(GltfSplats, AreMirroredByTheirNodes) {
  json document = turned_document();
  document["nodes"][0] = {{"matrix", {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}, {"mesh", 0}};
  const glm::mat3 mirror(-1, 0, 0, 0, 1, 0, 0, 0, 1);
  expect_placed(splats_of(bytes_of("few.glb")), splats_of(document.dump()), mirror, 1, {});
}

TEST(GltfSplats, OfSeveralNodesAreOneModel) {
  json document = turned_document();
  document["meshes"][0]["primitives"][0]["attributes"].erase("KHR_gaussian_splatting:SH_DEGREE_2_COEF_4");
  document["meshes"].push_back(turned_document()["meshes"][0]);
  document["nodes"].push_back({{"mesh", 1}});
  document["scenes"][0]["nodes"] = {0, 1};
  const Model model = splats_of(document.dump());
  ASSERT_EQ(model.splats.count(), 10u);
  EXPECT_EQ(model.splats.degree, 3);
  EXPECT_EQ(model.splats.harmonics_of(0)[9], glm::vec3(0)) << "of degree 1, as it lacks one of degree 2";
  EXPECT_NE(model.splats.harmonics_of(5)[9], glm::vec3(0));
}

TEST(GltfSplats, ReportDeviationsFromTheFile) {
  json document = turned_document();
  auto& about = document["meshes"][0]["primitives"][0]["extensions"]["KHR_gaussian_splatting"];
  about["colorSpace"] = "lin_rec709_display";
  about["sortingMethod"] = "viewDepth";
  const std::vector<std::string> remarks = splats_of(document.dump()).remarks;
  ASSERT_EQ(remarks.size(), 3u);
  EXPECT_EQ(remarks[0], "The colours of splats are of the space \"lin_rec709_display\"; they are shown as sRGB.");
  EXPECT_EQ(remarks[1],
            "The file asks for splats sorted by \"viewDepth\", which is not known here; they are sorted by their "
            "distance from the eye.");
  EXPECT_EQ(remarks[2], "Gaussian splats; y is taken to point up, as glTF has it: --flip=x turns them over.");
}

TEST(GltfSplats, SayHowTheyAreSorted) {
  json document = turned_document();
  auto& about = document["meshes"][0]["primitives"][0]["extensions"]["KHR_gaussian_splatting"];
  EXPECT_EQ(splats_of(document.dump()).splats.order, SplatOrder::distance);
  about["sortingMethod"] = "zDepth";
  const Model model = splats_of(document.dump());
  EXPECT_EQ(model.splats.order, SplatOrder::depth);
  EXPECT_EQ(model.remarks.size(), 1u) << "and no remarks";
  about.erase("sortingMethod");
  EXPECT_EQ(splats_of(document.dump()).splats.order, SplatOrder::distance) << "as the extension has it";
}

TEST(GltfSplats, AreReadFromFilesBesideThem) {
  json document = turned_document();
  const Folder folder;
  const std::string data = gltf::bytes_of_data_uri(document["buffers"][0]["uri"].get<std::string>());
  document["buffers"][0]["uri"] = "data.bin";
  LoadProgress progress;
  const auto path = folder.write("a.gltf", document.dump());
  EXPECT_THROW(load_model(path, progress), FileError);
  folder.write("data.bin", data);
  EXPECT_EQ(load_model(path, progress).splats.count(), 5u);
}

/// The content of few.v2.spz, within a glTF file of this extension.
json spz_document(const char* extension, bool is_draft) {
  GltfFile file;
  const int view = file.add_view(bytes_of("few.v2.spz"));
  file.set("POSITION", file.add_accessor(view, 5126, 5, 3));
  file.document["accessors"][0].erase("bufferView");
  json& extensions = file.primitive()["extensions"];
  (is_draft ? extensions[extension] : extensions["KHR_gaussian_splatting"]["extensions"][extension])["bufferView"] =
      view;
  file.primitive()["mode"] = 0;
  file.document["extensionsRequired"] = {extension};
  return json::parse(file.text());
}

TEST(GltfSplats, MayBeCompressedAsSpz) {
  const Model expected = load(bytes_of("few.v2.spz"), "few.spz");
  for (const char* extension : {"KHR_gaussian_splatting_compression_spz", "KHR_gaussian_splatting_compression_spz_2",
                                "KHR_spz_gaussian_splats_compression", "KHR_spz_compression"}) {
    const bool is_draft = std::string_view(extension).starts_with("KHR_spz");
    json document = spz_document(extension, is_draft);
    const Model model = splats_of(document.dump());
    EXPECT_EQ(model.positions, expected.positions);
    EXPECT_EQ(model.splats.rotations, expected.splats.rotations);
    EXPECT_EQ(model.splats.harmonics, expected.splats.harmonics);
    EXPECT_EQ(model.remarks.size(), 1u);
    document["nodes"][0]["scale"] = {2, 2, 2};
    document["nodes"][0]["translation"] = {10, 0, 0};
    const Model placed = splats_of(document.dump());
    const glm::vec3 place = placed.positions[1] + glm::vec3(placed.origin);
    EXPECT_LT(glm::distance(place, 2.0f * expected.positions[1] + glm::vec3(10, 0, 0)), 1e-5f);
    EXPECT_EQ(placed.splats.scales[1], 2.0f * expected.splats.scales[1]);
  }
}

TEST(GltfSplats, AsSpzThatIsBrokenAreRefused) {
  json document = spz_document("KHR_gaussian_splatting_compression_spz_2", false);
  const auto sentence = [&](std::string_view bytes) {
    document["buffers"][0]["uri"] = "data:;base64," + base64(bytes);
    document["bufferViews"][0]["byteLength"] = bytes.size();
    return refusal(document.dump(), "a.gltf");
  };
  EXPECT_EQ(sentence("these are not splats"), "a.gltf: primitive 0 of mesh 0: expected splats in SPZ");
  EXPECT_NE(sentence(bytes_of("few.v2.spz").substr(0, 60)).find("primitive 0 of mesh 0: the gzip data end too early"),
            std::string::npos);
}

TEST(GltfSplats, FarAwayLoseNoDigits) {
  json document = turned_document();
  document["nodes"][0]["translation"] = {448262.112, 5411932.678, 112.5};
  const Model far = splats_of(document.dump()), near = splats_of(bytes_of("few.turned.gltf"));
  for (std::size_t i = 0; i < 5; ++i) {
    const glm::dvec3 moved = glm::dvec3(far.positions[i]) + far.origin - glm::dvec3(448262.112, 5411932.678, 112.5);
    EXPECT_LT(glm::distance(moved, glm::dvec3(near.positions[i]) + near.origin - glm::dvec3(10, 20, 30)), 1e-4);
  }
}

struct BrokenGltf {
  const char* at;  // JSON pointer
  json value;
  std::string sentence;
};

TEST(GltfSplats, AreRefusedWithTheirSentence) {
  const std::string first = "/meshes/0/primitives/0/extensions/KHR_gaussian_splatting/";
  const std::string here = "primitive 0 of mesh 0";
  const BrokenGltf cases[] = {
      {"/scenes/0/nodes", {7}, "there is no node 7, which a scene or a node names"},
      {"/scenes/0/nodes", {0, 0}, "node 0 is in the scene twice"},
      {"/nodes/0/children", {0}, "node 0 is among its own parents"},
      {"/nodes/0/mesh", 3, "there is no mesh 3, which node 0 names"},
      {"/nodes/0/scale",
       {1, 2, 1},
       here + ": its nodes stretch splats in one direction more than in another, which is not read"},
      {"/accessors/0/count", 6, here + ": POSITION: it promises 6 entries, but its bufferView has room for 5"},
      {"/accessors/0/type", "VEC4", here + ": POSITION: expected 3 numbers to an entry"},
      {"/accessors/1/count", 4, here + ": KHR_gaussian_splatting:ROTATION: it has 4 entries, but POSITION has 5"},
      {"/accessors/2/bufferView", 9, here + ": KHR_gaussian_splatting:SCALE: there is no bufferView 9"},
      {"/accessors/2/byteOffset", 99999,
       here + ": KHR_gaussian_splatting:SCALE: it begins behind the 1140 bytes of its bufferView"},
      {"/accessors/3/normalized", false,
       here + ": KHR_gaussian_splatting:OPACITY: expected floats, or normalized integers"},
      {"/bufferViews/0/byteLength", 2000,
       here + ": POSITION: bufferView 0: it takes 2000 bytes from byte 0 on, but its buffer has 1140"},
      {"/bufferViews/0/buffer", 4, here + ": POSITION: bufferView 0: there is no buffer 4"},
      {"/bufferViews/0/byteStride", 8, here + ": POSITION: its entries of 12 bytes lie 8 bytes apart"},
  };
  for (const BrokenGltf& broken : cases) {
    json document = turned_document();
    document[json::json_pointer(broken.at)] = broken.value;
    EXPECT_EQ(refusal(document.dump(), "a.gltf"), "a.gltf: " + broken.sentence) << broken.at;
  }
  json kernel = turned_document(), lacking = turned_document();
  kernel[json::json_pointer(first + "kernel")] = "box";
  EXPECT_EQ(refusal(kernel.dump(), "a.gltf"), "a.gltf: splats of the kernel \"box\" are not read, only ellipses");
  lacking[json::json_pointer("/meshes/0/primitives/0/attributes")].erase("KHR_gaussian_splatting:OPACITY");
  EXPECT_EQ(refusal(lacking.dump(), "a.gltf"), "a.gltf: " + here + " has no attribute KHR_gaussian_splatting:OPACITY");
}

TEST(GltfSplats, OfAFileThatIsCutAreRefused) {
  const std::string bytes = bytes_of("few.glb");
  for (const std::size_t length : {bytes.size() - 1, bytes.size() / 2})
    EXPECT_NE(refusal(bytes.substr(0, length), "a.glb").find(": the chunk promises "), std::string::npos) << length;
}

}  // namespace
}  // namespace farfirst::app::test
