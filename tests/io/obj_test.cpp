// The OBJ reader: what tinyobjloader parses and what is done around it.

#include <cmath>

#include "made_files.h"

namespace farfirst::app::test {
namespace {

Model load_obj(std::string_view text) { return load(text, "test.obj"); }

constexpr std::string_view square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(Obj, FacesOfAnySizeInAllTheirForms) {
  const Model model = load_obj(std::string(square) + "vt 0 0\nf 1 2 3\nf 1/1 2/1 3/1 4/1\nf -4 -2 -1\n");
  EXPECT_EQ(model.positions.size(), 4u);
  EXPECT_EQ(model.triangles, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, 0, 2, 3, 0, 2, 3}));
}

TEST(Obj, FacesMayComeBeforeTheirVertices) {
  EXPECT_EQ(load_obj("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n").triangles, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Obj, WithoutFacesItIsAPointCloud) {
  const Model model = load_obj(std::string(square) + "p 1 2\nl 1 2 3\n");
  EXPECT_EQ(model.positions.size(), 4u);
  EXPECT_FALSE(model.is_mesh());
  EXPECT_EQ(model.remarks, (std::vector<std::string>{"1 polyline was left out."}));
}

TEST(Obj, LineEndsContinuationsAndComments) {
  const Model model =
      load_obj("# first\r\nv 0 0 0\r\nv 1 \\\r\n 0 0 # here\r\n\r\n  v 0 1 0\rf 1 2 \\\n3 # the face\n\n");
  EXPECT_EQ(model.positions[1], glm::vec3(1, 0, 0));
  EXPECT_EQ(model.triangles, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Obj, ValuesThatAreNotFiniteAreKept) {
  // tinyobjloader would make zeros of them.
  const Model model = load_obj("v 0 0 0\nv nan 1 2\nv inf 0 -inf\n");
  EXPECT_TRUE(std::isnan(model.positions[1].x));
  EXPECT_EQ(model.positions[1].z, 2.0f);
  EXPECT_TRUE(std::isinf(model.positions[2].z));
  EXPECT_EQ(model.bounds.maximum, glm::vec3(0.0f));
}

TEST(Obj, VertexColors) {
  const Model model = load_obj("v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 1 0 0 1\nv 1 1 1\nf 1 2 3\n");
  EXPECT_EQ(model.colors, (std::vector<std::uint32_t>{0xff0000ffu, 0xff00ff00u, 0xffff0000u, 0xffffffffu}));
}

TEST(Obj, MaterialsGiveColorAndOpacityAndSplitSharedVertices) {
  const Folder folder;
  folder.write("m.mtl",
               "newmtl red\nKd 1 0 0\nd 0.5\nnewmtl blue\nKd 0 0 1\nTr 0.75\nnewmtl cloth\nKd 0 0 0\nmap_Kd a.png\n");
  LoadProgress progress;
  const Model model =
      load_model(folder.write("test.obj", "mtllib m.mtl\n" + std::string(square) +
                                              "usemtl red\nf 1 2 3\nusemtl blue\nf 1 3 4\nusemtl red\nf 2 3 1\n"
                                              "usemtl cloth\nf 2 3 4\nusemtl nowhere\nf 2 3 4\n"),
                 progress);
  const std::uint32_t red = 0x800000ffu, blue = 0x40ff0000u, white = 0xffffffffu;
  // Vertices keep their place for their first material; 1 and 3 are split for blue, 2, 3 and 4 for white.
  EXPECT_EQ(model.colors, (std::vector<std::uint32_t>{red, red, red, blue, blue, blue, white, white, white}));
  EXPECT_EQ(model.triangles, (std::vector<std::uint32_t>{0, 1, 2, 4, 5, 3, 1, 2, 0, 6, 7, 8, 6, 7, 8}));
  EXPECT_EQ(model.positions[4], model.positions[0]);
  EXPECT_EQ(model.positions[8], model.positions[3]);
}

TEST(Obj, VertexColorsGoBeforeTheMaterialsButItsOpacityHolds) {
  const Folder folder;
  folder.write("m.mtl", "newmtl glass\nKd 1 1 1\nd 0.25\n");
  LoadProgress progress;
  const Model model = load_model(
      folder.write("test.obj", "mtllib m.mtl\nv 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\nusemtl glass\nf 1 2 3\n"),
      progress);
  EXPECT_EQ(model.colors, std::vector<std::uint32_t>(3, 0x400000ffu));
  EXPECT_TRUE(model.remarks.empty());  // white is no colour that would be missed
}

TEST(Obj, MaterialColorsThatAreNotUsedAreOneRemark) {
  const Folder folder;
  folder.write("m.mtl", "newmtl red\nKd 1 0 0\nnewmtl white\nKd 1 1 1\n");
  LoadProgress progress;
  const std::string begin = "mtllib m.mtl\nv 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\nf 1 2 3\nusemtl red\nf 1 2 3\n";
  EXPECT_EQ(
      load_model(folder.write("one.obj", begin), progress).remarks,
      (std::vector<std::string>{"The material colour of 1 face is not used, because the vertices have colours."}));
  const std::string more = "f 3 2 1\nusemtl white\nf 1 2 3\nusemtl red\nf 1 2 3\n";
  EXPECT_EQ(
      load_model(folder.write("three.obj", begin + more), progress).remarks,
      (std::vector<std::string>{"The material colours of 3 faces are not used, because the vertices have colours."}));
}

TEST(Obj, AMissingMaterialFileIsARemark) {
  const Model model = load_obj("mtllib none.mtl\n" + std::string(square) + "usemtl a\nf 1 2 3\n");
  EXPECT_EQ(model.triangle_count(), 1u);
  EXPECT_TRUE(model.colors.empty());
  EXPECT_EQ(model.remarks,
            (std::vector<std::string>{"The material file \"none.mtl\" was not found beside the model."}));
}

TEST(Obj, NormalsSplitVertices) {
  const Model model = load_obj(std::string(square) + "vn 0 0 2\nvn 0 1 0\nf 1//1 2//1 3//1\nf 1//2 3//2 4//2\n");
  ASSERT_EQ(model.positions.size(), 6u);
  EXPECT_EQ(model.triangles, (std::vector<std::uint32_t>{0, 1, 2, 4, 5, 3}));
  EXPECT_EQ(model.normals[0], glm::vec3(0, 0, 1));
  EXPECT_EQ(model.normals[4], glm::vec3(0, 1, 0));
}

TEST(Obj, NormalsThatAreMissingOrBadAreComputedAnew) {
  const Model partly = load_obj(std::string(square) + "vn 1 0 0\nf 1//1 2//1 3//1\nf 1 3 4\n");
  EXPECT_EQ(partly.normals, std::vector<glm::vec3>(4, glm::vec3(0, 0, 1)));
  for (const char* number : {"2", "0", "-2"}) {
    const Model bad = load_obj(std::string(square) + "vn 1 0 0\nf 1//1 2//" + number + " 3//1\n");
    EXPECT_EQ(bad.normals[0], glm::vec3(0, 0, 1));
    EXPECT_EQ(bad.remarks,
              (std::vector<std::string>{"Line 6 names a normal that does not exist, so normals were computed anew."}));
  }
}

// Blender and assimp take an empty field as one that is not given.
TEST(Obj, NumbersMayBeMissingInAFaceCorner) {
  for (const char* face : {"f 1/ 2/ 3/", "f 1// 2// 3//", "f 1/1/ 2/1/ 3/1/", "f 1// 2/1/ 3", "f 1//\t2// 3// # end"}) {
    const Model model = load_obj(std::string(square) + "vt 0 0\n" + face + "\nf 1 3 4\n");
    EXPECT_EQ(model.triangles, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3})) << face;
    EXPECT_TRUE(model.remarks.empty()) << face;
  }
  // Were the slash left there, the library would read the 2 of the next corner as a normal that does not exist.
  const Model partly = load_obj(std::string(square) + "vn 1 0 0\nf 1// 2// 3//\nf 1//1 3//1 4//1\n");
  EXPECT_EQ(partly.normals, std::vector<glm::vec3>(4, glm::vec3(0, 0, 1)));
  EXPECT_TRUE(partly.remarks.empty());
  for (const char* corner : {"1///", "1//1/", "/1", "//1", "1/1//", "1/ /"}) {
    EXPECT_THROW(load_obj(std::string(square) + "vt 0 0\nvn 0 0 1\nf 2 3 " + corner + "\n"), FileError) << corner;
  }
}

