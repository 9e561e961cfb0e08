// Particles from files of other programs: columns by their names, tables, PLY, sequences of files.

#include "io/particle_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "made_files.h"

namespace farfirst::app::test {
namespace {

ParticleCloud read(std::string_view bytes, std::string_view name = "a.csv", const ParticleReading& reading = {}) {
  const Folder folder;
  return read_particles(folder.write(name, bytes), reading);
}

/// Without the folder.
std::string refused(std::string_view bytes, std::string_view name = "a.csv", const ParticleReading& reading = {}) {
  const Folder folder;
  try {
    read_particles(folder.write(name, bytes), reading);
  } catch (const FileError& error) {
    return std::string(error.what()).substr(folder.path().string().size() + 1);
  }
  return {};
}

std::string particle_ply(std::string_view encoding, int count) {
  PlyBody body(encoding);
  for (int i = 0; i < count; ++i) {
    body.add("float", i).add("float", 2 * i).add("float", -i).add("float", 0.5 + i);
    body.add("uchar", 255).add("uchar", 128).add("uchar", 0).add("float", 0.5).add("float", 1).add("float", 0);
    body.add("float", i).add("int", count - i).end_row();
  }
  return fmt::format(
      "ply\nformat {} 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\nproperty float "
      "pscale\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nproperty float opacity\nproperty float "
      "velocity_x\nproperty float vy\nproperty float vz\nproperty int id\nend_header\n{}",
      encoding, count, body.bytes());
}

void expect_all_columns(const ParticleCloud& cloud, std::size_t count) {
  ASSERT_EQ(cloud.size(), count);
  ASSERT_EQ(cloud.velocities.size(), count);
  ASSERT_EQ(cloud.ids.size(), count);
  ASSERT_EQ(cloud.by_id.size(), count);  // the ids descend
  for (std::size_t i = 0; i < count; ++i) {
    const auto k = static_cast<float>(i);
    EXPECT_EQ(cloud.places[i], glm::vec4(k, 2 * k, -k, 0.5f + k));
    EXPECT_EQ(cloud.colors[i], 0x800080ffu);
    EXPECT_EQ(cloud.velocities[i], glm::vec3(1, 0, k));
    EXPECT_EQ(cloud.ids[i], count - i);
    EXPECT_EQ(cloud.by_id[i], count - 1 - i);
  }
}

TEST(ParticlePly, AllColumnsComeBackInEveryEncoding) {
  // More than one block of rows, so that several threads take some of the binary one.
  for (const std::string_view encoding : ply_encodings) {
    const std::string bytes = particle_ply(encoding, 3000);
    expect_all_columns(read(bytes, "a.ply"), 3000);
    expect_all_columns(read(gzip(bytes), "a.ply.gz"), 3000);
  }
}

TEST(ParticlePly, IsRefusedWithASentence) {
  EXPECT_EQ(refused("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n0 0\n",
                    "a.ply"),
            "a.ply: the PLY header has no property z of element vertex");
  const std::string whole = particle_ply("binary_little_endian", 3);
  EXPECT_NE(refused(whole.substr(0, whole.size() - 5), "a.ply"), "");
}

TEST(ParticleTable, HasColumnsByTheirNames) {
  const ParticleCloud cloud = read(
      "# made by hand\n"
      "Particle_ID; X ;y;z;Radius;\"r\";g;b;alpha;what\r\n"
      "7;1;2;3;0.25;255;0;128;51;-\r\n"
      "\n"
      "9;-1;nan;3;0.5;0;0;0;255;-\n"
      "3;4;5;6;1;1;2;3;0;-");
  ASSERT_EQ(cloud.size(), 3u);
  EXPECT_EQ(cloud.places[0], glm::vec4(1, 2, 3, 0.25f));
  EXPECT_TRUE(std::isnan(cloud.places[1].x));
  EXPECT_EQ(cloud.places[2], glm::vec4(4, 5, 6, 1));
  EXPECT_EQ(cloud.colors, (std::vector<std::uint32_t>{0x338000ff, 0xff000000, 0x00030201}));
  EXPECT_EQ(cloud.ids, (std::vector<std::uint64_t>{7, 9, 3}));
  EXPECT_EQ(cloud.by_id, (std::vector<std::uint32_t>{2, 0, 1}));
  EXPECT_EQ(cloud.bounds.maximum, glm::vec3(4, 5, 6));
  ASSERT_EQ(cloud.remarks.size(), 1u);
  EXPECT_EQ(cloud.remarks[0], "1 position is not finite, or beyond 1e+18, and is not drawn.");
}

TEST(ParticleTable, HowProgramsWriteIt) {
  const std::string table = "\"X\",Y,\"Points:2\",R,G,B\n1,2,3,255,0,0\n4,5,6,0,0,255\n";
  std::string carriage_returns = table;
  std::ranges::replace(carriage_returns, '\n', '\r');
  for (const std::string& bytes :
       {table, "\xef\xbb\xbf" + table, carriage_returns, utf16(table, false, true), utf16(table, true, false)}) {
    const ParticleCloud cloud = read(bytes);
    ASSERT_EQ(cloud.size(), 2u);
    EXPECT_EQ(cloud.places[1], glm::vec4(4, 5, 6, 1));
    EXPECT_EQ(cloud.colors[0], 0xff0000ffu);
  }
  EXPECT_EQ(refused("x;y;z\n1,5;2;3\n"), "a.csv: line 2: expected a number for x, found \"1,5\"");
}

TEST(ParticleTable, ColorsUpToOneAreShares) {
  EXPECT_EQ(read("x y z r g b\n0 0 0 1 0.5 0\n1 0 0 0 0 0").colors,
            (std::vector<std::uint32_t>{0xff0080ff, 0xff000000}));
}

TEST(ParticleData, KeepsTheValuesOfProperties) {
  ParticleReading by_speed;
  by_speed.properties = {"SPEED", "pscale", "speed"};
  for (const std::string_view encoding : ply_encodings) {
    const ParticleCloud cloud = read(particle_ply(encoding, 3000), "a.ply", by_speed);
    ASSERT_EQ(cloud.color_values.size(), 3000u);
    ASSERT_EQ(cloud.opacity_values.size(), 3000u);
    EXPECT_FLOAT_EQ(cloud.color_values[2999], std::sqrt(1 + 2999.0f * 2999.0f));
    EXPECT_EQ(cloud.opacity_values[2999], 2999.5f);
    EXPECT_EQ(cloud.size_values, cloud.color_values);
    EXPECT_EQ(cloud.columns.size(), 12u);
    EXPECT_EQ(properties_of(cloud).front(), "speed");
  }
  ParticleReading by_column;
  by_column.properties = {"age", "Speed"};
  const std::string table = "x,y,z,Age,speed,vx,vy,vz\n0,0,0,1.5,7,0,0,1\n1,0,0,nan,8,0,0,1\n";
  const ParticleCloud cloud = read(table, "a.csv", by_column);
  EXPECT_EQ(cloud.color_values[0], 1.5f);
  EXPECT_TRUE(std::isnan(cloud.color_values[1]));
  EXPECT_EQ(cloud.opacity_values, (std::vector<float>{7, 8})) << "a column comes before what is computed";
  EXPECT_EQ(properties_of(cloud), cloud.columns);
}

TEST(ParticleData, LacksAPropertyInASentence) {
  ParticleReading by_heat;
  by_heat.properties.color = "heat";
  EXPECT_EQ(refused("x,y,z,age\n0,0,0,1\n", "a.csv", by_heat),
            "a.csv: the particles have no column named heat; their columns are x, y, z, age");
  ParticleReading by_speed;
  by_speed.properties.opacity = "speed";
  EXPECT_EQ(refused("x,y,z\n0,0,0\n", "a.csv", by_speed),
            "a.csv: the particles have neither a column named speed nor velocities; their columns are x, y, z");
  by_heat.properties.color = "Age";
  EXPECT_EQ(refused("x,y,z,age\n0,0,0,old\n", "a.csv", by_heat),
            "a.csv: line 2: expected a number for age, found \"old\"");
}

TEST(ParticleTable, WithoutAHeaderNamesAreGiven) {
  EXPECT_EQ(read("1 2 3\n4 5 6\n", "a.xyz").places[1], glm::vec4(4, 5, 6, 1));
  EXPECT_EQ(read("0.5,3,2,1\n1,0,0,0\n", "a.csv", {{"radius", "z", "y", "x"}, {}}).places[0], glm::vec4(1, 2, 3, 0.5f));
  EXPECT_EQ(refused("1 2 3 4\n", "a.xyz"),
            "a.xyz: line 1: expected a line of names such as x,y,z,radius above 4 numbers; --columns=... gives the "
            "names of files that have none");
  EXPECT_EQ(refused("1 2 3\n", "a.xyz", {{"x", "y", "z", "id"}, {}}),
            "a.xyz: line 1: expected 4 numbers, one for each name of --columns; found 3");
}

TEST(ParticleTable, IsRefusedWithLineAndWhatWasExpected) {
  EXPECT_EQ(refused("x,y,z\n1,2,3\n1,2\n"), "a.csv: line 3: expected 3 values, found 2");
  EXPECT_EQ(refused("x,y,z,size\n1,2,3,4\n1,2,3,big\n"), "a.csv: line 3: expected a number for radius, found \"big\"");
  EXPECT_EQ(refused("x,y,w\n1,2,3\n"), "a.csv: line 1: expected columns named x, y and z, found \"x\", \"y\", \"w\"");
  EXPECT_EQ(refused("x,y,z\n"), "a.csv: the file has no particles");
  EXPECT_EQ(refused("x,y,z\nnan,0,0\n"),
            "a.csv: no particle has finite coordinates up to 1e+18, so there is nothing to show");
}

TEST(ParticleTable, FarFromZeroNothingIsLost) {
  const ParticleCloud cloud = read("x,y,z\n500000.125,4000000.5,10\n500001.375,4000001,11\n");
  EXPECT_EQ(glm::dvec3(cloud.places[1]) + cloud.origin, glm::dvec3(500001.375, 4000001, 11));
  EXPECT_EQ(glm::dvec3(cloud.places[0]) + cloud.origin, glm::dvec3(500000.125, 4000000.5, 10));
}

TEST(ParticleData, IsDistinguishedFromMeshesAndClouds) {
  const Folder folder;
  EXPECT_TRUE(is_particle_data(folder.write("a.ply", particle_ply("ascii", 1))));
  EXPECT_TRUE(is_particle_data(folder.write("b.XYZ", "1 2 3")));
  EXPECT_FALSE(is_particle_data(folder.write("c.ply", triangle_ply())));
  EXPECT_FALSE(is_particle_data(folder.write("d.ply", "ply\nnonsense")));
  EXPECT_FALSE(is_particle_data(folder.path() / "e.csv"));
}

std::vector<std::string> names_in(const SequenceFiles& files) {
  std::vector<std::string> names;
  for (const auto& frame : files.frames) names.push_back((frame.missing ? "-" : "") + frame.name);
  return names;
}

TEST(SequenceFiles, OfAPatternAreThoseOfItsNumbers) {
  const Folder folder;
  for (const std::string_view name : {"f_0009.ply", "f_0010.ply", "f_0012.ply", "f_11.ply", "f_0011.csv", "g_0011.ply"})
    folder.write(name, "x");
  EXPECT_EQ(names_in(sequence_files(folder.path() / "f_%04d.ply")),
            (std::vector<std::string>{"f_0009.ply", "f_0010.ply", "-f_0011.ply", "f_0012.ply"}));
  EXPECT_THROW(sequence_files(folder.path() / "h_%04d.ply"), FileError);
  EXPECT_THROW(sequence_files(folder.path() / "f_%04d_%d.ply"), FileError);
}

TEST(SequenceFiles, OfAFolderGoByTheNumbersInTheirNames) {
  const Folder folder;
  for (const std::string_view name : {"f10.csv", "f9.csv", "f09b.csv", "notes.txt"}) folder.write(name, "x");
  EXPECT_EQ(names_in(sequence_files(folder.path())), (std::vector<std::string>{"f9.csv", "f09b.csv", "f10.csv"}));
}

TEST(SequenceFiles, AMissingAndABrokenOneAreReportedOnceEach) {
  const Folder folder;
  folder.write("f1.csv", "x,y,z\n1,0,0\n-9,0,0\n");
  folder.write("f3.csv", "x,y,z\n3,0\n");
  folder.write("f4.csv", "x,y,z\n4,0,0\n-9,0,0\n");
  const auto sequence = open_sequence(folder.path() / "f%d.csv", {}, {.rate = 60});
  std::vector<float> places;
  for (int i = 0; i < 6; ++i) {
    sequence->step();
    places.push_back(sequence->drawn().plain()->places[0].x);
  }
  EXPECT_EQ(places, (std::vector<float>{1, 1, 1, 4, 1, 1}));  // and it loops
  const std::vector<std::string> remarks = sequence->take_remarks();
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_EQ(remarks[0], "f2.csv is missing; the file before it is shown in its place");
  EXPECT_EQ(remarks[1], (folder.path() / "f3.csv").string() +
                            ": line 2: expected 3 values, found 2; the file before it is shown in its place");
}

/// Without a radius in the file: the default radius, scaled by the share.
TEST(SequenceFiles, SizeFollowsAColumn) {
  const Folder folder;
  folder.write("f1.csv", "x,y,z,mass\n0,0,0,2\n1,0,0,4\n2,0,0,3\n");
  ParticleSequence::Settings settings{.radius = 0.5f};
  settings.mapping.size.name = "mass";
  const auto sequence = open_sequence(folder.path() / "f%d.csv", {}, settings);
  sequence->step();
  std::vector<float> radii;
  for (const glm::vec4& place : sequence->drawn().plain()->places) radii.push_back(place.w);
  EXPECT_EQ(radii, (std::vector<float>{0, 0.5f, 0.25f}));
  EXPECT_EQ(sequence->ranges().size, (ValueRange{2, 4}));
  EXPECT_EQ(sequence->take_remarks(), std::vector<std::string>{"size follows mass from 2 to 4"});
}

TEST(SequenceFiles, OneThatLacksTheColumnIsPassedOver) {
  const Folder folder;
  folder.write("f1.csv", "x,y,z,heat\n0,0,0,2\n1,0,0,4\n");
  folder.write("f2.csv", "x,y,z\n0,0,0\n1,0,0\n");
  folder.write("f3.csv", "x,y,z,heat\n0,0,0,3\n1,0,0,9\n");
  ParticleSequence::Settings settings{.rate = 60};
  settings.mapping.color.name = "heat";
  const auto sequence = open_sequence(folder.path() / "f%d.csv", {}, settings);
  std::vector<std::uint32_t> colors;
  for (int i = 0; i < 3; ++i) {
    sequence->step();
    colors.push_back(sequence->drawn().plain()->colors[0]);
  }
  const std::uint32_t least = color_in(ColorMap::viridis, 0);
  EXPECT_EQ(colors[0], least);
  EXPECT_EQ(colors[1], least);
  EXPECT_NE(colors[2], least) << "the range is that of the first file";
  const std::vector<std::string> remarks = sequence->take_remarks();
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_EQ(remarks[0], "colours follow heat from 2 to 4");
  EXPECT_TRUE(
      remarks[1].ends_with("no column named heat; their columns are x, y, z; the file before it is shown in its "
                           "place"))
      << remarks[1];
}

}  // namespace
}  // namespace farfirst::app::test
