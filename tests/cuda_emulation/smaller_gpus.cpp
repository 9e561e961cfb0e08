// Tests of cuda.farfirst on GPUs with less shared memory than the one of the measurements: other tiles, and smaller
// buckets, some of which are sorted in parts.
#include <cuda_runtime.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "checked_sorter.h"
#include "cuda/farfirst/hybrid/memory.h"
#include "cuda_farfirst_switches.h"

namespace farfirst::test::smaller_gpus {
namespace {

constexpr std::uint32_t seed = 2009;

/// Shared memory of a block in KiB: sm_80, sm_86 and later GeForces, sm_75.
class SmallerGpus : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    cuda_emulation::most_shared = GetParam() << 10;
    device_ = open_for_tests(Backend::cuda);
  }
  void TearDown() override {
    device_.reset();
    cuda_emulation::most_shared = most_shared_;
  }
  std::unique_ptr<Device> device_;

 private:
  const std::size_t most_shared_ = cuda_emulation::most_shared;
};

TEST_P(SmallerGpus, SortByTheHybridPath) {
  using cuda::farfirst::HybridState;
  constexpr std::uint32_t n = 38011;
  std::mt19937 twister(seed);
  std::vector<std::uint32_t> keys(n), sorted;
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(twister());
  sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  for (const std::uint32_t tile : {2, 5}) {
    SCOPED_TRACE(testing::Message() << GetParam() << " KiB, tile " << tile << ", seed " << seed);
    CheckedSorter sorter(*device_, make_farfirst(*device_, n, {.bucket = 13, .scatter = tile}));
    sorter.sort(keys);
    const auto state = sorter.history_at<HybridState>(0);
    const std::uint32_t bits = state.of.bucket_bits;
    EXPECT_EQ(bits, GetParam() < 111 ? 12u : 13u);
    // More and more of the keys fall into one bucket, which is sorted in parts and finally spilled.
    const std::uint32_t low = sorted[1u << bits], width = sorted[2u << bits] - low;
    for (const std::uint32_t one_of : {9u, 3u, 2u, 1u}) {
      std::vector<std::uint32_t> moved = keys;
      for (std::uint32_t i = 0; i < n; ++i) {
        if (i % 50 != 0 && i % one_of == 0) moved[i] = low + keys[i] % width;
      }
      const std::uint32_t current = sorter.history_at<HybridState>(0).current;
      sorter.sort(moved);
      if (HasFatalFailure()) return;
      EXPECT_NE(sorter.history_at<HybridState>(0).current, current) << "one of " << one_of;
      sorter.sort(keys);
      sorter.sort(keys);
      if (HasFatalFailure()) return;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Shared, SmallerGpus, testing::Values(163u, 99u, 64u));

}  // namespace
}  // namespace farfirst::test::smaller_gpus
