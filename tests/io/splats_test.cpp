// Splats in every format against an independent decoder's reading of the same files (splats/make.py), and the frames
// that they are read into.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "io/color.h"
#include "made_files.h"
#include "scene/half_turn.h"
#include "splat_colors.h"

namespace farfirst::app::test {
namespace {

const std::filesystem::path fixtures = FARFIRST_SPLAT_FIXTURES;

/// A line of splat-transform's tables, by the names of its columns.
using Row = std::map<std::string, float>;

std::vector<Row> rows_of(const std::filesystem::path& table) {
  std::ifstream stream(table);
  std::string line, cell;
  std::vector<std::string> names;
  std::vector<Row> rows;
  while (std::getline(stream, line)) {
    std::istringstream cells(line);
    if (names.empty()) {
      while (std::getline(cells, cell, ',')) names.push_back(cell);
      continue;
    }
    Row& row = rows.emplace_back();
    for (const std::string& name : names) {
      std::getline(cells, cell, ',');
      row[name] = std::stof(cell);
    }
  }
  return rows;
}

Model read_fixture(const std::string& name) {
  LoadProgress progress;
  return load_model(fixtures / name, progress);
}

glm::mat3 covariance(const glm::quat& rotation, const glm::vec3& scale) {
  const glm::mat3 axes = glm::mat3_cast(glm::normalize(rotation));
  const glm::mat3 stretched(axes[0] * scale.x, axes[1] * scale.y, axes[2] * scale.z);
  return stretched * glm::transpose(stretched);
}

glm::vec3 vector_in(const Row& row, const std::string& stem) {
  return {row.at(stem + "0"), row.at(stem + "1"), row.at(stem + "2")};
}

void expect_near(const glm::mat3& found, const glm::mat3& expected, float tolerance) {
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) EXPECT_NEAR(found[c][r], expected[c][r], tolerance) << c << " " << r;
}

/// In the frame of the table, which is that of INRIA's .ply.
void expect_splat(const Model& model, std::size_t i, const Row& row) {
  const Splats& splats = model.splats;
  const glm::vec3 position = model.positions[i] + glm::vec3(model.origin);
  EXPECT_NEAR(position.x, row.at("x"), 1e-6f);
  EXPECT_NEAR(position.y, row.at("y"), 1e-6f);
  EXPECT_NEAR(position.z, row.at("z"), 1e-6f);
  const glm::vec3 scale = glm::exp(vector_in(row, "scale_"));
  const glm::quat rotation(row.at("rot_0"), row.at("rot_1"), row.at("rot_2"), row.at("rot_3"));
  const float size = std::max({scale.x, scale.y, scale.z});
  // Rotations of .splat: 128 in one decoder and 127.5 in the other is the middle of a byte.
  const float turned = splats.degree == 0 ? 0.02f : 2e-4f;
  expect_near(covariance(splats.rotations[i], splats.scales[i]), covariance(rotation, scale), turned * size * size);
  EXPECT_NEAR(splats.opacities[i], 1 / (1 + std::exp(-row.at("opacity"))), 1e-5f);
  const std::size_t rest = splats.coefficients() - 1;
  EXPECT_EQ(row.count("f_rest_" + std::to_string(3 * rest)), 0u) << "all harmonics are read";
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const int c = static_cast<int>(channel);
    EXPECT_NEAR(splats.harmonics_of(i)[0][c], row.at("f_dc_" + std::to_string(channel)), 1e-5f);
    for (std::size_t k = 0; k < rest; ++k)
      EXPECT_NEAR(splats.harmonics_of(i)[k + 1][c], row.at("f_rest_" + std::to_string(channel * rest + k)), 1e-5f) << k;
  }
}

struct Fixture {
  std::string name;
  int degree;
  std::size_t count, first;  // the first splat that is in the table
};

class SplatFile : public ::testing::TestWithParam<Fixture> {};

