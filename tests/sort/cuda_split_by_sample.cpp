// Tests of the split of elements on two GPUs in one pass, with one GPU that stands for two: its shares, and when it
// falls back to the counted split.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <random>

#include "cuda/device.h"
#include "cuda/prim/split_by_sample.h"
#include "guarded.h"
#include "sizes.h"

namespace farfirst::test::cuda_split_by_sample {
namespace {

constexpr std::uint32_t seed = 78;

class SplitBySample : public TestOn<Backend::cuda> {
 protected:
  cuda::CudaDevice& device() const { return static_cast<cuda::CudaDevice&>(*device_); }

  /// Splits keys, whose first part is on the first member, or on the second one. `cut` go to the first share. Returns
  /// the orders of the two, one after the other.
  std::vector<std::uint32_t> split(const std::vector<std::uint32_t>& keys, std::uint32_t in_first, std::uint32_t cut,
                                   bool swapped) {
    const auto n = static_cast<std::uint32_t>(keys.size());
    const cuda::Group group(device(), 2);
    const cuda::SplitBySample splits(group, n);
    const cuda::SplitByRank again(group, n, cuda::SplitByRank::Sample::never, true);
    const Guarded all(*device_, keys);
    auto* const words = cuda::data<const std::uint32_t>(all.buffer());
    const std::uint32_t sizes[] = {cut, n - cut};
    std::vector<std::unique_ptr<Guarded>> buffers;
    const auto make = [&](std::size_t bytes) {
      buffers.push_back(std::make_unique<Guarded>(*device_, bytes, 0xFF));
      return cuda::data<std::byte>(buffers.back()->buffer());
    };
    std::array<std::byte*, 2> memory{}, rank_memory{}, candidates{};
    std::array<cuda::ShareTarget, 2> targets{};
    std::array<std::uint32_t*, 2> numbers{};
    for (unsigned i = 0; i < 2; ++i) {
      memory[i] = make(splits.bytes());
      candidates[i] = make(splits.candidate_bytes());
      targets[i].records = reinterpret_cast<cuda::TileRecord*>(make(cuda::SplitByRank::record_bytes(n)));
    }
    for (unsigned i = 0; i < 2; ++i) rank_memory[i] = make(again.bytes());
    for (unsigned i = 0; i < 2; ++i) targets[i].keys = reinterpret_cast<std::uint32_t*>(make(sizes[i] * 4));
    for (unsigned i = 0; i < 2; ++i) numbers[i] = reinterpret_cast<std::uint32_t*>(make(sizes[i] * 4));
    const unsigned one = swapped ? 1 : 0, other = 1 - one;
    const cuda::Slice slices[] = {{one, 0, in_first}, {other, in_first, n - in_first}};
    std::array<cuda::MemberKeys, 2> given{};
    given[one] = {words, in_first};
    given[other] = {words + in_first, n - in_first};
    const std::uint32_t begins[] = {0, cut, n};
    const unsigned members[] = {other, one};
    const cuda::SplitBySample::Job job{.split = {.n = n,
                                                 .slices = slices,
                                                 .keys = given,
                                                 .begins = begins,
                                                 .targets = targets,
                                                 .members = members,
                                                 .numbers = numbers,
                                                 .memory = rank_memory,
                                                 .candidates = candidates},
                                       .memory = memory,
                                       .makes = {}};
    EXPECT_TRUE(splits.takes(slices));
    group.fork();
    splits.enqueue(job);
    group.join();
    device_->finish();
    for (const auto& buffer : buffers) buffer->expect_intact("what the split wrote");
    const std::array<std::uint32_t, 2> failed = {word_at(*buffers[0], memory[0], splits.failed(memory, 0)),
                                                 word_at(*buffers[3], memory[1], splits.failed(memory, 1))};
    EXPECT_EQ(failed[0], failed[1]);
    failed_ = failed[0] != 0;
    std::vector<std::uint32_t> order;
    for (unsigned s = 0; s < 2; ++s) {
      append_sorted(buffers[8 + s]->read<std::uint32_t>(), buffers[10 + s]->read<std::uint32_t>(), order);
    }
    return order;
  }

  bool failed_ = false;  // the last one was repeated

 private:
  static std::uint32_t word_at(const Guarded& buffer, const std::byte* begin, const std::uint32_t* word) {
    return buffer.read<std::uint32_t>()[static_cast<std::size_t>(reinterpret_cast<const std::byte*>(word) - begin) / 4];
  }
  static void append_sorted(const std::vector<std::uint32_t>& keys, const std::vector<std::uint32_t>& numbers,
                            std::vector<std::uint32_t>& order) {
    for (const std::uint32_t i : expected_order(keys)) order.push_back(numbers[i]);
  }
};

std::vector<std::uint32_t> random_keys(std::uint32_t n, std::uint32_t below) {
  std::mt19937 twister(seed);
  std::vector<std::uint32_t> keys(n);
  std::ranges::generate(keys, [&] { return static_cast<std::uint32_t>(twister()) % below; });
  return keys;
}

TEST_F(SplitBySample, SharesAreThoseOfTheOrder) {
  const std::uint32_t n = at_most(200003);
  for (const std::uint32_t below : {0xFFFFFFFFu, 20000u}) {  // each key once, or many times
    const std::vector<std::uint32_t> keys = random_keys(n, below);
    const std::vector<std::uint32_t> expected = expected_order(keys);
    for (const bool swapped : {false, true}) {
      for (const std::uint32_t in_first : {n / 2, n / 5, n - 1}) {
        SCOPED_TRACE(testing::Message() << below << ", " << in_first << " of " << n << ", seed " << seed);
        EXPECT_EQ(split(keys, in_first, n / 2, swapped), expected);
        EXPECT_FALSE(failed_);
        EXPECT_EQ(split(keys, in_first, n * 3 / 5, swapped), expected);
        EXPECT_FALSE(failed_);
      }
    }
  }
}

TEST_F(SplitBySample, TooManyEqualKeysFallBackToTheCountedSplit) {
  const std::uint32_t n = at_most(200003);
  for (const auto& keys : {std::vector<std::uint32_t>(n, 7), random_keys(n, 2)}) {
    EXPECT_EQ(split(keys, n / 2, n / 2, false), expected_order(keys));
    EXPECT_TRUE(failed_);
  }
}

}  // namespace
}  // namespace farfirst::test::cuda_split_by_sample
