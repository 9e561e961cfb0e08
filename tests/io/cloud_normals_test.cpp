// Normals for point clouds without them, and the tree that finds the neighbours.
#include "io/cloud_normals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <tuple>

#include "io/point_tree.h"
#include "made_files.h"

namespace farfirst::app::test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

class Random {
 public:
  float coordinate() { return coordinate_(random_); }
  glm::vec3 place() { return {coordinate(), coordinate(), coordinate()}; }

 private:
  std::mt19937 random_{20261122};
  std::uniform_real_distribution<float> coordinate_{-1.0f, 1.0f};
};

std::vector<glm::vec3> sphere(std::size_t points, const glm::vec3& middle, float radius) {
  Random random;
  std::vector<glm::vec3> places;
  while (places.size() < points) {
    const glm::vec3 p = random.place();
    if (const float length = glm::length(p); length > 0.1f && length < 1.0f) {
      places.push_back(middle + radius * p / length);
    }
  }
  return places;
}

Model cloud(std::vector<glm::vec3> places) {
  Model model;
  model.positions = std::move(places);
  return model;
}

/// The share of normals of the sphere that differ from the radius by less than N degrees.
float share_right(const Model& model, const glm::vec3& middle, float degrees) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < model.positions.size(); ++i) {
    const float along = glm::dot(model.normals[i], glm::normalize(model.positions[i] - middle));
    right += std::abs(along) > std::cos(glm::radians(degrees)) ? 1 : 0;
  }
  return static_cast<float>(right) / static_cast<float>(model.positions.size());
}

void expect_same_as_looking_at_all(const std::vector<glm::vec3>& places, std::size_t count) {
  const std::atomic<bool> stop = false;
  const PointTree tree(places, 3, stop);
  const auto points = tree.points();
  for (std::size_t i = 0; i < points.size(); i += 7) {
    std::vector<float> all;
    for (const PointTree::Point& other : points) {
      const glm::vec3 d = other.at - points[i].at;
      all.push_back(glm::dot(d, d));
    }
    std::ranges::sort(all);
    all.resize(std::min(all.size(), count));
    std::vector<PointTree::Neighbor> found(count);
    found.resize(tree.nearest(points[i].at, found));
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found.size(), all.size());
    for (std::size_t k = 0; k < all.size(); ++k) ASSERT_EQ(found[k].square, all[k]) << i << ", " << k;
  }
}

TEST(PointTree, FindsWhatLookingAtAllFinds) {
  Random random;
  std::vector<glm::vec3> even, crowded, equal(500, glm::vec3(3.0f));
  for (int i = 0; i < 3000; ++i) {
    even.push_back(random.place());
    // Distances over many orders of magnitude, and many points twice.
    crowded.push_back(std::exp2(-30.0f * std::abs(random.coordinate())) * random.place());
    if (i % 2 == 0) crowded.push_back(crowded.back());
  }
  for (const std::vector<glm::vec3>* places : {&even, &crowded, &equal}) {
    for (const std::size_t count : {1u, 20u, 10000u}) expect_same_as_looking_at_all(*places, count);
  }
  expect_same_as_looking_at_all({glm::vec3(1.0f)}, 20);
  expect_same_as_looking_at_all({}, 20);
}

TEST(PointTree, LeavesOutWhatIsNotFiniteAndScalesTheRest) {
  const std::vector<glm::vec3> places{{1e38f, 0, 0}, {infinity, 0, 0}, {-1e38f, 5e37f, 0}, {0, std::nanf(""), 0}};
  const std::atomic<bool> stop = false;
  const PointTree tree(places, 1, stop);
  ASSERT_EQ(tree.points().size(), 2u);
  EXPECT_EQ(tree.points()[0].index, 0u);
  EXPECT_EQ(tree.points()[0].at.x, 1.0f);
  EXPECT_EQ(tree.points()[1].index, 2u);
  EXPECT_EQ(tree.points()[1].at, glm::vec3(0.0f, 0.25f, 0.0f));
}

