// Tests of gl.radix beyond the conformance test: shapes that fit the context, every path through the kernels, and the
// number of passes, which the GPU decides.
#include <gtest/gtest.h>

#include <random>

#include "checked_sorter.h"
#include "gl/device.h"
#include "gl/radix/plan.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::gl_radix {
namespace {

using namespace gl::radix;
using inputs::Distribution;

constexpr std::uint32_t seed = 1887;

// ------------------------------------------------------------------------------------------------------------- the
// plan

gl::Limits least_limits() {
  gl::Limits limits;
  limits.invocations = 1024;
  limits.shared_bytes = 32 * 1024;
  return limits;
}

TEST(GlRadixPlan, AnyRequestFits) {
  for (const bool software : {false, true}) {
    for (const std::size_t shared : {32 * 1024u, 48 * 1024u, 64 * 1024u}) {
      for (const unsigned threads : {0u, 1u, 7u, 32u, 100u, 1024u}) {
        for (const unsigned items : {0u, 1u, 2u, 16u, 255u}) {
          for (const auto& [path, size] :
               {std::pair{Path::plain, 0u}, {Path::subgroups, 32u}, {Path::subgroups, 64u}, {Path::ballots, 8u}}) {
            for (unsigned ways = 0; ways < 12; ++ways) {
              gl::Limits limits = least_limits();
              limits.software = software;
              limits.shared_bytes = shared;
              const Request request{
                  path, static_cast<Ranking>(ways % 3), static_cast<Offsets>(ways / 3), threads, items, 8};
              const Plan plan = make_plan(limits, request, path, size);
              SCOPED_TRACE(testing::Message()
                           << shared << " bytes, " << threads << " threads, " << items << " items, path "
                           << static_cast<unsigned>(path) << ", subgroups of " << size << ", ways " << ways);
              ASSERT_LE(shared_bytes(plan), shared);
              ASSERT_GE(plan.threads, std::max(size, 1u));
              ASSERT_LE(plan.threads, limits.invocations);
              ASSERT_GE(plan.items, 1u);
              ASSERT_LE(plan.tile(), 0xFFFFu) << "places in a tile are counted with 16 bits";
              if (size != 0) {
                ASSERT_EQ(plan.threads % size, 0u);
              }
              ASSERT_EQ(plan.items % (size == 0 ? 2 : 4), size == 0 ? 1u : 0u);
            }
          }
        }
      }
    }
  }
}

TEST(GlRadixPlan, PassesCoverTheKey) {
  for (unsigned bits = 1; bits <= 8; ++bits) {
    Plan plan;
    plan.digit_bits = bits;
    EXPECT_GE(plan.passes() * bits, 32u);
    EXPECT_LT((plan.passes() - 1) * bits, 32u);
  }
}

// ------------------------------------------------------------------------------------------------------------- the
// sort

class GlRadix : public TestOn<Backend::gl> {
 protected:
  bool can(const std::vector<ParameterValue>& parameters) {
    try {
      make_sorter(*device_, *find("gl.radix"), 1, {.parameters = parameters});
      return true;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("gl.radix: this OpenGL"), std::string::npos) << error.what();
      return false;
    }
  }

  void expect_sorted(const std::vector<std::uint32_t>& keys, const std::vector<ParameterValue>& parameters) {
    const auto n = static_cast<std::uint32_t>(keys.size());
    CheckedSorter(*device_, make_sorter(*device_, *find("gl.radix"), n, {.parameters = parameters})).sort(keys);
  }

  void expect_first_sorted(const std::vector<std::uint32_t>& keys, std::uint32_t count, Direction direction,
                           const std::vector<ParameterValue>& parameters) {
    const auto n = static_cast<std::uint32_t>(keys.size());
    const auto sorter = make_sorter(*device_, *find("gl.radix"), n, {.parameters = parameters});
    const Guarded keys_in(*device_, keys), count_in(*device_, std::vector<std::uint32_t>{count}),
        order(*device_, n * 4, 0xFF);
    const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
    ArgsortJob job{
        .n = n, .keys = keys_in.buffer(), .count = count_in.buffer(), .direction = direction, .order = order.buffer()};
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    std::vector<std::uint32_t> expected = expected_order(std::vector(keys.begin(), keys.begin() + count));
    if (direction == Direction::front_to_back) std::ranges::reverse(expected);
    expected.resize(n, 0xFFFFFFFFu);  // words beyond the count stay unchanged
    ASSERT_EQ(order.read<std::uint32_t>(), expected);
    workspace.expect_intact();
  }

