// Tests of hard buckets in cuda.farfirst's hybrid path: with equal keys and stray keys, too large for the chip, or
// spilled.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "cuda_farfirst_calls.h"

namespace farfirst::test::cuda_farfirst_buckets {
namespace {

using CudaFarfirstBuckets = TestOn<Backend::cuda>;

/// The hybrid path sorts all calls from the second on.
void expect_hybrid_path(Calls calls, const Keys& keys) {
  calls.sort(keys);
  for (int call = 0; call < 5; ++call) {
    calls.sort(keys);
    EXPECT_TRUE(calls.took_hybrid_path()) << "call " << call;
  }
}

/// A few keys far from all others, on either side, do not make the path slow.
TEST_F(CudaFarfirstBuckets, StrayKeys) {
  for (const std::uint32_t bits : {12u, 13u, 14u}) {
    const std::uint32_t n = (2u << bits) + 1003;
    SCOPED_TRACE(testing::Message() << "2^" << bits << ", seed " << seed);
    Keys keys = uniform(n);
    for (std::uint32_t& key : keys) key = 0x40000000u + key % 3000;
    for (std::uint32_t i = 0; i < 20; ++i) {
      keys[n / 20 * i] = 17 * i;
      keys[n / 20 * i + 7] = ~0u - 1000 * i;
    }
    expect_hybrid_path(Calls(*device_, Form::argsort, n, {.bucket = bits, .scatter = 1}), keys);
  }
}

/// Nor do some keys that occur a few hundred times each.
TEST_F(CudaFarfirstBuckets, SomeEqualKeys) {
  const std::uint32_t n = 9001;
  Keys keys = uniform(n);
  for (std::uint32_t i = 0; i < n; i += 6) keys[i] = keys[i % 5 + 1];
  expect_hybrid_path(Calls(*device_, Form::argsort, n, {.bucket = 12, .scatter = 1}), keys);
}

/// Nor do frequent keys, as long as there are pivots at the begin of other keys' buckets.
TEST_F(CudaFarfirstBuckets, ManyZeros) {
  const std::uint32_t n = 9001;
  Keys keys = uniform(n);
  for (std::uint32_t i = 0; i < n; i += 27) keys[i] = 0;
  expect_hybrid_path(Calls(*device_, Form::argsort, n, {.bucket = 12, .scatter = 1}), keys);
}

/// Keys equal to 0 are separated by their index, like other keys.
TEST_F(CudaFarfirstBuckets, ZerosInTheFirstBucket) {
  const std::uint32_t n = 9001;
  Keys keys = uniform(n);
  for (std::uint32_t& key : keys) key = key % 60;
  expect_hybrid_path(Calls(*device_, Form::argsort, n, smallest), keys);
}

// ---- Moving keys

/// Moves some of the keys into bucket 1 of the pivots that the unchanged keys leave, so that it has `count`.
Keys crowded(Keys keys, std::uint32_t bits, std::uint32_t count) {
  Keys sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  const std::uint32_t low = sorted[1u << bits], high = sorted[2u << bits];
  const auto is_in = [&](std::uint32_t key) { return key >= low && key < high; };
  auto there = static_cast<std::uint32_t>(std::count_if(keys.begin(), keys.end(), is_in));
  for (std::uint32_t& key : keys) {
    if (there >= count) break;
    if (is_in(key)) continue;
    key = low + key % (high - low);
    ++there;
  }
  return keys;
}

TEST_F(CudaFarfirstBuckets, BucketsHaveSpaceForMovingKeys) {
  for (const std::uint32_t bits : {9u, 10u, 11u}) {
    SCOPED_TRACE(testing::Message() << "2^" << bits << ", seed " << seed);
    const std::uint32_t n = 9u << bits, most = cuda::farfirst::bucket_capacity(bits + 1);
    Calls calls(*device_, Form::argsort, n, {.bucket = bits, .scatter = 1});
    const auto sort = [&](const Keys& keys, bool goes) {
      calls.sort(keys);
      EXPECT_EQ(calls.took_hybrid_path(), goes);
      EXPECT_EQ(calls.left().bucket_bits, bits);
    };
    const Keys keys = uniform(n), moved = crowded(keys, bits, (28u << bits) / 10), full = crowded(moved, bits, most);
    for (int call = 0; call < 2; ++call) sort(keys, true);  // by sampled pivots, then by exact ones
    sort(moved, true);
    sort(full, true);
    sort(crowded(full, bits, most + 1), false);
    EXPECT_EQ(calls.state().policy.times_stale, 1u);
  }
}

/// A sorter with the largest buckets, which few elements fill, and their size.
class LargestBuckets {
 public:
  LargestBuckets(Device& device, const Keys& first)
      : calls_(device, Form::argsort, static_cast<std::uint32_t>(first.size()) + 2000, {.bucket = 13, .scatter = 1}) {
    calls_.sort(first);
    bits = calls_.left().bucket_bits;
    capacity = cuda::farfirst::bucket_capacity(bits);
  }
  void sort(const Keys& keys, bool goes) {
    calls_.sort(keys);
    EXPECT_EQ(calls_.took_hybrid_path(), goes);
  }
  std::uint32_t bits = 0, capacity = 0;

