// The hybrid path of cuda.farfirst: that it is gone where it should be, and that the order is right whether it is gone
// or given up half way. What the device decided is read from the sorter's state.
#include <farfirst/keys.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "checked_sorter.h"
#include "core/implementation.h"
#include "cuda/farfirst/hybrid/memory.h"
#include "cuda/farfirst/hybrid/shape.h"
#include "cuda/farfirst/plan.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test {
namespace {

using bench::Distribution;
using cuda::farfirst::HybridState;

constexpr std::uint32_t seed = 2007;
using Keys = std::vector<std::uint32_t>;
using Parameters = std::vector<ParameterValue>;

/// Parameters with which few elements take the way of many.
const Parameters smallest{{"bucket", 9}, {"scatter", 1}};

using CudaFarfirstHybrid = TestOn<Backend::cuda>;

/// A sorter, and what it did last.
class Calls {
 public:
  Calls(Device& device, Form form, std::uint32_t max_n, Parameters parameters)
      : sorter_(device, "cuda.farfirst", {.form = form, .max_n = max_n, .parameters = std::move(parameters)}) {}

  void sort(const Keys& keys) {
    sorter_.sort(keys);
    look();
  }
  void sort(const DistanceJob& job, const Keys& expected, bool wants_keys = false) {
    sorter_.sort(job, expected, wants_keys);
    look();
  }

  /// Was the last call sorted by the hybrid path?
  bool went() const { return went_; }
  const HybridState& state() const { return state_; }
  /// Or did the passes sort the numbers of the keys' values?
  bool numbered() const {
    const auto passes = sorter_.state_at<cuda::farfirst::State>(core::aligned(sizeof(HybridState)));
    return state_.done == 0 && passes.kept.last == cuda::farfirst::are_numbered;
  }
  /// What the next call finds.
  const cuda::farfirst::PivotsOf& left() const { return state_.of[state_.current]; }

 private:
  void look() {
    const std::uint32_t before = state_.current;  // 0 before the first call, as it is on the device
    state_ = sorter_.state_at<HybridState>(0);
    went_ = state_.current != before;
  }

