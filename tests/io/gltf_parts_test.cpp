// glTF files that hold meshes, points and splats: a model of each, in their relative places.

#include <gtest/gtest.h>

#include "made_files.h"
#include "made_gltf.h"

namespace farfirst::app::test {
namespace {

using nlohmann::json;

Models models_of(const GltfFile& file, Flip flip = Flip::no) {
  const Folder folder;
  LoadProgress progress;
  return load_models(folder.write("a.gltf", file.text()), progress, flip);
}

std::vector<Part> parts_of(const Models& models) {
  std::vector<Part> parts;
  for (const auto& model : models) parts.push_back(model->part());
  return parts;
}

/// The first vertex of a model, in the file's own coordinates.
glm::dvec3 first_place(const Models& models, std::size_t i) {
  return glm::dvec3(models.at(i)->positions.at(0)) + models[i]->origin;
}

TEST(GltfParts, AreAModelEach) {
  const Models models = models_of(mixed_gltf());
  ASSERT_EQ(parts_of(models), (std::vector{Part::mesh, Part::points, Part::splats}));
  EXPECT_EQ(models[0]->positions, triangle_places);
  EXPECT_EQ(models[0]->triangles, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(models[1]->positions, (std::vector<glm::vec3>{{2, 0, 0}, {2, 1, 0}}));
  EXPECT_EQ(models[2]->positions, (std::vector<glm::vec3>{{4, 0, 0}}));
  EXPECT_EQ(models[2]->splats.scales[0], glm::vec3(0.1f));
  EXPECT_TRUE(models[0]->remarks.empty());
  EXPECT_TRUE(models[1]->remarks.empty());
  EXPECT_EQ(models[2]->remarks.size(), 1u) << "which way is up";
}

TEST(GltfParts, OfOneKindAreOneModel) {
  GltfFile file = mixed_gltf();
  file.document["meshes"][0]["primitives"].erase(0);
  EXPECT_EQ(parts_of(models_of(file)), (std::vector{Part::points, Part::splats}));
  file.document["meshes"][0]["primitives"].erase(0);
  EXPECT_EQ(parts_of(models_of(file)), (std::vector{Part::splats}));
  EXPECT_TRUE(load(mixed_gltf().text(), "a.gltf").is_mesh()) << "the first alone";
}

TEST(GltfParts, ShareOneOrigin) {
  GltfFile file = mixed_gltf();
  file.node()["translation"] = {589500.25, 5820000.5, 0};
  const Models models = models_of(file);
  ASSERT_EQ(models.size(), 3u);
  EXPECT_NE(models[0]->origin, glm::dvec3(0.0));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(models[i]->origin, models[0]->origin);
    EXPECT_EQ(first_place(models, i), glm::dvec3(589500.25 + 2.0 * static_cast<double>(i), 5820000.5, 0));
  }
  const Models turned = models_of(file, Flip::y);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(first_place(turned, i), glm::dvec3(-589500.25 - 2.0 * static_cast<double>(i), 5820000.5, 0));
}

TEST(GltfParts, AreDividedByTheSameWhereTheyAreTooLarge) {
  GltfFile file = mixed_gltf();
  file.node()["scale"] = {1e20, 1e20, 1e20};
  const Models models = models_of(file);
  ASSERT_EQ(models.size(), 3u);
  const double unit = models[0]->positions[1].x;
  EXPECT_LE(unit, 1.0);
  EXPECT_NEAR(first_place(models, 1).x, 2 * unit, 1e-5 * unit);
  EXPECT_NEAR(first_place(models, 2).x, 4 * unit, 1e-5 * unit);
  EXPECT_NEAR(models[2]->splats.scales[0].x, 0.1 * unit, 1e-5 * unit);
  for (const auto& model : models) EXPECT_TRUE(says(*model, "divided by")) << name_of(model->part());
}

TEST(GltfParts, OfWhichNothingCanBeShownAreNamedByTheOthers) {
  GltfFile file = mixed_gltf();
  json& splat = file.document["meshes"][0]["primitives"][2]["attributes"];
  splat["KHR_gaussian_splatting:ROTATION"] = file.add<float>({0, 0, 0, 0}, 4);
  const Models models = models_of(file);
  ASSERT_EQ(parts_of(models), (std::vector{Part::mesh, Part::points}));
  for (const auto& model : models)
    EXPECT_TRUE(says(*model, "The splats are not shown: none of 1 splat can be drawn: no rotation"));

  file = mixed_gltf();
  file.material() = {{"alphaMode", "MASK"}, {"alphaCutoff", 2}};
  const Models uncut = models_of(file);
  ASSERT_EQ(parts_of(uncut), (std::vector{Part::points, Part::splats}));
  EXPECT_TRUE(says(*uncut[0], "1 triangle lies below the alpha cut-off"));

  file = mixed_gltf();
  file.set("POSITION", file.add<float>({0, 0, 0, 3e38f, 3e38f, 3e38f, 0, 3e38f, 0}, 3));
  file.node()["translation"] = {1e30, 0, 0};
  file.document["nodes"].push_back({{"mesh", 1}});
  file.document["scenes"][0]["nodes"] = {0, 1};
  const json primitives = file.document["meshes"][0]["primitives"];
  file.document["meshes"][0]["primitives"] = json::array({primitives[0]});
  file.document["meshes"].push_back({{"primitives", {primitives[1], primitives[1], primitives[2]}}});
  const Models near = models_of(file);
  ASSERT_EQ(parts_of(near), (std::vector{Part::points, Part::splats}));
  EXPECT_TRUE(says(*near[0], "The mesh is not shown: too far from the rest of the file to be drawn with it."));
}

TEST(GltfParts, CountLinesWhateverIsBesideThem) {
  GltfFile file = mixed_gltf();
  json& primitives = file.document["meshes"][0]["primitives"];
  primitives[0]["mode"] = 3;
  const Models models = models_of(file);
  ASSERT_EQ(parts_of(models), (std::vector{Part::points, Part::splats}));
  for (const auto& model : models) EXPECT_TRUE(says(*model, "2 lines were left out."));
  primitives.erase(2);
  primitives.erase(1);
  EXPECT_EQ(refusal(file.text(), "a.gltf"),
            "a.gltf: the file shows no triangles, points or splats: 2 lines were left out.");
}

}  // namespace
}  // namespace farfirst::app::test