TEST(Obj, FacesThatAreDroppedAreOneRemark) {
  const Model model = load_obj(std::string(square) + "f\nf 1\nf 1 2 # two\nf # none\nf 1 2 3\n");
  EXPECT_EQ(model.triangle_count(), 1u);
  EXPECT_EQ(model.remarks, (std::vector<std::string>{"4 faces have fewer than three corners and were left out."}));
  EXPECT_EQ(load_obj(std::string(square) + "f 1 2\nf 1 2 3\n").remarks,
            (std::vector<std::string>{"1 face has fewer than three corners and was left out."}));
}

TEST(Obj, ManyMissingMaterialFilesAreOneRemark) {
  EXPECT_EQ(load_obj("mtllib a.mtl\nmtllib b.mtl\n" + std::string(square) + "f 1 2 3\n").remarks,
            (std::vector<std::string>{"2 material files were not found beside the model, such as \"a.mtl\"."}));
}

TEST(Obj, PositionsThatAreNotFiniteAreOneRemark) {
  const std::string begin = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 0\n";
  EXPECT_EQ(load_obj(begin + "v 0 inf 0\nf 1 2 3\nf 1 2 4\nf 1 4 5\n").remarks,
            (std::vector<std::string>{"2 positions are not finite; 2 triangles that use them are not drawn."}));
  EXPECT_EQ(load_obj(begin + "f 1 2 3\nf 1 2 4\n").remarks,
            (std::vector<std::string>{"1 position is not finite; 1 triangle that uses it is not drawn."}));
  EXPECT_EQ(load_obj(begin + "f 1 2 3\n").remarks,
            (std::vector<std::string>{"1 position is not finite; no triangle uses it."}));
  EXPECT_EQ(load_obj(begin).remarks, (std::vector<std::string>{"1 position is not finite and is not drawn."}));
  std::string many = begin;
  for (int i = 0; i < 1233; ++i) many += "v 0 -inf 0\n";
  EXPECT_EQ(load_obj(many).remarks, (std::vector<std::string>{"1,234 positions are not finite and are not drawn."}));
}

