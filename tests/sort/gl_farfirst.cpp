// Tests of gl.farfirst beyond the conformance test: its plan fits every context; pivots follow the eye, and a jump is
// noticed; buckets that overflow or have many similar keys are sorted in the same call.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "checked_sorter.h"
#include "gl/farfirst/motion.h"
#include "gl/farfirst/plan.h"

namespace farfirst::test::gl_farfirst {
namespace {

using gl::Limits;
using namespace gl::farfirst;

// ------------------------------------------------------------------------------------------------------------ the plan

TEST(GlFarfirstPlan, FitsEveryContextAndSize) {
  for (const std::size_t shared : {std::size_t{32} << 10, std::size_t{48} << 10, std::size_t{64} << 10}) {
    for (const unsigned size : {0u, 32u, 64u}) {
      for (const bool software : {false, true}) {
        for (std::uint32_t n = 1; n <= most_by_buckets; n += n / 3 + 1) {
          Limits limits;
          limits.software = software;
          limits.invocations = 1024;
          limits.shared_bytes = shared;
          const Plan plan = make_plan(limits, {}, n, software ? 0 : size);
          ASSERT_LE(distribute_bytes(plan), shared) << n;
          ASSERT_LE(bucket_bytes(plan), shared) << n;
          ASSERT_LE(plan.levels, most_levels);
          ASSERT_EQ(plan.threads % 64, 0u);
          ASSERT_LE(plan.stages(), most_stages);
          for (const std::uint32_t fewer : {1u, n / 7 + 1, n}) {
            ASSERT_LE(plan.regular(fewer) + 2 * plan.spare, plan.buckets()) << fewer;
            ASSERT_GE(std::size_t{plan.regular(fewer)} * plan.width(fewer), fewer);
            ASSERT_LE(plan.room(fewer), plan.capacity());
            ASSERT_LE(plan.room(fewer), 3 * plan.width(fewer)) << "a bucket has at most three pivots";
            ASSERT_LE(plan.region_elements(fewer), plan.region_elements(n));
          }
        }
      }
    }
  }
}

// ----------------------------------------------------------------------------------------------------------- the
// motion

Viewing seen_from(float x, float y, float z, Values values = Values::squared_distances) {
  Viewing viewing{.n = 1000, .values = values, .eye = {x, y, z}, .axis = {0, 0, -1}};
  viewing.bounds = {{-1, -1, -1}, {1, 1, 1}};
  return viewing;
}

TEST(GlFarfirstMotion, PivotsFollowTheEye) {
  Motion motion;
  EXPECT_FALSE(motion.to(seen_from(0, 0, 6))) << "nothing is known before the first call";
  EXPECT_FLOAT_EQ(motion.to(seen_from(0, 0, 6)).value(), 0.0f);
  EXPECT_NEAR(motion.to(seen_from(0, 0, 5.9f)).value(), 0.1f, 1e-6f);
  EXPECT_NEAR(motion.to(seen_from(0.1f, 0, 5.9f)).value(), -0.00085f, 1e-5f) << "sideways is hardly farther";
  EXPECT_FALSE(motion.to(seen_from(0, 0, -6))) << "from the other side";
  EXPECT_TRUE(motion.to(seen_from(0, 0, -6)));
  EXPECT_FALSE(motion.to(seen_from(0, 0, -1))) << "much nearer";
}

TEST(GlFarfirstMotion, AnotherKindOfCallIsAJump) {
  const auto jumps = [](const Viewing& to) {
    Motion motion;
    motion.to(seen_from(0, 0, 6));
    return !motion.to(to);
  };
  Viewing other = seen_from(0, 0, 6);
  EXPECT_FALSE(jumps(other));
  other.n = 900;
  EXPECT_FALSE(jumps(other)) << "particles come and go";
  other.n = 800;
  EXPECT_TRUE(jumps(other));
  other = seen_from(0, 0, 6);
  other.counted = true;
  EXPECT_TRUE(jumps(other));
  EXPECT_TRUE(jumps(seen_from(0, 0, 6, Values::depths)));
  EXPECT_TRUE(jumps({.n = 1000}));
}

TEST(GlFarfirstMotion, WithoutBoundsAJumpIsFarMoreThanUsual) {
  Motion motion;
  const auto to = [&](float x) {
    Viewing viewing = seen_from(x, 0, 6);
    viewing.bounds = {};
    return motion.to(viewing).has_value();
  };
  to(0);
  EXPECT_FALSE(to(0.1f)) << "the first movement";
  EXPECT_TRUE(to(0.2f));
  EXPECT_TRUE(to(0.35f));
  EXPECT_FALSE(to(5));
}

TEST(GlFarfirstMotion, DepthsFollowTheirAxis) {
  Motion motion;
  motion.to(seen_from(0, 0, 6, Values::depths));
  EXPECT_FLOAT_EQ(motion.to(seen_from(0, 0, 5.5f, Values::depths)).value(), 0.5f);
  Viewing turned = seen_from(0, 0, 5.5f, Values::depths);
  turned.axis[0] = 0.6f;
  turned.axis[2] = -0.8f;
  EXPECT_FALSE(motion.to(turned));
}

// ------------------------------------------------------------------------------------------------------------- the
// sort

class GlFarfirst : public TestOn<Backend::gl> {
 protected:
  void make(std::uint32_t n, const std::vector<ParameterValue>& parameters = {}) {
    sorter_.emplace(*device_, make_sorter(*device_, *find("gl.farfirst"), n, {.parameters = parameters}));
  }
  void expect_sorted(const std::vector<std::uint32_t>& keys) { sorter_->sort(keys); }
  std::vector<std::uint32_t> random_keys(std::uint32_t n, std::uint32_t low, std::uint32_t high) {
    std::vector<std::uint32_t> keys(n);
    std::uniform_int_distribution<std::uint32_t> any(low, high);
    std::ranges::generate(keys, [&] { return any(random_); });
    return keys;
  }
  void expect_counts(std::uint64_t first, std::uint64_t steady) {
    const HistoryCounts counts = sorter_->base().history().counts();
    EXPECT_EQ(counts.first, first);
    EXPECT_EQ(counts.steady, steady);
  }