  CheckedSorter sorter_;
  HybridState state_{};
  bool went_ = false;
};

Keys uniform(std::uint32_t n, std::uint32_t of = 0) {
  std::mt19937 twister(seed + of);
  Keys keys(n);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(twister());
  return keys;
}

std::uint32_t large(std::uint32_t n) {
#if defined(FARFIRST_TEST_LARGEST_N)
  return std::min<std::uint32_t>(n, FARFIRST_TEST_LARGEST_N);
#else
  return n;
#endif
}

TEST_F(CudaFarfirstHybrid, TakesOverFromTheSecondCall) {
  for (const std::uint32_t n :
       {5003u, 9001u, large(80000), large(300001), large(1000003), large(5000011), large(9000011)}) {
    SCOPED_TRACE(testing::Message() << n << " elements, seed " << seed);
    Calls calls(*device_, Form::argsort, n, {});
    for (std::uint32_t call = 0; call < 4; ++call) {
      calls.sort(uniform(n, call));
      if (HasFatalFailure()) return;
      EXPECT_EQ(calls.went(), call > 0) << "call " << call;
    }
  }
}

TEST_F(CudaFarfirstHybrid, EveryBucketAndTile) {
  for (const std::int64_t bucket : {9, 10, 11, 12, 13}) {
    for (const std::int64_t tile : {1, 2, 3, 4, 5}) {
      const std::uint32_t n = std::min(large(200003), 4111u + (1u << bucket));
      SCOPED_TRACE(testing::Message() << "2^" << bucket << ", tile " << tile << ", seed " << seed);
      Calls calls(*device_, Form::argsort, n, {{"bucket", bucket}, {"scatter", tile}});
      for (std::uint32_t call = 0; call < 3; ++call) {
        calls.sort(uniform(n, call));
        if (HasFatalFailure()) return;
        EXPECT_EQ(calls.went(), call > 0) << "call " << call;
      }
    }
  }
}

TEST_F(CudaFarfirstHybrid, FewElements) {
  Calls calls(*device_, Form::argsort, 4096, {});
  for (const std::uint32_t n : {1u, 2u, 3u, 31u, 32u, 33u, 500u, 1023u, 4095u, 4096u}) {
    SCOPED_TRACE(testing::Message() << n << " elements, seed " << seed);
    calls.sort(uniform(n));
    calls.sort(Keys(n, 0));
    calls.sort(Keys(n, ~0u));
    Keys two(n, 0x80000000u);
    for (std::uint32_t i = 0; i < n; i += 3) two[i] = 0x80000001u;
    calls.sort(two);
    if (HasFatalFailure()) return;
  }
}

/// Keys that hardly fit on chip, or not at all. All are sorted several times, so that their own pivots are tried.
TEST_F(CudaFarfirstHybrid, KeysOfEveryKind) {
  const std::uint32_t n = large(40009) / 2;
  const Keys random = uniform(n);
  const auto with = [&](auto key) {
    Keys keys(n);
    for (std::uint32_t i = 0; i < n; ++i) keys[i] = key(i);
    return keys;
  };
  const struct {
    const char* what;
    Keys keys;
    bool fits;
  } kinds[] = {
      {"all equal", Keys(n, 7), false},
      {"half equal", with([&](std::uint32_t i) { return i % 2 == 0 ? 0x12345678u : random[i]; }), false},
      {"two neighbours", with([](std::uint32_t i) { return 1000u + i % 2; }), false},
      {"8 values", with([&](std::uint32_t i) { return random[i] % 8; }), false},
      {"300 values", with([&](std::uint32_t i) { return random[i] % 300; }), true},
      {"2000 of one value", with([&](std::uint32_t i) { return i % (n / 2000) == 0 ? 0x80000000u : random[i]; }),
       false},
      {"900 of one value", with([&](std::uint32_t i) { return i % (n / 900) == 0 ? 0x80000000u : random[i]; }), true},
      {"900 zeros", with([&](std::uint32_t i) { return i % (n / 900) == 0 ? 0 : random[i] | 0x80000000u; }), true},
      {"200 of one value", with([&](std::uint32_t i) { return i % (n / 200) == 0 ? 0x80000000u : random[i]; }), true},
      {"zeros", with([&](std::uint32_t i) { return i % (n / 200) == 0 ? 0 : random[i] | 0x80000000u; }), true},
      {"floats of every magnitude", with([&](std::uint32_t i) { return ~(random[i] >> 1); }), true},
      {"most below, a few above",
       with([&](std::uint32_t i) { return i % (n / 100) == 0 ? random[i] : random[i] >> 8; }), true},
      {"in order", with([](std::uint32_t i) { return i; }), true},
      {"against the order", with([](std::uint32_t i) { return ~i; }), true},
      {"sparse and dense", with([&](std::uint32_t i) { return 1u << (random[i] % 32) | (random[i] >> 12); }), true},
  };
  for (const auto& kind : kinds) {
    SCOPED_TRACE(testing::Message() << kind.what << ", seed " << seed);
    Calls calls(*device_, Form::argsort, n, smallest);
    bool went = false;
    for (int call = 0; call < 4; ++call) {
      calls.sort(kind.keys);
      if (HasFatalFailure()) return;
      went = went || calls.went();
    }
    EXPECT_EQ(went, kind.fits);
  }
}

TEST_F(CudaFarfirstHybrid, PivotsThatDoNotFit) {
  const std::uint32_t n = large(40009) / 2;
  Calls calls(*device_, Form::argsort, n, smallest);
  Keys narrow = uniform(n, 1);
  for (std::uint32_t& key : narrow) key = 0x80000000u + key % 100000;
  const auto sort = [&](const Keys& keys, bool goes) {
    calls.sort(keys);
    EXPECT_EQ(calls.went(), goes);
  };
  sort(uniform(n), false);
  sort(uniform(n), true);
  sort(narrow, false);
  EXPECT_EQ(calls.state().failures, 1u);
  sort(narrow, true);
  EXPECT_EQ(calls.state().failures, 0u);
  // Where every call brings other keys, ever fewer tries are made.
  int tries = 0;
  for (int call = 0; call < 24; ++call) {
    Keys keys = uniform(n, static_cast<std::uint32_t>(call));
    for (std::uint32_t& key : keys) key = (static_cast<std::uint32_t>(call) << 24) + key % 100000;
    const bool tried = calls.state().ready != 0;
    tries += tried ? 1 : 0;
    sort(keys, false);
    if (HasFatalFailure()) return;
  }
  EXPECT_GE(tries, 2);
  EXPECT_LE(tries, 6);
}

TEST_F(CudaFarfirstHybrid, OtherNumbersOfElements) {
  const std::uint32_t most = large(40009);
  Calls calls(*device_, Form::argsort, most, smallest);
  const Keys keys = uniform(most);
  const auto sort = [&](std::uint32_t n) {
    calls.sort(Keys(keys.begin(), keys.begin() + n));
    return calls.went();
  };
  EXPECT_FALSE(sort(10000));
  EXPECT_TRUE(sort(10100));
  EXPECT_TRUE(sort(10900));
  EXPECT_TRUE(sort(9000));
  EXPECT_FALSE(sort(most)) << "buckets would hold too many";
  EXPECT_TRUE(sort(most));
  EXPECT_FALSE(sort(5000));
  EXPECT_TRUE(sort(5000));
  calls.sort(Keys(keys.begin(), keys.begin() + 100));  // one block
  EXPECT_TRUE(sort(5000));
}

/// How often of so many calls the hybrid path has sorted, the last of which were let rest.
int tries_of(Calls& calls, const Keys& keys, int count) {
  int tries = 0;
  for (int call = 0; call < count; ++call) {
    calls.sort(keys);
    if (testing::Test::HasFatalFailure()) break;
    tries += calls.state().done != 0 ? 1 : 0;
  }
  return tries;
}

/// Where cells hold so many equal keys each that the passes are faster, they are let sort.
TEST_F(CudaFarfirstHybrid, RestsWhereKeysAreAlike) {
  const std::uint32_t n = 9u << 9;
  Keys keys = uniform(n);
  for (std::uint32_t& key : keys) key = key % 12 << 20;
  for (const std::int64_t bucket : {11, 12}) {  // by a network over all, and cell by cell
    SCOPED_TRACE(testing::Message() << "2^" << bucket << ", seed " << seed);
    Calls calls(*device_, Form::argsort, n, {{"bucket", bucket}, {"scatter", 1}});
    const int tries = tries_of(calls, keys, 40);
    EXPECT_GT(tries, 1);
    EXPECT_LT(tries, 6);
  }
}

// ---- Few values

/// Keys of so many values, the first of which most of them have: none of the buckets would hold these.
Keys of_few_values(std::uint32_t n, std::uint32_t values, std::uint32_t of) {
  std::mt19937 twister(seed + of);
  const Keys value = uniform(values, of);
  Keys keys(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    keys[i] = value[i < values ? i : twister() % 8 < 7 ? 0 : static_cast<std::uint32_t>(twister()) % values];
  }
  std::shuffle(keys.begin(), keys.end(), twister);
  return keys;
}

/// They are sorted by the numbers of their values, also where these change from call to call.
TEST_F(CudaFarfirstHybrid, FewValues) {
  const std::uint32_t n = large(70001);
  for (const std::uint32_t values : {2u, 3u, 16u, 257u, 512u}) {
    for (const std::int64_t launches : {1, 2}) {
      SCOPED_TRACE(testing::Message() << values << " values, launches " << launches << ", seed " << seed);
      Calls calls(*device_, Form::argsort, n, {{"bucket", 11 + launches}, {"scatter", 1}, {"launches", launches}});
      for (std::uint32_t call = 0; call < 4; ++call) {
        Keys keys = of_few_values(n - call, values, call / 2);
        if (call == 3) std::replace(keys.begin(), keys.end(), Keys(keys)[17], 0u);
        calls.sort(keys);
        if (HasFatalFailure()) return;
        EXPECT_FALSE(calls.went());
        EXPECT_EQ(calls.numbered(), call > 0) << "call " << call;
      }
    }
  }
}

TEST_F(CudaFarfirstHybrid, FewValuesNotWanted) {
  const std::uint32_t n = large(70001);
  Calls calls(*device_, Form::argsort, n, {{"bucket", 12}, {"scatter", 1}, {"values", 0}});
  for (int call = 0; call < 3; ++call) {
    calls.sort(of_few_values(n, 16, 0));
    if (HasFatalFailure()) return;
    EXPECT_FALSE(calls.numbered()) << "seed " << seed;
  }
}

/// Where values are too many after all, or one of them is that of all ones, digits are sorted.
TEST_F(CudaFarfirstHybrid, ValuesThatAreTooMany) {
  const std::uint32_t n = large(70001);
  Keys none_at_first = of_few_values(n, 100, 0), in_parts = none_at_first;
  none_at_first[n - 1] = ~0u;
  for (std::uint32_t i = 0; i < n; ++i) {  // each block sees few
    if (i % 5 == 0) in_parts[i] = i / 16 * 999;
  }
  for (const Keys& keys : {of_few_values(n, 513, 0), of_few_values(n, n / 4, 0), none_at_first, in_parts}) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Calls calls(*device_, Form::argsort, n, {{"bucket", 12}, {"scatter", 1}});
    calls.sort(keys);
    EXPECT_EQ(calls.state().alike, cuda::farfirst::few_values);
    int lists = 0;
    for (int call = 0; call < 8; ++call) {
      lists += calls.state().alike == cuda::farfirst::few_values ? 1 : 0;
      calls.sort(keys);
      if (HasFatalFailure()) return;
      EXPECT_FALSE(calls.numbered());
    }
    EXPECT_LT(lists, 4) << "it is not tried each time";
  }
}

