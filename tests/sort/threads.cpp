// Tests beyond the conformance test: numbers of threads, outputs that are not aligned to lines, and the plan of the
// radix sort.

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include "cpu/lsd_radix/plan.h"
#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::threads {
namespace {

constexpr std::uint32_t seed = 88;

TEST(Threads, AnyNumberGivesTheSameOrder) {
  const std::vector<std::uint32_t> keys = inputs::make_keys(inputs::Distribution::duplicates, 700001, seed);
  const std::vector<std::uint32_t> uniform = inputs::make_keys(inputs::Distribution::uniform, 700001, seed);
  const std::vector<std::uint32_t> expected = expected_order(keys), expected_uniform = expected_order(uniform);
  for (const int threads : {1, 2, 3, 5, 8, 16}) {
    const std::unique_ptr<Device> device = open(Backend::cpu, {.cpu_threads = threads});
    for (const Algorithm* algorithm : algorithms()) {
      if (algorithm->backend != Backend::cpu || !why_unavailable(*algorithm).empty()) continue;
      if (algorithm->auto_rank == 0 && threads > 2) continue;
      SCOPED_TRACE(testing::Message() << algorithm->id << ", " << threads << " threads, seed " << seed);
      const std::uint32_t n = static_cast<std::uint32_t>(keys.size());
      const auto sorter = make_sorter(*device, *algorithm, n);
      const Workspace workspace(*device, sorter->requirements());
      std::vector<std::uint32_t> order(n);
      for (const bool all_differ : {false, true}) {
        ArgsortJob job{.n = n, .keys = host_buffer(all_differ ? uniform : keys), .order = host_buffer(order)};
        workspace.attach(job);
        sorter->sort(job);
        ASSERT_EQ(order, all_differ ? expected_uniform : expected);
      }
    }
  }
}

TEST(Threads, OutputsNeedNoMoreThanFourByteAlignment) {
  const std::uint32_t n = 600011;  // large enough for the radix sort to write whole lines
  const std::unique_ptr<Device> device = open(Backend::cpu, {.cpu_threads = 3});
  const auto sorter = make_sorter(*device, *find("cpu.lsd_radix"), n, {.parameters = {{"write", 2}}});
  const Workspace workspace(*device, sorter->requirements());
  const std::vector<std::uint32_t> keys = inputs::make_keys(inputs::Distribution::uniform, n, seed);
  const std::vector<std::uint32_t> expected = expected_order(keys);
  for (std::size_t lead = 0; lead < 33; lead += 3) {
    SCOPED_TRACE(testing::Message() << lead << " words off, seed " << seed);
    std::vector<std::uint32_t> memory(n + 64, 0xA5A5A5A5u);
    ArgsortJob job{.n = n, .keys = host_buffer(keys), .order = host_buffer(std::span(memory).subspan(lead, n))};
    workspace.attach(job);
    sorter->sort(job);
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), memory.begin() + static_cast<std::ptrdiff_t>(lead)));
    for (std::size_t i = 0; i < memory.size(); ++i) {
      if (i >= lead && i < lead + n) continue;
      ASSERT_EQ(memory[i], 0xA5A5A5A5u) << "written outside the order, at word " << i;
    }
  }
}

TEST(Threads, EveryWidthOfDigitAndWayOfWriting) {
  const std::uint32_t n = 150001;
  Device& device = *shared_device(Backend::cpu);
  for (const inputs::Distribution distribution :
       {inputs::Distribution::uniform, inputs::Distribution::distances, inputs::Distribution::few_unique}) {
    const std::vector<std::uint32_t> keys = inputs::make_keys(distribution, n, seed);
    const std::vector<std::uint32_t> expected = expected_order(keys);
    for (std::int64_t bits = 1; bits <= 12; ++bits) {
      for (const std::int64_t write : {1, 2}) {
        SCOPED_TRACE(testing::Message() << inputs::name_of(distribution) << ", " << bits << " bits, write " << write
                                        << ", seed " << seed);
        const auto sorter =
            make_sorter(device, *find("cpu.lsd_radix"), n, {.parameters = {{"digit_bits", bits}, {"write", write}}});
        const Workspace workspace(device, sorter->requirements());
        std::vector<std::uint32_t> order(n), sorted(n);
        ArgsortJob job{.n = n, .keys = host_buffer(keys), .order = host_buffer(order)};
        if (bits % 2 == 0) job.sorted_keys = host_buffer(sorted);
        workspace.attach(job);
        sorter->sort(job);
        ASSERT_EQ(order, expected);
        if (job.sorted_keys) {
          ASSERT_EQ(sorted, gathered(keys, expected));
        }
      }
    }
  }
}

TEST(RadixPlan, DigitsCoverJustTheDifferingBits) {
  using cpu::lsd_radix::KeyRange;
  for (const std::uint32_t smallest : {0u, 1u, 0x80000000u, 0xBF800000u}) {
    for (unsigned width = 1; width <= 32; ++width) {
      for (unsigned low = 0; low < width; ++low) {
        for (unsigned digit_bits = 1; digit_bits <= 12; ++digit_bits) {
          for (const std::uint32_t n : {2u, 1000u, 1u << 20, 1u << 24, max_elements}) {
            const std::uint32_t span = 0xFFFFFFFFu >> (32 - width) & 0xFFFFFFFFu << low;
            if (span > 0xFFFFFFFFu - smallest) continue;
            const KeyRange range{smallest, smallest + span, 1u << low};
            const auto plan = cpu::lsd_radix::make_plan(range, n, digit_bits);
            SCOPED_TRACE(testing::Message()
                         << "span " << span << ", digits of " << digit_bits << " bits, n " << n << ", low " << low);
            ASSERT_GT(plan.passes, 0);
            unsigned at = low;
            for (int k = 0; k < plan.passes; ++k) {
              ASSERT_EQ(plan.digits[k].shift, at);
              ASSERT_GE(plan.digits[k].bits, 1u);
              ASSERT_LE(plan.digits[k].bits, digit_bits);
              at += plan.digits[k].bits;
            }
            ASSERT_EQ(at, width);
            if (plan.compact) {
              ASSERT_LE(n - 1, 0xFFFFFFFFu >> plan.digits[plan.passes - 1].bits);
            }
          }
        }
      }
    }
  }
  EXPECT_EQ(cpu::lsd_radix::make_plan({7, 7, 0}, 100, 8).passes, 0);
}

}  // namespace
}  // namespace farfirst::test::threads