  /// Sorts, and counts the passes that move elements.
  std::ptrdiff_t moves_of(const std::vector<std::uint32_t>& keys, KeyBits bits,
                          const std::vector<ParameterValue>& parameters) {
    const auto n = static_cast<std::uint32_t>(keys.size());
    const auto sorter = make_sorter(*device_, *find("gl.radix"), n, {.parameters = parameters});
    const Guarded keys_in(*device_, keys), order(*device_, n * 4, 0xFF), sorted_keys(*device_, n * 4, 0xFF);
    const Workspace workspace(*device_, sorter->requirements());
    ArgsortJob job{.n = n,
                   .keys = keys_in.buffer(),
                   .key_bits = bits,
                   .order = order.buffer(),
                   .sorted_keys = sorted_keys.buffer(),
                   .trace = true};
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    const std::vector<std::uint32_t> expected = expected_order(keys);
    EXPECT_EQ(order.read<std::uint32_t>(), expected);
    EXPECT_EQ(sorted_keys.read<std::uint32_t>(), gathered(keys, expected));
    std::vector<Pass> passes;
    EXPECT_TRUE(sorter->take_trace(passes));
    return std::ranges::count(passes, std::string_view("move elements"), &Pass::name);
  }
};

// Most of the time is compilation, so each kernel runs in one way only.
struct Way {
  std::int64_t path, ranking, offsets;
};
constexpr Way ways[] = {{1, 1, 1}, {1, 2, 1}, {1, 1, 2}, {1, 2, 2}, {1, 2, 3},
                        {2, 2, 1}, {2, 2, 2}, {3, 2, 2}, {3, 2, 3}};

