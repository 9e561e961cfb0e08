// Common parts of all readers: progress, cancelling, loading in the background, bounds, normals and origins.

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "io/background_read.h"
#include "io/origin.h"
#include "io/reader.h"
#include "io/source.h"
#include "made_files.h"
#include "scene/detached.h"

namespace farfirst::app::test {
namespace {

std::string large_ply(std::string_view encoding, int vertices) {
  PlyBody body(encoding);
  for (int i = 0; i < vertices; ++i) body.add("float", i % 1000).add("float", i / 1000).add("float", 0.5).end_row();
  return fmt::format(
      "ply\nformat {} 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\nend_header\n{}",
      encoding, vertices, body.bytes());
}

std::string large_obj(int vertices) {
  std::string text;
  for (int i = 0; i < vertices; ++i) text += fmt::format("v {} {} 0\n", i % 1000, i / 1000);
  return text;
}

TEST(Progress, RisesToOne) {
  const Folder folder;
  for (const auto& path : {folder.write("a.ply", large_ply("ascii", 20000)),
                           folder.write("b.ply.gz", gzip(large_ply("binary_big_endian", 20000))),
                           folder.write("c.obj", large_obj(20000))}) {
    LoadProgress progress;
    load_model(path, progress);
    EXPECT_EQ(progress.fraction.load(), 1.0f) << path;
  }
}

// Another program may rewrite the file while it is mapped.
TEST(CutShort, ReadsZerosAndSaysSo) {
  const Folder folder;
  for (const std::uintmax_t left : {std::uintmax_t{0}, std::uintmax_t{10}, std::uintmax_t{5000}}) {
    const auto path = folder.write("cut.ply", std::string(1 << 20, 'x'));
    const MappedFile file(path);
    EXPECT_FALSE(file.was_cut_short());
    std::filesystem::resize_file(path, left);
    std::size_t letters = 0;
    for (const char letter : file.bytes()) letters += letter == 'x' ? 1 : 0;
    EXPECT_EQ(letters, left);
    EXPECT_TRUE(file.was_cut_short());
  }
}

TEST(CutShort, IsRefusedWithItsCause) {
  const Folder folder;
  const auto path = folder.write("cut.ply", large_ply("binary_little_endian", 1'000'000));
  LoadProgress progress;
  std::thread cutter([&] {
    while (progress.fraction.load() <= 0.0f) std::this_thread::yield();
    std::filesystem::resize_file(path, 1000);
  });
  std::string sentence;
  try {
    load_model(path, progress);
  } catch (const FileError& error) {
    sentence = error.what();
  }
  cutter.join();
  // The file may also have been read before the other thread came to it: then there is no message.
  if (!sentence.empty()) {
    EXPECT_NE(sentence.find("another program cut the file short"), std::string::npos) << sentence;
  }
}

TEST(Progress, NeverFalls) {
  // A file far from zero is read twice.
  PlyBody body("ascii");
  for (int i = 0; i < 100000; ++i)
    body.add("double", 1e6 + i % 1000).add("double", i / 1000).add("double", 0).end_row();
  const std::string ply = fmt::format(
      "ply\nformat ascii 1.0\nelement vertex 100000\nproperty double x\nproperty double y\n"
      "property double z\nend_header\n{}",
      body.bytes());
  const Folder folder;
  for (const auto& path :
       {folder.write("a.ply", ply), folder.write("b.ply.gz", gzip(ply)), folder.write("c.obj", large_obj(100000))}) {
    BackgroundRead<Models> load = read_models_beside(path);
    float highest = 0.0f;
    int seen = 0;
    for (int i = 0; i < 100000 && !load.poll(); ++i) {
      const float fraction = load.fraction();
      EXPECT_GE(fraction, highest) << path;
      seen += fraction > highest;
      highest = fraction;
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    EXPECT_GT(seen, 2) << path;
  }
}

TEST(Progress, CancelStopsEveryReader) {
  const Folder folder;
  for (const auto& path :
       {folder.write("a.ply", large_ply("ascii", 300000)),
        folder.write("b.ply", large_ply("binary_little_endian", 300000)),
        folder.write("c.ply.gz", gzip(large_ply("ascii", 300000))), folder.write("d.obj", large_obj(300000))}) {
    LoadProgress progress;
    progress.cancel = true;
    EXPECT_THROW(load_model(path, progress), LoadCancelled) << path;
    // It gave up near the start: the blocks that are read between two looks are small.
    EXPECT_LT(progress.fraction.load(), 0.2f) << path;
  }
}

TEST(Background, GivesTheModelsOnce) {
  const Folder folder;
  BackgroundRead<Models> load = read_models_beside(folder.write("a.ply", large_ply("ascii", 100000)));
  std::optional<Models> models;
  for (int i = 0; i < 10000 && !models; ++i) {
    models = load.poll();
    if (!models) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_TRUE(models);
  ASSERT_EQ(models->size(), 1u);
  EXPECT_EQ(models->front()->positions.size(), 100000u);
  EXPECT_EQ(load.fraction(), 1.0f);
  EXPECT_FALSE(load.poll());
}

TEST(Background, GivesTheError) {
  BackgroundRead<Models> load = read_models_beside("/no/such/file.ply");
  const auto wait = [&] {
    for (int i = 0; i < 10000; ++i) {
      if (load.poll()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  EXPECT_THROW(wait(), FileError);
  EXPECT_FALSE(load.poll());
}

TEST(Background, DestroyingItCancels) {
  const Folder folder;
  const auto path = folder.write("a.ply", large_ply("ascii", 400000));
  for (int i = 0; i < 20; ++i) const BackgroundRead<Models> load = read_models_beside(path);
  EXPECT_TRUE(detached_threads_end(std::chrono::seconds(10)));
}

TEST(Origin, IsZeroForWhatLiesNearZero) {
  OriginSample sample;
  EXPECT_EQ(sample.origin(), glm::dvec3(0.0));
  sample.add({-1, -1, 31});
  sample.add({1, 1, 33});
  EXPECT_EQ(sample.origin(), glm::dvec3(0.0, 0.0, 32.0));
  sample.add({0, 0, 26});
  EXPECT_EQ(sample.origin(), glm::dvec3(0.0));
  sample.add({std::nan(""), 1e9, 0});
  EXPECT_EQ(sample.origin(), glm::dvec3(0.0));
}

TEST(Origin, OfOnePointIsThePoint) {
  OriginSample sample;
  sample.add({589500.123, -1e-3, 7.0});
  EXPECT_EQ(sample.origin(), glm::dvec3(589500.123, -1e-3, 7.0));
}

/// A house in metres of a national grid.
glm::dvec3 corner_of_house(std::size_t i) {
  return {448262.125 + static_cast<double>(i % 2), 5411932.5 + static_cast<double>(i % 3), 112.5};
}

TEST(Origin, IsThatOfTheMajority) {
  for (const std::size_t count : {std::size_t{3}, std::size_t{7}, std::size_t{100'000}}) {
    OriginSample sample;
    sample.add(count, corner_of_house);
    const glm::dvec3 origin = sample.origin();
    EXPECT_LT(glm::distance(origin, corner_of_house(0)), 4.0) << count;
    for (std::size_t i = 0; i < count / 3; ++i) sample.add(glm::dvec3(0.0));
    EXPECT_EQ(sample.origin(), origin) << count;
  }
}

TEST(Origin, IsThatOfWhatIsUsedInEveryFormat) {
  const std::string stray = "0 0 0\n",
                    used = "448262.125 5411932.5 112.5\n448263.375 5411932.5 112.5\n448262.125 5411933.75 112.5\n";
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex {}\nproperty double x\nproperty double y\n"
      "property double z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
  const auto expect_digits = [](const Model& model, std::size_t first) {
    const glm::vec3 side = model.positions[first + 1] - model.positions[first];
    EXPECT_EQ(side, glm::vec3(1.25f, 0, 0));
  };
  // Unused vertices, more of them than there are of the others.
  std::string strays;
  for (int i = 0; i < 7; ++i) strays += stray;
  expect_digits(load(fmt::format(fmt::runtime(ply), 10) + used + strays + "3 0 1 2\n", "a.ply"), 0);
  expect_digits(load("OFF\n10 1 0\n" + strays + used + "3 7 8 9\n", "a.off"), 7);
  // A stray triangle that is used.
  const std::string facet = "facet\nouter loop\nvertex {}vertex {}vertex {}endloop\nendfacet\n";
  std::string stl = "solid\n";
  for (int i = 0; i < 3; ++i)
    stl += fmt::format(fmt::runtime(facet), "448262.125 5411932.5 112.5\n", "448263.375 5411932.5 112.5\n",
                       "448262.125 5411933.75 112.5\n");
  stl += fmt::format(fmt::runtime(facet), "0 0 0\n", "1 0 0\n", "0 1 0\n") + "endsolid\n";
  const Model solid = load(stl, "a.stl");
  expect_digits(solid, 0);
  EXPECT_EQ(solid.triangle_count(), 4u);
}

TEST(Origin, PointsThatCoincideFarFromTheRestAreReported) {
  std::string cloud;
  for (int i = 0; i < 12; ++i) cloud += fmt::format("v {} 0 0\n", 0.25 * i);
  for (int i = 0; i < 3; ++i) cloud += fmt::format("v 5411932.5 {} {}\n", 448262.125, 0.001 * i);
  EXPECT_TRUE(load(cloud, "a.obj").remarks.empty()) << "z keeps them apart";
  for (int i = 0; i < 3; ++i) cloud += fmt::format("v {} 0 0\n", 9411932 + 0.01 * i);
  const Model model = load(cloud, "a.obj");
  ASSERT_EQ(model.remarks.size(), 1u);
  EXPECT_TRUE(model.remarks[0].starts_with("2 points lie so far from the rest that 32-bit floats lose"))
      << model.remarks[0];
}

TEST(Origin, MovingFloatsLosesNothing) {
  Model model;
  for (int i = 0; i < 1000; ++i) model.positions.emplace_back(1e6f + 0.0625f * static_cast<float>(i), 3.0f, -2e5f);
  const std::vector<glm::vec3> before = model.positions;
  compute_bounds(model);
  recentre({&model, 1});
  EXPECT_NE(model.origin, glm::dvec3(0.0));
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(glm::dvec3(model.positions[i]) + model.origin, glm::dvec3(before[i]));
  }
}

TEST(Origin, IsOneForTheModelsOfAFile) {
  std::vector<Model> models(2);
  models[0].positions = {{1e6f, 0, 0}, {1e6f + 1, 0, 0}};
  models[1].positions = {{1e6f + 2, 0, 0}};
  for (Model& model : models) compute_bounds(model);
  recentre(models);
  EXPECT_NE(models[0].origin, glm::dvec3(0.0));
  EXPECT_EQ(models[1].origin, models[0].origin);
  EXPECT_EQ(models[1].positions[0] - models[0].positions[0], glm::vec3(2, 0, 0));
}

TEST(Model, BoundsPassOverWhatIsNotFinite) {
  Model model;
  model.positions = {{1, 2, 3}, {std::nanf(""), 0, 0}, {0, HUGE_VALF, 0}, {-1, 5, 3}};
  compute_bounds(model);
  EXPECT_EQ(model.bounds.minimum, glm::vec3(-1, 2, 3));
  EXPECT_EQ(model.bounds.maximum, glm::vec3(1, 5, 3));
  model.positions.emplace_back(3e38f, 3e38f, -3e38f);
  compute_bounds(model);
  EXPECT_EQ(model.bounds.maximum, glm::vec3(3e38f, 3e38f, 3.0f));
  model.positions = {{std::nanf(""), 0, 0}};
  compute_bounds(model);
  EXPECT_TRUE(model.bounds.empty());
}

TEST(Model, NormalsAreSmoothAndNeverNaN) {
  Model model;
  // A roof of two faces, a face without area, a face with a corner that is not finite, and a vertex of no face.
  model.positions = {{0, 0, 0}, {0, 2, 0}, {1, 0, 1}, {-1, 0, 1}, {9, 9, 9}, {std::nanf(""), 0, 0}};
  model.triangles = {0, 1, 2, 1, 0, 3, 0, 0, 1, 0, 1, 5};
  compute_normals(model);
  const float diagonal = std::sqrt(0.5f);
  EXPECT_NEAR(glm::length(model.normals[2] - glm::vec3(diagonal, 0, -diagonal)), 0.0f, 1e-6f);
  EXPECT_NEAR(glm::length(model.normals[0] - glm::vec3(0, 0, -1)), 0.0f, 1e-6f);
  EXPECT_EQ(model.normals[4], glm::vec3(0.0f));
  EXPECT_EQ(model.normals[5], glm::vec3(0.0f));
}

TEST(Model, TinyAndHugeTrianglesHaveNormalsToo) {
  for (const float size : {1e-18f, 1e-10f, 1e10f, 1e18f}) {
    Model model;
    model.positions = {{0, 0, 0}, {size, 0, 0}, {0, size, 0}};
    model.triangles = {0, 1, 2};
    compute_normals(model);
    EXPECT_EQ(model.normals[1], glm::vec3(0, 0, 1)) << size;
  }
}

TEST(Readers, AreListed) {
  ASSERT_GE(readers().size(), 2u);
  EXPECT_EQ(readers()[0]->name, "PLY");
  EXPECT_EQ(readers()[1]->library(), "own");
}

}  // namespace
}  // namespace farfirst::app::test