/// From the second call on all calls go the hybrid way.
void expect_to_go(Calls calls, const Keys& keys) {
  calls.sort(keys);
  for (int call = 0; call < 5; ++call) {
    calls.sort(keys);
    EXPECT_TRUE(calls.went()) << "call " << call;
  }
}

// ---- The largest buckets, where they are not sorted in one go

/// A few keys far from all others, on either side, do not make the path slow.
TEST_F(CudaFarfirstHybrid, StrayKeys) {
  for (const std::uint32_t bits : {12u, 13u}) {
    const std::uint32_t n = (2u << bits) + 1003;
    SCOPED_TRACE(testing::Message() << "2^" << bits << ", seed " << seed);
    Keys keys = uniform(n);
    for (std::uint32_t& key : keys) key = 0x40000000u + key % 3000;
    for (std::uint32_t i = 0; i < 20; ++i) {
      keys[n / 20 * i] = 17 * i;
      keys[n / 20 * i + 7] = ~0u - 1000 * i;
    }
    expect_to_go(Calls(*device_, Form::argsort, n, {{"bucket", bits}, {"scatter", 1}}), keys);
  }
}

/// Nor do some keys of which there are a few hundred each.
TEST_F(CudaFarfirstHybrid, SomeEqualKeys) {
  const std::uint32_t n = 9001;
  Keys keys = uniform(n);
  for (std::uint32_t i = 0; i < n; i += 6) keys[i] = keys[i % 5 + 1];
  expect_to_go(Calls(*device_, Form::argsort, n, {{"bucket", 12}, {"scatter", 1}}), keys);
}

