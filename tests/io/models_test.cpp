// Every real model: its counts, or its refusal. Skipped where the models are not at hand.
// Triangles count after polygons were cut; vertices are the file's own, without the copies that normals and colours
// need.

#include <fmt/format.h>

#include <algorithm>

#include "made_files.h"

namespace farfirst::app::test {
namespace {

struct Expected {
  const char* file;
  std::size_t vertices, triangles;
  const char* sentence;  // behind the name; empty: it is read
};

// clang-format off
constexpr Expected table[] = {
    {"odd/armadillo_face_count_0.ply", 38294, 0, ""},
    {"odd/assimp/Wuson.ply", 11184, 3732, ""},
    {"odd/assimp/box_UTF16BE.obj", 8, 12, ""},
    {"odd/assimp/box_longline.obj", 8, 944, ""},
    {"odd/assimp/box_without_lineending.obj", 8, 12, ""},
    {"odd/assimp/concave_polygon.obj", 64, 64, ""},
    {"odd/assimp/crash-30d6d0f7c529b3b66b4131700b7a4580cd7082df.ply", 0, 0, "line 7: the file ends inside the PLY header, before end_header"},
    {"odd/assimp/cube.ply", 8, 12, ""},
    {"odd/assimp/cube_binary_header_with_RN_newline.ply", 8, 12, ""},
    {"odd/assimp/cube_binary_starts_with_nl.ply", 8, 12, ""},
    {"odd/assimp/cube_usemtl.obj", 8, 12, ""},
    {"odd/assimp/cube_uv.ply", 24, 12, ""},
    {"odd/assimp/cube_with_vertexcolors.obj", 8, 12, ""},
    {"odd/assimp/empty.ply", 0, 0, "the file is empty"},
    {"odd/assimp/float-color.ply", 3, 1, ""},
    {"odd/assimp/issue623.ply", 24, 0, ""},
    {"odd/assimp/malformed.obj", 0, 0, "line 28: vertex 0 in \"0\": vertex numbers start at 1"},
    {"odd/assimp/multiple_spaces.obj", 4, 1, ""},
    {"odd/assimp/number_formats.obj", 0, 0, "line 11: expected a number of a vertex, found \"3.1+e2\""},
    {"odd/assimp/point_cloud.obj", 3, 0, ""},
    {"odd/assimp/points.ply", 4, 0, ""},
    {"odd/assimp/pond.0.ply", 70051, 0, ""},
    {"odd/assimp/regr_3429812.obj", 4, 4, ""},
    {"odd/assimp/testline.obj", 8, 0, ""},
    {"odd/assimp/testmixed.obj", 8, 12, ""},
    {"odd/beetle.ascii.ply", 1148, 2053, ""},
    {"odd/beetle.binary.ply", 1148, 2053, ""},
    {"odd/draco/cube_att.ply", 24, 12, ""},
    {"odd/draco/cube_quads.obj", 8, 12, ""},
    {"odd/draco/cube_quads.ply", 8, 12, ""},
    {"odd/draco/cube_subd.obj", 1538, 3072, ""},
    {"odd/draco/deg_faces.obj", 6, 4, ""},
    {"odd/draco/degenerate_mesh.obj", 3, 1, ""},
    {"odd/draco/delim_test.ply", 24, 12, ""},
    {"odd/draco/eof_test.obj", 3, 1, ""},
    {"odd/draco/extra_vertex.obj", 10, 3, ""},
    {"odd/draco/float_inf_point_cloud.ply", 16, 0, ""},
    {"odd/draco/float_two_att_point_cloud.ply", 3, 0, ""},
    {"odd/draco/inf_nan.obj", 0, 0, "no vertex has finite coordinates, so there is nothing to show"},
    {"odd/draco/int_point_cloud.ply", 16, 0, ""},
    {"odd/draco/non_manifold_wrap.obj", 10, 12, ""},
    {"odd/draco/octagon.obj", 8, 6, ""},
    {"odd/draco/point_cloud_test_pos_norm.ply", 4, 0, ""},
    {"odd/draco/test_extra_whitespace.ply", 3, 1, ""},
    {"odd/draco/test_more_datatypes.ply", 3, 1, ""},
    {"odd/draco/test_pos_color.ply", 114, 224, ""},
    {"odd/draco/test_pos_color_ascii.ply", 114, 224, ""},
    {"odd/draco/triangle_with_degenerate_tex_coords.obj", 3, 1, ""},
    {"odd/happly/platonic_shelf.ply", 50, 80, ""},
    {"odd/happly/platonic_shelf_ascii.ply", 50, 80, ""},
    {"odd/happly/platonic_shelf_big_endian.ply", 50, 80, ""},
    {"odd/horse_big_endian.ply", 48485, 96966, ""},
    {"odd/meshlab/T.ply", 20, 36, ""},
    {"odd/meshlab/TextureDouble.ply", 8, 4, ""},
    {"odd/meshlab/TextureSingle.ply", 4, 2, ""},
    {"odd/meshlab/bunny2.ply", 1623, 1000, ""},
    {"odd/meshlab/non_manif_hole.ply", 432, 755, ""},
    {"odd/rply_input.ply", 3, 1, ""},
    {"odd/tinyobjloader/catmark_torus_creases0.obj", 32, 64, ""},
    {"odd/tinyobjloader/cornell_box.obj", 76, 36, ""},
    {"odd/tinyobjloader/cube-vertex-w-component.obj", 8, 12, ""},
    {"odd/tinyobjloader/cube-vertexcol.obj", 8, 12, ""},
    {"odd/tinyobjloader/invalid-face-definition.obj", 8, 0, ""},
    {"odd/tinyobjloader/invalid-relative-vertex-index.obj", 0, 0, "line 1: vertex -4 in \"-4\" counts back from here, but only 0 came before"},
    {"odd/tinyobjloader/issue-138.obj", 8, 12, ""},
    {"odd/tinyobjloader/issue-140-zero-face-idx.obj", 0, 0, "line 16: vertex 0 in \"0/0/0\": vertex numbers start at 1"},
    {"odd/tinyobjloader/issue-161-inconsistent-f.obj", 8, 12, ""},
    {"odd/tinyobjloader/issue-295-trianguation-failure.obj", 16, 28, ""},
    {"odd/tinyobjloader/issue-92.obj", 3, 1, ""},
    {"odd/tinyobjloader/issue-95.obj", 3, 1, ""},
    {"odd/tinyobjloader/leading-decimal-dot-issue-201.obj", 3, 1, ""},
    {"odd/tinyobjloader/line-prim.obj", 8, 0, ""},
    {"odd/tinyobjloader/points-prim.obj", 8, 0, ""},
    {"odd/tinyobjloader/usemtl-issue-104.obj", 12, 6, ""},
    {"odd/truncated_in_faces_ascii.ply", 0, 0, "line 3068: the data end inside face 1167 of 3851"},
    {"odd/truncated_in_faces_binary.ply", 0, 0, "byte 1910: the data end inside vertex 38 of 50"},
    {"odd/truncated_in_header.ply", 0, 0, "line 5: the file ends inside the PLY header, before end_header"},
    {"odd/unknown_header_keyword.ply", 22092, 0, ""},
    {"odd/volume_gaussians.ply", 48962, 0, ""},
    {"points/dragon_stand/dragonStandRight_0.ply.gz", 41841, 0, ""},
    {"points/dragon_stand/dragonStandRight_120.ply.gz", 34436, 0, ""},
    {"points/dragon_stand/dragonStandRight_144.ply.gz", 43181, 0, ""},
    {"points/dragon_stand/dragonStandRight_168.ply.gz", 44329, 0, ""},
    {"points/dragon_stand/dragonStandRight_192.ply.gz", 39526, 0, ""},
    {"points/dragon_stand/dragonStandRight_216.ply.gz", 30492, 0, ""},
    {"points/dragon_stand/dragonStandRight_24.ply.gz", 34836, 0, ""},
    {"points/dragon_stand/dragonStandRight_240.ply.gz", 19318, 0, ""},
    {"points/dragon_stand/dragonStandRight_264.ply.gz", 15050, 0, ""},
    {"points/dragon_stand/dragonStandRight_288.ply.gz", 24573, 0, ""},
    {"points/dragon_stand/dragonStandRight_312.ply.gz", 40528, 0, ""},
    {"points/dragon_stand/dragonStandRight_336.ply.gz", 43467, 0, ""},
    {"points/dragon_stand/dragonStandRight_48.ply.gz", 22092, 0, ""},
    {"points/dragon_stand/dragonStandRight_72.ply.gz", 14879, 0, ""},
    {"points/dragon_stand/dragonStandRight_96.ply.gz", 20645, 0, ""},
    {"points/dragon_stand_merged.ply", 469193, 0, ""},
    {"points/happy_stand/happyStandRight_0.ply.gz", 78056, 0, ""},
    {"points/happy_stand/happyStandRight_288.ply.gz", 72346, 0, ""},
    {"points/happy_stand/happyStandRight_72.ply.gz", 61872, 0, ""},
    {"points/happy_stand_merged.ply", 1099005, 0, ""},
    {"points/photogrammetry.ply.gz", 980430, 0, ""},
    {"points/vol_total.ply.gz", 498868, 0, ""},
    {"splats/biker.compressed.ply", 152746, 0, ""},
    {"splats/biker.spz", 152746, 0, ""},
    {"splats/flowers_lod0.spz", 542104, 0, ""},
    {"splats/fourth_st.spz", 131199, 0, ""},
    {"splats/iteration_7000_point_cloud.ply", 9080, 0, ""},
    {"splats/lod1_tile_0_0.5x.ply", 14051, 0, ""},
    {"splats/luma-seal.splat", 101780, 0, ""},
    {"splats/playbot_lod0.spz", 500000, 0, ""},
    {"splats/playbot_lod3.ply", 31000, 0, ""},
    {"splats/sjeongab_model.splat", 111650, 0, ""},
    {"splats/tiny/minimal-raw.spz", 4, 0, ""},
    {"splats/tiny/minimal-v2.spz", 4, 0, ""},
    {"splats/tiny/minimal-v3.spz", 4, 0, ""},
    {"splats/tiny/minimal-v4.spz", 4, 0, ""},
    {"splats/tiny/minimal.ksplat", 4, 0, ""},
    {"splats/tiny/minimal.splat", 4, 0, ""},
    {"splats/tiny/playcanvas_test.ply", 64, 0, ""},
    {"splats/tiny/splatapult_test.ply", 16, 0, ""},
    {"reports/obj/comment_backslash.obj", 4, 2, ""},
    {"reports/obj/mtllib_space.obj", 4, 2, ""},
    {"reports/obj/utm.obj", 9, 8, ""},
    {"reports/ply/upper_xyz.ply", 3, 0, ""},
    {"reports/splat/room_with_outliers.ply", 400, 0, ""},
    {"reports/splat/room_without_outliers.ply", 397, 0, ""},
    {"stanford/armadillo_100k.obj", 49990, 99976, ""},
    {"stanford/bun_zipper.ply", 35947, 69451, ""},
    {"stanford/bun_zipper_res2.ply", 8171, 16301, ""},
    {"stanford/bun_zipper_res3.ply", 1889, 3851, ""},
    {"stanford/bun_zipper_res4.ply", 453, 948, ""},
    {"stanford/dragon_100k_flags.ply", 50000, 100000, ""},
    {"stanford/dragon_vrip_res2.ply.gz", 100250, 202520, ""},
    {"stanford/dragon_vrip_res3.ply.gz", 22998, 47794, ""},
    {"stanford/happy_vrip_res3.ply", 32328, 67240, ""},
    {"stanford/lucy_100k.ply", 49987, 99970, ""},
    {"stanford/xyzrgb_dragon_50k.ply", 25002, 50000, ""},
};
// clang-format on

class RealModel : public ::testing::TestWithParam<Expected> {};

TEST_P(RealModel, IsReadOrRefusedAsItShould) {
  const std::filesystem::path folder = models_folder();
  if (folder.empty()) GTEST_SKIP() << "the models are not here; FARFIRST_MODELS may name their folder";
  const Expected& expected = GetParam();
  const std::filesystem::path path = folder / expected.file;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "this model is not here";
  LoadProgress progress;
  try {
    const Model model = load_model(path, progress);
    EXPECT_STREQ(expected.sentence, "");
    EXPECT_EQ(model.points().size(), expected.vertices);
    EXPECT_EQ(model.triangle_count(), expected.triangles);
    EXPECT_EQ(model.normals.size(), model.is_mesh() ? model.positions.size() : model.normals.size());
    EXPECT_FALSE(model.bounds.empty());
    for (const std::uint32_t corner : model.triangles) ASSERT_LT(corner, model.positions.size());
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(), fmt::format("{}: {}", path.string(), expected.sentence));
  }
}

INSTANTIATE_TEST_SUITE_P(AllFiles, RealModel, ::testing::ValuesIn(table), [](const auto& instance) {
  std::string name;
  for (const char c : std::string(instance.param.file)) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

TEST(RealModels, NoneIsMissingFromTheTable) {
  const std::filesystem::path folder = models_folder();
  if (folder.empty()) GTEST_SKIP() << "the models are not here; FARFIRST_MODELS may name their folder";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string suffix = entry.path().extension().string();
    if (suffix != ".ply" && suffix != ".obj" && suffix != ".gz") continue;
    const std::string name = std::filesystem::relative(entry.path(), folder).string();
    const bool found =
        std::any_of(std::begin(table), std::end(table), [&](const Expected& row) { return name == row.file; });
    EXPECT_TRUE(found) << name;
  }
}

TEST(RealModels, TheSameShapeInThreeEncodings) {
  const std::filesystem::path folder = models_folder() / "odd/happly";
  if (!std::filesystem::exists(folder))
    GTEST_SKIP() << "the models are not here; FARFIRST_MODELS may name their folder";
  LoadProgress progress;
  const Model little = load_model(folder / "platonic_shelf.ply", progress);
  const Model big = load_model(folder / "platonic_shelf_big_endian.ply", progress);
  const Model ascii = load_model(folder / "platonic_shelf_ascii.ply", progress);
  EXPECT_EQ(little.positions, big.positions);
  EXPECT_EQ(little.triangles, big.triangles);
  EXPECT_EQ(little.triangles, ascii.triangles);
  for (std::size_t i = 0; i < little.positions.size(); ++i) {
    EXPECT_LT(glm::length(little.positions[i] - ascii.positions[i]), 1e-4f);
  }
}

}  // namespace
}  // namespace farfirst::app::test
