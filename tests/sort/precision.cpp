// Tests of keys of fewer bits: against keys that are easy to calculate by hand and against arithmetic in double
// precision; and orders by them, of every entry.

#include <farfirst/keys.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "guarded.h"
#include "sizes.h"

namespace farfirst::test::precision {
namespace {

constexpr std::uint32_t seed = 608;
using keys::Point;

constexpr KeyPrecision floating(std::uint8_t bits) { return {.bits = bits}; }
constexpr KeyPrecision linear(std::uint8_t bits, float nearest, float farthest) {
  return {.bits = bits, .form = KeyForm::linear, .range = {nearest, farthest}};
}

/// The key by double arithmetic. Rounding a sum, a product or a root of two floats first to double and then to float
/// gives the same as rounding it at once.
std::uint32_t expected_key(std::uint32_t key, Metric metric, const KeyPrecision& precision) {
  if (precision.form == KeyForm::floating) return key >> (32 - precision.bits);
  if (key == 0) return 0;
  const std::uint32_t word = ~key;
  double distance = 0;
  if (metric == Metric::radial) {
    distance = static_cast<float>(std::sqrt(double{std::bit_cast<float>(word)}));
  } else {
    distance = std::bit_cast<float>((word & 0x80000000u) != 0 ? word & 0x7FFFFFFFu : ~word);
  }
  const auto& [nearest, farthest] = precision.range;
  const auto most = static_cast<double>(std::uint64_t{1} << precision.bits);
  const double scale = static_cast<float>(most / (double{farthest} - double{nearest}));
  const auto t = static_cast<double>(static_cast<float>(double{static_cast<float>(farthest - distance)} * scale));
  const double last = precision.bits <= 24 ? most - 1 : most - std::ldexp(1.0, precision.bits - 24);
  return static_cast<std::uint32_t>(std::clamp(t, 0.0, last));
}

std::uint32_t made_key(std::uint32_t key, Metric metric, const KeyPrecision& precision) {
  const keys::Steps steps = keys::prepared(precision);
  return metric == Metric::radial ? keys::with_fewer_bits<Metric::radial>(key, steps)
                                  : keys::with_fewer_bits<Metric::view_depth>(key, steps);
}

template <Metric metric>
std::uint32_t key_at(float x) {
  return key_of_point<metric>({x, 0, 0}, keys::prepared({{0, 0, 0}, {1, 0, 0}}));
}

TEST(KeyPrecision, LinearKeysAreEqualStepsOfTheDistance) {
  const keys::Steps radial = keys::prepared(linear(8, 0, 512)), depth = keys::prepared(linear(8, -256, 256));
  for (std::uint32_t step = 0; step < 256; ++step) {
    for (const float within : {0.25f, 1.0f, 1.75f}) {
      const float distance = 2 * static_cast<float>(step) + within;
      EXPECT_EQ(keys::with_fewer_bits<Metric::radial>(key_at<Metric::radial>(-distance), radial), 255 - step);
      EXPECT_EQ(keys::with_fewer_bits<Metric::view_depth>(key_at<Metric::view_depth>(distance - 256), depth),
                255 - step);
    }
  }
}

TEST(KeyPrecision, FloatingKeysAreTheUpperBitsOfKeys) {
  for (const float distance : {0.0f, 0.001f, 1.0f, 3.0f, 1e15f}) {
    const std::uint32_t key = key_at<Metric::radial>(distance);
    for (int bits = 8; bits <= 32; ++bits) {
      EXPECT_EQ(made_key(key, Metric::radial, floating(static_cast<std::uint8_t>(bits))), key >> (32 - bits));
    }
  }
}

TEST(KeyPrecision, DistancesBeyondTheRangeCountAsItsEnds) {
  const KeyPrecision precision = linear(12, 10, 20);
  const std::uint32_t last = precision.largest();
  EXPECT_EQ(last, 4095u);
  EXPECT_EQ(made_key(key_at<Metric::radial>(20), Metric::radial, precision), 0u);
  EXPECT_EQ(made_key(key_at<Metric::radial>(1e18f), Metric::radial, precision), 0u);
  EXPECT_EQ(made_key(key_at<Metric::radial>(3e38f), Metric::radial, precision), 0u) << "infinitely far";
  EXPECT_EQ(made_key(key_at<Metric::radial>(10), Metric::radial, precision), last);
  EXPECT_EQ(made_key(key_at<Metric::radial>(0), Metric::radial, precision), last);
  EXPECT_EQ(made_key(key_at<Metric::view_depth>(-3e38f), Metric::view_depth, precision), last);
  EXPECT_EQ(made_key(0, Metric::radial, precision), 0u) << "without a value";
  EXPECT_EQ(made_key(0, Metric::view_depth, precision), 0u);
}

/// Any key, and any of an ordinary distance; ranges from ordinary to extremely wide and narrow.
TEST(KeyPrecision, EqualsDoubleArithmeticAndNeverReversesKeys) {
  std::mt19937 twister(seed);
  std::vector<std::uint32_t> keys = {0, 1, 0x7FFFFFFFu, 0x80000000u, 0x807FFFFFu, 0xFFFFFFFFu};
  for (int i = 0; i < 3000; ++i) {
    keys.push_back(key_at<Metric::radial>(static_cast<float>(twister() >> 8) * 0x1p-20f));
    // No number below 2^-100 reaches a key, nor does a NaN.
    const auto word = static_cast<std::uint32_t>(0x0D800000u + twister() % 0x72000001u);
    keys.push_back(~word);
  }
  std::ranges::sort(keys);
  const float most = std::numeric_limits<float>::max();
  for (const auto& [nearest, farthest] : {DistanceRange{0, 16}, DistanceRange{3, 3.5f}, DistanceRange{-most, most},
                                          DistanceRange{1, std::nextafter(1.0f, 2.0f)}, DistanceRange{0, 1e-20f}}) {
    for (const std::uint8_t bits :
         {std::uint8_t{8}, std::uint8_t{16}, std::uint8_t{24}, std::uint8_t{25}, std::uint8_t{32}}) {
      SCOPED_TRACE(testing::Message() << int(bits) << " bits, " << nearest << " to " << farthest << ", seed " << seed);
      const KeyPrecision precision = linear(bits, nearest, farthest);
      std::uint32_t before = 0;
      for (const std::uint32_t key : keys) {
        if (key != 0 && key < 0x807FFFFFu) continue;  // no radial distance has it
        const std::uint32_t made = made_key(key, Metric::radial, precision);
        ASSERT_EQ(made, expected_key(key, Metric::radial, precision)) << std::hex << key;
        ASSERT_GE(made, before);
        ASSERT_LE(made, precision.largest());
        before = made;
      }
    }
  }
}

TEST(KeyPrecision, TheRangeOfABoxIsThatOfItsPointsDistances) {
  std::mt19937 twister(seed);
  const auto number = [&] { return static_cast<float>(twister()) * 0x1p-31f - 1.0f; };
  for (int round = 0; round < 200; ++round) {
    const Box box{{-1 + number() / 2, -1, -1}, {1, 1 + number() / 2, 2}};
    const Viewpoint view{{3 * number(), number(), number()}, {0.6f, 0, -0.8f}};
    const DistanceRange radial = distance_range(box, Metric::radial, view),
                        depth = distance_range(box, Metric::view_depth, view);
    float least = 1e9f, largest = 0, least_depth = 1e9f, largest_depth = -1e9f;
    for (int i = 0; i < 27; ++i) {  // corners, and the point nearest to the eye
      float d2 = 0, along = 0;
      int digits = i;
      for (std::size_t axis = 0; axis < 3; ++axis, digits /= 3) {
        const float nearest = std::clamp(view.eye[axis], box.low[axis], box.high[axis]);
        const float p = digits % 3 == 0 ? box.low[axis] : digits % 3 == 1 ? nearest : box.high[axis];
        d2 += (p - view.eye[axis]) * (p - view.eye[axis]);
        along += (p - view.eye[axis]) * view.axis[axis];
      }
      least = std::min(least, std::sqrt(d2)), largest = std::max(largest, std::sqrt(d2));
      least_depth = std::min(least_depth, along), largest_depth = std::max(largest_depth, along);
    }
    EXPECT_NEAR(radial.nearest, least, 1e-5f);
    EXPECT_NEAR(radial.farthest, largest, 1e-5f);
    EXPECT_NEAR(depth.nearest, least_depth, 1e-5f);
    EXPECT_NEAR(depth.farthest, largest_depth, 1e-5f);
  }
}

TEST(KeyPrecision, ARangeAlwaysAscends) {
  const float most = std::numeric_limits<float>::max(), infinity = std::numeric_limits<float>::infinity();
  const Box boxes[] = {{{1, 2, 3}, {1, 2, 3}},
                       {{0, 0, 0}, {0, 0, 0}},
                       {{-most, -most, -most}, {most, most, most}},
                       {{most, most, most}, {most, most, most}},
                       {{1, 1, 1}, {0, 0, 0}},
                       {{0, 0, 0}, {infinity, 0, 0}}};
  for (const Box& box : boxes) {
    for (const Metric metric : {Metric::radial, Metric::view_depth}) {
      const DistanceRange range = distance_range(box, metric, {{0, 0, 0}, {0, 0, -1}});
      EXPECT_LT(range.nearest, range.farthest);
      EXPECT_TRUE(std::isfinite(range.nearest) && std::isfinite(range.farthest));
    }
  }
  EXPECT_EQ(distance_range(Box{}, Metric::radial, {}).farthest, 1.0f);
}

// ---- Orders

/// The difference of a job from the plainest one.
struct Variant {
  KeyPrecision precision;
  Metric metric = Metric::radial;
  Direction direction = Direction::back_to_front;
  bool counted = false, with_ids = false, two_sources = false;
};

class FewerBits : public TestOfEach<const Algorithm*> {
 protected:
  static std::vector<Point> points(std::uint32_t n) {
    std::mt19937 twister(seed);
    const auto number = [&] { return static_cast<float>(twister() >> 8) * 0x1p-23f - 1.0f; };
    std::vector<Point> result;
    for (std::uint32_t i = 0; i < n; ++i) {
      const float x = number(), y = number(), z = i % 97 == 5 ? std::nanf("") : number();
      result.push_back({x, y, z});
    }
    return result;
  }

