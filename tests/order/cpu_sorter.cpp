// The orders that the CPU makes for its tasks.

#include "order/cpu_sorter.h"

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

Task task_for(const std::shared_ptr<Model>& model) {
  Task task;
  task.elements.owner = model;
  task.elements.positions = model->positions;
  task.elements.triangles = model->triangles;
  task.elements.are_triangles = model->is_mesh();
  task.elements.bounds = model->bounds;
  task.wanted.n = task.elements.count();
  task.wanted.are_triangles = model->is_mesh();
  task.by = {find("cpu.lsd_radix"), {}};
  task.wanted.view = {{0.5f, 0.25f, 3.0f}, {0, 0, 0}};
  return task;
}

std::vector<std::uint32_t> copy_of(const CpuSorter& sorter) { return {sorter.order().begin(), sorter.order().end()}; }

TEST(CpuSorter, BackToFrontMeansFarFirst) {
  const auto model = random_cloud(5000);
  const Task task = task_for(model);
  CpuSorter sorter;
  const Order result = sorter.make(task);
  const std::vector<std::uint32_t> order = copy_of(sorter);
  ASSERT_EQ(order.size(), 5000u);
  const auto distance = [&](std::uint32_t i) {
    return glm::distance(glm::dvec3(model->positions[i]), glm::dvec3(0.5, 0.25, 3.0));
  };
  EXPECT_TRUE(std::ranges::is_sorted(
      order, [&](std::uint32_t a, std::uint32_t b) { return distance(a) > distance(b) + 1e-6; }));
  EXPECT_EQ(result.algorithm, "cpu.lsd_radix");
  EXPECT_GE(result.timings.sort, 0.0);
  EXPECT_GE(result.timings.distance, 0.0);
  EXPECT_GE(sorter.bytes(), 5000 * sizeof(std::uint32_t));
}

TEST(CpuSorter, FrontToBackIsTheReverse) {
  const auto model = random_cloud(1000);
  Task task = task_for(model);
  CpuSorter sorter;
  sorter.make(task);
  std::vector<std::uint32_t> back_to_front = copy_of(sorter);
  task.wanted.draw_order = DrawOrder::front_to_back;
  sorter.make(task);
  std::ranges::reverse(back_to_front);
  EXPECT_EQ(copy_of(sorter), back_to_front);
}

TEST(CpuSorter, FileOrderAndShuffledAreNotSorted) {
  const auto model = random_cloud(1000);
  Task task = task_for(model);
  CpuSorter sorter;
  task.wanted.draw_order = DrawOrder::file_order;
  const Order result = sorter.make(task);
  EXPECT_EQ(result.algorithm, "");
  EXPECT_EQ(result.timings.sort, -1);
  std::vector<std::uint32_t> identity(1000);
  std::iota(identity.begin(), identity.end(), 0u);
  EXPECT_EQ(copy_of(sorter), identity);

  task.wanted.draw_order = DrawOrder::shuffled;
  task.wanted.seed = 7;
  sorter.make(task);
  const std::vector<std::uint32_t> shuffled = copy_of(sorter);
  EXPECT_NE(shuffled, identity);
  EXPECT_TRUE(std::ranges::is_permutation(shuffled, identity));
  sorter.make(task);
  EXPECT_EQ(copy_of(sorter), shuffled);
  task.wanted.seed = 8;
  sorter.make(task);
  EXPECT_NE(copy_of(sorter), shuffled);
}

TEST(CpuSorter, EveryEntryThatRunsHereMakesTheSameOrder) {
  const auto model = random_cloud(3000);
  Task task = task_for(model);
  CpuSorter sorter;
  sorter.make(task);
  const std::vector<std::uint32_t> expected = copy_of(sorter);
  int tried = 0;
  for (const Algorithm* entry : algorithms()) {
    if (entry->backend != Backend::cpu || !why_unavailable(*entry).empty()) continue;
    SCOPED_TRACE(entry->id);
    task.by = {entry, {}};
    EXPECT_EQ(sorter.make(task).algorithm, entry->id);
    EXPECT_EQ(copy_of(sorter), expected);
    ++tried;
  }
  EXPECT_GE(tried, 3);
}

TEST(CpuSorter, WhatTheEntryCannotDoThrows) {
  const auto model = random_cloud(10);
  Task task = task_for(model);
  CpuSorter sorter;
  task.by.parameters = {{"no_such_parameter", 1}};
  EXPECT_THROW(sorter.make(task), Error);
  task.by = {find("cpu.std_sort"), {}};
  task.reason = "another one could not";
  EXPECT_EQ(sorter.make(task).message, "another one could not");
}

TEST(CpuSorter, SizesAndAlgorithmsMayChangeFromCallToCall) {
  CpuSorter sorter;
  for (const std::uint32_t n : {0u, 1u, 2u, 1000u, 3u, 0u, 70'000u}) {
    SCOPED_TRACE(n);
    const auto model = random_cloud(n);
    Task task = task_for(model);
    if (n % 2 != 0) task.by.algorithm = find("cpu.std_stable");
    sorter.make(task);
    std::vector<std::uint32_t> order = copy_of(sorter);
    std::ranges::sort(order);
    ASSERT_EQ(order.size(), n);
    for (std::uint32_t i = 0; i < n; ++i) EXPECT_EQ(order[i], i);
  }
}

TEST(OrderRequest, ComparesWhatTheOrderDependsOn) {
  OrderRequest a;
  a.algorithm = "auto";
  OrderRequest b = a;
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
