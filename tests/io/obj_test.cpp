// The OBJ reader, and material files as programs write and name them.

#include <algorithm>
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
  EXPECT_EQ(model.remarks, (std::vector<std::string>{"1 polyline was left out (line 6)."}));
}

TEST(Obj, LineEndsContinuationsAndComments) {
  const Model model =
      load_obj("# first\r\nv 0 0 0\r\nv 1 \\\r\n 0 0 # here\r\n\r\n  v 0 1 0\rf 1 2 \\\n3 # the face\n\n");
  EXPECT_EQ(model.positions[1], glm::vec3(1, 0, 0));
  EXPECT_EQ(model.triangles, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Obj, ValuesThatAreNotFiniteAreKept) {
  const Model model = load_obj("v 0 0 0\nv nan 1 2\nv inf 0 -inf\n");
  EXPECT_TRUE(std::isnan(model.positions[1].x));
  EXPECT_EQ(model.positions[1].z, 2.0f);
  EXPECT_TRUE(std::isinf(model.positions[2].z));
  EXPECT_EQ(model.bounds.maximum, glm::vec3(0.0f));
}

TEST(Obj, VertexColors) {
  const Model model = load_obj("v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nv 1 1 1\nf 1 2 3\n");
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
  EXPECT_EQ(model.remarks, (std::vector<std::string>{"The material \"nowhere\" (line 14) is in no material file."}));
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
            (std::vector<std::string>{"The material file \"none.mtl\" (line 1) was not found beside the model."}));
}

TEST(Obj, NormalsSplitVertices) {
  const Model model = load_obj(std::string(square) + "vn 0 0 2\nvn 0 1 0\nf 1//1 2//1 3//1\nf 1//2 3//2 4//2\n");
  ASSERT_EQ(model.positions.size(), 6u);
  EXPECT_EQ(model.triangles, (std::vector<std::uint32_t>{0, 1, 2, 4, 5, 3}));
  EXPECT_EQ(model.normals[0], glm::vec3(0, 0, 1));
  EXPECT_EQ(model.normals[4], glm::vec3(0, 1, 0));
}