/// Nor do keys of which there are many, as long as pivots lie where the buckets of others begin.
TEST_F(CudaFarfirstHybrid, ManyZeros) {
  const std::uint32_t n = 9001;
  Keys keys = uniform(n);
  for (std::uint32_t i = 0; i < n; i += 27) keys[i] = 0;
  expect_to_go(Calls(*device_, Form::argsort, n, {{"bucket", 12}, {"scatter", 1}}), keys);
}

/// Keys 0 are parted by their index like others.
TEST_F(CudaFarfirstHybrid, ZerosInTheFirstBucket) {
  const std::uint32_t n = 9001;
  Keys keys = uniform(n);
  for (std::uint32_t& key : keys) key = key % 60;
  expect_to_go(Calls(*device_, Form::argsort, n, smallest), keys);
}

// ---- Keys that move

/// The keys, some of which have come to lie in bucket 1 of those that the keys leave behind, so that it has `count`.
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

TEST_F(CudaFarfirstHybrid, BucketsHaveRoomForKeysThatMove) {
  for (const std::uint32_t bits : {9u, 10u, 11u}) {
    SCOPED_TRACE(testing::Message() << "2^" << bits << ", seed " << seed);
    const std::uint32_t n = 9u << bits, most = cuda::farfirst::bucket_capacity(bits + 1);
    Calls calls(*device_, Form::argsort, n, {{"bucket", bits}, {"scatter", 1}});
    const auto sort = [&](const Keys& keys, bool goes) {
      calls.sort(keys);
      EXPECT_EQ(calls.went(), goes);
      EXPECT_EQ(calls.left().bucket_bits, bits);
    };
    const Keys keys = uniform(n), moved = crowded(keys, bits, (28u << bits) / 10), full = crowded(moved, bits, most);
    sort(keys, false);
    sort(moved, true);
    sort(full, true);
    sort(crowded(full, bits, most + 1), false);
    EXPECT_EQ(calls.state().failures, 1u);
  }
}

