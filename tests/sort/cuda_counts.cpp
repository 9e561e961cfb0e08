// Tests of cuda.farfirst if only the device knows the number of elements: kernels for different numbers, of which one
// kind works, both paths and both directions. On a GPU or in the emulation.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "cuda_farfirst_calls.h"
#include "guarded.h"
#include "sizes.h"

namespace farfirst::test::cuda_counts {
namespace {

/// A sorter for n elements whose jobs have a count.
class CountedSorts {
 public:
  CountedSorts(Device& device, std::uint32_t n, const Switches& switches = {})
      : device_(device),
        n_(n),
        sorter_(make_farfirst(device, n, switches, /*counted=*/true)),
        workspace_(device, sorter_->requirements(), 0xFF) {}

  /// Sorts the first `count` of these keys, of which there are n.
  void sort(const Keys& keys, std::uint32_t count, Direction direction = Direction::back_to_front,
            bool traced = false) {
    const Guarded in(device_, keys), order(device_, n_ * 4, 0xFF), out(device_, n_ * 4, 0xFF);
    const Guarded counter(device_, Keys{count});
    ArgsortJob job{.n = n_,
                   .keys = in.buffer(),
                   .count = counter.buffer(),
                   .direction = direction,
                   .order = order.buffer(),
                   .sorted_keys = out.buffer(),
                   .trace = traced};
    workspace_.attach(job);
    sorter_->sort(job);
    device_.finish();
    const Keys counted(keys.begin(), keys.begin() + std::min(count, n_));
    Keys expected = expected_order(counted);
    if (direction == Direction::front_to_back) std::reverse(expected.begin(), expected.end());
    ASSERT_EQ(first_of(order, counted.size()), expected) << count << " elements";
    ASSERT_EQ(first_of(out, counted.size()), gathered(counted, expected)) << count << " elements";
    order.expect_intact("order");
    out.expect_intact("sorted keys");
    workspace_.expect_intact();
  }
  HistoryCounts counts() const { return sorter_->history().counts(); }

