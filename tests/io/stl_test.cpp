// STL of both forms, as programs write it.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "made_files.h"
#include "made_stl.h"

namespace farfirst::app::test {
namespace {

/// The colours of a drawn triangle.
std::vector<std::uint32_t> colors_of(const Model& model, std::size_t triangle) {
  std::vector<std::uint32_t> colors;
  for (std::size_t i = 3 * triangle; i < 3 * triangle + 3; ++i) colors.push_back(model.colors[model.triangles[i]]);
  return colors;
}

constexpr std::string_view facet =
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";

// ---- binary

TEST(Stl, CornersAtOnePositionShareAVertex) {
  const Model model = load(StlFile().add_strip(5).bytes(), "a.stl");
  EXPECT_EQ(model.positions.size(), 11u);
  EXPECT_EQ(model.triangle_count(), 5u);
  EXPECT_EQ(model.positions[3], glm::vec3(2, 0, 0)) << "in the order of their first use";
  EXPECT_EQ(model.normals[0], glm::vec3(0, 0, 1));
  EXPECT_TRUE(model.colors.empty());
  EXPECT_TRUE(model.remarks.empty());
}

TEST(Stl, ZerosOfBothSignsAreOnePosition) {
  const Model model =
      load(StlFile().add({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).add({{-0.0f, 0, -0.0f}, {1, -0.0f, 0}, {0, 0, 1}}).bytes(),
           "a.stl");
  EXPECT_EQ(model.points().size(), 4u);
}

TEST(Stl, ManyVerticesAreJoined) {
  StlFile file;
  constexpr int side = 60;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const auto at = [](int i, int j) {
        return glm::vec3(0.1f * static_cast<float>(i), 0.1f * static_cast<float>(j), 5);
      };
      file.add({at(x, y), at(x + 1, y), at(x, y + 1)}).add({at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)});
    }
  }
  const Model model = load(file.bytes(), "a.stl");
  EXPECT_EQ(model.points().size(), 61u * 61u);
  EXPECT_EQ(model.triangle_count(), 7200u);
}

TEST(Stl, TheSizeDecidesWhereTheCountLies) {
  const StlFile two = StlFile().add_strip(2);
  for (const auto& [count, sentence] :
       {std::pair(0u, "2 triangles were read, by the size of the file; its header promises 0."),
        std::pair(1'000'000u, "2 triangles were read, by the size of the file; its header promises 1,000,000."),
        std::pair(0xffffffffu, "2 triangles were read, by the size of the file; its header promises 4,294,967,295."),
        std::pair(1u, "2 triangles were read, by the size of the file; its header promises 1.")}) {
    const Model model = load(two.bytes_with_count(count), "a.stl");
    EXPECT_EQ(model.triangle_count(), 2u) << count;
    EXPECT_TRUE(says(model, sentence)) << fmt::format("{}", fmt::join(model.remarks, "\n"));
  }
}

TEST(Stl, BytesBehindTheLastTriangleAreCounted) {
  const std::string two = StlFile().add_strip(2).bytes();
  for (const std::size_t extra : {1u, 17u, 50u, 100u}) {
    const Model model = load(two + std::string(extra, '\0'), "a.stl");
    EXPECT_EQ(model.triangle_count(), 2u);
    EXPECT_TRUE(says(model, extra == 1 ? "1 byte was left out behind the last triangle."
                                       : fmt::format("{} bytes were left out behind the last triangle.", extra)));
  }
  EXPECT_TRUE(says(load(StlFile().add_strip(2).bytes_with_count(0) + "12345", "a.stl"),
                   "5 bytes were left out behind the last triangle."));
}

TEST(Stl, WhatIsCutIsRefused) {
  const std::string two = StlFile().add_strip(2).bytes();
  EXPECT_EQ(refusal(two.substr(0, two.size() - 1), "a.stl"),
            "a.stl: the header promises 2 triangles, there is 1 and 49 bytes of another");
  EXPECT_EQ(refusal(two.substr(0, 84 + 49), "a.stl"),
            "a.stl: the header promises 2 triangles, there are 0 and 49 bytes of another");
  EXPECT_EQ(refusal(two.substr(0, 84), "a.stl"), "a.stl: the header promises 2 triangles, there are 0");
  EXPECT_EQ(refusal(two.substr(0, 83), "a.stl"), "a.stl: the file ends inside the STL header of 84 bytes, after 83");
  EXPECT_EQ(refusal(StlFile().bytes(), "a.stl"), "a.stl: the header promises 0 triangles, there are 0");
}

