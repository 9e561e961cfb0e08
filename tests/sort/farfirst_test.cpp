// Tests of the arithmetic of cuda.farfirst: the bits that passes sort, the bins that locate pivots, the range of the
// keys of a bounding box, and the policy that chooses between buckets and passes.
#include <farfirst/keys.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <random>
#include <vector>

#include "cuda/farfirst/hybrid/pivots.h"
#include "cuda/farfirst/hybrid/policy.h"
#include "cuda/farfirst/plan.h"
#include "cuda/prim/key_range.h"
#include "triangle_key.h"

namespace farfirst::cuda::farfirst_test {
namespace {

constexpr std::uint32_t seed = 9;

TEST(FarfirstPlan, DigitsTakeEveryBitOnceAndInOrder) {
  for (std::uint32_t known = 1; known <= 32; ++known) {
    SCOPED_TRACE(testing::Message() << known << " bits");
    std::uint32_t bits = 0;
    unsigned passes = 0;
    for (unsigned i = 0; i < farfirst::most_passes; ++i) {
      const Digit digit = farfirst::digit_number(i, known);
      EXPECT_LT(digit.mask, farfirst::most_digits);
      if (digit.mask == 0) continue;
      EXPECT_EQ(bits, (1u << digit.shift) - 1) << "it does not begin where the digit below ends";
      bits |= digit.mask << digit.shift;
      ++passes;
    }
    EXPECT_EQ(bits, known <= farfirst::most_known_bits ? (1u << known) - 1 : ~0u);
    EXPECT_EQ(passes, known <= farfirst::most_known_bits ? (known + 8) / 9 : 4);
  }
}

TEST(FarfirstPlan, DigitsShareTheBitsEvenly) {
  EXPECT_EQ(farfirst::digit_number(0, 25).mask, 511u);
  EXPECT_EQ(farfirst::digit_number(1, 25).mask, 255u);
  EXPECT_EQ(farfirst::digit_number(2, 25).mask, 255u);
  EXPECT_EQ(farfirst::digit_number(0, 19).mask, 127u);
  EXPECT_EQ(farfirst::digit_number(2, 19).mask, 63u);
}

TEST(FarfirstPlan, TheRangeOfKeysLosesNothing) {
  std::mt19937 twister(seed);
  for (int round = 0; round < 2000; ++round) {
    SCOPED_TRACE(testing::Message() << "round " << round << ", seed " << seed);
    const auto any = [&] { return static_cast<std::uint32_t>(twister()) >> twister() % 32; };
    const std::uint32_t a = std::max(any(), 1u), b = any();
    const std::uint32_t smallest = std::min(a, std::max(b, 1u)), largest = std::max(a, b);
    const farfirst::Range range = farfirst::range_of(smallest, largest);
    std::uint32_t last = 0;
    for (const std::uint32_t key : {0u, smallest, smallest + (largest - smallest) / 2, largest}) {
      const std::uint32_t above = farfirst::above_floor(key, range.floor);
      EXPECT_FALSE(farfirst::misfits(key, range));
      EXPECT_EQ(farfirst::with_floor(above, range.floor), key);
      EXPECT_GE(above, last) << "the sequence of keys has changed";
      last = above;
    }
  }
}

TEST(FarfirstPlan, KeysOutsideTheRangeAreNoticed) {
  const farfirst::Range range = farfirst::range_of(100, 227);
  EXPECT_EQ(range.bits, 8u);  // 128 keys and that of elements without a metric value
  EXPECT_TRUE(farfirst::misfits(99, range));
  EXPECT_TRUE(farfirst::misfits(1, range));
  EXPECT_TRUE(farfirst::misfits(99 + 256, range));
  EXPECT_FALSE(farfirst::misfits(99 + 255, range));
  EXPECT_FALSE(farfirst::misfits(100, range));
  EXPECT_FALSE(farfirst::misfits(0, range)) << "elements without a metric belong to every range";
  EXPECT_FALSE(farfirst::misfits(~0u, farfirst::range_of(100, ~0u)));
}

// ---- Bins

TEST(FarfirstBins, NumbersThatAreCloseTogetherFallIntoDifferentBins) {
  // As floats, 128 or 256 neighbours would be equal, except in the first of these ranges.
  for (const std::uint32_t low : {0u, 0x70000000u, 0x80000000u, 0xFFFC0000u}) {
    SCOPED_TRACE(low);
    const std::uint32_t keys = 1u << 17;
    const farfirst::BinMap map = farfirst::map_between(farfirst::Scale::number, low, low + keys - 1);
    std::vector<std::uint32_t> counts(farfirst::bins);
    for (std::uint32_t i = 0; i < keys; ++i) ++counts[farfirst::bin_of(farfirst::Scale::number, low + i, map)];
    EXPECT_LE(*std::max_element(counts.begin(), counts.end()), keys / farfirst::bins + 1);
  }
}

TEST(FarfirstBins, BinsOfNumbersAscend) {
  std::mt19937 twister(seed);
  for (int round = 0; round < 2000; ++round) {
    const auto any = [&] { return static_cast<std::uint32_t>(twister()) >> twister() % 32; };
    const std::uint32_t a = round == 0 ? 0 : any(), b = round == 0 ? ~0u : round == 1 ? a : any();
    SCOPED_TRACE(testing::Message() << "round " << round << ", seed " << seed << ", " << a << ", " << b);
    const std::uint32_t low = std::min(a, b), high = std::max(a, b);
    const farfirst::BinMap map = farfirst::map_between(farfirst::Scale::number, low, high);
    std::vector<std::uint32_t> keys = {0, low, low + (high - low) / 2, high, ~0u};
    for (int i = 0; i < 20; ++i) keys.push_back(any());
    std::sort(keys.begin(), keys.end());
    std::uint32_t last = 0;
    for (const std::uint32_t key : keys) {
      const std::uint32_t bin = farfirst::bin_of(farfirst::Scale::number, key, map);
      ASSERT_GE(bin, last);
      ASSERT_LT(bin, farfirst::bins);
      last = bin;
    }
    if (high - low >= farfirst::bins) {
      EXPECT_LE(farfirst::bin_of(farfirst::Scale::number, low, map), 1u);
      EXPECT_GE(farfirst::bin_of(farfirst::Scale::number, high, map), farfirst::bins - 3);
    }
  }
}

// ---- The range of a box's keys

/// A number of any size near to or far from zero.
float any_float(std::mt19937& twister) {
  const float number = static_cast<float>(twister()) * 0x1p-31f - 1.0f;
  constexpr float scales[] = {0.0f, 1e-35f, 1e-19f, 1.0f, 1.0f, 1.0f, 1000.0f, 1e18f, 3e38f};
  return number * scales[twister() % std::size(scales)];
}

keys::Point point_in(std::mt19937& twister, const Box& box) {
  const auto coordinate = [&](std::size_t axis) {
    const float low = box.low[axis], high = box.high[axis];
    switch (twister() % 4) {
      case 0:
        return low;
      case 1:
        return high;
      default:
        return std::clamp(low + (high - low) * (static_cast<float>(twister()) * 0x1p-32f), low, high);
    }
  };
  const float x = coordinate(0), y = coordinate(1);
  return {x, y, coordinate(2)};
}

std::uint32_t key_of(const DistanceJob& job, const keys::Point* p) {
  const Viewpoint view =
      keys::prepared({{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}});
  const bool radial = job.metric == Metric::radial;
  const Source& source = job.sources[0];
  if (!source.triangles) {
    return radial ? key_of_point<Metric::radial>(p[0], view) : key_of_point<Metric::view_depth>(p[0], view);
  }
  return radial ? test::triangle_key<Metric::radial>(source.sort_point, p[0], p[1], p[2], view)
                : test::triangle_key<Metric::view_depth>(source.sort_point, p[0], p[1], p[2], view);
}

TEST(KeyRange, HoldsEveryKeyOfTheBox) {
  std::mt19937 twister(seed);
  int tight = 0;
  for (int round = 0; round < 6000; ++round) {
    SCOPED_TRACE(testing::Message() << "round " << round << ", seed " << seed);
    Source source;
    DistanceJob job{.sources = {&source, 1}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const float a = any_float(twister), b = twister() % 8 == 0 ? a : any_float(twister);
      job.bounds.low[axis] = std::min(a, b);
      job.bounds.high[axis] = std::max(a, b);
      job.eye[axis] = any_float(twister);
      job.axis[axis] = static_cast<float>(twister()) * 0x1p-31f - 1.0f;
    }
    job.metric = twister() % 2 == 0 ? Metric::radial : Metric::view_depth;
    source.sort_point = static_cast<SortPoint>(twister() % 4);
    if (twister() % 2 == 0) source.triangles = {Backend::cpu, 16, 0, 12};  // only its presence matters here
    const KeyRange range = key_range_of(job);
    ASSERT_NE(range.smallest, 0u);
    if (range.smallest > 1) ++tight;
    for (int i = 0; i < 50; ++i) {
      const keys::Point corners[3] = {point_in(twister, job.bounds), point_in(twister, job.bounds),
                                      point_in(twister, job.bounds)};
      const std::uint32_t key = key_of(job, corners);
      if (key == 0) continue;
      ASSERT_GE(key, range.smallest);
      ASSERT_LE(key, range.largest);
    }
  }
  EXPECT_GT(tight, 1000) << "hardly any box limited the range";
}

TEST(KeyRange, InvalidBoxesGiveNoRange) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const Box& box : {Box{}, {{1, 1, 1}, {0, 0, 0}}, {{nan, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, 1, nan}}}) {
    EXPECT_TRUE(box.is_empty());
    const Source source;
    const DistanceJob job{.sources = {&source, 1}, .bounds = box};
    const KeyRange range = key_range_of(job);
    EXPECT_EQ(range.smallest, 1u);
    EXPECT_EQ(range.largest, ~0u);
  }
}

