// OFF with its possible prefixes, colours of vertices and of faces.

#include <fmt/format.h>

#include <algorithm>

#include "made_files.h"

namespace farfirst::app::test {
namespace {

TEST(Off, PolygonsAreCut) {
  const Model model = load("OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n", "a.off");
  EXPECT_EQ(model.positions.size(), 4u);
  EXPECT_EQ(model.triangle_count(), 2u);
  EXPECT_EQ(model.normals[0], glm::vec3(0, 0, 1));
  EXPECT_TRUE(model.colors.empty());
  EXPECT_TRUE(model.remarks.empty());
}

TEST(Off, TheFirstLinesAsTheyAreWritten) {
  const std::string body = "0 0 0\n1 0 0 # comment\n\n# comment\n0 1 0\n3 0 1 2\n";
  for (const char* start :
       {"OFF\n3 1 0\n", "OFF 3 1 0\n", "OFF 3 1\n", "# comment\nOFF # comment\n\n3 1 0 # comment\n", "OFF\r\n3 1 0\r\n",
        "\xef\xbb\xbfOFF\n3 1 0\n", "off\n3 1 0\n", "OFF3 1 0\n", "OFF\n3 1 99\n"}) {
    for (const char* name : {"a.off", "a.stl"}) {
      const Model model = load(start + body, name);
      EXPECT_EQ(model.positions, (std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})) << start;
      EXPECT_EQ(model.triangle_count(), 1u) << start;
    }
  }
  EXPECT_EQ(load("3 1 0\n" + body, "a.off").triangle_count(), 1u) << "the suffix says it where the word is missing";
  EXPECT_EQ(load(utf16("OFF\n3 1 0\n" + body, false, true), "a.off").triangle_count(), 1u);
  EXPECT_EQ(load(gzip("OFF\n3 1 0\n" + body), "a.off.gz").triangle_count(), 1u);
}

TEST(Off, MayBeOneLine) {
  EXPECT_EQ(load("OFF 3 1 0 0 0 0 1 0 0 0 1 0 3 0 1 2", "a.off").triangle_count(), 1u);
  const Model model = load(
      "STCNOFF 3 1 0 0 0 0 0 0 1 255 0 0 255 0 0 1 0 0 0 0 1 0 255 0 255 0 0 "
      "0 1 0 0 0 1 0 0 255 255 0 0 3 0 1 2",
      "a.off");
  EXPECT_EQ(model.colors, (std::vector<std::uint32_t>{opaque_red, opaque_green, opaque_blue}));
  EXPECT_EQ(model.normals[2], glm::vec3(0, 0, 1));
}

TEST(Off, WithoutFacesIsACloud) { EXPECT_EQ(load("OFF\n2 0 0\n0 0 0\n1 0 0\n", "a.off").points().size(), 2u); }

TEST(Off, ColorsOfVertices) {
  for (const char* colors :
       {"255 0 0\n0 255 0\n0 0 255", "255 0 0 255\n0 255 0 255\n0 0 255 255", "1 0 0\n0 1 0\n0 0 1",
        "1.0 0 0 1.0\n0 1.0 0 1\n0 0 1.0 1", "255 0 0 1.0\n0 255 0 1.0\n0 0 255 1.0"}) {
    std::string text = "COFF\n3 1 0\n";
    std::string_view rest = colors;
    for (const char* position : {"0 0 0 ", "1 0 0 ", "0 1 0 "}) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      text += position + std::string(rest.substr(0, end)) + "\n";
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const Model model = load(text + "3 0 1 2\n", "a.off");
    EXPECT_EQ(model.colors, (std::vector<std::uint32_t>{opaque_red, opaque_green, opaque_blue})) << colors;
  }
  EXPECT_EQ(load("COFF\n1 0 0\n0 0 0 255 255 255 51\n", "a.off").colors[0], 0x33ffffffu);
  EXPECT_EQ(load("COFF\n1 0 0\n0 0 0 0.5 1 1 0.2\n", "a.off").colors[0], 0x33ffff80u);
}

TEST(Off, NormalsColorsAndTexturesInOneLine) {
  const std::string faces = "3 0 1 2\n";
  const auto lines = [](const char* rest) { return fmt::format("0 0 0 {0}\n1 0 0 {0}\n0 1 0 {0}\n", rest); };
  for (const auto& [word, rest, has_normals, color] :
       std::initializer_list<std::tuple<const char*, const char*, bool, std::uint32_t>>{
           {"NOFF", "0 0 -2", true, 0},
           {"CNOFF", "0 0 -2 255 0 0", true, opaque_red},
           {"NCOFF", "0 0 -2 255 0 0 255", true, opaque_red},
           {"STOFF", "0.25 0.5", false, 0},
           {"STCOFF", "0 255 0 0.25 0.5", false, opaque_green},
           {"STCNOFF", "0 0 -2 0 0 255 128 0.25 0.5", true, 0x80ff0000u}}) {
    const Model model = load(fmt::format("{}\n3 1 0\n{}{}", word, lines(rest), faces), "a.off");
    EXPECT_EQ(model.triangle_count(), 1u) << word;
    EXPECT_EQ(model.normals[0], glm::vec3(0, 0, has_normals ? -1 : 1)) << word;
    EXPECT_EQ(model.colors, color == 0 ? std::vector<std::uint32_t>() : std::vector<std::uint32_t>(3, color)) << word;
    EXPECT_TRUE(model.remarks.empty()) << word;
  }
}

/// Two triangles that share an edge.
constexpr std::string_view two = "OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

TEST(Off, ColorsOfFacesSplitVertices) {
  for (const char* faces : {"3 0 1 2 255 0 0\n3 0 2 3 0 255 0\n", "3 0 1 2 1 0 0\n3 0 2 3 0 1 0\n",
                            "3 0 1 2 1.0 0.0 0.0 1.0\n3 0 2 3 0.0 1.0 0.0 1.0\n"}) {
    const Model model = load(std::string(two) + faces, "a.off");
    ASSERT_EQ(model.triangle_count(), 2u);
    EXPECT_EQ(model.points().size(), 4u);
    EXPECT_EQ(model.copies, 2u);
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_EQ(model.colors[model.triangles[i]], i < 3 ? opaque_red : opaque_green) << faces;
  }
}

TEST(Off, FacesWithoutAColorAreWhite) {
  const Model model = load(std::string(two) + "3 0 1 2\n3 0 2 3 0 0 255\n", "a.off");
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(model.colors[model.triangles[i]], i < 3 ? opaque_white : opaque_blue);
  const Model mapped = load(std::string(two) + "3 0 1 2 7\n3 0 2 3 8\n", "a.off");
  EXPECT_TRUE(mapped.colors.empty());
  EXPECT_TRUE(says(mapped, "2 faces have the number of a colour map, which is not read."));
}

TEST(Off, ColorsOfVerticesGoBeforeThoseOfFaces) {
  const Model model = load("COFF\n3 1 0\n0 0 0 255 0 0\n1 0 0 255 0 0\n0 1 0 255 0 0\n3 0 1 2 0 255 0\n", "a.off");
  EXPECT_EQ(model.colors, std::vector<std::uint32_t>(3, opaque_red));
  EXPECT_TRUE(says(model, "The colours of faces are not used, because the vertices have colours."));
}

TEST(Off, DigitsSurviveFarFromZero) {
  const Model model = load(
      "OFF\n3 1 0\n448262.112 5411932.678 112.5\n448262.122 5411932.678 112.5\n"
      "448262.112 5411932.688 112.5\n3 0 1 2\n",
      "a.off");
  const glm::dvec3 second = model.origin + glm::dvec3(model.positions[1]);
  EXPECT_NEAR(second.x, 448262.122, 1e-8);
  EXPECT_NEAR(second.y, 5411932.678, 1e-8);
}

TEST(Off, WhatIsOddIsReported) {
  const Model more = load("OFF\n3 1 0\n0 0 0 1 2 3\n1 0 0\n0 1 0 1\n3 0 1 2\n", "a.off");
  EXPECT_TRUE(
      says(more, "2 vertices have more numbers than the first line names; they were left out (line 3 and others)."));
  const Model few = load("OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n3 0 1 2\n", "a.off");
  EXPECT_TRUE(says(few, "1 face has fewer than three corners and was left out."));
}

TEST(Off, WhatIsBrokenIsRefusedWithItsLine) {
  for (const auto& [text, sentence] : std::initializer_list<std::pair<const char*, const char*>>{
           {"OFF\n", "line 2: expected how many vertices there are, found the end of the file"},
           {"OFF\nx 1 0\n", "line 2: expected how many vertices there are, found \"x\""},
           {"OFF\n3 -1 0\n", "line 2: expected how many faces there are, found \"-1\""},
           {"OFF\n0 0 0\n", "the file has no vertices"},
           {"OFF\n1000000 5 0\n0 0 0\n",
            "the header promises 1,000,000 vertices and 5 faces, but at most 7 bytes follow"},
           {"OFF\n1 4294967296 0\n0 0 0\n",
            "the header promises 1 vertex and 4,294,967,296 faces, but at most 7 bytes follow"},
           {"OFF\n1 18446744073709551615 0\n0 0 0\n",
            "the header promises 1 vertex and 18,446,744,073,709,551,615 faces, but at most 7 bytes follow"},
           {"OFF\n2 0 0\n0 0 0\n1 0          \n",
            "line 5: expected a number in vertex 2 of 2, found the end of the file"},
           {"OFF\n2 0 0\n0 0 0\n1 0 one\n", "line 4: expected a number in vertex 2 of 2, found \"one\""},
           {"NOFF\n1 0 0\n0 0 0 1 2 up\n", "line 3: expected a number in the normal of vertex 1 of 1, found \"up\""},
           {"COFF\n1 0 0\n0 0 0 1 2    \n", "line 3: expected 3 or 4 numbers of a colour, found 2"},
           {"COFF\n1 0 0\n0 0 0 red\n", "line 3: expected a number, found \"red\""},
           {"OFF\n1 1 0\n0 0 0\n3 0 0 1\n",
            "line 4: face 1 refers to vertex 1, but there are 1 vertices, counted from 0"},
           {"OFF\n1 1 0\n0 0 0\n3 0 -1 0\n", "line 4: expected a vertex of face 1 of 1, found \"-1\""},
           {"OFF\n1 1 0\n0 0 0\n3 0 0\n", "line 5: expected a vertex of face 1 of 1, found the end of the file"},
           {"OFF\n1 1 0\n0 0 0\n99999 0 0\n", "line 4: the data end inside face 1 of 1, which has 99999 corners"},
           {"OFF BINARY\n\x01\x02", "this is an OFF file in binary form, which is not read; save it as text"},
           {"4OFF\n1 0 0\n0 0 0 1\n",
            "line 1: \"4OFF\" has points of more than three dimensions, which are not read"}}) {
    EXPECT_EQ(refusal(text, "a.off"), fmt::format("a.off: {}", sentence));
  }
}

}  // namespace
}  // namespace farfirst::app::test