TEST(Stl, BinaryHeadersMayBeginWithSolid) {
  for (const char* header : {"solid", "solid facet vertex", "SOLID part   "}) {
    EXPECT_EQ(load(StlFile(header).add_strip(3).bytes(), "a.stl").triangle_count(), 3u) << header;
    EXPECT_EQ(load(StlFile(header).add_strip(3).bytes(), "no suffix").triangle_count(), 3u) << header;
  }
  EXPECT_EQ(load(StlFile("solid").add_strip(3).bytes_with_count(0), "a.stl").triangle_count(), 3u);
}

TEST(Stl, IsReadFromGzip) {
  const StlFile three = StlFile().add_strip(3);
  EXPECT_EQ(load(gzip(three.bytes()), "a.stl.gz").triangle_count(), 3u);
  EXPECT_EQ(load(gzip(three.bytes_with_count(0)), "a.stl.gz").triangle_count(), 3u);
  EXPECT_EQ(load(gzip(three.bytes_with_count(7)), "a.stl.gz").triangle_count(), 3u);
  EXPECT_EQ(load(gzip("solid\n" + std::string(facet) + "endsolid\n"), "x").triangle_count(), 1u);
}

TEST(StlText, EndsAsProgramsWriteIt) {
  for (const char* end : {"endsolid cube\n", "end solid cube\n", "endsolidcube\n", "ENDSOLID"})
    EXPECT_TRUE(load("solid cube\n" + std::string(facet) + end, "a.stl").remarks.empty()) << end;
}

TEST(Stl, ValuesThatAreNotFiniteAreCounted) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const Model model = load(StlFile().add_strip(1).add({{nan, 0, 0}, {5, 0, 0}, {5, 5, 0}}).bytes(), "a.stl");
  EXPECT_EQ(model.triangle_count(), 2u);
  EXPECT_TRUE(says(model, "1 position is not finite; 1 triangle that uses it is not drawn."));
}

TEST(Stl, FloatsFarFromZeroGetAnOrigin) {
  const Model model =
      load(StlFile().add({{448262, 5411932, 112.5f}, {448263, 5411932, 112.5f}, {448262, 5411933, 112.5f}}).bytes(),
           "a.stl");
  EXPECT_EQ(model.origin + glm::dvec3(model.positions[0]), glm::dvec3(448262, 5411932, 112.5));
  EXPECT_EQ(model.bounds.maximum - model.bounds.minimum, glm::vec3(1, 1, 0));
}

// ---- colours

TEST(StlColors, OfMagicsAreTheFacetsOwnWithoutBit15) {
  StlFile file(std::string("COLOR=\x00\xff\x00\xff model", 17));
  file.add_strip(1, 0x001f).add_strip(1, 0x8000).add_strip(1, 0x7c00);
  const Model model = load(file.bytes(), "a.stl");
  EXPECT_EQ(colors_of(model, 0), std::vector<std::uint32_t>(3, opaque_red));
  EXPECT_EQ(colors_of(model, 1), std::vector<std::uint32_t>(3, opaque_green)) << "the default";
  EXPECT_EQ(colors_of(model, 2), std::vector<std::uint32_t>(3, opaque_blue));
  EXPECT_EQ(model.points().size(), 3u) << "three triangles at one place";
  EXPECT_EQ(model.copies, 6u);
}

TEST(StlColors, MagicsNamesAMaterialBehind) {
  const StlFile file =
      StlFile(std::string("any COLOR=\xff\x00\x00\x80,MATERIAL=123412341234", 36)).add_strip(2, 0x8000);
  EXPECT_EQ(load(file.bytes(), "a.stl").colors, std::vector<std::uint32_t>(5, 0x800000ffu));
}