TEST_P(SplatFile, HoldsWhatAnotherDecoderReads) {
  const Fixture& fixture = GetParam();
  Model model = read_fixture(fixture.name);
  ASSERT_EQ(model.splats.count(), fixture.count);
  ASSERT_EQ(model.positions.size(), fixture.count);
  EXPECT_EQ(model.splats.degree, fixture.degree);
  turn_half(model, Axis::x);  // back
  const std::vector<Row> rows = rows_of(fixtures / (fixture.name + ".csv"));
  ASSERT_EQ(rows.size(), fixture.count - fixture.first);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(fixture.first + i);
    expect_splat(model, fixture.first + i, rows[i]);
  }
}

#ifdef FARFIRST_READS_SOG
INSTANTIATE_TEST_SUITE_P(Sog, SplatFile, ::testing::Values(Fixture{"few.sog", 3, 5, 0}));
#endif
INSTANTIATE_TEST_SUITE_P(All, SplatFile,
                         ::testing::Values(Fixture{"few.ply", 3, 5, 0}, Fixture{"shuffled.ply", 2, 3, 0},
                                           Fixture{"few.compressed.ply", 3, 5, 0},
                                           Fixture{"many.compressed.ply", 1, 260, 253}, Fixture{"few.splat", 0, 5, 0},
                                           Fixture{"few.l0.ksplat", 2, 5, 0}, Fixture{"few.l1.ksplat", 2, 5, 0},
                                           Fixture{"few.l2.ksplat", 2, 5, 0}, Fixture{"some.l1.ksplat", 1, 60, 0},
                                           Fixture{"some.l2.ksplat", 1, 60, 0}, Fixture{"few.v1.spz", 3, 5, 0},
                                           Fixture{"few.v2.spz", 3, 5, 0}, Fixture{"few.v3.spz", 3, 5, 0},
                                           Fixture{"few.v4.spz", 3, 5, 0}, Fixture{"few.glb", 3, 5, 0}),
                         [](const auto& instance) {
                           std::string name = instance.param.name;
                           std::replace_if(
                               name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
                           return name;
                         });

TEST(Splats, OfSpzHaveTheColoursOfTheirHarmonics) {
  for (const char* file : {"few.v2.spz", "few.v3.spz"}) {
    const Model model = read_fixture(file);
    EXPECT_TRUE(model.splats.complete);
    EXPECT_EQ(model.colors, flat_colors(model.splats)) << file;
  }
}

TEST(Splats, OfSpzWithExtensionsSaySo) {
  std::ifstream stream(fixtures / "few.v4.spz", std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  constexpr std::size_t flags = 14;
  EXPECT_FALSE(says(load(bytes, "a.spz"), "extensions of SPZ"));
  bytes[flags] = static_cast<char>(bytes[flags] | 2);
  EXPECT_TRUE(says(load(bytes, "a.spz"), "The file has extensions of SPZ, which are not read"));
}

TEST(Splats, KnowTheirFilter) {
  EXPECT_TRUE(read_fixture("few.v2.spz").splats.antialiased);
  EXPECT_FALSE(read_fixture("few.v3.spz").splats.antialiased);
  const auto ply = [](std::string_view comment) {
    std::string header = "ply\nformat ascii 1.0\n" + std::string(comment) + "element vertex 1\n";
    for (const char* name : {"x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2",
                             "rot_0", "rot_1", "rot_2", "rot_3"})
      header += std::string("property float ") + name + "\n";
    return header + "end_header\n0 0 0 0 0 0 0 -1 -1 -1 1 0 0 0\n";
  };
  EXPECT_FALSE(load(ply("")).splats.antialiased);
  EXPECT_TRUE(load(ply("comment SplatRenderMode: mip\n")).splats.antialiased);
  EXPECT_TRUE(load(ply("comment antialiased 1\n")).splats.antialiased);
}

TEST(Splats, AreReadFromGzip) {
  std::ifstream stream(fixtures / "few.splat", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(load(gzip(bytes), "few.splat.gz").splats.count(), 5u);
  EXPECT_EQ(load(bytes, "a name that says nothing").splats.count(), 5u);
}

/// A PLY file of text with these properties, of which x, y and z are doubles and names in capitals are bytes.
std::string splat_text(const std::vector<std::string>& properties, std::string_view rows) {
  std::string header = "ply\nformat ascii 1.0\nelement vertex 2\n";
  for (const std::string_view name : {"x", "y", "z", "scale_0", "scale_1", "scale_2"})
    header += "property double " + std::string(name) + "\n";
  for (const std::string& name : properties)
    header += (name[0] < 'a' ? "property uchar " : "property float ") + name + "\n";
  return header + "end_header\n" + std::string(rows);
}

TEST(Splats, WithColoursOfPoints) {
  const std::vector<std::string> bytes = {"RED", "GREEN", "BLUE", "ALPHA"};
  const Model model = load(splat_text(bytes, "0 0 0 -1 -1 -1 255 0 51 51\n1 0 0 -1 -1 -1 0 255 0 255\n"));
  ASSERT_EQ(model.splats.count(), 2u);
  EXPECT_EQ(model.colors, (std::vector<std::uint32_t>{0x333300ffu, 0xff00ff00u}));
  EXPECT_EQ(model.splats.rotations[1], glm::quat(1, 0, 0, 0));
  EXPECT_EQ(model.remarks[0], "The splats have no rotations, so their axes are those of the file.");
  const Model floats = load(splat_text({"r", "g", "b", "a"}, "0 0 0 -1 -1 -1 1 0 0.2 0.2\n1 0 0 -1 -1 -1 0 1 0 1\n"));
  EXPECT_EQ(floats.colors, model.colors);
  const Model large =
      load(splat_text({"r", "g", "b", "a"}, "0 0 0 -1 -1 -1 255 0 51 51\n1 0 0 -1 -1 -1 0 255 0 255\n"));
  EXPECT_EQ(large.colors, model.colors);
}

TEST(Splats, WithColumnsOfHarmonicsBeyondADegree) {
  std::vector<std::string> names = {"f_dc_0", "f_dc_1", "f_dc_2"};
  std::string row = " 0 0 0 -1 -1 -1 0 0 0";
  for (int i = 0; i < 48; ++i) {
    names.push_back("f_rest_" + std::to_string(i));
    row += " " + std::to_string(i);
  }
  const Model model = load(splat_text(names, row + "\n" + row + "\n"));
  ASSERT_EQ(model.splats.degree, 3);
  EXPECT_EQ(glm::abs(model.splats.harmonics_of(0)[15]), glm::vec3(14, 29, 44));
  EXPECT_EQ(
      model.remarks[0],
      "The splats have 48 properties f_rest_; spherical harmonics take 0, 9, 24, 45 or 72 of them, so the first 45 "
      "were used.");
}

TEST(Splats, WithShapesAlone) {
  const Model model = load(splat_text({}, "0 0 0 -1 -1 -1\n1 0 0 -1 -2 -1\n"));
  EXPECT_EQ(model.colors, std::vector<std::uint32_t>(2, 0xffffffffu));
  EXPECT_NEAR(model.splats.scales[1].y, std::exp(-2.0f), 1e-6f);
  EXPECT_EQ(model.remarks.size(), 4u);
  EXPECT_EQ(model.remarks[1], "The splats have no colours, so they are white.");
  EXPECT_EQ(model.remarks[2], "The splats have no opacities, so they are opaque.");
}

TEST(Splats, KeepTheDigitsOfTheirPlaces) {
  const glm::dvec3 first(448262.112, 5411932.678, 112.5);
  const auto expect_places = [&](const Model& model) {
    ASSERT_EQ(model.splats.count(), 2u);
    const glm::dvec3 flip(1, -1, -1);  // y points down in these files
    EXPECT_LT(glm::length(glm::dvec3(model.positions[0]) + model.origin - first * flip), 1e-8);
    const glm::vec3 step = model.positions[1] - model.positions[0];
    EXPECT_LT(glm::length(step - glm::vec3(0.01f, -0.02f, 0)), 1e-7f);
  };
  const std::string rows = "448262.112 5411932.678 112.5 -1 -1 -1\n448262.122 5411932.698 112.5 -1 -1 -1\n";
  expect_places(load(splat_text({}, rows)));
  std::string binary = splat_text({}, "");
  binary.replace(binary.find("ascii"), 5, "binary_little_endian");
  for (const double number :
       {448262.112, 5411932.678, 112.5, -1.0, -1.0, -1.0, 448262.122, 5411932.698, 112.5, -1.0, -1.0, -1.0})
    binary.append(reinterpret_cast<const char*>(&number), sizeof number);
  expect_places(load(binary));
}

TEST(Splats, OfCompressedPlyKeepTheDigitsOfTheirChunks) {
  std::string text = "ply\nformat ascii 1.0\nelement chunk 1\n";
  for (const char* bound : {"min", "max"})
    for (const char* name : {"x", "y", "z", "scale_x", "scale_y", "scale_z"})
      text += "property float " + std::string(bound) + "_" + name + "\n";
  text += "element vertex 2\n";
  for (const char* name : {"position", "rotation", "scale", "color"})
    text += "property uint packed_" + std::string(name) + "\n";
  // x from 5411932 to 5411934 in 2047 steps, of which float has four.
  const Model model =
      load(text + "end_header\n5411932 0 0 -1 -1 -1 5411934 1 1 -1 -1 -1\n2097152 0 0 255\n4194304 0 0 255\n");
  ASSERT_EQ(model.splats.count(), 2u);
  EXPECT_NEAR(model.positions[0].x + model.origin.x, 5411932 + 2.0 / 2047, 1e-7);
  EXPECT_NEAR(model.positions[1].x + model.origin.x, 5411932 + 4.0 / 2047, 1e-7);
}

TEST(Splats, OfKsplatKeepTheDigitsOfTheirBuckets) {
  KsplatFile file(1);
  file.add_section({.splats = 2, .room = 2, .block_size = 4.0f});
  std::string body;
  const auto add = [&](auto value) { body.append(reinterpret_cast<const char*>(&value), sizeof value); };
  add(std::uint32_t{2});  // in the only bucket
  for (const float centre : {5411932.0f, 0.0f, 0.0f}) add(centre);
  for (const std::uint16_t step : {std::uint16_t{32768}, std::uint16_t{32778}}) {
    for (const std::uint16_t axis : {step, std::uint16_t{32767}, std::uint16_t{32767}}) add(axis);
    for (int i = 0; i < 7; ++i) add(std::uint16_t{0x3c00});  // ones: scales and a rotation
    add(std::uint32_t{0xffffffffu});
  }
  const Model model = load(file.bytes() + body, "far.ksplat");
  ASSERT_EQ(model.splats.count(), 2u);
  EXPECT_NEAR(model.positions[0].x + model.origin.x, 5411932 + 2.0 / 32767, 1e-7);
  EXPECT_NEAR(model.positions[1].x + model.origin.x, 5411932 + 2.0 * 11 / 32767, 1e-7);
}

/// 40,000 of them as rows of floats; the colour of one may be no number.
std::string splat_rows(bool one_is_bad) {
  std::string header = "element vertex 40000\nproperty uchar odd\n";
  for (const char* name : {"rot_3", "x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1",
                           "scale_2", "rot_0", "rot_1", "rot_2"})
    header += std::string("property float ") + name + "\n";
  PlyBody binary("binary_little_endian");
  for (int i = 0; i < 40000; ++i) {
    binary.add("uchar", i % 256);
    for (int column = 0; column < 14; ++column) {
      const bool is_bad = one_is_bad && i == 30000 && column == 4;
      binary.add("float", is_bad ? std::nan("") : std::sin(0.37 * (14 * i + column)));
    }
  }
  return "ply\nformat binary_little_endian 1.0\n" + header + "end_header\n" + binary.bytes();
}

/// Rows of floats in memory are read by all cores, and coloured as they are read; the same as text, or inside gzip, as
/// they come.
TEST(Splats, AreTheSameHoweverTheyAreRead) {
  for (const bool one_is_bad : {false, true}) {
    const std::string bytes = splat_rows(one_is_bad);
    const Model rows = load(bytes), blocks = load(gzip(bytes));
    ASSERT_EQ(rows.splats.count(), one_is_bad ? 39999u : 40000u);
    EXPECT_EQ(rows.positions, blocks.positions);
    EXPECT_EQ(rows.splats.scales, blocks.splats.scales);
    EXPECT_EQ(rows.splats.rotations, blocks.splats.rotations);
    EXPECT_EQ(rows.splats.opacities, blocks.splats.opacities);
    EXPECT_EQ(rows.splats.harmonics, blocks.splats.harmonics);
    EXPECT_EQ(rows.colors, blocks.colors);
    EXPECT_EQ(rows.remarks, blocks.remarks);
  }
  const std::string bytes = splat_rows(false);
  EXPECT_EQ(refusal(bytes.substr(0, bytes.size() - 7)),
            "test.ply: the header promises 40000 vertices, which take 2280000 bytes or more, but at most 2279993 bytes "
            "follow "
            "it");
}

/// Sections of .ksplat may differ in their degree, and may have room for more splats than they hold.
TEST(Splats, OfSectionsOfDifferentDegrees) {
  KsplatFile file(0);
  file.add_section({.splats = 1, .room = 2, .buckets = 0, .partial_buckets = 0, .degree = 0});
  file.add_section({.splats = 0, .room = 0, .buckets = 0, .partial_buckets = 0, .degree = 2});
  file.add_section({.splats = 1, .room = 1, .buckets = 0, .partial_buckets = 0, .degree = 1});
  std::string body;
  const auto add = [&](float x, int harmonics) {
    const float numbers[] = {x, 0, 0, 1, 1, 1, 1, 0, 0, 0};
    body.append(reinterpret_cast<const char*>(numbers), sizeof numbers).append("\xff\x80\x00\xff", 4);
    for (int i = 0; i < harmonics; ++i) {
      const float value = static_cast<float>(i) + 1;
      body.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
  };
  add(1, 0);
  add(9, 0);  // room that is not used
  add(2, 9);
  const Model model = load(file.bytes() + body, "sections.ksplat");
  ASSERT_EQ(model.splats.count(), 2u);
  EXPECT_EQ(model.splats.degree, 1);
  EXPECT_EQ(model.positions[1].x, 2.0f);
  for (std::size_t k = 1; k < 4; ++k) {
    const auto first = static_cast<float>(k);  // of the channels, three after each other
    EXPECT_EQ(model.splats.harmonics_of(0)[k], glm::vec3(0));
    EXPECT_EQ(glm::abs(model.splats.harmonics_of(1)[k]), glm::vec3(first, first + 3, first + 6));
  }
}

/// Half a turn of a scene and of the way it is looked at shows the same.
TEST(Splats, TurnWithTheirColours) {
  const Model model = read_fixture("few.ply");
  const glm::vec3 direction = glm::normalize(glm::vec3(0.3f, -0.8f, 0.5f));
  for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
    Model turned = model;
    turn_half(turned, axis);
    glm::vec3 sign(-1);
    sign[static_cast<int>(axis)] = 1;
    for (std::size_t i = 0; i < model.positions.size(); ++i) {
      EXPECT_EQ(turned.positions[i], model.positions[i] * sign);
      const glm::vec3 before = color_along(model.splats, i, direction);
      const glm::vec3 after = color_along(turned.splats, i, direction * sign);
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(after[c], before[c], 1e-6f);
      const glm::mat3 flip(sign.x, 0, 0, 0, sign.y, 0, 0, 0, sign.z);
      const glm::mat3 shape = covariance(model.splats.rotations[i], model.splats.scales[i]);
      expect_near(covariance(turned.splats.rotations[i], turned.splats.scales[i]), flip * shape * flip, 1e-6f);
    }
  }
}

TEST(Splats, AreShownWithYUp) {
  const std::vector<Row> rows = rows_of(fixtures / "few.ply.csv");
  const Model model = read_fixture("few.ply");
  EXPECT_NEAR(model.positions[0].y + static_cast<float>(model.origin.y), -rows[0].at("y"), 1e-6f);
  ASSERT_FALSE(model.remarks.empty());
  EXPECT_NE(model.remarks.back().find("--flip=x"), std::string::npos) << model.remarks.back();
}

/// The formulas of the reference in one colour: 0.5, the constant one, and three that say along which axis one looks.
TEST(Splats, HaveTheColoursOfTheReference) {
  Splats splats;
  splats.degree = 1;
  splats.scales.resize(1, glm::vec3(1));
  splats.harmonics = {glm::vec3(1, 0, -9), glm::vec3(1, 0, 0), glm::vec3(0, 1, 0), glm::vec3(1, 0, 0)};
  const glm::vec3 along_y = color_along(splats, 0, {0, 1, 0}), along_z = color_along(splats, 0, {0, 0, 1});
  EXPECT_NEAR(along_y.r, 0.5f + 0.28209479f - 0.48860251f, 1e-6f);
  EXPECT_NEAR(along_y.g, 0.5f, 1e-6f);
  EXPECT_EQ(along_y.b, 0.0f) << "no colour is below 0";
  EXPECT_NEAR(along_z.r, 0.5f + 0.28209479f, 1e-6f);
  EXPECT_NEAR(along_z.g, 0.5f + 0.48860251f, 1e-6f);
}

TEST(Splats, ThatCannotBeAreLeftOut) {
  std::string header = "ply\nformat ascii 1.0\nelement vertex 6\n";
  for (const char* name : {"x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1", "rot_0",
                           "rot_1", "rot_2", "rot_3"})
    header += std::string("property float ") + name + "\n";
  const Model model = load(header +
                           "end_header\n9 0 0 0 0 0 0 -1 -1 0 0 0 0\n1 0 0 nan 0 0 0 -1 -1 1 0 0 0\n"
                           "2 0 0 0 0 0 0 -1 -1 1 0 0 0\n1e9 0 0 0 0 0 0 inf -1 1 0 0 0\n"
                           "inf 0 0 0 0 0 0 -1 -1 1 0 0 0\n3 0 0 1 0 0 0 -1 -1 0 0 2 0\n");
  ASSERT_EQ(model.splats.count(), 2u);
  EXPECT_EQ(model.positions, (std::vector<glm::vec3>{{2, 0, 0}, {3, 0, 0}}));
  EXPECT_EQ(model.bounds.maximum.x, 3.0f) << "the box is that of what is drawn";
  EXPECT_EQ(model.colors.size(), 2u);
  EXPECT_EQ(model.splats.harmonics[1].r, 1.0f);
  EXPECT_NEAR(model.splats.opacities[0], 0.5f, 1e-6f);
  EXPECT_EQ(model.splats.scales[0].z, 0.0f) << "flat splats have no third scale";
  EXPECT_TRUE(says(model, "4 splats cannot be drawn (no rotation, or a number that is not finite) and were left out."));
  EXPECT_TRUE(says(model, "Flat splats (2DGS)"));
}

TEST(Splats, RotationsOfAnyLengthAreOfUnitLength) {
  std::string header = "ply\nformat ascii 1.0\nelement vertex 2\n";
  for (const char* name : {"x", "y", "z", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3"})
    header += std::string("property float ") + name + "\n";
  const Model model = load(header + "end_header\n0 0 0 -1 -1 -1 3e-23 4e-23 0 0\n1 0 0 -1 -1 -1 3e30 4e30 0 0\n");
  ASSERT_EQ(model.splats.count(), 2u);
  for (const glm::quat& rotation : model.splats.rotations) {
    EXPECT_FLOAT_EQ(rotation.w, 0.6f);
    EXPECT_FLOAT_EQ(rotation.x, 0.8f);
  }
}

TEST(Splats, FacesBesideThemAreCounted) {
  std::string header = "ply\nformat ascii 1.0\nelement vertex 3\n";
  for (const char* name : {"x", "y", "z", "scale_0", "scale_1"}) header += std::string("property float ") + name + "\n";
  const Model model = load(header +
                           "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
                           "0 0 0 -1 -1\n1 0 0 -1 -1\n0 1 0 -1 -1\n3 0 1 2\n");
  EXPECT_EQ(model.splats.count(), 3u);
  EXPECT_TRUE(says(model, "1 face was left out beside the splats."));
}

/// The bytes of a .splat file.
std::string record(const std::vector<float>& position_and_scale, const std::array<std::uint8_t, 8>& bytes) {
  std::string result(reinterpret_cast<const char*>(position_and_scale.data()), 24);
  return result + std::string(reinterpret_cast<const char*>(bytes.data()), 8);
}

TEST(Splats, WithoutARotationAreLeftOutOfKsplat) {
  KsplatFile file(0);
  file.add_section({.splats = 3, .room = 3, .buckets = 0, .partial_buckets = 0});
  const float numbers[] = {1, 2, 3, 0.1f, 0.1f, 0.1f, 1, 0, 0, 0};
  const std::string zeros(44, '\0'),
      good = std::string(reinterpret_cast<const char*>(numbers), sizeof numbers) + "abcd";
  const Model model = load(file.bytes() + zeros + good + zeros, "a.ksplat");
  EXPECT_EQ(model.splats.count(), 1u);
  EXPECT_TRUE(says(model, "2 splats cannot be drawn (no rotation) and were left out."));
  EXPECT_EQ(refusal(file.bytes() + zeros + zeros + zeros, "a.ksplat"),
            "a.ksplat: none of 3 splats can be drawn: no rotation");
  const float logarithms[] = {1, 2, 3, -2.3f, -2.3f, -2.3f, 1, 0, 0, 0};
  const std::string trained = std::string(reinterpret_cast<const char*>(logarithms), sizeof logarithms) + "abcd";
  EXPECT_EQ(refusal(file.bytes() + trained + trained + trained, "a.ksplat"),
            "a.ksplat: none of 3 splats can be drawn: a negative scale, as if it were a logarithm");
}

TEST(Splats, RowsOfZerosAreLeftOutWhereverTheyAre) {
  const std::string good = record({1, 2, 3, 0.1f, 0.1f, 0.1f}, {255, 0, 0, 255, 255, 128, 128, 128});
  const std::string zeros(32, '\0');
  const std::string turned = record({1, 2, 3, 0.1f, 0.1f, 0.1f}, {255, 0, 0, 255, 128, 128, 128, 128});
  const std::string far = record({1e30f, NAN, 3, 0.1f, 0.1f, 0.1f}, {255, 0, 0, 255, 255, 128, 128, 128});
  for (const char* name : {"a.splat", "a name that says nothing"}) {
    const Model model = load(zeros + zeros + good + zeros + good, name);
    EXPECT_EQ(model.splats.count(), 2u) << name;
    EXPECT_TRUE(says(model, "3 splats cannot be drawn (no rotation) and were left out.")) << name;
  }
  EXPECT_EQ(load(good + turned, "a.splat").splats.count(), 1u);
  EXPECT_EQ(load(far + good + good + good, "a.splat").splats.count(), 3u);
  EXPECT_EQ(refusal(zeros + zeros, "a.splat"), "a.splat: the file has no splats, only zeros");
  EXPECT_EQ(refusal(turned, "a.splat"), "a.splat: this is no .splat file: of 1 record of 32 bytes, 0 can be splats");
}

}  // namespace
}  // namespace farfirst::app::test