/// A sorter with the largest buckets there are, which few elements fill, and what it finds them to be.
class LargestBuckets {
 public:
  LargestBuckets(Device& device, const Keys& first)
      : calls_(device, Form::argsort, static_cast<std::uint32_t>(first.size()) + 2000,
               {{"bucket", 13}, {"scatter", 1}}) {
    calls_.sort(first);
    bits = calls_.left().bucket_bits;
    capacity = cuda::farfirst::bucket_capacity(bits);
  }
  void sort(const Keys& keys, bool goes) {
    calls_.sort(keys);
    EXPECT_EQ(calls_.went(), goes);
  }
  std::uint32_t bits = 0, capacity = 0;

 private:
  Calls calls_;
};

constexpr std::uint32_t for_largest = 18011;  // elements, two buckets and more

/// More than fits on chip.
TEST_F(CudaFarfirstHybrid, BucketsInParts) {
  const Keys keys = uniform(for_largest);
  const LargestBuckets limits(*device_, keys);
  for (const std::uint32_t count : {limits.capacity, limits.capacity + 1, limits.capacity * 5 / 4, 2u << limits.bits}) {
    SCOPED_TRACE(testing::Message() << count << " in a bucket, seed " << seed);
    LargestBuckets sorter(*device_, keys);
    sorter.sort(crowded(keys, sorter.bits, count), true);
    sorter.sort(keys, true);
    LargestBuckets equal(*device_, keys);  // most of them are: the index parts them
    Keys alike = crowded(keys, equal.bits, count);
    const std::uint32_t key = keys[0];
    for (std::uint32_t i = 0; i < for_largest; ++i) {
      if (i % 4 != 0 && alike[i] != keys[i]) alike[i] = key;
    }
    equal.sort(alike, true);
    for (std::uint32_t i = 0; i < for_largest; ++i) {
      if (alike[i] == key) alike[i] = keys[i % 9];  // in any bucket
    }
    Calls several(*device_, Form::argsort, for_largest, {{"bucket", 13}, {"scatter", 1}});
    for (int call = 0; call < 3; ++call) several.sort(call == 0 ? keys : alike);
    EXPECT_EQ(several.state().done, 1u);
  }
}