 private:
  static Keys first_of(const Guarded& words, std::size_t count) {
    Keys all = words.read<std::uint32_t>();
    all.resize(count);
    return all;
  }
  Device& device_;
  const std::uint32_t n_;
  const std::unique_ptr<Sorter> sorter_;
  const GuardedWorkspace workspace_;
};

using CudaCounts = TestOn<Backend::cuda>;

TEST_F(CudaCounts, AroundEveryNumberAtWhichOtherKernelsSort) {
  // Up to 4096 one block sorts; buckets are smaller for up to n / 8 elements.
  std::vector<std::uint32_t> sizes = {4000, 20011, 100000};
  if (!emulated) sizes.insert(sizes.end(), {280001, 1200007, 6500003, 17000003});
  for (const std::uint32_t n : sizes) {
    CountedSorts sorts(*device_, n);
    const Keys keys = uniform(n);
    std::uint64_t calls = 0;
    for (const std::uint32_t count : {0u, 1u, 4096u, 4097u, n / 16, n / 8, n / 8, n / 8 + 1, n, n + 5, 0u, n}) {
      if (count > n + 5) continue;
      SCOPED_TRACE(testing::Message() << "n " << n << ", seed " << seed);
      sorts.sort(keys, count, calls % 2 == 0 ? Direction::back_to_front : Direction::front_to_back);
      if (HasFatalFailure()) return;
      const HistoryCounts counts = sorts.counts();
      EXPECT_EQ(counts.first + counts.steady, ++calls);
    }
  }
}

TEST_F(CudaCounts, CountsThatChangeLittleStaySteady) {
  for (const std::uint32_t n : {20011u, 100000u}) {
    CountedSorts sorts(*device_, n);
    std::uint32_t count = n / 12;
    if (count <= 4096) count = 5000;
    for (int call = 0; call < 4; ++call, count += 20) {
      sorts.sort(uniform(n), count);
      if (HasFatalFailure()) return;
    }
    EXPECT_EQ(sorts.counts().first, 1u) << n;
    EXPECT_EQ(sorts.counts().steady, 3u) << n;
  }
}

/// Few elements are distributed in small tiles.
TEST_F(CudaCounts, BucketsOfFewElementsAreKeptApart) {
  constexpr std::uint32_t n = 40003, few = n / 8;
  constexpr std::pair<std::uint32_t, std::uint32_t> buckets_and_tiles[] = {{11, 3}, {12, 3}, {13, 3}, {13, 5}, {14, 5}};
  for (const auto& [bucket, tile] : buckets_and_tiles) {
    CountedSorts sorts(*device_, n, {.bucket = bucket, .scatter = tile});
    const Keys keys = uniform(n);
    for (const std::uint32_t count : {few, few - 20, n, n - 20, few - 10, few - 30, few, 1u, 0u, 1u}) {
      SCOPED_TRACE(testing::Message() << "buckets of 2^" << bucket << ", tile " << tile << ", seed " << seed);
      sorts.sort(keys, count, count % 2 == 0 ? Direction::back_to_front : Direction::front_to_back);
      if (HasFatalFailure()) return;
    }
    // First calls: those after a change from few to all, or back, or to one.
    EXPECT_EQ(sorts.counts().first, 4u) << bucket << ", tile " << tile;
    EXPECT_EQ(sorts.counts().steady, 6u) << bucket << ", tile " << tile;
  }
}

/// Buckets of few elements that have spilled are sorted after the others, in parts if they do not fit on chip.
TEST_F(CudaCounts, LargeBucketsOfFewElements) {
  constexpr std::uint32_t n = 100003, few = n / 8;  // in buckets of 2^10, whose regions have room for 2^12
  for (const std::uint32_t tile : {3, 5}) {
    CountedSorts sorts(*device_, n, {.bucket = 13, .scatter = tile});
    const Keys spread = uniform(n);
    Keys close = spread;
    for (std::uint32_t i = 0; i < few; ++i) {
      if (i % 32 != 0) close[i] = 0x80000000u + (i << 14);
    }
    for (const bool is_close : {false, true, false, true}) {
      SCOPED_TRACE(testing::Message() << "tile " << tile << ", seed " << seed);
      sorts.sort(is_close ? close : spread, few);
      if (HasFatalFailure()) return;
    }
    EXPECT_EQ(sorts.counts().first, 1u) << tile;
    EXPECT_EQ(sorts.counts().steady, 3u) << tile;
  }
}

/// In large tiles few points are distributed in smaller ones, by the same kernel.
TEST_F(CudaCounts, FewOfManyPoints) {
  constexpr std::uint32_t n = 40003, few = n / 8;
  const std::vector<float> points = cube(n);
  const Guarded positions(*device_, points);
  const Source source{.n = n, .positions = positions.buffer()};
  constexpr std::pair<std::uint32_t, std::uint32_t> buckets_and_tiles[] = {{12, 3}, {13, 4}, {14, 4}, {14, 5}};
  for (const auto& [bucket, tile] : buckets_and_tiles) {
    const auto sorter = make_farfirst_by_distance(*device_, n, {.bucket = bucket, .scatter = tile});
    const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
    for (const std::uint32_t count : {few, few - 20, n, n - 20, few - 10, few - 30, few, 1u, 0u, 1u}) {
      SCOPED_TRACE(testing::Message() << count << ", buckets of 2^" << bucket << ", tile " << tile << ", seed "
                                      << seed);
      const Guarded order(*device_, n * 4, 0xFF), counter(*device_, Keys{count});
      DistanceJob job{.n = n,
                      .sources = {&source, 1},
                      .count = counter.buffer(),
                      .eye = {0.2f, 0.3f, 3},
                      .direction = count % 2 == 0 ? Direction::back_to_front : Direction::front_to_back,
                      .order = order.buffer()};
      workspace.attach(job);
      sorter->sort(job);
      device_->finish();
      Keys expected = expected_order(keys_from({points.begin(), points.begin() + 3 * std::size_t{count}}, job));
      if (job.direction == Direction::front_to_back) std::reverse(expected.begin(), expected.end());
      Keys sorted = order.read<std::uint32_t>();
      sorted.resize(count);
      ASSERT_EQ(sorted, expected);
      order.expect_intact("order");
      workspace.expect_intact();
    }
    // First calls: those after a change from few to all, or back, or to one.
    EXPECT_EQ(sorter->history().counts().first, 4u) << bucket << ", tile " << tile;
    EXPECT_EQ(sorter->history().counts().steady, 6u) << bucket << ", tile " << tile;
  }
}

TEST_F(CudaCounts, RadixPath) {
  constexpr std::uint32_t n = 20483;
  for (const bool traced : {false, true}) {
    CountedSorts sorts(*device_, n, {.hybrid = false, .tile = 3});
    const Keys keys = uniform(n);
    for (const std::uint32_t count : {n, n, n - 7, 1u, 0u, n / 16, n / 16, 2u}) {
      SCOPED_TRACE(testing::Message() << "traced " << traced << ", seed " << seed);
      sorts.sort(keys, count, count % 2 == 0 ? Direction::back_to_front : Direction::front_to_back, traced);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(CudaCounts, RadixPathBehindTheHybridPath) {
  constexpr std::uint32_t n = 20483;
  for (const bool traced : {false, true}) {
    CountedSorts sorts(*device_, n, {.bucket = 13, .scatter = 1});
    Keys keys = uniform(n);
    for (std::uint32_t i = 0; i < n; i += 2) keys[i] = 12345;  // more than fit into a bucket
    for (const std::uint32_t count : {n, n, n - 7, n - 7, 1u, 0u, n / 2, n / 2}) {
      SCOPED_TRACE(testing::Message() << "traced " << traced << ", seed " << seed);
      sorts.sort(keys, count, count % 2 == 0 ? Direction::back_to_front : Direction::front_to_back, traced);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(CudaCounts, KeysWithFewValues) {
  constexpr std::uint32_t n = 20011;
  for (const std::uint32_t values : {1u, 7u}) {
    CountedSorts sorts(*device_, n, {.bucket = 12, .scatter = 1});
    Keys keys = uniform(n);
    for (std::uint32_t& key : keys) key = key % values * 0x10203040u;
    for (const std::uint32_t count : {n, n, n, n - 100, 6000u, 6000u, 6000u}) {
      sorts.sort(keys, count, Direction::front_to_back);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(CudaCounts, FrontToBackIsTheReversedOrder) {
  // Without a count, on the hybrid path and on the radix path, with many equal keys and with few.
  constexpr std::uint32_t n = 9001;
  const auto sorter = make_sorter(*device_, *find("cuda.farfirst"), n);
  const Workspace workspace(*device_, sorter->requirements());
  for (const std::uint32_t values : {~0u, 3000u, 5u, ~0u}) {
    Keys keys = uniform(n);
    for (std::uint32_t& key : keys) key %= values;
    const Guarded in(*device_, keys), order(*device_, n * 4, 0xFF);
    for (int call = 0; call < 3; ++call) {
      ArgsortJob job{.n = n, .keys = in.buffer(), .direction = Direction::front_to_back, .order = order.buffer()};
      workspace.attach(job);
      sorter->sort(job);
      device_->finish();
      Keys expected = expected_order(keys);
      std::reverse(expected.begin(), expected.end());
      ASSERT_EQ(order.read<std::uint32_t>(), expected) << values << " values, call " << call << ", seed " << seed;
    }
  }
}

TEST_F(CudaCounts, KeyBitsAreAHintThatMayMissTheRange) {
  constexpr std::uint32_t n = 9001;
  const auto sorter = make_farfirst(*device_, n, radix_path_alone);
  const Workspace workspace(*device_, sorter->requirements());
  for (const std::uint32_t common : {0u, 0xABC00000u}) {
    Keys keys = uniform(n);
    for (std::uint32_t& key : keys) key = common | key % 8192;
    const Guarded in(*device_, keys), order(*device_, n * 4, 0xFF);
    sorter->history().reset();
    for (int call = 0; call < 2; ++call) {
      ArgsortJob job{.n = n, .keys = in.buffer(), .key_bits = {0, 13}, .order = order.buffer()};
      workspace.attach(job);
      sorter->sort(job);
      device_->finish();
      ASSERT_EQ(order.read<std::uint32_t>(), expected_order(keys)) << common << ", call " << call;
    }
  }
}

}  // namespace
}  // namespace farfirst::test::cuda_counts