TEST(CloudNormals, OfASphereAreItsRadii) {
  const glm::vec3 middle(100, -20, 3);
  Model model = cloud(sphere(20000, middle, 5.0f));
  estimate_normals(model);
  ASSERT_EQ(model.normals.size(), 20000u);
  for (const glm::vec3& n : model.normals) EXPECT_NEAR(glm::length(n), 1.0f, 1e-4f);
  EXPECT_GT(share_right(model, middle, 3.0f), 0.99f);
}

TEST(CloudNormals, OfManyPointsAreSharedByNeighbors) {
  Model model = cloud(sphere(100000, glm::vec3(0), 1.0f));
  estimate_normals(model, {}, 10000);
  ASSERT_EQ(model.normals.size(), 100000u);
  EXPECT_GT(share_right(model, glm::vec3(0), 5.0f), 0.95f);
  std::vector<glm::vec3> distinct = model.normals;
  const auto less = [](const glm::vec3& a, const glm::vec3& b) {
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
  };
  std::ranges::sort(distinct, less);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  EXPECT_LE(distinct.size(), 10000u);
}

TEST(CloudNormals, AreTheSameEveryTime) {
  Model one = cloud(sphere(5000, glm::vec3(1), 2.0f)), two = one;
  estimate_normals(one);
  estimate_normals(two);
  EXPECT_EQ(one.normals, two.normals);
}

TEST(CloudNormals, SizeAndPlacesThatAreNotFiniteDoNotMatter) {
  for (const float size : {1e-30f, 1.0f, 1e37f}) {
    std::vector<glm::vec3> places{{infinity, 0, 0}, {0, std::nanf(""), 0}};
    for (int i = 0; i < 900; ++i) places.emplace_back(size * float(i % 30), size * float(i / 30), 0.0f);
    Model model = cloud(places);
    estimate_normals(model);
    ASSERT_EQ(model.normals.size(), places.size()) << size;
    EXPECT_EQ(model.normals[0], glm::vec3(0.0f));
    EXPECT_EQ(model.normals[1], glm::vec3(0.0f));
    for (std::size_t i = 2; i < places.size(); ++i) EXPECT_NEAR(std::abs(model.normals[i].z), 1.0f, 1e-4f) << size;
  }
}

TEST(CloudNormals, WhatIsNoSurfaceHasNone) {
  Random random;
  Model volume, line, twins, few;
  for (int i = 0; i < 20000; ++i) volume.positions.push_back(random.place());
  for (int i = 0; i < 1000; ++i) line.positions.emplace_back(i, 2 * i, -i);
  for (int i = 0; i < 1000; ++i) twins.positions.emplace_back(i / 100, i / 300, 0);
  few.positions = {{0, 0, 0}, {1, 0, 0}};
  Model lost = cloud({{infinity, 0, 0}, {0, infinity, 0}});
  for (Model* model : {&volume, &line, &twins, &few, &lost}) {
    estimate_normals(*model);
    EXPECT_TRUE(model->normals.empty()) << model->positions.size();
  }
}

TEST(CloudNormals, ProgressCanStopThem) {
  Model model = cloud(sphere(400000, glm::vec3(0), 1.0f));
  EXPECT_THROW(estimate_normals(model, [](float) { throw LoadCancelled(); }), LoadCancelled);
  EXPECT_TRUE(model.normals.empty());
}

TEST(CloudNormals, AreForCloudsWithoutLightOfTheirOwn) {
  std::string plain, colored, alike;
  for (int i = 0; i < 100; ++i) {
    const std::string place = fmt::format("{} {} 0", i % 10, i / 10);
    plain += place + "\n";
    colored += fmt::format("{} {} 0 0\n", place, i);
    alike += place + " 9 9 9\n";
  }
  const std::string begin =
      "ply\nformat ascii 1.0\nelement vertex 100\nproperty float x\nproperty float y\nproperty float z\n";
  const std::string colors = "property uchar red\nproperty uchar green\nproperty uchar blue\n";
  EXPECT_EQ(load(begin + "end_header\n" + plain).normals.size(), 100u);
  EXPECT_TRUE(load(begin + colors + "end_header\n" + colored).normals.empty());
  EXPECT_EQ(load(begin + colors + "end_header\n" + alike).normals.size(), 100u);
}

}  // namespace
}  // namespace farfirst::app::test