  std::optional<CheckedSorter> sorter_;
  std::mt19937 random_{1};
};

TEST_F(GlFarfirst, CallsAfterTheFirstAreSteady) {
  constexpr std::uint32_t n = 20000;
  make(n);
  for (int call = 0; call < 3; ++call) expect_sorted(random_keys(n, 1u << 20, 1u << 24));
  expect_counts(1, 2);
}

TEST_F(GlFarfirst, BucketsThatOverflowAreSortedInTheSameCall) {
  constexpr std::uint32_t n = 20000;
  make(n);
  expect_sorted(random_keys(n, 1u << 20, 1u << 21));
  expect_sorted(random_keys(n, 1u << 28, (1u << 28) + 5000));  // all behind the last pivot
  expect_counts(2, 0);
  expect_sorted(random_keys(n, 1u << 28, (1u << 28) + 5000));
  expect_counts(2, 1);
}

TEST_F(GlFarfirst, ManyKeysAlikeAreSortedWithoutATrialOfBucketsForAWhile) {
  constexpr std::uint32_t n = 12000;
  make(n);
  for (int call = 0; call < 6; ++call) expect_sorted(random_keys(n, 5, 6));
  expect_counts(6, 0);
  for (int call = 0; call < 12; ++call) expect_sorted(random_keys(n, 0, ~0u));
  EXPECT_GT(sorter_->base().history().counts().steady, 0u);
}

TEST_F(GlFarfirst, OneKeyFarFromAllOthersSharesABucketWithThem) {
  constexpr std::uint32_t n = 9000;
  make(n);
  std::vector<std::uint32_t> keys = random_keys(n, 1u << 30, (1u << 30) + 3000);
  for (int call = 0; call < 3; ++call) {
    keys[random_() % n] = 0;
    keys[random_() % n] = ~0u;
    keys[random_() % n] = ~0u - 1;
    expect_sorted(keys);
  }
}

TEST_F(GlFarfirst, SomeBucketsOfManyKeysAlike) {
  constexpr std::uint32_t n = 16000;
  make(n);
  std::vector<std::uint32_t> keys = random_keys(n, 0, 1u << 31);
  for (std::uint32_t i = 4000; i < 4400; ++i) keys[i] = 77777777;  // neighbours, as in a grid
  for (int call = 0; call < 3; ++call) expect_sorted(keys);
  EXPECT_EQ(sorter_->base().history().counts().steady, 2u);
}

TEST_F(GlFarfirst, WithoutSubgroupOperationsAndWithOtherShapes) {
  constexpr std::uint32_t n = 5000;
  for (const std::int64_t levels : {5, 9}) {
    make(n, {{"subgroups", 1}, {"threads", 192}, {"items", 4}, {"levels", levels}, {"bucket_threads", 64}});
    for (int call = 0; call < 2; ++call) expect_sorted(random_keys(n, 0, 1u << 30));
  }
}

TEST_F(GlFarfirst, SizesThatChangeFromCallToCall) {
  make(40000);
  for (const std::uint32_t n : {40000u, 1u, 2u, 5u, 39999u, 300u, 40000u}) expect_sorted(random_keys(n, 0, 1u << 26));
  const HistoryCounts before = sorter_->base().history().counts();
  for (const std::uint32_t n : {37000u, 35000u, 38000u, 40000u}) expect_sorted(random_keys(n, 0, 1u << 26));
  EXPECT_EQ(sorter_->base().history().counts().steady, before.steady + 4) << "hardly more or fewer";
}

}  // namespace
}  // namespace farfirst::test::gl_farfirst
