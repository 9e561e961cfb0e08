// Tests of the maps of cuda.bbsort from keys to buckets, which must never descend.
#include "cuda/bbsort/buckets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace farfirst::cuda::bbsort {
namespace {

constexpr std::uint32_t seed = 2009;

template <class Map>
void expect_never_descends(const std::vector<typename Map::Key>& ascending, std::uint32_t buckets) {
  const Map map(ascending.front(), ascending.back(), buckets);
  std::uint32_t before = 0;
  for (const auto key : ascending) {
    const std::uint32_t bucket = map(key);
    ASSERT_LT(bucket, buckets) << key;
    ASSERT_GE(bucket, before) << key;
    before = bucket;
  }
}

TEST(BbSort, IntegersNeverDescend) {
  std::mt19937 twister(seed);
  for (const std::uint32_t buckets : {1u, 2u, 83u, 100000u, 1u << 24}) {
    for (unsigned shift = 0; shift < 32; ++shift) {
      SCOPED_TRACE(testing::Message() << buckets << " buckets, shift " << shift << ", seed " << seed);
      std::vector<std::uint32_t> keys(2000);
      const auto base = static_cast<std::uint32_t>(twister());
      for (std::uint32_t& key : keys)
        key = std::min(base, ~0u - (~0u >> shift)) + (static_cast<std::uint32_t>(twister()) >> shift);
      keys.insert(keys.end(), shift % 2 == 0 ? 2 : 0, base);
      std::ranges::sort(keys);
      expect_never_descends<IntegerMap>(keys, buckets);
    }
  }
  expect_never_descends<IntegerMap>({0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF}, 1u << 24);
  expect_never_descends<IntegerMap>({0xFFFFFFFF, 0xFFFFFFFF}, 7);
}

TEST(BbSort, EvenIntegersFillBucketsEvenly) {
  constexpr std::uint32_t buckets = 100, n = 100000;
  const std::uint32_t step = 0xFFFFFFFFu / (n - 1);
  const IntegerMap map(0, step * (n - 1), buckets);
  std::vector<std::uint32_t> counts(buckets);
  for (std::uint32_t i = 0; i < n; ++i) ++counts.at(map(i * step));
  EXPECT_LE(*std::ranges::max_element(counts), n / buckets + 1);
  EXPECT_GE(*std::ranges::min_element(counts), n / buckets - 1);
}

TEST(BbSort, FloatsNeverDescend) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float largest = std::numeric_limits<float>::max(), tiny = std::numeric_limits<float>::denorm_min();
  std::mt19937 twister(seed);
  std::vector<float> spread(3000);
  for (float& key : spread) key = std::uniform_real_distribution<float>(-3.0f, 1000.0f)(twister);
  std::ranges::sort(spread);
  const std::vector<float> lists[] = {
      spread,
      {1.5f, 1.5f},
      {-0.0f, 0.0f},
      {0.0f, tiny, 2 * tiny, 3 * tiny},
      {1.0f, 1.0000001f, 1.0000002f},
      {-largest, -1.0f, 0.0f, 1.0f, largest},
      {-infinity, -largest, 0.0f, largest},
      {-1.0f, 0.0f, largest, infinity},
      {-infinity, 0.0f, infinity},
      {infinity, infinity},
      {-infinity, -infinity},
  };
  for (const std::uint32_t buckets : {1u, 2u, 83u, 1u << 24}) {
    for (const std::vector<float>& list : lists) {
      SCOPED_TRACE(testing::Message() << buckets << " buckets, from " << list.front() << " to " << list.back()
                                      << ", seed " << seed);
      expect_never_descends<FloatMap>(list, buckets);
    }
  }
}

TEST(BbSort, EvenFloatsFillBucketsEvenly) {
  constexpr std::uint32_t buckets = 64, n = 64000;
  const FloatMap map(0.0f, 2.0f, buckets);
  std::vector<std::uint32_t> counts(buckets);
  for (std::uint32_t i = 0; i < n; ++i) ++counts.at(map(2.0f * static_cast<float>(i) / static_cast<float>(n)));
  EXPECT_LE(*std::ranges::max_element(counts), n / buckets + 2);
  EXPECT_GE(*std::ranges::min_element(counts), n / buckets - 2);
}

TEST(BbSort, BucketsHoldTheAverage) {
  EXPECT_EQ(buckets_for(1, 350), 1u);
  EXPECT_EQ(buckets_for(350, 350), 1u);
  EXPECT_EQ(buckets_for(351, 350), 2u);
  EXPECT_EQ(buckets_for(0xFFFFFFFEu, 32), 1u << 24);
}

}  // namespace
}  // namespace farfirst::cuda::bbsort
