// Tests of cuda.farfirst beyond the conformance test: every method and range on every kind of keys, wrong bounds, and
// the state from call to call. They run on a GPU or in the emulation.
#include <farfirst/keys.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "checked_sorter.h"
#include "cuda/farfirst/radix_path.h"
#include "cuda/farfirst/task.h"
#include "cuda_farfirst_switches.h"
#include "guarded.h"
#include "sizes.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::cuda_farfirst {
namespace {

using inputs::Distribution;

constexpr std::uint32_t seed = 1944;

class CudaFarfirst : public TestOn<Backend::cuda> {
 protected:
  std::unique_ptr<Sorter> make(std::uint32_t n, const Switches& switches = {}) {
    return make_farfirst(*device_, n, switches);
  }
  std::unique_ptr<DistanceSorter> make_by_distance(std::uint32_t n, const Switches& switches = {}) {
    return make_farfirst_by_distance(*device_, n, switches);
  }

  /// The radix path alone.
  cuda::farfirst::RadixPath radix_path(std::uint32_t n) {
    return {static_cast<cuda::CudaDevice&>(*device_), n, /*tile=*/0};
  }

  /// Sorts keys in guarded memory.
  void expect_argsort(Sorter& sorter, const std::vector<std::uint32_t>& keys, bool traced = false) {
    const auto n = static_cast<std::uint32_t>(keys.size());
    const Guarded in(*device_, keys), order(*device_, n * 4, 0xFF), out(*device_, n * 4, 0xFF);
    const GuardedWorkspace workspace(*device_, sorter.requirements(), 0xFF);
    ArgsortJob job{.n = n, .keys = in.buffer(), .order = order.buffer(), .sorted_keys = out.buffer(), .trace = traced};
    workspace.attach(job);
    sorter.history().reset();
    sorter.sort(job);
    device_->finish();
    const std::vector<std::uint32_t> expected = expected_order(keys);
    ASSERT_EQ(order.read<std::uint32_t>(), expected);
    ASSERT_EQ(out.read<std::uint32_t>(), gathered(keys, expected));
    order.expect_intact("order");
    out.expect_intact("sorted keys");
    workspace.expect_intact();
  }
};

/// Keys whose differences take this many bits, somewhere among all keys; some are 0 in addition.
std::vector<std::uint32_t> keys_of_bits(unsigned bits, std::uint32_t n, bool zeros) {
  std::mt19937 twister(seed + bits);
  const std::uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
  const std::uint32_t lowest = 1 + static_cast<std::uint32_t>(twister()) % (~0u - mask + (mask == ~0u ? 1u : 0u));
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t& key : keys) {
    const auto word = static_cast<std::uint32_t>(twister());
    key = zeros && word % 16 == 0 ? 0 : lowest + (static_cast<std::uint32_t>(twister()) & mask);
  }
  return keys;
}