TEST(Obj, LargeCoordinatesAreRecentred) {
  const Model model = load_obj("v 10000 0 0\nv 10001 0 0\nv 10000 1 0\nf 1 2 3\n");
  EXPECT_EQ(model.origin, glm::dvec3(10000.5, 0.5, 0.0));
  EXPECT_EQ(model.positions[0], glm::vec3(-0.5f, -0.5f, 0.0f));
}

TEST(Obj, Utf16AndGzip) {
  const std::string text = "# " + std::string(40, 'x') + "\n" + std::string(square) + "f 1 2 3 4\n";
  for (const bool big_endian : {false, true}) {
    for (const bool mark : {false, true}) {
      EXPECT_EQ(load(utf16(text, big_endian, mark), "test.obj").triangle_count(), 2u) << big_endian << mark;
      EXPECT_EQ(load(gzip(utf16(text, big_endian, mark)), "test.obj.gz").triangle_count(), 2u) << big_endian << mark;
    }
  }
  EXPECT_EQ(load(gzip(text), "test.obj.gz").triangle_count(), 2u);
}

TEST(Obj, ManyLinesThroughEveryBuffer) {
  std::string text;
  for (int i = 0; i < 40000; ++i)
    text += "v " + std::to_string(i) + ".5 0 0\n" + std::string(static_cast<std::size_t>(i % 7), ' ') + "\n";
  for (int i = 1; i + 2 <= 40000; ++i)
    text += "f " + std::to_string(i) + " " + std::to_string(i + 1) + " " + std::to_string(i + 2) + "\n";
  for (const Model& model : {load(text, "a.obj"), load(gzip(text), "a.obj.gz")}) {
    ASSERT_EQ(model.positions.size(), 40000u);
    EXPECT_EQ(model.positions[39999].x + static_cast<float>(model.origin.x), 39999.5f);
    ASSERT_EQ(model.triangle_count(), 39998u);
    EXPECT_EQ(model.triangles.back(), 39999u);
  }
}

TEST(Obj, IsRecognisedByContent) {
  EXPECT_EQ(load(std::string(square) + "f 1 2 3\n", "model.txt").triangle_count(), 1u);
  EXPECT_EQ(load("\xef\xbb\xbf" + std::string(square) + "f 1 2 3\n", "model.ply").positions.size(), 4u);
  EXPECT_EQ(load(triangle_ply(), "model.obj").triangle_count(), 1u);
}

}  // namespace
}  // namespace farfirst::app::test
