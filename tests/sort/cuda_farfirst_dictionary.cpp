// Dictionary encoding in cuda.farfirst: keys with few distinct values are sorted by their codes.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "cuda_farfirst_calls.h"

namespace farfirst::test::cuda_farfirst_dictionary {
namespace {

using CudaFarfirstDictionary = TestOn<Backend::cuda>;

/// Keys with so many distinct values. Most keys have the first value, so no bucket would hold them.
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

/// Keys are encoded, also if their values change from call to call.
TEST_F(CudaFarfirstDictionary, FewValues) {
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
        EXPECT_FALSE(calls.took_hybrid_path());
        EXPECT_EQ(calls.encoded(), call > 0) << "call " << call;
      }
    }
  }
}

TEST_F(CudaFarfirstDictionary, SwitchedOff) {
  const std::uint32_t n = large(70001);
  for (const char* name : {"dictionary", "values"}) {  // the second is the old name
    Calls calls(*device_, Form::argsort, n, {{"bucket", 12}, {"scatter", 1}, {name, 0}});
    for (int call = 0; call < 3; ++call) {
      calls.sort(of_few_values(n, 16, 0));
      if (HasFatalFailure()) return;
      EXPECT_FALSE(calls.encoded()) << name << ", seed " << seed;
    }
  }
}

/// If there are too many values after all, or one of them is all ones, digits are sorted.
TEST_F(CudaFarfirstDictionary, TooManyValues) {
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
    int attempts = 0;
    for (int call = 0; call < 8; ++call) {
      attempts += calls.state().alike == cuda::farfirst::few_values ? 1 : 0;
      calls.sort(keys);
      if (HasFatalFailure()) return;
      EXPECT_FALSE(calls.encoded());
    }
    EXPECT_LT(attempts, 4) << "it is not tried each time";
  }
}

/// If few bits differ, sorting digits is as fast, so nothing is encoded.
TEST_F(CudaFarfirstDictionary, FewBits) {
  const std::uint32_t n = large(70001);
  for (const std::uint32_t values : {1u, 2u, 30u}) {
    Keys keys = uniform(n);
    for (std::uint32_t& key : keys) key = 0x4000000u + key % values * (key % 3);
    Calls calls(*device_, Form::argsort, n, {{"bucket", 13}, {"scatter", 1}});
    for (int call = 0; call < 4; ++call) {
      calls.sort(keys);
      if (HasFatalFailure()) return;
      EXPECT_FALSE(calls.encoded()) << values << " values, seed " << seed;
    }
  }
}

/// Layers, seen along their axis by an eye that moves.
TEST_F(CudaFarfirstDictionary, LayersOfPoints) {
  const std::uint32_t n = large(20011);
  std::vector<float> points = cube(n);
  for (std::uint32_t i = 0; i < n; ++i) points[3 * i] = points[3 * i] < 0 ? -0.7372819f : 0.1234567f;
  const Guarded positions(*device_, points);
  Calls calls(*device_, Form::distance, n, {{"bucket", 12}, {"scatter", 1}});
  for (int call = 0; call < 5; ++call) {
    const Source source{.n = n, .positions = positions.buffer()};
    DistanceJob job{.n = n,
                    .sources = {&source, 1},
                    .metric = Metric::view_depth,
                    .eye = {3 + static_cast<float>(call) * 0.01f, 0, 0},
                    .axis = {-1, 0, 0}};
    calls.sort(job, keys_from(points, job), call % 2 == 1);
    if (HasFatalFailure()) return;
    EXPECT_EQ(calls.encoded(), call > 0) << "call " << call;
  }
}

}  // namespace
}  // namespace farfirst::test::cuda_farfirst_dictionary
