// The PLY reader: every scalar type in every encoding, and the liberties that real files take.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "made_files.h"

namespace farfirst::app::test {
namespace {

constexpr std::string_view type_names[] = {"char", "uchar", "short", "ushort", "int",   "uint",   "float",   "double",
                                           "int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"};

bool is_integer(std::string_view type) { return type != "float" && type != "double" && !type.starts_with("float"); }

using TypeAndEncoding = std::tuple<std::string_view, std::string_view>;

class PlyScalar : public ::testing::TestWithParam<TypeAndEncoding> {};

TEST_P(PlyScalar, PositionsOfThisTypeComeBack) {
  const auto [type, encoding] = GetParam();
  const double largest = type == "char" || type == "int8" ? 127 : 200;
  const double step = is_integer(type) ? 1.0 : 0.125;
  PlyBody body(encoding);
  for (int i = 0; i < 100; ++i) body.add(type, i * step).add(type, largest - i).add(type, 0).end_row();
  const Model model =
      load(fmt::format("ply\nformat {0} 1.0\nelement vertex 100\nproperty {1} x\nproperty {1} y\n"
                       "property {1} z\nend_header\n{2}",
                       encoding, type, body.bytes()));
  ASSERT_EQ(model.positions.size(), 100u);
  EXPECT_EQ(model.origin, glm::dvec3(0.0));
  EXPECT_FALSE(model.is_mesh());
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(model.positions[static_cast<std::size_t>(i)],
              glm::vec3(static_cast<float>(i * step), static_cast<float>(largest - i), 0.0f));
  }
}

TEST_P(PlyScalar, PropertiesOfThisTypeAreSteppedOver) {
  const auto [type, encoding] = GetParam();
  // In front of, between and behind what is read; as a list too; and as an element of its own in front of the vertices.
  PlyBody body(encoding);
  body.add(type, 1).add("uchar", 2).add(type, 3).add(type, 4).end_row();
  for (int i = 0; i < 4; ++i) {
    body.add(type, 7).add("float", i & 1).add(type, 8).add("float", i >> 1).add("float", 0.5);
    body.add("ushort", i);
    for (int k = 0; k < i; ++k) body.add(type, 9);
    body.end_row();
  }
  body.add(type, 5).add("uchar", 4);
  for (const int corner : {0, 1, 3, 2}) body.add("uint", corner);
  body.add(type, 6).end_row();
  const Model model = load(
      fmt::format("ply\nformat {0} 1.0\nelement junk 1\nproperty {1} a\nproperty list uchar {1} b\n"
                  "element vertex 4\nproperty {1} before\nproperty float x\nproperty {1} between\n"
                  "property float y\nproperty float z\nproperty list ushort {1} behind\n"
                  "element face 1\nproperty {1} before\nproperty list uchar uint vertex_index\nproperty {1} behind\n"
                  "end_header\n{2}",
                  encoding, type, body.bytes()));
  ASSERT_EQ(model.positions.size(), 4u);
  EXPECT_EQ(model.positions[1], glm::vec3(1.0f, 0.0f, 0.5f));
  EXPECT_EQ(model.positions[3], glm::vec3(1.0f, 1.0f, 0.5f));
  EXPECT_EQ(model.triangles, (std::vector<std::uint32_t>{0, 1, 3, 0, 3, 2}));
}

TEST_P(PlyScalar, ListsCountAndIndexInThisType) {
  const auto [type, encoding] = GetParam();
  PlyBody body(encoding);
  for (int i = 0; i < 4; ++i) body.add("float", i & 1).add("float", i >> 1).add("float", 0).end_row();
  for (const int last : {3, 2}) {
    body.add(type, 3).add(type, 0).add(type, 1).add(type, last).end_row();
  }
  const Model model =
      load(fmt::format("ply\nformat {0} 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
                       "property float z\nelement face 2\nproperty list {1} {1} vertex_indices\nend_header\n{2}",
                       encoding, type, body.bytes()));
  EXPECT_EQ(model.triangles, (std::vector<std::uint32_t>{0, 1, 3, 0, 1, 2}));
}

TEST_P(PlyScalar, ColorsOfThisType) {
  const auto [type, encoding] = GetParam();
  const double full = !is_integer(type)                      ? 1.0
                      : type == "ushort" || type == "uint16" ? 65535.0
                      : type == "char" || type == "int8"     ? -1.0  // the byte 255
                                                             : 255.0;
  PlyBody body(encoding);
  body.add("float", 0).add("float", 0).add("float", 0);
  body.add(type, full).add(type, 0).add(type, full).add(type, 0).end_row();
  const Model model =
      load(fmt::format("ply\nformat {0} 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
                       "property float z\nproperty {1} diffuse_red\nproperty {1} diffuse_green\n"
                       "property {1} diffuse_blue\nproperty {1} alpha\nend_header\n{2}",
                       encoding, type, body.bytes()));
  ASSERT_EQ(model.colors.size(), 1u);
  EXPECT_EQ(model.colors[0], 0x00ff00ffu);
}

INSTANTIATE_TEST_SUITE_P(AllTypes, PlyScalar,
                         ::testing::Combine(::testing::ValuesIn(type_names), ::testing::ValuesIn(ply_encodings)),
                         [](const ::testing::TestParamInfo<TypeAndEncoding>& instance) {
                           return fmt::format("{}_{}", std::get<0>(instance.param), std::get<1>(instance.param));
                         });

class PlyEncoding : public ::testing::TestWithParam<std::string_view> {};

TEST_P(PlyEncoding, RandomMeshComesBackPlainAndGzipped) {
  // Larger than every block and window of the reader; polygons of three to six corners between runs of triangles.
  constexpr unsigned seed = 20261121;
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> real(-100.0f, 100.0f);
  std::uniform_int_distribution<std::uint32_t> corner(0, 49999), run(0, 3000);
  PlyBody body(GetParam());
  std::vector<glm::vec3> positions;
  for (int i = 0; i < 50000; ++i) {
    positions.emplace_back(real(random), real(random), real(random));
    for (int k = 0; k < 3; ++k) body.add("float", positions.back()[k]);
    body.end_row();
  }
  std::vector<std::uint32_t> triangles;
  int faces = 0;
  for (int part = 0; part < 60; ++part) {
    for (std::uint32_t left = run(random); left > 0; --left, ++faces) {
      body.add("uchar", 3);
      for (int k = 0; k < 3; ++k) body.add("int", triangles.emplace_back(corner(random)));
      body.end_row();
    }
    // A polygon whose corners are all the same one has no shape, so it becomes a fan.
    const std::uint32_t same = corner(random), size = 3 + static_cast<std::uint32_t>(part) % 4;
    body.add("uchar", size);
    for (std::uint32_t k = 0; k < size; ++k) body.add("int", same);
    body.end_row();
    ++faces;
    triangles.insert(triangles.end(), 3 * (size - 2), same);
  }
  const std::string file = fmt::format(
      "ply\nformat {} 1.0\nelement vertex 50000\nproperty float x\nproperty float y\nproperty float z\n"
      "element face {}\nproperty list uchar int vertex_indices\nend_header\n{}",
      GetParam(), faces, body.bytes());
  for (const Model& model : {load(file), load(gzip(file), "test.ply.gz")}) {
    EXPECT_TRUE(std::ranges::equal(model.points(), positions));
    EXPECT_TRUE(corner_places(model.triangles, model.positions) == corner_places(triangles, positions));
    EXPECT_EQ(model.normals.size(), model.positions.size());
  }
}

TEST_P(PlyEncoding, TheCulpritIsFoundInALongRunAndThroughGzip) {
  PlyBody body(GetParam());
  for (int i = 0; i < 3; ++i) body.add("float", i).add("float", 0).add("float", 0).end_row();
  const std::size_t vertex_bytes = body.bytes().size();
  for (int i = 0; i < 200000; ++i) {
    body.add("uchar", 3).add("int", 0).add("int", 1).add("int", i == 150001 ? 3 : 2).end_row();
  }
  const std::string header = fmt::format(
      "ply\nformat {} 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 200000\nproperty list uchar int vertex_indices\nend_header\n",
      GetParam());
  const std::string place =
      GetParam() == "ascii" ? "line 150014" : fmt::format("byte {}", header.size() + vertex_bytes + 150001u * 13);
  const std::string sentence = place + ": face 150002 refers to vertex 3, but there are 3 vertices, counted from 0";
  EXPECT_EQ(refusal(header + body.bytes()), "test.ply: " + sentence);
  EXPECT_EQ(refusal(gzip(header + body.bytes())), "test.ply: " + sentence);
}

TEST_P(PlyEncoding, AListMayBeLargerThanEveryWindow) {
  constexpr int corners = 700000;
  PlyBody body(GetParam());
  body.add("int", corners);
  for (int i = 0; i < corners; ++i) body.add("double", i * 0.5);
  body.end_row();
  for (int i = 0; i < 3; ++i) body.add("float", i).add("float", i * i).add("float", 0).end_row();
  body.add("int", corners);
  for (int i = 0; i < corners; ++i) body.add("int", i % 3);
  body.end_row();
  const std::string file = fmt::format(
      "ply\nformat {} 1.0\nelement junk 1\nproperty list int double a\nelement vertex 3\nproperty float x\n"
      "property float y\nproperty float z\nelement face 1\nproperty list int int vertex_indices\nend_header\n{}",
      GetParam(), body.bytes());
  for (const Model& model : {load(file), load(gzip(file))}) {
    EXPECT_EQ(model.positions[2], glm::vec3(2, 4, 0));
    EXPECT_EQ(model.triangle_count(), corners - 2u);
    EXPECT_EQ(model.remarks,
              (std::vector<std::string>{"1 polygon has more than 4,096 corners and was cut into a plain fan."}));
  }
}

TEST(PlyFaces, AListOfFloatsIsNoListOfCorners) {
  const Model model = load(
      "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 1\nproperty list uchar float texcoord\nend_header\n0 0 0\n3 0.5 0 1\n");
  EXPECT_FALSE(model.is_mesh());
}

TEST_P(PlyEncoding, FacesBeforeVertices) {
  PlyBody body(GetParam());
  body.add("uchar", 3).add("int", 2).add("int", 1).add("int", 0).end_row();
  for (int i = 0; i < 3; ++i) body.add("float", i).add("float", i * i).add("float", 1).end_row();
  body.add("int", 42).end_row();
  const Model model =
      load(fmt::format("ply\nformat {} 1.0\nelement face 1\nproperty list uchar int vertex_indices\n"
                       "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                       "element tail 1\nproperty int a\nend_header\n{}",
                       GetParam(), body.bytes()));
  EXPECT_EQ(model.positions.size(), 3u);
  EXPECT_EQ(model.triangles, (std::vector<std::uint32_t>{2, 1, 0}));
}

TEST_P(PlyEncoding, DoublesAreRecentredBeforeTheyBecomeFloats) {
  PlyBody body(GetParam());
  const glm::dvec3 corner(589500.0, 4500000.0, 700.0);
  for (int i = 0; i <= 4000; ++i) {
    body.add("double", corner.x + 0.001 * i).add("double", corner.y).add("double", corner.z - 0.002 * i).end_row();
  }
  const Model model =
      load(fmt::format("ply\nformat {} 1.0\nelement vertex 4001\nproperty double x\nproperty double y\n"
                       "property double z\nend_header\n{}",
                       GetParam(), body.bytes()));
  // Half the longest side is 4, so the middle of the box is rounded to multiples of 4.
  EXPECT_EQ(model.origin, glm::dvec3(589504.0, 4500000.0, 696.0));
  for (int i = 0; i <= 4000; ++i) {
    const glm::dvec3 back = glm::dvec3(model.positions[static_cast<std::size_t>(i)]) + model.origin;
    EXPECT_NEAR(back.x, corner.x + 0.001 * i, 1e-6);
    EXPECT_NEAR(back.z, corner.z - 0.002 * i, 1e-6);
  }
}

TEST_P(PlyEncoding, TriangleStrips) {
  PlyBody body(GetParam());
  for (int i = 0; i < 7; ++i) body.add("float", i / 2).add("float", i % 2).add("float", 0).end_row();
  body.add("int", 10);
  for (const int corner : {0, 1, 2, 3, -1, 3, 4, 5, 5, 6}) body.add("int", corner);
  body.end_row();
  const Model model =
      load(fmt::format("ply\nformat {} 1.0\nelement vertex 7\nproperty float x\nproperty float y\n"
                       "property float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n{}",
                       GetParam(), body.bytes()));
  // Every other triangle of a strip is turned; one that repeats a corner only joins.
  const std::vector<std::uint32_t> triangles{0, 1, 2, 2, 1, 3, 3, 4, 5};
  EXPECT_EQ(corner_places(model.triangles, model.positions), corner_places(triangles, model.points()));
}

TEST_P(PlyEncoding, NormalsAreMadeUnitLength) {
  PlyBody body(GetParam());
  body.add("float", 0).add("float", 0).add("float", 0).add("float", 0).add("float", 3).add("float", 4).end_row();
  body.add("float", 1).add("float", 0).add("float", 0).add("float", 0).add("float", 0).add("float", 0).end_row();
  const Model model =
      load(fmt::format("ply\nformat {} 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
                       "property float z\nproperty float nx\nproperty float ny\nproperty float nz\nend_header\n{}",
                       GetParam(), body.bytes()));
  ASSERT_EQ(model.normals.size(), 2u);
  EXPECT_FLOAT_EQ(model.normals[0].y, 0.6f);
  EXPECT_FLOAT_EQ(model.normals[0].z, 0.8f);
  EXPECT_EQ(model.normals[1], glm::vec3(0.0f));
}

TEST_P(PlyEncoding, EveryLineEnd) {
  for (const std::string_view end : {"\n", "\r\n", "\r"}) {
    std::string file = triangle_ply(GetParam());
    const std::size_t body = file.find("end_header\n") + 11;
    std::string changed;
    for (std::size_t i = 0; i < file.size(); ++i) {
      const bool is_text = i < body || GetParam() == "ascii";
      changed += is_text && file[i] == '\n' ? std::string(end) : std::string(1, file[i]);
    }
    SCOPED_TRACE(fmt::format("line end of {} bytes, the first is {}", end.size(), static_cast<int>(end[0])));
    EXPECT_EQ(load(changed).triangle_count(), 1u);
  }
}

INSTANTIATE_TEST_SUITE_P(AllEncodings, PlyEncoding, ::testing::ValuesIn(ply_encodings),
                         [](const ::testing::TestParamInfo<std::string_view>& instance) {
                           return std::string(instance.param);
                         });

constexpr std::string_view xyz = "property float x\nproperty float y\nproperty float z\n";

std::string ascii(std::string_view header, std::string_view body) {
  return fmt::format("ply\nformat ascii 1.0\n{}end_header\n{}", header, body);
}

TEST(PlyAscii, NumbersInAllTheirForms) {
  const Folder folder;
  LoadProgress progress;
  const std::string text = ascii(fmt::format("element vertex 6\n{}", xyz),
                                 "1 +2 -3\n.5 5. -.25e1\n1e3 1E-3 +1.5e+2\n"
                                 "0.1000000000000000055511151231257827 12345678901234567890 16777217\n"
                                 "1e-400 -1e-46 3.4028235e38\n nan -inf 1.#QNAN00\n");
  const Model model = load_model(folder.write("test.ply", text), progress, Flip::no, Reading::as_it_is);
  ASSERT_EQ(model.positions.size(), 6u);
  EXPECT_EQ(model.positions[0], glm::vec3(1, 2, -3));
  EXPECT_EQ(model.positions[1], glm::vec3(0.5f, 5.0f, -2.5f));
  EXPECT_EQ(model.positions[2], glm::vec3(1000.0f, 0.001f, 150.0f));
  EXPECT_EQ(model.positions[3], glm::vec3(0.1f, 12345678901234567890.0f, 16777216.0f));
  EXPECT_EQ(model.positions[4], glm::vec3(0.0f, -0.0f, 3.4028235e38f));
  EXPECT_TRUE(std::isnan(model.positions[5].x));
  EXPECT_EQ(model.positions[5].y, -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(model.positions[5].z));
}

TEST(PlyAscii, RandomNumbersAreReadAsTheLibraryReadsThem) {
  constexpr unsigned seed = 7;
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> real(-1.0, 1.0);
  std::uniform_int_distribution<int> exponent(-30, 30), digits(1, 19);
  std::string body;
  std::vector<glm::vec3> expected;
  for (int i = 0; i < 20000; ++i) {
    glm::vec3 point;
    for (int k = 0; k < 3; ++k) {
      const std::string word = fmt::format("{:.{}g}", std::ldexp(real(random), exponent(random)), digits(random));
      point[k] = static_cast<float>(std::stod(word));
      body += word + (k == 2 ? "\n" : " ");
    }
    expected.push_back(point);
  }
  // The first vertices are small, so nothing is re-centred.
  const Model model = load(ascii(fmt::format("element vertex 20001\n{}", xyz), "0 0 0\n" + body));
  if (model.origin == glm::dvec3(0.0)) {
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), model.positions.begin() + 1));
  } else {
    FAIL() << "not expected to be re-centred";
  }
}