 private:
  Calls calls_;
};

constexpr std::uint32_t for_largest = 18011;  // elements, two buckets and more

/// Buckets with more elements than fit on chip.
TEST_F(CudaFarfirstBuckets, BucketsInParts) {
  const Keys keys = uniform(for_largest);
  const LargestBuckets limits(*device_, keys);
  for (const std::uint32_t count : {limits.capacity, limits.capacity + 1, limits.capacity * 5 / 4, 2u << limits.bits}) {
    SCOPED_TRACE(testing::Message() << count << " in a bucket, seed " << seed);
    LargestBuckets sorter(*device_, keys);
    sorter.sort(crowded(keys, sorter.bits, count), true);
    sorter.sort(keys, true);
    LargestBuckets equal(*device_, keys);  // most keys are equal, so the index separates them
    Keys alike = crowded(keys, equal.bits, count);
    const std::uint32_t key = keys[0];
    for (std::uint32_t i = 0; i < for_largest; ++i) {
      if (i % 4 != 0 && alike[i] != keys[i]) alike[i] = key;
    }
    equal.sort(alike, true);
    for (std::uint32_t i = 0; i < for_largest; ++i) {
      if (alike[i] == key) alike[i] = keys[i % 9];  // in any bucket
    }
    Calls several(*device_, Form::argsort, for_largest, {.bucket = 13, .scatter = 1});
    for (int call = 0; call < 3; ++call) several.sort(call == 0 ? keys : alike);
    EXPECT_EQ(several.state().done, 1u);
  }
}

/// Buckets with more elements than fit into their region: the others are spilled, if the tile can do so; otherwise the
/// radix path sorts. Old contents of that memory do not matter.
TEST_F(CudaFarfirstBuckets, BucketsThatSpill) {
  constexpr std::uint32_t n = 38011;
  const Keys keys = uniform(n);
  for (const std::uint32_t tile : {1, 2, 3, 4, 5}) {
    Calls calls(*device_, Form::argsort, n, {.bucket = 13, .scatter = tile});
    calls.sort(keys);
    const std::uint32_t room = 4u << calls.left().bucket_bits;
    for (const std::uint32_t count : {room - 100, n - 300, room - 4, room + 1, n - 1000}) {
      SCOPED_TRACE(testing::Message() << count << " in a bucket, tile " << tile << ", seed " << seed);
      calls.sort(crowded(keys, calls.left().bucket_bits, count));
      EXPECT_TRUE(calls.took_hybrid_path() || tile == 1);
      bool went = false;
      for (int call = 0; call < 100 && !went && !HasFatalFailure(); ++call) {
        calls.sort(keys);
        went = calls.took_hybrid_path();
      }
      if (HasFatalFailure()) return;
      EXPECT_TRUE(went);
    }
  }
}

/// Two buckets use the same spill, and each finds its own elements there.
TEST_F(CudaFarfirstBuckets, BucketsThatShareASpill) {
  constexpr std::uint32_t n = 40009, bits = 12, first = 1, second = first + cuda::farfirst::spills;
  const Keys keys = uniform(n);
  Keys sorted = keys, moved = keys;
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t i = 0; i < n; ++i) {
    if (i % 9 == 0) continue;
    const std::uint32_t bucket = i % 2 == 0 ? first : second, low = sorted[bucket << bits];
    moved[i] = low + keys[i] % (sorted[(bucket + 1) << bits] - low);
  }
  for (const std::uint32_t tile : {2, 4}) {
    SCOPED_TRACE(testing::Message() << "tile " << tile << ", seed " << seed);
    Calls calls(*device_, Form::argsort, n, {.bucket = bits, .scatter = tile});
    calls.sort(keys);
    calls.sort(moved);
    EXPECT_TRUE(calls.took_hybrid_path());
  }
}

/// One bucket, or two that share a spill, with more elements than the spill holds.
TEST_F(CudaFarfirstBuckets, SpillsThatAreFull) {
  constexpr std::uint32_t n = 100003, bits = 13;
  const Keys keys = uniform(n);
  Keys sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  for (const std::uint32_t buckets : {1u, 2u}) {
    SCOPED_TRACE(testing::Message() << buckets << " buckets, seed " << seed);
    Keys moved = keys;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (i % 100 == 0) continue;
      const std::uint32_t bucket = 1 + i % buckets * cuda::farfirst::spills, low = sorted[bucket << bits];
      moved[i] = low + keys[i] % (sorted[(bucket + 1) << bits] - low);
    }
    Calls calls(*device_, Form::argsort, n, {.bucket = bits, .scatter = 3});
    calls.sort(keys);
    calls.sort(moved);
    EXPECT_FALSE(calls.took_hybrid_path());
    EXPECT_EQ(calls.state().done, 0u);
    calls.sort(keys);
  }
}