/// More than fits into the memory of a bucket: the rest is spilled, by tiles that may; others have the passes sort.
/// What calls before have left in that memory is not taken for more.
TEST_F(CudaFarfirstHybrid, BucketsThatSpill) {
  constexpr std::uint32_t n = 38011;
  const Keys keys = uniform(n);
  for (const std::int64_t tile : {1, 2, 3, 4, 5}) {
    Calls calls(*device_, Form::argsort, n, {{"bucket", 13}, {"scatter", tile}});
    calls.sort(keys);
    const std::uint32_t room = 4u << calls.left().bucket_bits;
    for (const std::uint32_t count : {room - 100, n - 300, room - 4, room + 1, n - 1000}) {
      SCOPED_TRACE(testing::Message() << count << " in a bucket, tile " << tile << ", seed " << seed);
      calls.sort(crowded(keys, calls.left().bucket_bits, count));
      EXPECT_TRUE(calls.went() || tile == 1);
      bool went = false;
      for (int call = 0; call < 100 && !went && !HasFatalFailure(); ++call) {
        calls.sort(keys);
        went = calls.went();
      }
      if (HasFatalFailure()) return;
      EXPECT_TRUE(went);
    }
  }
}

/// Two buckets spill to the same place, and each finds what is its own.
TEST_F(CudaFarfirstHybrid, BucketsThatShareASpill) {
  constexpr std::uint32_t n = 40009, bits = 12, first = 1, second = first + cuda::farfirst::spills;
  const Keys keys = uniform(n);
  Keys sorted = keys, moved = keys;
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t i = 0; i < n; ++i) {
    if (i % 9 == 0) continue;
    const std::uint32_t bucket = i % 2 == 0 ? first : second, low = sorted[bucket << bits];
    moved[i] = low + keys[i] % (sorted[(bucket + 1) << bits] - low);
  }
  for (const std::int64_t tile : {2, 4}) {
    SCOPED_TRACE(testing::Message() << "tile " << tile << ", seed " << seed);
    Calls calls(*device_, Form::argsort, n, {{"bucket", bits}, {"scatter", tile}});
    calls.sort(keys);
    calls.sort(moved);
    EXPECT_TRUE(calls.went());
  }
}

/// So much in one bucket, or in two that share a spill, that it cannot be spilled either.
TEST_F(CudaFarfirstHybrid, SpillsThatAreFull) {
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
    Calls calls(*device_, Form::argsort, n, {{"bucket", bits}, {"scatter", 3}});
    calls.sort(keys);
    calls.sort(moved);
    EXPECT_FALSE(calls.went());
    EXPECT_EQ(calls.state().done, 0u);
    calls.sort(keys);
  }
}

/// Keys in clusters, keys that many have, and others, in shares that change from call to call.
TEST_F(CudaFarfirstHybrid, MixturesOfAllKinds) {
  std::mt19937 twister(seed);
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(twister() % limit); };
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  int tries = 0;
  for (int sorter = 0; sorter < 8; ++sorter) {
    Calls calls(*device_, Form::argsort, for_largest, {{"bucket", sorter % 4 == 3 ? 12 : 13}, {"scatter", 1}});
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
      tries += calls.state().done != 0 ? 1 : 0;
    }
  }
  EXPECT_GT(tries, 10);
}

/// Large buckets, while numbers and keys of other kinds come and go.
TEST_F(CudaFarfirstHybrid, LargeBucketsOfAllKeysAndNumbers) {
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
  sorter.sort(fewer, false);
  sorter.sort(fewer, true);
  sorter.sort(moved, false);
  sorter.sort(equal, true);
  sorter.sort(equal, true);
}

/// In ranges of n there are different buckets: fewer elements may need more memory.
TEST_F(CudaFarfirstHybrid, ScratchForAllUpToTheLargestN) {
  std::size_t before = 0;
  for (const std::uint32_t n :
       {4096u, 4097u, 96u << 10, (96u << 10) + 1, 384u << 10, (384u << 10) + 1, 2u << 20, (2u << 20) + 1, 6u << 20,
        (6u << 20) + 1, 8u << 20, (8u << 20) + 1, 12u << 20, (12u << 20) + 1, 16u << 20, (16u << 20) + 1}) {
    const auto sorter = make_sorter(*device_, *find("cuda.farfirst"), {.form = Form::argsort, .max_n = n});
    const std::size_t bytes = sorter->requirements().scratch.at(0);
    EXPECT_GE(bytes, before) << n << " elements";
    before = bytes;
  }
}