TEST(PlyAscii, OddWhiteSpace) {
  const Model model = load(
      "ply \n  format\tascii   1.0 \ncomment\n\nobj_info a b\nelement \t vertex 3 \n"
      "property float x\nproperty float y \nproperty float z\ncomment element vertex 9\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
      "\n  0\t0  0\n\n1 0\n 0\n0 1 0  \n3 0 1 2");
  EXPECT_EQ(model.positions.size(), 3u);
  EXPECT_EQ(model.triangles, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(PlyAscii, DigitsBeyondAFloatAreKept) {
  // Declared as floats, but written with more digits, as exporters of surveys do.
  const Model model = load(ascii(fmt::format("element vertex 2\n{}", xyz), "4500000.125 0 0\n4500001.375 0 0\n"));
  EXPECT_EQ(model.positions[1].x - model.positions[0].x, 1.25f);
  EXPECT_EQ(static_cast<double>(model.positions[0].x) + model.origin.x, 4500000.125);
}

TEST(PlyAscii, FloatColorsUpTo255) {
  const std::string header =
      fmt::format("element vertex 2\n{}property float red\nproperty float green\nproperty float blue\n", xyz);
  EXPECT_EQ(load(ascii(header, "0 0 0 1 0.5 0\n1 0 0 0 0 1\n")).colors,
            (std::vector<std::uint32_t>{0xff0080ffu, 0xffff0000u}));
  EXPECT_EQ(load(ascii(header, "0 0 0 1 0.5 0\n1 0 0 0 0 255\n")).colors,
            (std::vector<std::uint32_t>{0xff000101u, 0xffff0000u}));
}

TEST(PlyAscii, NamesInAnyCapitals) {
  const Model points = load(
      "PLY\nFormat ASCII 1.0\nELEMENT Vertex 3\nPROPERTY Float X\nproperty FLOAT32 Y\nproperty float Z\n"
      "property uchar Red\nproperty uchar GREEN\nproperty uchar bluE\nEnd_Header\n"
      "0 0 0 255 0 0\n1 0 0 0 255 0\n0 1 0 0 0 255\n");
  EXPECT_EQ(points.colors, (std::vector<std::uint32_t>{0xff0000ffu, 0xff00ff00u, 0xffff0000u}));
  EXPECT_EQ(points.positions[2], glm::vec3(0, 1, 0));
  EXPECT_TRUE(points.remarks.empty());
  const Model mesh =
      load(ascii("element VERTEX 3\nproperty float x\nproperty float Y\nproperty float z\n"
                 "property float NX\nproperty float NY\nproperty float NZ\n"
                 "element Face 1\nproperty LIST uchar int VERTEX_INDICES\n",
                 "0 0 0 1 0 0\n1 0 0 1 0 0\n0 1 0 1 0 0\n3 0 1 2\n"));
  EXPECT_EQ(mesh.triangles, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(mesh.normals[0], glm::vec3(1, 0, 0));
  // A name as it should be goes before one in capitals.
  const Model both = load(
      ascii("element vertex 1\nproperty float X\nproperty float x\nproperty float y\nproperty float z\n", "7 1 2 3\n"));
  EXPECT_EQ(both.positions[0] + glm::vec3(both.origin), glm::vec3(1, 2, 3));
}

TEST(PlyAscii, BehindAMarkAndEmptyLines) {
  for (const char* before : {"\xef\xbb\xbf", "\n", " \r\n", "\xef\xbb\xbf\n\n"})
    EXPECT_EQ(load(before + triangle_ply()).triangle_count(), 1u);
}

TEST(Ply, AnUnusedVertexAtZeroDoesNotTakeTheDigitsOfOthers) {
  const Model model =
      load(ascii("element vertex 4\nproperty double x\nproperty double y\nproperty double z\n"
                 "element face 1\nproperty list uchar int vertex_indices\n",
                 "0 0 0\n448262.112 5411932.678 112.5\n448262.122 5411932.678 112.5\n"
                 "448262.112 5411932.688 112.5\n3 1 2 3\n"));
  EXPECT_NEAR(model.positions[2].x - model.positions[1].x, 0.01f, 1e-8f);
}

TEST(PlyAscii, WordsThatHoldBytes) {
  const std::string header = fmt::format(
      "element vertex 2\n{}property ushort red\nproperty ushort green\nproperty ushort blue\nproperty ushort alpha\n",
      xyz);
  EXPECT_EQ(load(ascii(header, "0 0 0 255 128 0 65535\n1 0 0 0 0 255 0\n")).colors,
            (std::vector<std::uint32_t>{0xff0080ffu, 0x00ff0000u}));
  EXPECT_EQ(load(ascii(header, "0 0 0 65535 32768 0 255\n1 0 0 0 0 255 0\n")).colors,
            (std::vector<std::uint32_t>{0xff0080ffu, 0x00010000u}));
}

TEST(PlyAscii, OpacityIsAShareOrItsLogit) {
  const std::string header = fmt::format(
      "element vertex 2\n{}property uchar r\nproperty uchar g\nproperty uchar b\nproperty float opacity\n", xyz);
  EXPECT_EQ(load(ascii(header, "0 0 0 255 0 0 0.2\n1 0 0 0 0 255 1\n")).colors,
            (std::vector<std::uint32_t>{0x330000ffu, 0xffff0000u}));
  EXPECT_EQ(load(ascii(header, "0 0 0 255 0 0 0\n1 0 0 0 0 255 -100\n")).colors,
            (std::vector<std::uint32_t>{0x800000ffu, 0x00ff0000u}));
}

TEST(PlyAscii, NoVertexCountIsTakenOnTrust) {
  // The promised counts fit the file, but the words run out.
  EXPECT_EQ(refusal(ascii(fmt::format("element vertex 3\n{}", xyz), "0.25 0.25 0.25 \n0.25 0.25 0.25\n")),
            "test.ply: line 10: the data end inside vertex 3 of 3");
}

TEST(Ply, SplatsThatLackColumnsBecomeColoredPoints) {
  const Model model = load(ascii(fmt::format("element vertex 1\n{}property float f_dc_0\nproperty float f_dc_1\n"
                                             "property float f_dc_2\nproperty float opacity\nproperty float scale_0\n"
                                             "property float rot_0\n",
                                             xyz),
                                 "0 0 0 1.7724539 0 -1.7724539 0 1 1\n"));
  EXPECT_EQ(model.colors, (std::vector<std::uint32_t>{0x800080ffu}));
  EXPECT_EQ(model.remarks, (std::vector<std::string>{
                               "Gaussian splats need x, y, z, scale_0 and scale_1, and all of rot_0 to rot_3 or none; "
                               "not all are there, so these are shown as points."}));
}

TEST(Ply, WhatWasLeftOutIsReported) {
  const Model strange = load("ply\nformat ascii 1.0\nbye\nbye\n" + triangle_ply().substr(21));
  EXPECT_EQ(strange.triangle_count(), 1u);
  EXPECT_EQ(
      strange.remarks,
      (std::vector<std::string>{"2 lines of the PLY header have no PLY keyword and were left out, such as \"bye\"."}));
  const std::string faces =
      fmt::format("element vertex 3\n{}element face 3\nproperty list uchar int vertex_indices\n", xyz);
  const Model few = load(ascii(faces, "0 0 0\n1 0 0\n0 1 0\n0\n1 2\n2 0 1\n"));
  EXPECT_FALSE(few.is_mesh());
  EXPECT_EQ(few.remarks, (std::vector<std::string>{"3 faces have fewer than three corners and were left out."}));
  const std::string scan =
      fmt::format("element vertex 1\n{}element range_grid 2\nproperty list uchar int vertex_indices\n", xyz);
  EXPECT_EQ(load(ascii(scan, "0 0 0\n1 0\n0\n")).remarks,
            (std::vector<std::string>{"A range scan: its grid was left out, its vertices are points."}));
  const std::string bare = fmt::format("element vertex 1\n{}element face 1\nproperty int material\n", xyz);
  EXPECT_EQ(
      load(ascii(bare, "0 0 0\n1\n")).remarks,
      (std::vector<std::string>{"The faces have no list of vertex indices, so the vertices are shown as points."}));
  const std::string list = fmt::format("element vertex 2\n{}property list uchar int vertex_indices\n", xyz);
  EXPECT_EQ(load(ascii(list, "0 0 0\n1 0 0.0\n")).remarks,
            (std::vector<std::string>{
                "List \"vertex_indices\" of vertex is missing on line 9 and after; it was taken as empty."}));
}

TEST(Ply, ColorsOfFacesAreOneRemark) {
  const std::string begin = fmt::format("element vertex 3\n{}element face ", xyz);
  const std::string end =
      "\nproperty list uchar int vertex_indices\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n";
  const std::string face = "3 0 1 2 255 0 0\n", vertices = "0 0 0\n1 0 0\n0 1 0\n";
  EXPECT_EQ(load(ascii(begin + "2" + end, vertices + face + face)).remarks,
            (std::vector<std::string>{"The colours of 2 faces are not used; only colours of vertices are."}));
  EXPECT_EQ(load(ascii(begin + "1" + end, vertices + face)).remarks,
            (std::vector<std::string>{"The colour of 1 face is not used; only colours of vertices are."}));
  EXPECT_TRUE(load(ascii(begin + "0" + end, vertices)).remarks.empty());
}

TEST(Ply, BoundsAndNormalsAreThereForAMesh) {
  const Model model = load(triangle_ply("binary_little_endian"));
  EXPECT_EQ(model.bounds.minimum, glm::vec3(0.0f));
  EXPECT_EQ(model.bounds.maximum, glm::vec3(1.0f, 1.0f, 0.0f));
  EXPECT_EQ(model.normals, std::vector<glm::vec3>(3, glm::vec3(0.0f, 0.0f, 1.0f)));
  EXPECT_EQ(model.name, "test.ply");
}

TEST(Gzip, JoinedMembersAndPaddingAreRead) {
  const std::string whole = triangle_ply();
  const std::string joined = gzip(whole.substr(0, 50)) + gzip(whole.substr(50)) + std::string(100, '\0');
  EXPECT_EQ(load(joined).triangle_count(), 1u);
}

}  // namespace
}  // namespace farfirst::app::test
