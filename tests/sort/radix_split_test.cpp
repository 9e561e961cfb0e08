// Tests of the arithmetic of cuda.radix_split, and of the items that it and other CUDA sorts move.
#include <farfirst/keys.h>

#include "cuda/radix_split/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "cuda/prim/items.h"

namespace farfirst::cuda::radix_split {
namespace {

constexpr std::uint32_t seed = 4711;

TEST(RadixSplit, SplitIsAStablePartition) {
  std::mt19937 twister(seed);
  for (const std::uint32_t n : {1u, 2u, 33u, 1000u}) {
    SCOPED_TRACE(testing::Message() << "n " << n << ", seed " << seed);
    std::vector<std::uint32_t> items(n), result(n, ~0u);
    for (std::uint32_t i = 0; i < n; ++i) items[i] = i * 2 + twister() % 2;  // the lowest bit decides
    const auto is_zero = [](std::uint32_t item) { return item % 2 == 0; };
    const auto zeros = static_cast<std::uint32_t>(std::ranges::count_if(items, is_zero));
    std::uint32_t zeros_before = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      result.at(split_place(!is_zero(items[i]), i, zeros_before, zeros)) = items[i];
      if (is_zero(items[i])) ++zeros_before;
    }
    std::stable_partition(items.begin(), items.end(), is_zero);
    EXPECT_EQ(result, items);
  }
}

TEST(RadixSplit, DigitsTakeEveryBitOnceAndInOrder) {
  for (const unsigned key_bits : {32u, 64u}) {
    for (unsigned bits = 1; bits <= 8; ++bits) {
      unsigned next = 0;
      for (unsigned k = 0; k < passes({0, key_bits}, bits); ++k) {
        const Digit digit = digit_of_pass(k, {0, key_bits}, bits);
        EXPECT_EQ(digit.shift, next);
        const auto width = static_cast<unsigned>(std::popcount(digit.mask));
        EXPECT_EQ(digit.mask, (1u << width) - 1);
        EXPECT_TRUE(width >= 1 && width <= bits);
        next += width;
      }
      EXPECT_EQ(next, key_bits);
    }
  }
}

/// One pass over tiles of `tile` items by the tables that the kernels share.
void run_pass(std::vector<std::uint64_t>& items, std::uint32_t tile, Digit digit) {
  const auto n = static_cast<std::uint32_t>(items.size());
  const std::uint32_t tiles = (n + tile - 1) / tile;
  std::vector<std::uint32_t> counts((digit.mask + std::size_t{1}) * tiles);
  for (std::uint32_t i = 0; i < n; ++i) ++counts.at(counter(digit_of(key_of(items[i]), digit), i / tile, tiles));
  std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), 0u);
  std::vector<std::uint64_t> target(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    target.at(counts[counter(digit_of(key_of(items[i]), digit), i / tile, tiles)]++) = items[i];
  }
  items = target;
}

TEST(RadixSplit, PassesSortStably) {
  std::mt19937_64 twister(seed);
  for (const unsigned bits : {1u, 3u, 4u, 8u}) {
    SCOPED_TRACE(testing::Message() << bits << " bits, seed " << seed);
    std::vector<std::uint64_t> items(3001);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto key = static_cast<std::uint32_t>(twister() >> (32 + twister() % 32));
      items[i] = pack(key, static_cast<std::uint32_t>(i));
    }
    std::vector<std::uint64_t> expected = items;  // (key, index): the result of a stable sort by key
    std::ranges::sort(expected);
    for (unsigned k = 0; k < passes({0, 32}, bits); ++k) run_pass(items, 256, digit_of_pass(k, {0, 32}, bits));
    EXPECT_EQ(items, expected);
  }
}

TEST(Items, FloatsCompareAsTheirOrderedBits) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float ascending[] = {-infinity, -1e30f, -1.0f, -1e-40f,    -0.0f,   0.0f,
                             1e-45f,    1e-40f, 1.0f,  1.0000001f, infinity};
  std::uint32_t before = 0;
  for (const float number : ascending) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    EXPECT_EQ(items::unordered(items::ordered(bits)), bits) << number;
    EXPECT_EQ(items::ordered(bits), keys::ordered_bits(number)) << number;
    EXPECT_GT(items::ordered(bits), before) << number;
    before = items::ordered(bits);
  }
}

}  // namespace
}  // namespace farfirst::cuda::radix_split