TEST_F(GlRadix, EveryPathThroughTheKernels) {
  for (const auto& [path, ranking, offsets] : ways) {
    const std::vector<ParameterValue> parameters{
        {"path", path}, {"ranking", ranking}, {"offsets", offsets}, {"items", 3}};
    if (!can(parameters)) continue;
    for (const Distribution distribution : {Distribution::uniform, Distribution::few_unique, Distribution::zero}) {
      for (const std::uint32_t n : {1u, 2047u, 5003u}) {
        SCOPED_TRACE(testing::Message() << "path " << path << ", ranking " << ranking << ", offsets " << offsets << ", "
                                        << name_of(distribution) << ", n " << n << ", seed " << seed);
        expect_sorted(inputs::make_keys(distribution, n, seed), parameters);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(GlRadix, CountsOnTheGpuInEveryWay) {
  constexpr std::uint32_t n = 5003;
  std::vector<Way> all(std::begin(ways), std::end(ways));
  all.push_back({0, 0, 1});
  for (const auto& [path, ranking, offsets] : all) {
    const std::vector<ParameterValue> parameters{
        {"path", path}, {"ranking", ranking}, {"offsets", offsets}, {"items", 3}};
    if (!can(parameters)) continue;
    for (const std::uint32_t count : {0u, 1u, 383u, n / 2, n}) {
      for (const Direction direction : {Direction::back_to_front, Direction::front_to_back}) {
        SCOPED_TRACE(testing::Message() << "path " << path << ", ranking " << ranking << ", offsets " << offsets << ", "
                                        << count << " of " << n << ", direction " << int(direction));
        expect_first_sorted(inputs::make_keys(Distribution::uniform, n, seed), count, direction, parameters);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(GlRadix, KeyBitsLeaveOutPasses) {
  // For 13 bits at any position, two passes of 8 bits are enqueued.
  constexpr std::uint32_t n = 4001;
  for (const std::int64_t offsets : {1, 2}) {
    for (const unsigned begin : {0u, 3u, 8u, 19u}) {
      std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::uniform, n, seed);
      for (std::uint32_t& key : keys) key = (key & 0x1FFFu) << begin | (0xA5A5A5A5u & ~(0x1FFFu << begin));
      SCOPED_TRACE(testing::Message() << "offsets " << offsets << ", bits from " << begin);
      const KeyBits bits{static_cast<std::uint8_t>(begin), static_cast<std::uint8_t>(begin + 13)};
      EXPECT_EQ(moves_of(keys, bits, {{"offsets", offsets}, {"digit_bits", 8}}), 2);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_EQ(moves_of(inputs::make_keys(Distribution::uniform, n, seed), {}, {{"digit_bits", 8}}), 4);
  EXPECT_EQ(moves_of(std::vector<std::uint32_t>(n, 7), {5, 5}, {{"digit_bits", 8}}), 1) << "all keys are equal";
}

TEST_F(GlRadix, DigitsOfOtherWidths) {
  // 4 and 8 are defaults. With 3 and 5 the last digit has fewer bits.
  for (const auto& [bits, offsets] : {std::pair{3, 1}, {5, 2}}) {
    SCOPED_TRACE(testing::Message() << bits << " bits, offsets " << offsets << ", seed " << seed);
    expect_sorted(inputs::make_keys(Distribution::uniform, 5003, seed),
                  {{"path", 3}, {"digit_bits", bits}, {"offsets", offsets}, {"items", 3}});
    if (HasFatalFailure()) return;
  }
}

TEST_F(GlRadix, RangesAtWhichAPassIsSaved) {
  // The GPU derives the number of passes from the range above the smallest key's digit. The last pass writes the order,
  // whichever it is; ranges that begin and end inside a digit must not lose the highest keys.
  std::mt19937 twister(seed);
  for (const std::int64_t offsets : {1, 2}) {
    for (const std::uint32_t smallest : {0u, 1u, 255u, 256u, 0x3F7FFF80u, 0xFF000001u, 0xFFFFFFFFu}) {
      for (const std::uint32_t range :
           {0u, 1u, 254u, 255u, 256u, 0xFF00u, 0xFFFFu, 0x10000u, 0xFFFFFFu, 0x1000000u, 0xFFFFFFFFu}) {
        const std::uint32_t room = std::min(range, 0xFFFFFFFFu - smallest);
        std::vector<std::uint32_t> keys(3001);
        for (std::uint32_t& key : keys)
          key = smallest + static_cast<std::uint32_t>(twister() % (std::uint64_t{room} + 1));
        keys[1234] = smallest;
        keys[2345] = smallest + room;
        SCOPED_TRACE(testing::Message() << "offsets " << offsets << ", from " << smallest << " to " << smallest + room
                                        << ", seed " << seed);
        expect_sorted(keys, {{"offsets", offsets}});
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(GlRadix, TilesBeyondTheWorstCaseLookBackAreRefused) {
  const gl::Limits& limits = gl::gl_device(static_cast<core::DeviceCore&>(*device_)).limits();
  if (!limits.software) GTEST_SKIP() << "a GPU ends no loops";
  const std::vector<ParameterValue> parameters{{"path", 3}, {"offsets", 3}, {"items", 3}};
  const Plan plan = make_plan(limits, {.offsets = Offsets::look_back_backwards, .items = 3}, Path::plain, 0);
  const auto most = static_cast<std::uint32_t>(most_missing_tiles(plan) * plan.tile());
  EXPECT_GE(most, 10000u);
  expect_sorted(inputs::make_keys(Distribution::uniform, most, seed), parameters);
  try {
    make_sorter(*device_, *find("gl.radix"), most + 1, {.parameters = parameters});
    FAIL() << "a sorter for " << most + 1 << " was made";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("gl.radix: this many tiles exceed"), std::string::npos) << error.what();
  }
}

TEST_F(GlRadix, MoreThanAStorageBlockHoldsIsRefusedWhenMade) {
  const auto& limits = gl::gl_device(static_cast<core::DeviceCore&>(*device_)).limits();
  if (limits.storage_bytes / 4 >= max_elements) GTEST_SKIP() << "the context has no such limit";
  const auto too_many = static_cast<std::uint32_t>(limits.storage_bytes / 4 + 1);
  try {
    make_sorter(*device_, *find("gl.radix"), too_many);
    FAIL() << "a sorter for " << too_many << " was made";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("gl.radix needs storage blocks of "), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace farfirst::test::gl_radix