/// Clustered keys, frequent keys and other keys, in proportions that change from call to call.
TEST_F(CudaFarfirstBuckets, MixturesOfAllKinds) {
  std::mt19937 twister(seed);
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(twister() % limit); };
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  int attempts = 0;
  for (int sorter = 0; sorter < 8; ++sorter) {
    Calls calls(*device_, Form::argsort, for_largest, {.bucket = sorter % 4 == 3 ? 12u : 13u, .scatter = 1});
    const Keys values = uniform(40, below(1000)), others = uniform(for_largest, below(1000));
    calls.sort(others);
    for (int call = 0; call < 6; ++call) {
      const std::uint32_t of_values = below(60), of_clusters = below(100 - of_values), number = 1 + below(40);
      const std::uint32_t width = 1u << below(26);
      Keys keys = others;
      for (std::uint32_t& key : keys) {
        const std::uint32_t kind = below(100);
        if (kind < of_values) {
          key = values[below(number)];
        } else if (kind < of_values + of_clusters) {
          key = values[below(3)] + below(width);
        }
      }
      calls.sort(keys);
      if (HasFatalFailure()) return;
      attempts += calls.state().done != 0 ? 1 : 0;
    }
  }
  EXPECT_GT(attempts, 10);
}

/// Large buckets, while n and the kinds of keys change from call to call.
TEST_F(CudaFarfirstBuckets, LargeBucketsOfAllKeysAndNumbers) {
  const Keys keys = uniform(for_largest);
  LargestBuckets sorter(*device_, keys);
  const Keys moved = crowded(keys, sorter.bits, sorter.capacity + 1);
  Keys zeros = moved, equal = moved, more = moved;
  for (std::uint32_t i = 0; i < for_largest; ++i) {
    if (i % 100 == 0) zeros[i] = 0;
    if (i % 9 == 0) equal[i] = 0x80000000u;
  }
  more.insert(more.end(), moved.begin(), moved.begin() + 499);
  const Keys fewer(keys.begin(), keys.begin() + for_largest / 3);
  for (const Keys* next : std::initializer_list<const Keys*>{&moved, &keys, &zeros, &keys, &more, &moved, &equal}) {
    sorter.sort(*next, true);
  }
  sorter.sort(Keys(moved.begin(), moved.end() - 1000), true);
  sorter.sort(fewer, true);
  sorter.sort(fewer, true);
  sorter.sort(moved, true);
  sorter.sort(equal, true);
  sorter.sort(equal, true);
}

/// Three keys so frequent that a part of the bucket does not fit on chip: the radix path sorts in the same
/// call.
TEST_F(CudaFarfirstBuckets, PartsThatDoNotFit) {
  constexpr std::uint32_t bits = 13;
  for (const std::uint32_t n : {45011u, large(9u << 20)}) {
    if (n < 45011) continue;  // at least this many are needed
    SCOPED_TRACE(testing::Message() << n << " elements, seed " << seed);
    const Switches as_many{.bucket = bits, .scatter = 3};
    Calls calls(*device_, Form::argsort, n, n == 45011 ? as_many : Switches{});
    Keys keys = uniform(n), sorted = keys;
    calls.sort(keys);
    calls.sort(keys);
    if (HasFatalFailure()) return;
    EXPECT_TRUE(calls.took_hybrid_path());
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t i = 0; i < 27000; ++i) keys[n / 27000 * i] = sorted[(1u << bits) + 1000 * (i % 3) + 1000];
    calls.sort(keys);
    EXPECT_FALSE(calls.took_hybrid_path());
    EXPECT_EQ(calls.state().done, 0u);
  }
}

}  // namespace
}  // namespace farfirst::test::cuda_farfirst_buckets