TEST(Obj, NormalsThatAreMissingOrBadAreComputed) {
  const Model partly = load_obj(std::string(square) + "vn 1 0 0\nf 1//1 2//1 3//1\nf 1 3 4\n");
  EXPECT_EQ(partly.normals, std::vector<glm::vec3>(4, glm::vec3(0, 0, 1)));
  for (const char* number : {"2", "0", "-2"}) {
    const Model bad = load_obj(std::string(square) + "vn 1 0 0\nf 1//1 2//" + number + " 3//1\n");
    EXPECT_EQ(bad.normals[0], glm::vec3(0, 0, 1));
    EXPECT_EQ(bad.remarks,
              (std::vector<std::string>{"Line 6 names a normal that does not exist, so normals were computed again."}));
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
  EXPECT_EQ(
      model.remarks,
      (std::vector<std::string>{"4 faces have fewer than three corners and were left out, the first on line 5."}));
  EXPECT_EQ(load_obj(std::string(square) + "f 1 2\nf 1 2 3\n").remarks,
            (std::vector<std::string>{"1 face has fewer than three corners and was left out (line 5)."}));
}

TEST(Obj, ManyMissingMaterialFilesAreOneRemark) {
  EXPECT_EQ(
      load_obj("mtllib a.mtl\nmtllib b.mtl\n" + std::string(square) + "f 1 2 3\n").remarks,
      (std::vector<std::string>{"2 material files were not found beside the model, the first \"a.mtl\" on line 1."}));
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

TEST(Obj, CommentsEndWithTheirLine) {
  for (const char* comment : {"# C:\\models\\\n", "  #\\\r\n", "v 9 9 9 # C:\\\nf 1 1 1#\\\n"}) {
    const Model model = load_obj(comment + std::string(square) + "f -4 -3 -2 -1\n");
    EXPECT_EQ(model.triangles.size(), model.positions.size() == 4 ? 6u : 9u) << comment;
    EXPECT_EQ(model.positions.back(), glm::vec3(0, 1, 0)) << comment;
  }
}

TEST(Obj, LinesGoOnWhereABackslashEndsThem) {
  const std::vector<std::uint32_t> quad{0, 1, 2, 0, 2, 3};
  for (const char* face : {"f 1 2\\\n3 4\n", "f 1 2 \\  \r\n 3 4\r\n", "f \\\n1 \\\n2 \\\n3 \\\n4\n", "f 1 2 3 4 \\"})
    EXPECT_EQ(load_obj(std::string(square) + face).triangles, quad) << face;
  // Names of folders end so too.
  for (const char* name : {"o C:\\models\\\n", "g a\\\n", "g a \\\nb\n"})
    EXPECT_EQ(load_obj(name + std::string(square) + "f 1 2 3 4\n").triangles, quad) << name;
}

TEST(Obj, ByteOrderMarksAndCarriageReturns) {
  const std::string mark = "\xef\xbb\xbf";
  for (std::string text : {mark + std::string(square) + "f 1 2 3\n", std::string(square) + mark + "f 1 2 3\n"}) {
    const Model model = load_obj(text);
    EXPECT_EQ(model.positions.size(), 4u);
    EXPECT_EQ(model.triangle_count(), 1u);
    EXPECT_TRUE(model.remarks.empty());
    std::ranges::replace(text, '\n', '\r');
    EXPECT_EQ(load_obj(text).triangles, model.triangles);
  }
}

TEST(Obj, StatementsInCapitals) {
  EXPECT_EQ(load_obj("V 0 0 0\nV 1 0 0 # here\nV 0 1 0\nF 1 2 3\n").triangle_count(), 1u);
  EXPECT_EQ(load_obj("v 0 0 0\nv 1 0 0\nv -1.#IND 1.#INF 0 # here\n").remarks,
            (std::vector<std::string>{"1 position is not finite and is not drawn."}));
}

TEST(Obj, ZerosMayFillUpItsEnd) {
  const Model model = load_obj(std::string(square) + "f 1 2 3\n" + std::string(9, '\0') + "\n\x1a");
  EXPECT_EQ(model.triangle_count(), 1u);
  EXPECT_TRUE(model.remarks.empty());
}

TEST(Obj, AnUnusedVertexDoesNotTakeTheDigitsOfOthers) {
  for (const char* unused : {"0 0 0", "-1 2 3"}) {
    const Model model = load_obj("v " + std::string(unused) +
                                 "\nv 448262.112 5411932.678 112.5\nv 448262.122 5411932.678 112.5\n"
                                 "v 448262.112 5411932.688 112.5\nf 2 3 4\n");
    EXPECT_NEAR(model.positions[2].x - model.positions[1].x, 0.01f, 1e-8f);
  }
}

TEST(Obj, CoordinatesKeepTheirDigits) {
  const Model model = load_obj(
      "v 448262.112 5411932.678 112.5\nv 448262.122 5411932.678 112.5\nv 448262.112 5411932.688 112.5\nf 1 2 3\n");
  const glm::dvec3 first(448262.112, 5411932.678, 112.5);
  EXPECT_LT(glm::length(glm::dvec3(model.positions[0]) + model.origin - first), 1e-8);
  EXPECT_NEAR(model.positions[1].x - model.positions[0].x, 0.01f, 1e-8f);
  EXPECT_NEAR(model.bounds.maximum.y - model.bounds.minimum.y, 0.01f, 1e-8f);
  // Near zero nothing is subtracted: floats are those of the file.
  EXPECT_EQ(load_obj("v 0.1 0.2 0.3\nv 1.1 0 0\n").positions[0], glm::vec3(0.1f, 0.2f, 0.3f));
}

TEST(Obj, VertexColorsInBytesOrWithAlpha) {
  using Colors = std::vector<std::uint32_t>;
  EXPECT_EQ(load_obj("v 0 0 0 0 1 0\nv 1 0 0 255 128 0\nv 0 1 0\n").colors,
            (Colors{0xff000100u, 0xff0080ffu, 0xffffffffu}));
  EXPECT_EQ(load_obj("v 1 1 1\nv 0 0 0 0 1 0\nv 1 0 0 65535 0 0\n").colors,
            (Colors{0xffffffffu, 0xff000000u, 0xff0000ffu}));
  EXPECT_EQ(load_obj("v 0 0 0 1 0 0 0.5\nv 1 0 0 0 1.2 0 1\n").colors, (Colors{0x800000ffu, 0xff00ff00u}));
  EXPECT_EQ(load_obj("v 0 0 0 255 0 0 1\nv 1 0 0 0 255 0 128\n").colors, (Colors{0x010000ffu, 0x8000ff00u}));
  EXPECT_EQ(load_obj("v 0 0 0 255 0 0 1\nv 1 0 0 0 255 0 0\n").colors, (Colors{0xff0000ffu, 0x0000ff00u}));
  EXPECT_TRUE(load_obj("v 0 0 0 0.5\nv 1 0 0 1\n").colors.empty()) << "a weight is no colour";
}

TEST(Obj, WhatIsNoNumberIsRefusedWithItsLine) {
  EXPECT_EQ(refusal("v 0 0 0\nv 1,5 2,5 0\n", "a.obj"), "a.obj: line 2: expected a number of a vertex, found \"1,5\"");
  EXPECT_EQ(refusal("# \\\n\nv 0 0 0 \\\n 1x\n", "a.obj"),
            "a.obj: line 3: expected a number of a vertex, found \"1x\"");
}

TEST(Obj, StatementsThatAreLeftOutAreOneRemark) {
  const Model model =
      load_obj(std::string(square) + "vt 0 0\no a\ng b\ns 1\nf 1 2 3\np 1\np 2\nfoo 1\nbar\nsurf 1 2\n");
  EXPECT_EQ(model.remarks, (std::vector<std::string>{
                               "2 statements of points were left out, the first on line 10.",
                               "1 curve or free-form surface was left out (line 14).",
                               "2 statements such as \"foo\" are not known and were left out, the first on line 12."}));
}

// ---- Material files

constexpr std::string_view red_mtl = "newmtl red\nKd 1 0 0\n";
constexpr std::uint32_t red = 0xff0000ffu;

/// A triangle with these statements above it.
Model load_with_materials(const Folder& folder, const std::string& statements) {
  LoadProgress progress;
  return load_model(folder.write("model.obj", statements + std::string(square) + "f 1 2 3\n"), progress);
}

/// The colour of a material, by what follows its name in the file.
std::uint32_t color_of(const std::string& statements) {
  const Folder folder;
  folder.write("m.mtl", "newmtl a\n" + statements + "\n");
  return load_with_materials(folder, "mtllib m.mtl\nusemtl a\n").colors.at(0);
}

TEST(Materials, FilesAreFoundHoweverTheirNamesAreWritten) {
  const Folder folder;
  std::filesystem::create_directory(folder.path() / "Sub");
  for (const char* file : {"my scene.mtl", "plain.mtl", "Sub/Deep.MTL", "two  blanks .mtl"})
    folder.write(file, red_mtl);
  for (const char* name :
       {"my scene.mtl", "  my scene.mtl \t", "\tplain.mtl", "PLAIN.mtl", "\"my scene.mtl\"", "'plain.mtl'",
        "my\\ scene.mtl", "./plain.mtl", ".\\plain.mtl", "Sub\\Deep.MTL", "sub/deep.mtl", "C:\\x\\y\\My Scene.mtl",
        "C:plain.mtl", "/nowhere/plain.mtl", "../other/plain.mtl", "two  blanks .mtl", "plain.mtl # a comment"}) {
    const Model model = load_with_materials(folder, "mtllib " + std::string(name) + "\nusemtl red\n");
    ASSERT_EQ(model.colors.size(), 4u) << name;
    EXPECT_EQ(model.colors[0], red) << name;
  }
}

TEST(Materials, OfSeveralFiles) {
  const Folder folder;
  folder.write("a b.mtl", red_mtl);
  folder.write("c.mtl", "newmtl red\nKd 0 1 0\nnewmtl blue\nKd 0 0 1\n");
  for (const char* lines : {"mtllib a b.mtl c.mtl\n", "mtllib \"a b.mtl\" c.mtl\n", "mtllib a b.mtl\nmtllib c.mtl\n",
                            "mtllib a b.mtl \\\n c.mtl\n", "mtllib a b.mtl\nmtllib a b.mtl c.mtl\n"}) {
    const Model model = load_with_materials(folder, std::string(lines) + "usemtl blue\n");
    EXPECT_EQ(model.colors.at(0), 0xffff0000u) << lines;
    EXPECT_TRUE(model.remarks.empty()) << lines;
    EXPECT_EQ(load_with_materials(folder, std::string(lines) + "usemtl red\n").colors[0], red) << "the first counts";
  }
  EXPECT_EQ(
      load_with_materials(folder, "mtllib c.mtl d.mtl e f.mtl\nusemtl blue\n").remarks,
      (std::vector<std::string>{"2 material files were not found beside the model, the first \"d.mtl\" on line 1."}));
}

TEST(Materials, AFileWithTheModelsNameStandsInForAMissingOne) {
  const Folder folder;
  folder.write("Model.mtl", red_mtl);
  const Model renamed = load_with_materials(folder, "mtllib old.mtl\nusemtl red\n");
  EXPECT_EQ(renamed.colors.at(0), red);
  EXPECT_EQ(renamed.remarks,
            (std::vector<std::string>{"The material file \"old.mtl\" (line 1) was not found beside the model.",
                                      "Materials were taken from the material file that has the model's name."}));
  EXPECT_TRUE(load_with_materials(folder, "").colors.empty()) << "no material is used";
}

TEST(Materials, AreFoundByTheirNames) {
  const Folder folder;
  folder.write(
      "m.mtl",
      "\xef\xbb\xbfnewmtl red \t\nKd 1 0 0\n\nnewmtl  Dark Blue #1\r\n\tKd 0 0 1\r\nnewmtl C:\\a\\\nKd 0 1 0\n");
  const auto color = [&](const std::string& usemtl) {
    return load_with_materials(folder, usemtl + "\nmtllib m.mtl\n").colors.at(0);
  };
  EXPECT_EQ(color("usemtl red"), red) << "usemtl may come before mtllib";
  EXPECT_EQ(color("usemtl\tred  "), red);
  EXPECT_EQ(color("usemtl RED"), red);
  EXPECT_EQ(color("usemtl red # the box"), red);
  EXPECT_EQ(color("USEMTL red"), red);
  EXPECT_EQ(color("usemtl Dark Blue #1"), 0xffff0000u);
  EXPECT_EQ(color("usemtl Dark Blue #2"), 0xffffffffu) << "a number is part of the name";
  EXPECT_EQ(color("usemtl C:\\a\\"), 0xff00ff00u);
  EXPECT_EQ(load_with_materials(folder, "mtllib m.mtl\nusemtl x\n").remarks,
            (std::vector<std::string>{"The material \"x\" (line 2) is in no material file."}));
  EXPECT_EQ(load_with_materials(folder, "usemtl x\nusemtl y\n").remarks,
            (std::vector<std::string>{"2 materials are in no material file, the first \"x\" on line 1."}));
}

TEST(Materials, InUtf16) {
  const Folder folder;
  folder.write("m.mtl", utf16(red_mtl, true, true));
  EXPECT_EQ(load_with_materials(folder, "mtllib m.mtl\nusemtl red\n").colors.at(0), red);
}

TEST(Materials, ColorsAndOpacities) {
  EXPECT_EQ(color_of("Kd 0.2"), 0xff333333u);
  EXPECT_EQ(color_of("Kd 1 0.2"), 0xffffffffu);  // neither a grey nor a colour: reported
  EXPECT_EQ(color_of("KD 0 1 0 # green"), 0xff00ff00u);
  EXPECT_EQ(color_of("Kd 255 128 0"), 0xff0080ffu);
  EXPECT_EQ(color_of("Kd 0 1.1 -1"), 0xff00ff00u);
  EXPECT_EQ(color_of("Ka 1 0 0\nKs 1 1 1"), 0xffffffffu) << "nothing says that it is black";
  EXPECT_EQ(color_of("Kd 0 0 0\nmap_Kd"), 0xff000000u) << "no texture";
  EXPECT_EQ(color_of("Kd 0 0 0\nmap_Kd -s 1 1 1 C:\\a\\\nd 0.2"), 0x33ffffffu);
  EXPECT_EQ(color_of("d 0.2") >> 24, 0x33u);
  EXPECT_EQ(color_of("d -halo 0.2") >> 24, 0x33u);
  EXPECT_EQ(color_of("Tr 0.2") >> 24, 0xccu);
  EXPECT_EQ(color_of("Tr 1\nd 0.2") >> 24, 0x33u);
  EXPECT_EQ(color_of("d 0.2\nTr 1") >> 24, 0x33u);
}

TEST(Materials, ValuesThatCannotBeReadAreOneRemark) {
  const Folder folder;
  folder.write("m.mtl", "newmtl red\nKd xyz 0.4 0.2 0.1\nKd spectral a.rfl\nKd 0,5 0,5 0,5\nd nan\nd\n");
  const Model model = load_with_materials(folder, "mtllib m.mtl\nusemtl red\n");
  EXPECT_EQ(model.colors.at(0), 0xffffffffu);
  EXPECT_EQ(model.remarks,
            (std::vector<std::string>{"5 values of materials could not be read and were left out, the first: "
                                      "\"Kd xyz 0.4 0.2 0.1\" on line 2 of \"m.mtl\"."}));
}

TEST(Materials, InvisibleFacesAreReported) {
  const Folder folder;
  folder.write("m.mtl", "newmtl red\nTr 1\n");
  EXPECT_EQ(load_with_materials(folder, "mtllib m.mtl\nusemtl red\n").remarks,
            (std::vector<std::string>{"1 face is not seen: the opacity of its material is 0."}));
}

TEST(Obj, IsRecognisedByContent) {
  EXPECT_EQ(load(std::string(square) + "f 1 2 3\n", "model.txt").triangle_count(), 1u);
  EXPECT_EQ(load("\xef\xbb\xbf" + std::string(square) + "f 1 2 3\n", "model.ply").positions.size(), 4u);
  EXPECT_EQ(load(triangle_ply(), "model.obj").triangle_count(), 1u);
}

}  // namespace
}  // namespace farfirst::app::test