/// Three keys of which there are so many that a part of the bucket does not fit on chip: the passes sort, in the same
/// call.
TEST_F(CudaFarfirstHybrid, PartsThatDoNotFit) {
  constexpr std::uint32_t bits = 13;
  for (const std::uint32_t n : {45011u, large(9u << 20)}) {
    if (n < 45011) continue;  // as many are needed
    SCOPED_TRACE(testing::Message() << n << " elements, seed " << seed);
    const Parameters as_many{{"bucket", bits}, {"scatter", 3}};
    Calls calls(*device_, Form::argsort, n, n == 45011 ? as_many : Parameters{});
    Keys keys = uniform(n), sorted = keys;
    calls.sort(keys);
    calls.sort(keys);
    if (HasFatalFailure()) return;
    EXPECT_TRUE(calls.went());
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t i = 0; i < 27000; ++i) keys[n / 27000 * i] = sorted[(1u << bits) + 1000 * (i % 3) + 1000];
    calls.sort(keys);
    EXPECT_FALSE(calls.went());
    EXPECT_EQ(calls.state().done, 0u);
  }
}

// ---- Distance jobs

std::vector<float> cube(std::uint32_t n, bool odd = false) {
  std::mt19937 twister(seed);
  std::vector<float> points(3 * std::size_t{n});
  for (float& coordinate : points) {
    coordinate = static_cast<float>(twister()) * 0x1p-31f - 1.0f;
    if (odd && twister() % 1000 == 0) coordinate = std::numeric_limits<float>::quiet_NaN();
  }
  return points;
}

std::vector<float> sphere(std::uint32_t n) {
  std::vector<float> points;
  for (std::uint32_t i = 0; i < n; ++i) {  // a spiral: what is near in space is near in memory
    const float z = 1 - 2 * (static_cast<float>(i) + 0.5f) / static_cast<float>(n);
    const float root = std::sqrt(1 - z * z), angle = static_cast<float>(i) * 2.3999632f;
    points.insert(points.end(), {root * std::cos(angle), root * std::sin(angle), z});
  }
  return points;
}

Keys keys_from(const std::vector<float>& points, const DistanceJob& job) {
  Keys keys;
  const Viewpoint view =
      keys::prepared({{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}});
  for (std::size_t i = 0; i < points.size(); i += 3) {
    const keys::Point p{points[i], points[i + 1], points[i + 2]};
    keys.push_back(job.metric == Metric::radial ? key_of_point<Metric::radial>(p, view)
                                                : key_of_point<Metric::view_depth>(p, view));
  }
  return keys;
}

TEST_F(CudaFarfirstHybrid, AnOrbitWithJumps) {
  const std::uint32_t n = large(20011) / 4;
  const float bounds[6] = {-1, -1, -1, 1, 1, 1};
  for (const bool round : {false, true}) {
    const std::vector<float> points = round ? sphere(n) : cube(n, true);
    const Guarded positions(*device_, points);
    for (const Metric metric : {Metric::radial, Metric::view_depth}) {
      Calls calls(*device_, Form::distance, n, smallest);
      int went = 0;
      constexpr int frames = 24;
      for (int frame = 0; frame < frames; ++frame) {
        const bool far = frame / 8 == 1;  // two jumps
        const float distance = far ? 40.0f : 3.0f,
                    angle = static_cast<float>(frame) * 2 * std::numbers::pi_v<float> / 300;
        DistanceJob job{.n = n,
                        .positions = positions.buffer(),
                        .vertex_count = n,
                        .metric = metric,
                        .eye = {distance * std::sin(angle), 0.3f, distance * std::cos(angle)},
                        .axis = {-std::sin(angle), 0, -std::cos(angle)},
                        .bounds = bounds};
        SCOPED_TRACE(testing::Message() << "frame " << frame << ", sphere " << round << ", seed " << seed);
        calls.sort(job, keys_from(points, job), frame % 7 == 3);
        if (HasFatalFailure()) return;
        went += calls.went() ? 1 : 0;
      }
      EXPECT_GE(went, frames - 8) << "sphere " << round << ", depth " << (metric == Metric::view_depth);
    }
  }
}

