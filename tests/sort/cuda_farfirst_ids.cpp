// Tests of jobs with ids in cuda.farfirst: each path writes ids instead of indices, and keeps the same state.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "cuda_farfirst_calls.h"
#include "guarded.h"

namespace farfirst::test::cuda_farfirst_ids {
namespace {

using CudaFarfirstIds = TestOn<Backend::cuda>;

/// Half of the elements, in any sequence or in their own.
Keys ids_of(std::uint32_t n, bool ascend) {
  Keys ids(2 * std::size_t{n});
  std::iota(ids.begin(), ids.end(), 0u);
  std::shuffle(ids.begin(), ids.end(), std::mt19937(seed));
  ids.resize(n);
  if (ascend) std::ranges::sort(ids);
  return ids;
}

std::vector<float> points_of(const std::vector<float>& points, const Keys& ids) {
  std::vector<float> result;
  for (const std::uint32_t id : ids) result.insert(result.end(), points.begin() + 3 * id, points.begin() + 3 * id + 3);
  return result;
}

struct Case {
  const char* name;
  std::uint32_t n;
  Switches switches;
  std::vector<float> points;   // of 2 n elements
  bool jumps = false;          // of the eye, so that pivots do not fit
  bool indexes_by_id = false;  // ids, or the keys of their elements, decide where something is written
  bool traced = false;         // the job
};

std::vector<Case> cases() {
  const std::uint32_t n = large(40009);
  std::vector<float> layers = cube(2 * n), alike(layers.size(), 0.25f), near = layers;
  for (std::size_t i = 0; i < layers.size(); i += 3) layers[i] = layers[i] < 0 ? -0.7372819f : 0.1234567f;
  std::fill_n(near.begin(), 3000, 0.0f);
  std::vector<float> many = cube(2 * n);  // of the points at one place
  for (std::size_t i = 0; i < many.size(); i += 6) std::fill_n(many.begin() + static_cast<std::ptrdiff_t>(i), 3, 0.25f);
  return {
      {"few elements", 1009, {}, cube(2 * 1009), false, true},
      {"buckets", n, smallest, cube(2 * n)},
      {"by n", n, {}, cube(2 * n)},
      {"eyes that jump", n, smallest, cube(2 * n), true},
      {"few values", n, {.bucket = 12, .scatter = 1}, layers},
      {"one value", n, smallest, alike, false, true},
      {"passes", n, radix_path_alone, cube(2 * n)},
      {"passes, many at one place", n, radix_path_alone, near},
      {"passes, one value", n, radix_path_alone, alike},
      {"many at one place", n, {.bucket = 13}, many},
      {.name = "passes that are traced", .n = n, .switches = radix_path_alone, .points = cube(2 * n), .traced = true},
  };
}

DistanceJob seen_in_call(int call, bool jumps, std::uint32_t n, const Source& source) {
  const float along = jumps ? static_cast<float>(call % 3) * 5 : 0.0f;
  return {.n = n,
          .sources = {&source, 1},
          .metric = jumps ? Metric::radial : Metric::view_depth,
          .eye = {3 + static_cast<float>(call) * 0.01f, along, -along},
          .axis = {-1, 0, 0}};
}

TEST_F(CudaFarfirstIds, EveryPath) {
  for (const Case& own : cases()) {
    const Keys both[] = {ids_of(own.n, true), ids_of(own.n, false)};
    const Guarded positions(*device_, own.points);
    const auto sorter = make_farfirst_by_distance(*device_, own.n, own.switches);
    const auto without = make_farfirst_by_distance(*device_, own.n, own.switches);
    const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
    for (int call = 0; call < 7; ++call) {
      const Keys& ids = both[call / 2 % 2];
      const std::vector<float> taken = points_of(own.points, ids);
      const Guarded taken_positions(*device_, taken), ids_in(*device_, ids);
      SCOPED_TRACE(testing::Message() << own.name << ", call " << call << ", seed " << seed);
      const Guarded order(*device_, own.n * 4, 0xFF), indices(*device_, own.n * 4, 0xFF);
      const Source source{.n = 2 * own.n, .positions = positions.buffer()};
      const Source taken_source{.n = own.n, .positions = taken_positions.buffer()};
      DistanceJob job = seen_in_call(call, own.jumps, own.n, source);
      DistanceJob of_taken = seen_in_call(call, own.jumps, own.n, taken_source);
      job.ids = ids_in.buffer();
      job.order = order.buffer();
      job.trace = own.traced;
      of_taken.order = indices.buffer();
      if (call % 3 == 2) job.direction = of_taken.direction = Direction::front_to_back;
      workspace.attach(job);
      sorter->sort(job);
      device_->finish();
      workspace.attach(of_taken);
      without->sort(of_taken);
      device_->finish();
      Keys expected = expected_order(keys_from(taken, of_taken));
      if (job.direction == Direction::front_to_back) std::ranges::reverse(expected);
      ASSERT_EQ(indices.read<std::uint32_t>(), expected);
      ASSERT_EQ(order.read<std::uint32_t>(), gathered(ids, expected));
      EXPECT_EQ(sorter->history().counts().steady, without->history().counts().steady);
      EXPECT_EQ(sorter->history().counts().first, without->history().counts().first);
      order.expect_intact("order");
      workspace.expect_intact();
    }
  }
}

/// The contents of device memory are not checked, so the order is undefined; but nothing else is written, and the next
/// call is right.
TEST_F(CudaFarfirstIds, OfNoElement) {
  for (const Case& own : cases()) {
    if (!own.indexes_by_id) continue;
    const Keys right = ids_of(own.n, true);
    const Guarded positions(*device_, own.points), ids_in(*device_, right);
    const auto sorter = make_farfirst_by_distance(*device_, own.n, own.switches);
    const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
    const Source source{.n = 2 * own.n, .positions = positions.buffer()};
    for (int call = 0; call < 4; ++call) {
      SCOPED_TRACE(testing::Message() << own.name << ", call " << call << ", seed " << seed);
      Keys ids = right;
      for (std::uint32_t i = own.n / 2; call % 2 == 1 && i < own.n; ++i) ids[i] = 0xFFFFFFFEu - (own.n - i) * 1000;
      device_->upload(ids_in.buffer(), ids.data(), ids.size() * sizeof(std::uint32_t));
      const Guarded order(*device_, own.n * 4, 0xFF);
      DistanceJob job = seen_in_call(0, false, own.n, source);
      job.ids = ids_in.buffer();
      job.order = order.buffer();
      workspace.attach(job);
      sorter->sort(job);
      device_->finish();
      order.expect_intact("order");
      workspace.expect_intact();
      if (call % 2 == 1) continue;
      const Keys keys = keys_from(points_of(own.points, right), job);
      ASSERT_EQ(order.read<std::uint32_t>(), gathered(right, expected_order(keys)));
    }
  }
}

}  // namespace
}  // namespace farfirst::test::cuda_farfirst_ids