TEST(StlColors, ZerosEverywhereAreNoColors) {
  const StlFile file = StlFile(std::string("COLOR=\xff\x00\x00\x00", 10)).add_strip(2);
  EXPECT_EQ(load(file.bytes(), "a.stl").colors, std::vector<std::uint32_t>(5, opaque_red)) << "and no alpha is opaque";
}

TEST(StlColors, OfVisCamAreTheFacetsOwnWithBit15) {
  const StlFile file = StlFile("VisCAM").add_strip(1, 0x801f).add_strip(1, 0x001f).add_strip(1, 0xfc00);
  const Model model = load(file.bytes(), "a.stl");
  EXPECT_EQ(colors_of(model, 0), std::vector<std::uint32_t>(3, opaque_blue));
  EXPECT_EQ(colors_of(model, 1), std::vector<std::uint32_t>(3, opaque_white));
  EXPECT_EQ(colors_of(model, 2), std::vector<std::uint32_t>(3, opaque_red));
}

TEST(StlColors, FacetsOfOneColorShareVertices) {
  const Model model = load(StlFile("").add_strip(4, 0x83e0).bytes(), "a.stl");
  EXPECT_EQ(model.points().size(), 9u);
  EXPECT_EQ(model.copies, 0u);
  EXPECT_EQ(model.colors, std::vector<std::uint32_t>(9, opaque_green));
}

// ---- text

TEST(StlText, AsItIsWritten) {
  const std::string two = fmt::format(
      "solid s\n{}facet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\n"
      "endsolid s\n",
      facet);
  std::string loud = two, old = two;
  for (char& c : loud) c = static_cast<char>(std::toupper(c));
  std::ranges::replace(old, '\n', '\r');
  std::string dos;
  for (const char c : two) dos += c == '\n' ? "\r\n" : std::string(1, c);
  for (const std::string& text :
       {two, loud, old, dos, "\n \t\n" + two, "\xef\xbb\xbf" + two, "\xef\xbb\xbf\r\n  " + two, "  " + two + "\n\n"}) {
    for (const char* name : {"a.stl", "a.ply", "none"}) {
      const Model model = load(text, name);
      EXPECT_EQ(model.positions.size(), 4u) << text;
      EXPECT_EQ(model.triangle_count(), 2u) << text;
      EXPECT_EQ(model.normals[0], glm::vec3(0, 0, 1));
      EXPECT_TRUE(model.remarks.empty()) << model.remarks.front();
    }
  }
  for (const bool big : {false, true}) EXPECT_EQ(load(utf16(two, big, true), "a.stl").triangle_count(), 2u);
}

TEST(StlText, SeveralSolidsAndNamesOfAnyKind) {
  const std::string text = fmt::format("solid facet vertex 1\n{0}endsolid facet\nsolid\n\n{0}endsolid\n", facet);
  const Model model = load(text, "a.stl");
  EXPECT_EQ(model.triangle_count(), 2u);
  EXPECT_EQ(model.positions.size(), 3u);
  EXPECT_TRUE(model.remarks.empty());
}

TEST(StlText, NormalsMayBeMissingOrNoNumbers) {
  for (const char* normal : {"", " normal", " normal nan -nan(ind) 1.#QNAN", " normal 0 0"}) {
    const std::string text = fmt::format(
        "solid\nfacet{}\n  outer loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
        normal);
    const Model model = load(text, "a.stl");
    EXPECT_EQ(model.triangle_count(), 1u) << normal;
    EXPECT_EQ(model.normals[0], glm::vec3(0, 0, 1));
  }
}

TEST(StlText, MayBeOneLine) {
  std::string line(facet);
  std::ranges::replace(line, '\n', ' ');
  for (const char* start : {"solid\n", "solid ", "solid of facet vertex endsolid "}) {
    const Model model = load(start + line + line + "endsolid of solid " + line + " endsolid", "a.stl");
    EXPECT_EQ(model.triangle_count(), 3u) << start;
    EXPECT_TRUE(model.remarks.empty());
  }
}

TEST(StlText, NamesMayBeLong) {
  for (const char filler : {' ', 'n'}) {
    const std::string text = "solid " + std::string(200000, filler) + "\n" + std::string(facet) + "endsolid\n";
    EXPECT_EQ(load(text, "a.stl").triangle_count(), 1u);
    EXPECT_EQ(load(gzip(text), "a.stl.gz").triangle_count(), 1u);
  }
}