  void expect_order(DistanceSorter& sorter, const std::vector<Point>& points, const Variant& variant) {
    const auto all = static_cast<std::uint32_t>(points.size());
    std::vector<std::uint32_t> ids;
    for (std::uint32_t i = 1; i < all; i += 2) ids.push_back(i);
    const std::uint32_t n = variant.with_ids ? static_cast<std::uint32_t>(ids.size()) : all;
    const std::uint32_t count = variant.counted ? n / 3 : n;
    const Guarded positions(*device_, points), ids_in(*device_, ids), count_in(*device_, std::vector{count});
    const Guarded order(*device_, n * 4, 0xFF), made(*device_, n * 4, 0xFF);
    const GuardedWorkspace workspace(*device_, sorter.requirements(), 0xFF);
    std::vector<Source> sources = {{.n = all, .positions = positions.buffer()}};
    if (variant.two_sources) sources = halves(positions.buffer(), all);
    DistanceJob job{.n = n,
                    .sources = sources,
                    .metric = variant.metric,
                    .eye = {0.5f, -3, 0},
                    .axis = {0, 1, 0},
                    .precision = variant.precision,
                    .direction = variant.direction,
                    .order = order.buffer(),
                    .keys = made.buffer()};
    if (variant.with_ids) job.ids = ids_in.buffer();
    if (variant.counted) job.count = count_in.buffer();
    workspace.attach(job);
    sorter.sort(job);
    device_->finish();
    const std::vector<std::uint32_t> keys =
        expected_keys(points, variant.with_ids ? ids : std::vector<std::uint32_t>(), job, count);
    std::vector<std::uint32_t> expected = expected_order(keys);
    if (variant.with_ids) expected = gathered(ids, expected);
    if (variant.direction == Direction::front_to_back) std::ranges::reverse(expected);
    ASSERT_EQ(first(order, count), expected);
    ASSERT_EQ(first(made, count), keys);
    EXPECT_TRUE(device_
                    ->check_order({.keys = job.keys,
                                   .order = job.order,
                                   .n = n,
                                   .count = job.count,
                                   .ids = job.ids,
                                   .elements = all,
                                   .direction = job.direction})
                    .ok());
    workspace.expect_intact();
    order.expect_intact("order");
    made.expect_intact("keys");
  }

