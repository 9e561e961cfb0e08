// A written file reads back as the same.

#include "io/ply_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

#include "io/exit_codes.h"
#include "io/files.h"
#include "made_files.h"
#include "scene/splat_scene.h"

namespace farfirst::app::test {
namespace {

const std::filesystem::path splat_fixtures = FARFIRST_SPLAT_FIXTURES;

Model read_as_it_is(const std::filesystem::path& path) {
  LoadProgress progress;
  return load_model(path, progress, Flip::no, Reading::as_it_is);
}

Model written_and_read(const Model& model) {
  const Folder folder;
  const std::filesystem::path path = folder.path() / "written.ply";
  write_ply(path, model);
  return read_as_it_is(path);
}

/// Normalised, and equal for equal turns: q and -q are the same.
float turned_between(const glm::quat& a, const glm::quat& b) { return 1 - std::abs(glm::dot(a, b)); }

/// Two logarithms as floats lie between what is compared.
void expect_same_splats(const Model& found, const Model& expected) {
  ASSERT_EQ(found.splats.count(), expected.splats.count());
  EXPECT_EQ(found.positions, expected.positions);
  EXPECT_EQ(found.splats.degree, expected.splats.degree);
  EXPECT_EQ(found.splats.antialiased, expected.splats.antialiased);
  EXPECT_EQ(found.splats.harmonics, expected.splats.harmonics);
  for (std::size_t i = 0; i < expected.splats.count(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const float scale = expected.splats.scales[i][axis];
      ASSERT_NEAR(found.splats.scales[i][axis], scale, 2e-6f * scale) << i;
    }
    ASSERT_NEAR(found.splats.opacities[i], expected.splats.opacities[i], 2e-6f) << i;
    ASSERT_LE(turned_between(found.splats.rotations[i], expected.splats.rotations[i]), 1e-6f) << i;
  }
}

class ExportedSplats : public ::testing::TestWithParam<const char*> {};

TEST_P(ExportedSplats, AreReadAgain) {
  const Model model = read_as_it_is(splat_fixtures / GetParam());
  expect_same_splats(written_and_read(model), model);
}

INSTANTIATE_TEST_SUITE_P(Formats, ExportedSplats,
                         ::testing::Values("few.ply", "shuffled.ply", "many.compressed.ply", "few.splat",
                                           "some.l2.ksplat", "few.v2.spz", "few.v4.spz"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::ranges::replace_if(
                               name, [](unsigned char c) { return !std::isalnum(c); }, '_');
                           return name;
                         });

/// More than are written at once.
TEST(Export, SplatsOfTheBuiltInScene) {
  const Model model = make_splat_scene(20000, 3);
  expect_same_splats(written_and_read(model), model);
}

TEST(Export, SplatsAreAsTheyAreTrained) {
  const Folder folder;
  const std::filesystem::path path = folder.path() / "written.ply";
  write_ply(path, read_as_it_is(splat_fixtures / "few.ply"));
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const std::string_view header = std::string_view(bytes).substr(0, bytes.find("end_header\n") + 11);
  EXPECT_TRUE(header.starts_with("ply\nformat binary_little_endian 1.0\nelement vertex 5\nproperty float x\n"));
  std::ifstream original(splat_fixtures / "few.ply", std::ios::binary);
  const std::string expected{std::istreambuf_iterator<char>(original), {}};
  EXPECT_EQ(header, expected.substr(0, header.size())) << "the columns of the training program, in its order";
  // Position, normal and harmonics of the first splat, which are not converted: y points down again.
  EXPECT_EQ(bytes.substr(header.size(), 4 * 54), expected.substr(header.size(), 4 * 54));
}

/// Infinities are not written.
TEST(Export, WritesFiniteNumbersForSplatsWithoutThicknessOrTransparency) {
  Model model = make_splat_scene(2, 1);
  model.splats.opacities = {0, 1};
  model.splats.scales[0].z = 0;
  const Model found = written_and_read(model);
  EXPECT_NEAR(found.splats.opacities[0], 0, 1e-6f);
  EXPECT_NEAR(found.splats.opacities[1], 1, 1e-6f);
  EXPECT_GT(found.splats.scales[0].z, 0) << "its logarithm is finite";
  EXPECT_LT(found.splats.scales[0].z, 1e-20f);
}

TEST(Export, MeshesAreReadAgain) {
  Model mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.normals = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {0, 0, -1}};
  mesh.colors = {0xff0000ff, 0x80ff00ff, 0x01020304, 0xffffffff};
  mesh.triangles = {0, 1, 2, 3, 2, 1};
  const Model found = written_and_read(mesh);
  EXPECT_EQ(found.positions, mesh.positions);
  EXPECT_EQ(found.normals, mesh.normals);
  EXPECT_EQ(found.colors, mesh.colors);
  EXPECT_EQ(found.triangles, mesh.triangles);
}

TEST(Export, CloudsFarFromTheOriginKeepTheirDigits) {
  Model cloud;
  cloud.positions = {{0.25f, 0, 0}, {1, 0.5f, 0}, {0, 1, 0.125f}};
  cloud.origin = {589500.5, 4200000.25, 0};
  const Model found = written_and_read(cloud);
  EXPECT_TRUE(found.normals.empty());
  EXPECT_TRUE(found.colors.empty());
  EXPECT_FALSE(found.is_mesh());
  ASSERT_EQ(found.positions.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(glm::dvec3(found.positions[i]) + found.origin, glm::dvec3(cloud.positions[i]) + cloud.origin);
}

TEST(Export, SplatsFarFromTheOriginKeepTheirDigits) {
  const Folder folder;
  Model model = make_splat_scene(1, 1);
  model.origin = {589500.5, 4200000.25, 0};
  write_ply(folder.path() / "a.ply", model);
  const std::string bytes = read_file(folder.path() / "a.ply", 1 << 20);
  EXPECT_NE(bytes.find("property double x\nproperty double y\nproperty double z\nproperty float nx\n"),
            std::string::npos);
  glm::dvec3 written;
  std::memcpy(&written, bytes.data() + bytes.find("end_header\n") + 11, sizeof written);
  const glm::dvec3 wanted = glm::dvec3(model.positions[0]) + model.origin;
  EXPECT_EQ(written, wanted * glm::dvec3(1, -1, -1)) << "files have y down";
}

TEST(Export, LeavesNothingWhereItCannotWrite) {
  const Folder folder;
  EXPECT_THROW(write_ply(folder.path() / "no/such/folder.ply", make_splat_scene(1, 1)), Failure);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace farfirst::app::test