TEST(StlText, WhatFollowsTheEndIsReported) {
  const Model model = load("solid\n" + std::string(facet) + "endsolid\n" + std::string("\0\0\x1a", 3), "a.stl");
  EXPECT_EQ(model.triangle_count(), 1u);
  EXPECT_TRUE(says(model, "1 line was left out: expected solid, facet or endsolid on line 10."));
}

TEST(StlText, NumbersOfAnyKind) {
  const Model model = load(
      "solid\nfacet\nouter loop\nvertex 1e-3 -2.5E+1 +.5\nvertex 1.000000e+000 0. -0\nvertex 0 1 0\nendloop\nendfacet\n"
      "endsolid\n",
      "a.stl");
  EXPECT_EQ(model.positions[0], glm::vec3(0.001f, -25, 0.5f));
  EXPECT_EQ(model.positions[1], glm::vec3(1, 0, 0));
}

TEST(StlText, DigitsSurviveFarFromZero) {
  const Model model = load(
      "solid\nfacet\nouter loop\nvertex 448262.112 5411932.678 112.5\nvertex 448262.122 5411932.678 112.5\n"
      "vertex 448262.112 5411932.688 112.5\nendloop\nendfacet\nendsolid\n",
      "a.stl");
  ASSERT_EQ(model.positions.size(), 3u);
  const glm::dvec3 second = model.origin + glm::dvec3(model.positions[1]);
  EXPECT_NEAR(second.x, 448262.122, 1e-8);
  EXPECT_NEAR(second.y, 5411932.678, 1e-8);
  EXPECT_NEAR(second.z, 112.5, 1e-8);
}

TEST(StlText, LoopsOfMoreCornersAreCut) {
  const Model model = load(
      "solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\n"
      "endsolid\n",
      "a.stl");
  EXPECT_EQ(model.triangle_count(), 2u);
}

TEST(StlText, WhatIsOddIsReported) {
  EXPECT_TRUE(says(load("solid\n" + std::string(facet), "a.stl"),
                   "The file ends without endsolid: it may have been cut short."));
  EXPECT_TRUE(says(load("solid\n# comment\n" + std::string(facet) + "colour 1 0 0\nendsolid\n", "a.stl"),
                   "2 lines were left out: expected solid, facet or endsolid on line 2."));
}

TEST(StlText, WhatIsBrokenIsRefusedWithItsLine) {
  const std::string start = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n";
  for (const auto& [rest, sentence] : std::initializer_list<std::pair<const char*, const char*>>{
           {"vertex 1 0\nendloop\n", "line 6: expected a number of a vertex, found \"endloop\""},
           {"vertex 1 0 1,5\n", "line 5: expected a number of a vertex, found \"1,5\""},
           {"vertex 1 0 0\nendloop\n", "line 6: the loop has 2 vertices, and needs three"},
           {"vertex 1 0", "line 5: expected a number of a vertex, found the end of the file"},
           {"vertex 1 0 0\nvertex 0 1 0\n", "line 7: the file ends inside the facet of line 2"},
           {"facet normal 0 0 1\n", "line 5: expected vertex, endloop or endfacet, found \"facet\""}}) {
    EXPECT_EQ(refusal(start + rest, "a.stl"), fmt::format("a.stl: {}", sentence));
  }
  EXPECT_EQ(refusal("solid\nfacet\nendfacet\n", "a.stl"), "a.stl: line 3: the loop has 0 vertices, and needs three");
  for (const char* nothing : {"solid", "solid nothing\nendsolid nothing\n"})
    EXPECT_EQ(refusal(nothing, "a.stl"), "a.stl: the STL text has no facets");
}

TEST(Stl, CancelIsHeeded) {
  const Folder folder;
  LoadProgress progress;
  progress.cancel = true;
  EXPECT_THROW(load_model(folder.write("a.stl", StlFile().add_strip(1000).bytes()), progress), LoadCancelled);
}

}  // namespace
}  // namespace farfirst::app::test