  /// The points as two objects.
  static std::vector<Source> halves(const Buffer& positions, std::uint32_t n) {
    Buffer second = positions;
    second.offset += n / 2 * std::size_t{12};
    second.bytes -= n / 2 * std::size_t{12};
    return {{.n = n / 2, .positions = positions}, {.n = n - n / 2, .positions = second}};
  }
  static std::vector<std::uint32_t> first(const Guarded& words, std::uint32_t count) {
    std::vector<std::uint32_t> result = words.read<std::uint32_t>();
    result.resize(count);
    return result;
  }
  static std::vector<std::uint32_t> expected_keys(const std::vector<Point>& points,
                                                  const std::vector<std::uint32_t>& ids, const DistanceJob& job,
                                                  std::uint32_t count) {
    const Viewpoint view =
        keys::prepared({{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}});
    std::vector<std::uint32_t> keys;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Point& p = points[ids.empty() ? i : ids[i]];
      keys.push_back(expected_key(job.metric == Metric::radial ? key_of_point<Metric::radial>(p, view)
                                                               : key_of_point<Metric::view_depth>(p, view),
                                  job.metric, job.precision));
    }
    return keys;
  }
};

/// One sorter for all of them in turn, so that its state is from keys of another kind.
TEST_P(FewerBits, InEveryKindOfJob) {
  const std::vector<Point> scene = points(at_most(6007));
  const auto sorter = make_distance_sorter(*device_, *GetParam(), static_cast<std::uint32_t>(scene.size()));
  const Variant variants[] = {
      {.precision = floating(16)},
      {.precision = linear(16, 1, 5)},
      {.precision = {}},
      {.precision = linear(8, 1.5f, 4), .metric = Metric::view_depth},
      {.precision = floating(12), .metric = Metric::view_depth, .direction = Direction::front_to_back},
      {.precision = linear(24, 1, 5), .counted = true},
      {.precision = {}, .counted = true},
      {.precision = floating(20), .counted = true, .with_ids = true, .two_sources = true},
      {.precision = linear(13, 1, 5), .direction = Direction::front_to_back, .with_ids = true},
      {.precision = linear(32, 1, 5), .two_sources = true},
      {.precision = floating(8)},
  };
  for (const Variant& variant : variants) {
    SCOPED_TRACE(testing::Message() << int(variant.precision.bits) << " bits, form " << int(variant.precision.form)
                                    << ", metric " << int(variant.metric) << ", seed " << seed);
    expect_order(*sorter, scene, variant);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, FewerBits,
                         testing::ValuesIn(std::vector<const Algorithm*>(algorithms().begin(), algorithms().end())),
                         entry_name);

/// The purpose of fewer bits: entries that sort bits skip passes, instead of finding them empty.
class FewerPasses : public FewerBits {
 protected:
  std::size_t passes_of(const std::vector<Point>& scene, const KeyPrecision& precision) {
    const auto n = static_cast<std::uint32_t>(scene.size());
    const auto sorter = make_distance_sorter(*device_, *GetParam(), n);
    const Workspace workspace(*device_, sorter->requirements());
    const Guarded positions(*device_, scene), order(*device_, n * 4, 0);
    const Source source{.n = n, .positions = positions.buffer()};
    DistanceJob job{.n = n, .sources = {&source, 1}, .precision = precision, .order = order.buffer(), .trace = true};
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    std::vector<Pass> passes;
    EXPECT_TRUE(sorter->take_trace(passes));
    return passes.size();
  }
};

TEST_P(FewerPasses, OfFewBits) {
  const std::vector<Point> scene = points(at_most(6007));
  EXPECT_LT(passes_of(scene, floating(8)), passes_of(scene, linear(32, 0, 2)));
}

/// Entries whose passes are traced one by one.
std::vector<const Algorithm*> sorters_of_bits() {
  std::vector<const Algorithm*> result;
  for (const std::string_view id : {"gl.radix", "cuda.radix_split"}) result.push_back(find(id));
  return result;
}
INSTANTIATE_TEST_SUITE_P(Catalogue, FewerPasses, testing::ValuesIn(sorters_of_bits()), entry_name);

}  // namespace
}  // namespace farfirst::test::precision
