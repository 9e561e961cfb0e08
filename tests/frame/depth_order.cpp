// Which order is made for which request.

#include "order/depth_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "scenes.h"

namespace farfirst::app {
namespace {

std::shared_ptr<Model> random_cloud(std::uint32_t n) {
  auto model = std::make_shared<Model>();
  std::mt19937 random(n);
  std::uniform_real_distribution<float> coordinate(-1, 1);
  for (std::uint32_t i = 0; i < n; ++i) {
    model->positions.emplace_back(coordinate(random), coordinate(random), coordinate(random));
  }
  compute_bounds(*model);
  return model;
}

OrderRequest request_for(const std::shared_ptr<Model>& model) {
  OrderRequest request;
  request.elements.owner = model;
  request.elements.positions = model->positions;
  request.elements.triangles = model->triangles;
  request.elements.are_triangles = model->is_mesh();
  request.elements.bounds = model->bounds;
  request.spec.n = request.elements.count();
  request.spec.are_triangles = model->is_mesh();
  request.by = {find("cpu.lsd_radix"), {}};
  request.spec.view = {{0.5f, 0.25f, 3.0f}, {0, 0, 0}};
  return request;
}

std::vector<std::uint32_t> copy_of(const DepthOrder& depth_order) {
  return {depth_order.order().begin(), depth_order.order().end()};
}

TEST(DepthOrder, FarFirstMeansFarFirst) {
  const auto model = random_cloud(5000);
  const OrderRequest request = request_for(model);
  DepthOrder depth_order;
  const OrderResult result = depth_order.make(request);
  const std::vector<std::uint32_t> order = copy_of(depth_order);
  ASSERT_EQ(order.size(), 5000u);
  const auto distance = [&](std::uint32_t i) {
    return glm::distance(glm::dvec3(model->positions[i]), glm::dvec3(0.5, 0.25, 3.0));
  };
  EXPECT_TRUE(std::ranges::is_sorted(
      order, [&](std::uint32_t a, std::uint32_t b) { return distance(a) > distance(b) + 1e-6; }));
  EXPECT_EQ(result.algorithm, "cpu.lsd_radix");
  EXPECT_GE(result.sort, 0.0);
  EXPECT_GE(result.distance, 0.0);
  EXPECT_GE(depth_order.bytes(), 5000 * sizeof(std::uint32_t));
}

TEST(DepthOrder, NearFirstIsTheReverse) {
  const auto model = random_cloud(1000);
  OrderRequest request = request_for(model);
  DepthOrder depth_order;
  depth_order.make(request);
  std::vector<std::uint32_t> far_first = copy_of(depth_order);
  request.spec.draw_order = DrawOrder::front_to_back;
  depth_order.make(request);
  std::ranges::reverse(far_first);
  EXPECT_EQ(copy_of(depth_order), far_first);
}

TEST(DepthOrder, FileOrderAndShuffledAreNotSorted) {
  const auto model = random_cloud(1000);
  OrderRequest request = request_for(model);
  DepthOrder depth_order;
  request.spec.draw_order = DrawOrder::file_order;
  const OrderResult result = depth_order.make(request);
  EXPECT_EQ(result.algorithm, "");
  EXPECT_EQ(result.sort, -1);
  std::vector<std::uint32_t> identity(1000);
  std::iota(identity.begin(), identity.end(), 0u);
  EXPECT_EQ(copy_of(depth_order), identity);

  request.spec.draw_order = DrawOrder::shuffled;
  request.spec.seed = 7;
  depth_order.make(request);
  const std::vector<std::uint32_t> shuffled = copy_of(depth_order);
  EXPECT_NE(shuffled, identity);
  EXPECT_TRUE(std::ranges::is_permutation(shuffled, identity));
  depth_order.make(request);
  EXPECT_EQ(copy_of(depth_order), shuffled);
  request.spec.seed = 8;
  depth_order.make(request);
  EXPECT_NE(copy_of(depth_order), shuffled);
}

TEST(DepthOrder, EveryEntryThatRunsHereMakesTheSameOrder) {
  const auto model = random_cloud(3000);
  OrderRequest request = request_for(model);
  DepthOrder depth_order;
  depth_order.make(request);
  const std::vector<std::uint32_t> expected = copy_of(depth_order);
  int tried = 0;
  for (const Algorithm* entry : algorithms()) {
    if (entry->backend != Backend::cpu || !why_unavailable(*entry).empty()) continue;
    SCOPED_TRACE(entry->id);
    request.by = {entry, {}};
    EXPECT_EQ(depth_order.make(request).algorithm, entry->id);
    EXPECT_EQ(copy_of(depth_order), expected);
    ++tried;
  }
  EXPECT_GE(tried, 3);
}

TEST(DepthOrder, WhatTheEntryCannotDoThrows) {
  const auto model = random_cloud(10);
  OrderRequest request = request_for(model);
  DepthOrder depth_order;
  request.by.parameters = {{"no_such_parameter", 1}};
  EXPECT_THROW(depth_order.make(request), Error);
  request.by = {find("cpu.std_sort"), {}};
  request.excuse = "another one could not";
  EXPECT_EQ(depth_order.make(request).message, "another one could not");
}

TEST(DepthOrder, SizesAndAlgorithmsMayChangeFromCallToCall) {
  DepthOrder depth_order;
  for (const std::uint32_t n : {0u, 1u, 2u, 1000u, 3u, 0u, 70'000u}) {
    SCOPED_TRACE(n);
    const auto model = random_cloud(n);
    OrderRequest request = request_for(model);
    if (n % 2 != 0) request.by.algorithm = find("cpu.std_stable");
    depth_order.make(request);
    std::vector<std::uint32_t> order = copy_of(depth_order);
    std::ranges::sort(order);
    ASSERT_EQ(order.size(), n);
    for (std::uint32_t i = 0; i < n; ++i) EXPECT_EQ(order[i], i);
  }
}

TEST(OrderSpec, ComparesWhatTheOrderDependsOn) {
  OrderSpec a;
  a.algorithm = "auto";
  OrderSpec b = a;
  EXPECT_TRUE(a == b);
  b.view.eye[0] = 1.0f;
  EXPECT_FALSE(a == b);
  a.draw_order = b.draw_order = DrawOrder::file_order;
  EXPECT_TRUE(a == b) << "the order of the file does not depend on the eye";
  b.scene = 1;
  EXPECT_FALSE(a == b);
}

}  // namespace
}  // namespace farfirst::app