TEST_F(CudaFarfirst, EveryNumberOfBits) {
  constexpr std::uint32_t n = 9001;
  const auto sorter = make(n);
  for (const unsigned bits : {0u, 1u, 8u, 9u, 16u, 17u, 23u, 24u, 25u, 27u, 28u, 31u, 32u}) {
    for (const bool zeros : {false, true}) {
      SCOPED_TRACE(testing::Message() << bits << " bits, zeros " << zeros << ", seed " << seed);
      expect_argsort(*sorter, keys_of_bits(bits, n, zeros));
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(CudaFarfirst, EveryTile) {
  constexpr std::uint32_t n = 20483;
  for (const std::uint32_t tile : {1, 2, 3}) {
    const auto sorter = make(n, {.tile = tile});
    for (const unsigned bits : {20u, 26u}) {
      SCOPED_TRACE(testing::Message() << "tile " << tile << ", " << bits << " bits, seed " << seed);
      expect_argsort(*sorter, keys_of_bits(bits, n, true));
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(CudaFarfirst, ManyGroupsOfTiles) {
  // More tiles than in a group, with a last group that is complete or not; all stages in one launch, or in many if
  // traced.
  for (const std::uint32_t n : {48u * 2048, 48u * 2048 + 1}) {
    const auto sorter = make(n, {.tile = 3});
    for (const bool traced : {false, true}) {
      SCOPED_TRACE(testing::Message() << n << " keys, traced " << traced << ", seed " << seed);
      expect_argsort(*sorter, keys_of_bits(17, n, true), traced);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(CudaFarfirst, DigitsThatManyShare) {
  // The percentages of the keys with one value and with another: so each way to rank digits is used.
  constexpr std::uint32_t n = 5003;
  const auto sorter = make(n, {.hybrid = false, .tile = 3});
  for (const auto& [first, second] :
       {std::pair{0u, 0u}, {25u, 0u}, {25u, 25u}, {60u, 0u}, {60u, 35u}, {98u, 1u}, {100u, 0u}}) {
    SCOPED_TRACE(testing::Message() << first << " and " << second << " percent, seed " << seed);
    std::mt19937 twister(seed);
    std::vector<std::uint32_t> keys(n);
    for (std::uint32_t& key : keys) {
      const auto percent = static_cast<std::uint32_t>(twister()) % 100;
      const auto any = static_cast<std::uint32_t>(twister());
      key = percent < first ? 0x12345678u : percent < first + second ? 0xFEDCBA98u : any;
    }
    expect_argsort(*sorter, keys);
    if (HasFatalFailure()) return;
  }
}

TEST_F(CudaFarfirst, LargestKeysBehindAPartOfATile) {
  // The padding of the last tile has a key of all ones too, and must not take the place of a real key.
  std::vector<std::uint32_t> keys(4099, ~0u);
  keys[17] = 0;
  keys[4000] = 1;
  expect_argsort(*make(4099), keys);
}

TEST_F(CudaFarfirst, TheRangeOfTheLastCallMayBeWrong) {
  constexpr std::uint32_t n = 9001;
  CheckedSorter sorter(*device_, make(n, radix_path_alone));
  std::vector<std::uint32_t> keys = keys_of_bits(20, n, false);
  const auto expect_steady = [&](bool steady) {
    const HistoryCounts before = sorter.base().history().counts();
    sorter.sort(keys);
    EXPECT_EQ(sorter.base().history().counts().steady - before.steady, steady ? 1u : 0u) << "seed " << seed;
  };
  expect_steady(false);
  expect_steady(true);
  for (std::uint32_t& key : keys) key += 1u << 21;
  expect_steady(false);
  expect_steady(true);
  keys[n / 2] = ~0u;
  expect_steady(false);
  keys[n - 1] = 7;
  expect_steady(false);
  expect_steady(true);
}

TEST_F(CudaFarfirst, UnnecessaryPassesEndAtOnce) {
  // The radix path is enqueued after the hybrid path, which may have sorted. Whether it sorts or ends at once, the
  // state is zero again, except for the parts that are kept.
  constexpr std::uint32_t n = 9001;
  const cuda::farfirst::RadixPath passes = radix_path(n);
  const std::vector<std::uint32_t> keys = keys_of_bits(25, n, true), untouched(n, 0xABABABABu);
  const std::vector<std::uint8_t> zeros(cuda::farfirst::RadixPath::state_bytes);
  const auto without_kept = [](std::vector<std::uint8_t> bytes) {
    std::fill(bytes.begin() + offsetof(cuda::farfirst::State, last), bytes.end(), std::uint8_t{0});
    return bytes;
  };
  const Guarded in(*device_, keys), scratch(*device_, passes.scratch_bytes(), 0xAB), state(*device_, zeros);
  std::vector<std::uint32_t> hybrid_words(sizeof(cuda::farfirst::HybridState) / sizeof(std::uint32_t));
  Guarded order(*device_, untouched), hybrid(*device_, hybrid_words);
  auto* const hybrid_state = cuda::data<cuda::farfirst::HybridState>(hybrid.buffer());
  for (const std::uint32_t is_done : {1u, 0u, 1u, 0u, 0u}) {
    SCOPED_TRACE(is_done);
    hybrid_words[offsetof(cuda::farfirst::HybridState, done) / sizeof(std::uint32_t)] = is_done;
    hybrid.write(hybrid_words);
    order.write(untouched);
    passes.sort({.n = n,
                 .source = {.given = cuda::data<const std::uint32_t>(in.buffer())},
                 .order = cuda::data<std::uint32_t>(order.buffer())},
                {.scratch = cuda::data<std::byte>(scratch.buffer()),
                 .state = cuda::data<std::byte>(state.buffer()),
                 .hybrid = hybrid_state});
    device_->finish();
    EXPECT_EQ(order.read<std::uint32_t>(), is_done != 0 ? untouched : expected_order(keys));
    EXPECT_EQ(without_kept(state.read<std::uint8_t>()), zeros);
    scratch.expect_intact("scratch");
    state.expect_intact("state");
    hybrid.expect_intact("state of the hybrid path");
  }
}

// ---- Distance jobs

/// Points in a cube from 0 to 1; one of nine has no distance.
std::vector<float> points_of_cube(std::uint32_t n, bool odd) {
  std::mt19937 twister(seed);
  std::vector<float> points(3 * std::size_t{n});
  for (float& coordinate : points) {
    coordinate = static_cast<float>(twister()) * 0x1p-32f;
    if (odd && twister() % 27 == 0) coordinate = std::numeric_limits<float>::quiet_NaN();
  }
  return points;
}

std::vector<std::uint32_t> keys_from(const std::vector<float>& points, const float* eye) {
  const Viewpoint view = keys::prepared({{eye[0], eye[1], eye[2]}, {0, 0, -1}});
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < points.size(); i += 3) {
    result.push_back(key_of_point<Metric::radial>({points[i], points[i + 1], points[i + 2]}, view));
  }
  return result;
}

TEST_F(CudaFarfirst, BoundsMayBeWrong) {
  // In one workspace, so that a frame with wrong bounds must leave the state as the next one needs it.
  constexpr std::uint32_t n = 5003;
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const Box all_bounds[] = {{{0, 0, 0}, {1, 1, 1}},
                            {{0.4f, 0.4f, 0.4f}, {0.6f, 0.6f, 0.6f}},  // most are outside
                            {{0, 0, 0}, {1, 1, 0.999f}},               // a few are
                            {{5, 5, 5}, {6, 6, 6}},                    // all are
                            {{0, 0, 0}, {1, 1, 1}},
                            {{1, 1, 1}, {0, 0, 0}},
                            {{nan, nan, nan}, {nan, nan, nan}},
                            {{-infinity, 0, 0}, {infinity, 1, 1}},
                            {{-1e30f, -1e30f, -1e30f}, {1e30f, 1e30f, 1e30f}}};
  for (const bool odd : {false, true}) {
    const std::vector<float> points = points_of_cube(n, odd);
    const Guarded positions(*device_, points), order(*device_, n * 4, 0xFF), made(*device_, n * 4, 0xFF);
    const auto sorter = make_by_distance(n);
    const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
    for (const Box& bounds : all_bounds) {
      for (const float eye : {0.5f, 3.0f}) {
        SCOPED_TRACE(testing::Message() << "bounds from " << bounds.low[0] << " to " << bounds.high[0] << " and "
                                        << bounds.high[2] << ", eye " << eye << ", odd " << odd << ", seed " << seed);
        const Source source{.n = n, .positions = positions.buffer()};
        DistanceJob job{
            .n = n, .sources = {&source, 1}, .eye = {eye, 0.5f, 0.25f}, .bounds = bounds, .order = order.buffer()};
        if (eye < 1) job.keys = made.buffer();
        workspace.attach(job);
        sorter->sort(job);
        device_->finish();
        const std::vector<std::uint32_t> expected = keys_from(points, job.eye);
        ASSERT_EQ(order.read<std::uint32_t>(), expected_order(expected));
        if (job.keys) {
          ASSERT_EQ(made.read<std::uint32_t>(), expected);
        }
        workspace.expect_intact();
      }
    }
  }
}

TEST_F(CudaFarfirst, PointsNextToTheEye) {
  // They widen the range beyond three digits.
  constexpr std::uint32_t n = 5003;
  constexpr float eye = 0.5f;
  constexpr Box bounds{{0, 0, 0}, {1, 1, 1}};
  const auto sorter = make_by_distance(n);
  const Workspace workspace(*device_, sorter->requirements());
  for (const std::uint32_t near : {1u, 2u, 1000u, n}) {
    std::mt19937 twister(seed);
    std::vector<float> points = points_of_cube(n, false);
    for (std::uint32_t i = 0; i < near; ++i) {
      const std::uint32_t at = 3 * static_cast<std::uint32_t>(std::uint64_t{i} * n / near);
      for (std::uint32_t axis = 0; axis < 3; ++axis) {
        points[at + axis] = eye + static_cast<float>(twister() % 64) * 0x1p-20f;  // some at the same distance
      }
    }
    const Guarded positions(*device_, points), order(*device_, n * 4, 0xFF);
    const Source source{.n = n, .positions = positions.buffer()};
    DistanceJob job{.n = n, .sources = {&source, 1}, .eye = {eye, eye, eye}, .bounds = bounds, .order = order.buffer()};
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    ASSERT_EQ(order.read<std::uint32_t>(), expected_order(keys_from(points, job.eye)))
        << near << " next to the eye, seed " << seed;
  }
}

TEST_F(CudaFarfirst, FromTheCentreOfASphere) {
  // All distances but a few ulps are the same: one pass, or two, and many ties.
  constexpr std::uint32_t n = 9001;
  std::mt19937 twister(seed);
  std::vector<float> points;
  const auto number = [&] { return static_cast<float>(twister()) * 0x1p-31f - 1.0f; };
  while (points.size() < 3 * std::size_t{n}) {
    const float x = number(), y = number(), z = number(), square = x * x + y * y + z * z;
    if (square > 1 || square < 0.1f) continue;
    const float root = std::sqrt(square);
    points.insert(points.end(), {x / root, y / root, z / root});
  }
  const Guarded positions(*device_, points), order(*device_, n * 4, 0xFF);
  constexpr Box bounds{{-1, -1, -1}, {1, 1, 1}};
  for (const bool use_bounds : {false, true}) {
    const auto sorter = make_by_distance(n, {.bounds = use_bounds});
    const Workspace workspace(*device_, sorter->requirements());
    const Source source{.n = n, .positions = positions.buffer()};
    DistanceJob job{.n = n, .sources = {&source, 1}, .bounds = bounds, .order = order.buffer()};
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    ASSERT_EQ(order.read<std::uint32_t>(), expected_order(keys_from(points, job.eye))) << "bounds " << use_bounds;
  }
}

}  // namespace
}  // namespace farfirst::test::cuda_farfirst