// ---- The policy

using farfirst::Outcome, farfirst::Policy, farfirst::next;

/// The possible outcomes of a call that follows this policy.
std::vector<Outcome> outcomes_of(const Policy& policy) {
  if (!policy.tries_buckets()) return {Outcome::passes};
  if (policy.may_use_pivots_left()) {
    // The distribution may find that these pivots do not suit, and sample others.
    return {Outcome::sorted, Outcome::stale, Outcome::slow, Outcome::sorted_by_samples, Outcome::failed};
  }
  return {Outcome::sorted_by_samples, Outcome::slow, Outcome::failed};
}

std::vector<Policy> reachable_policies() {
  std::vector<Policy> all{Policy{}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const Outcome outcome : outcomes_of(all[i])) {
      const Policy after = next(all[i], outcome);
      if (std::ranges::find(all, after) == all.end()) all.push_back(after);
    }
  }
  return all;
}

constexpr unsigned longest = farfirst::calls_without(farfirst::most_failures);

TEST(FarfirstPolicy, CountsStayInBounds) {
  for (const Policy& policy : reachable_policies()) {
    EXPECT_LE(policy.failures, farfirst::most_failures);
    EXPECT_LE(policy.times_stale, farfirst::most_failures);
    EXPECT_LE(policy.passes, longest);
    EXPECT_LE(policy.samples, longest);
  }
}