TEST_F(CudaFarfirstHybrid, InsideAndAtTheCentre) {
  const std::uint32_t n = large(20011) / 4;
  const float bounds[6] = {-1, -1, -1, 1, 1, 1};
  for (const bool round : {false, true}) {
    const std::vector<float> points = round ? sphere(n) : cube(n);
    const Guarded positions(*device_, points);
    Calls calls(*device_, Form::distance, n, smallest);
    bool went = false;
    for (int frame = 0; frame < 4; ++frame) {
      DistanceJob job{.n = n, .positions = positions.buffer(), .vertex_count = n, .bounds = bounds};
      calls.sort(job, keys_from(points, job));
      if (HasFatalFailure()) return;
      went = went || calls.went();
    }
    EXPECT_EQ(went, !round) << "from the centre of a sphere all distances are nearly equal";
  }
}

TEST_F(CudaFarfirstHybrid, EveryElementAndMeasure) {
  const std::uint32_t n = large(6007);
  const std::vector<float> points = cube(n);
  std::mt19937 twister(seed);
  std::vector<std::uint32_t> corners(3 * std::size_t{n});
  for (std::uint32_t& corner : corners) corner = static_cast<std::uint32_t>(twister()) % n;
  const Guarded positions(*device_, points), triangles(*device_, corners);
  const Guarded made(*device_, n * 4, 0xFF);
  for (const Metric metric : {Metric::radial, Metric::view_depth}) {
    for (const SortPoint sort_point : {SortPoint::nearest, SortPoint::farthest, SortPoint::mean, SortPoint::centroid}) {
      Calls calls(*device_, Form::distance, n, smallest);
      for (int call = 0; call < 3; ++call) {
        DistanceJob job{.n = n,
                        .positions = positions.buffer(),
                        .vertex_count = n,
                        .triangles = triangles.buffer(),
                        .sort_point = sort_point,
                        .metric = metric,
                        .eye = {3, static_cast<float>(call) * 0.01f, 1},
                        .axis = {-1, 0, 0}};
        job.keys = made.buffer();
        device_->make_keys(job);
        job.keys = {};
        calls.sort(job, made.read<std::uint32_t>(), call == 1);
        if (HasFatalFailure()) return;
        EXPECT_EQ(calls.went(), call > 0) << "sort_point " << static_cast<int>(sort_point);
      }
    }
  }
}

/// Where few bits differ, digits are sorted as soon.
TEST_F(CudaFarfirstHybrid, FewValuesOfFewBits) {
  const std::uint32_t n = large(70001);
  for (const std::uint32_t values : {1u, 2u, 30u}) {
    Keys keys = uniform(n);
    for (std::uint32_t& key : keys) key = 0x4000000u + key % values * (key % 3);
    Calls calls(*device_, Form::argsort, n, {{"bucket", 13}, {"scatter", 1}});
    for (int call = 0; call < 4; ++call) {
      calls.sort(keys);
      if (HasFatalFailure()) return;
      EXPECT_FALSE(calls.numbered()) << values << " values, seed " << seed;
    }
  }
}

/// Layers, seen along their axis by an eye that moves.
TEST_F(CudaFarfirstHybrid, LayersOfPoints) {
  const std::uint32_t n = large(20011);
  std::vector<float> points = cube(n);
  for (std::uint32_t i = 0; i < n; ++i) points[3 * i] = points[3 * i] < 0 ? -0.7372819f : 0.1234567f;
  const Guarded positions(*device_, points);
  Calls calls(*device_, Form::distance, n, {{"bucket", 12}, {"scatter", 1}});
  for (int call = 0; call < 5; ++call) {
    DistanceJob job{.n = n,
                    .positions = positions.buffer(),
                    .vertex_count = n,
                    .metric = Metric::view_depth,
                    .eye = {3 + static_cast<float>(call) * 0.01f, 0, 0},
                    .axis = {-1, 0, 0}};
    calls.sort(job, keys_from(points, job), call % 2 == 1);
    if (HasFatalFailure()) return;
    EXPECT_EQ(calls.numbered(), call > 0) << "call " << call;
  }
}

}  // namespace
}  // namespace farfirst::test
