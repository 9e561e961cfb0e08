// Tests of gl.bitonic beyond the conformance test: the plan of its passes, combinations of parameters, and the sizes at
// which passes become necessary.
#include <gtest/gtest.h>

#include "gl/bitonic/plan.h"
#include "gl/device.h"
#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::gl_bitonic {
namespace {

using inputs::Distribution;
using namespace gl::bitonic;

constexpr std::uint32_t seed = 1968;

TEST(GlBitonicPlan, Levels) {
  EXPECT_EQ(levels_of(0), 0u);
  EXPECT_EQ(levels_of(1), 0u);
  EXPECT_EQ(levels_of(2), 1u);
  EXPECT_EQ(levels_of(4096), 12u);
  EXPECT_EQ(levels_of(4097), 13u);
  EXPECT_EQ(levels_of(1u << 27), 27u);
}

TEST(GlBitonicPlan, OtherWordsAreSortedAlready) {
  for (std::uint32_t n = 1; n < 400; ++n) {
    for (unsigned level = 1; level <= levels_of(n); ++level) {
      const std::uint32_t words = taking_part(n, level), half = 1u << (level - 1);
      ASSERT_LE(words, n);
      if (words < n) {
        EXPECT_EQ(words % (2 * half), 0u) << n << " at level " << level;
        EXPECT_LE(n - words, half) << n << " at level " << level;
      }
    }
    EXPECT_EQ(taking_part(n, levels_of(n)), n);
  }
  EXPECT_EQ(taking_part(0xFFFFFFFEu, 32), 0xFFFFFFFEu);
}

TEST(GlBitonicPlan, UnitsReachEveryWord) {
  // Unit u takes the places (u / stride) * stride * 2^steps + u % stride + k * stride.
  for (unsigned steps = 1; steps <= 4; ++steps) {
    for (unsigned stride_log = 0; stride_log <= 4; ++stride_log) {
      for (std::uint32_t words = 1; words <= 300; ++words) {
        const std::size_t stride = std::size_t{1} << stride_log;
        std::vector<int> met(words);
        for (std::size_t unit = 0; unit < units_for(words, stride_log, steps); ++unit) {
          for (std::size_t k = 0; k < std::size_t{1} << steps; ++k) {
            const std::size_t place = (unit / stride << (stride_log + steps)) + unit % stride + k * stride;
            if (place < words) ++met[place];
          }
        }
        ASSERT_TRUE(std::ranges::all_of(met, [](int times) { return times == 1; }))
            << steps << " steps, stride " << stride << ", " << words << " words";
      }
    }
  }
}

class GlBitonic : public TestOn<Backend::gl> {
 protected:
  void expect_sorted(std::uint32_t n, const std::vector<ParameterValue>& parameters) {
    const auto sorter = make_sorter(*device_, *find("gl.bitonic"), n, {.parameters = parameters});
    const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::few_unique, n, seed + n);
    const Guarded keys_in(*device_, keys), order(*device_, n * 4, 0xFF), sorted_keys(*device_, n * 4, 0xFF);
    const GuardedWorkspace workspace(*device_, sorter->requirements(), 0x00);
    ArgsortJob job{.n = n, .keys = keys_in.buffer(), .order = order.buffer(), .sorted_keys = sorted_keys.buffer()};
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    const std::vector<std::uint32_t> expected = expected_order(keys);
    ASSERT_EQ(order.read<std::uint32_t>(), expected);
    ASSERT_EQ(sorted_keys.read<std::uint32_t>(), gathered(keys, expected));
    workspace.expect_intact();
    order.expect_intact("order");
  }
};

TEST_F(GlBitonic, SizesThatNeedOneMorePass) {
  // Small tiles, so that merges need up to six strides beyond them, in every division into passes.
  constexpr std::int64_t paths[][2] = {{4, 4}, {3, 3}, {2, 1}};  // steps, strides
  for (const auto& [steps, strides] : paths) {
    for (unsigned level = 9; level <= 15; ++level) {
      const std::uint32_t run = 1u << level, quarter = run / 4;
      const std::vector<std::uint32_t> sizes =
          steps == 4 ? std::vector{run - 1, run + 1, run + quarter, run + 2 * quarter + 1} : std::vector{run + quarter};
      for (const std::uint32_t n : sizes) {
        SCOPED_TRACE(testing::Message() << steps << " steps, " << strides << " strides, n " << n << ", seed "
                                        << seed + n);
        expect_sorted(n, {{"tile", 9}, {"steps", steps}, {"strides", strides}});
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(GlBitonic, MoreThanAStorageBlockHoldsIsRefusedWhenMade) {
  const auto& limits = gl::gl_device(static_cast<core::DeviceCore&>(*device_)).limits();
  const std::uint32_t largest = find("gl.bitonic")->max_n;
  const std::size_t most = std::min<std::size_t>(limits.storage_bytes / 8, largest);
  EXPECT_EQ(make_sorter(*device_, *find("gl.bitonic"), static_cast<std::uint32_t>(most))->requirements().scratch.at(0),
            most * 8);
  if (most == largest) return;  // the context has no such limit
  try {
    make_sorter(*device_, *find("gl.bitonic"), static_cast<std::uint32_t>(most + 1));
    FAIL() << "a sorter for " << most + 1 << " was made";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("gl.bitonic needs storage blocks of "), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace farfirst::test::gl_bitonic