TEST(FarfirstPolicy, BucketsAreTriedAgainAndPivotsUsedAgain) {
  for (Policy policy : reachable_policies()) {
    for (unsigned call = 0; call < longest; ++call) {
      if (!policy.tries_buckets()) policy = next(policy, Outcome::passes);
    }
    ASSERT_TRUE(policy.tries_buckets());
    for (unsigned call = 0; call <= longest; ++call) {
      policy = next(policy, policy.may_use_pivots_left() ? Outcome::sorted : Outcome::sorted_by_samples);
    }
    Policy settled{};
    settled.pivots_left = 1;
    EXPECT_EQ(policy, settled);
  }
}

/// So a method that fails every time costs little.
TEST(FarfirstPolicy, FailingPathsAreTriedLessAndLess) {
  constexpr int calls = 1000;
  Policy alike{}, moving{};
  int failed = 0, stale = 0;
  for (int call = 0; call < calls; ++call) {
    failed += alike.tries_buckets() ? 1 : 0;
    alike = next(alike, alike.tries_buckets() ? Outcome::failed : Outcome::passes);
    stale += moving.may_use_pivots_left() ? 1 : 0;
    moving = next(moving, moving.may_use_pivots_left() ? Outcome::stale : Outcome::sorted_by_samples);
  }
  EXPECT_LT(failed, 6 + calls / static_cast<int>(longest));
  EXPECT_LT(stale, 6 + calls / static_cast<int>(longest));
}

}  // namespace
}  // namespace farfirst::cuda::farfirst_test
