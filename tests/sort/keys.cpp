// Tests keys.h against a reference that shares no code with it: exact integer arithmetic decides how every sum,
// difference and product is rounded. Ordinary positions, every kind of extreme ones, and any 32 bits.

#include <farfirst/keys.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <string>

namespace farfirst::test {
namespace {

using keys::Point;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float smallest_denormal = std::numeric_limits<float>::denorm_min();

// ---- The reference. Numbers are taken apart into sign, integer mantissa and exponent; 128 bits hold every exact
// result
// ---- that matters. What is too far apart for that is rounded with a sticky bit.

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

struct Exact {
  Int128 mantissa;
  int exponent;  // value = mantissa * 2^exponent
};

Exact exact(float number) {
  const auto word = std::bit_cast<std::uint32_t>(number);
  const int field = static_cast<int>(word >> 23 & 0xFF);
  const auto fraction = static_cast<std::int32_t>(word & 0x7FFFFF);
  const std::int32_t mantissa = field == 0 ? fraction : fraction | 0x800000;
  return {(word >> 31) != 0 ? -mantissa : mantissa, (field == 0 ? 1 : field) - 150};
}

/// Rounds to nearest, ties to even, with denormals and overflow. Zero is +0 (no rule ever makes a -0).
float rounded(Exact number) {
  if (number.mantissa == 0) return 0.0f;
  const bool negative = number.mantissa < 0;
  auto magnitude = static_cast<Uint128>(negative ? -number.mantissa : number.mantissa);
  int exponent = number.exponent;
  const auto upper = static_cast<std::uint64_t>(magnitude >> 64);
  const auto lower = static_cast<std::uint64_t>(magnitude);
  const int width = static_cast<int>(upper != 0 ? 64 + std::bit_width(upper) : std::bit_width(lower));
  const int drop = std::max(width - 24, -149 - exponent);  // bits that do not fit into a float
  if (drop > 0) {
    if (drop > 126) return 0.0f;
    const auto half = static_cast<Uint128>(1) << (drop - 1);
    const auto rest = magnitude & ((half << 1) - 1);
    magnitude >>= drop;
    if (rest > half || (rest == half && (magnitude & 1) != 0)) ++magnitude;
    exponent += drop;
  }
  const double value = std::ldexp(static_cast<double>(static_cast<std::uint64_t>(magnitude)), exponent);  // exact
  if (value > static_cast<double>(std::numeric_limits<float>::max())) return negative ? -infinity : infinity;
  return static_cast<float>(negative ? -value : value);
}

bool finite(float number) { return (std::bit_cast<std::uint32_t>(number) >> 23 & 0xFF) != 0xFF; }

float sum(float a, float b) {
  if (!finite(a) || !finite(b)) return a + b;  // infinities and NaN need no rounding
  Exact x = exact(a), y = exact(b);
  if (y.mantissa == 0) return rounded(x);
  if (x.mantissa == 0) return rounded(y);
  if (x.exponent < y.exponent) std::swap(x, y);
  const int distance = x.exponent - y.exponent;
  if (distance <= 90) return rounded({(x.mantissa << distance) + y.mantissa, y.exponent});
  // y is far below the last bit of x: it decides only on which side of x the sum lies.
  return rounded({(x.mantissa << 60) + (y.mantissa < 0 ? -1 : 1), x.exponent - 60});
}
float difference(float a, float b) { return sum(a, -b); }
float product(float a, float b) {
  if (!finite(a) || !finite(b)) return a * b;
  const Exact x = exact(a), y = exact(b);
  const float result = rounded({x.mantissa * y.mantissa, x.exponent + y.exponent});
  return std::fabs(result) < 0x1p-100f ? 0.0f : result;
}
float tamed(float number) { return std::fabs(number) < 0x1p-100f ? 0.0f : number; }

using Triple = std::array<float, 3>;

bool finite(const Triple& p) { return finite(p[0]) && finite(p[1]) && finite(p[2]); }

std::optional<float> reference_measure(Metric metric, const Triple& p, const Viewpoint& view) {
  if (!finite(p)) return std::nullopt;
  Triple d, terms;
  for (int i = 0; i < 3; ++i) d[i] = difference(tamed(p[i]), tamed(view.eye[i]));
  if (metric == Metric::view_depth && !finite(d)) return std::nullopt;
  for (int i = 0; i < 3; ++i) terms[i] = product(d[i], metric == Metric::radial ? d[i] : tamed(view.axis[i]));
  const float result = sum(sum(terms[0], terms[1]), terms[2]);
  if (std::isnan(result)) return std::nullopt;
  return result;
}

std::optional<float> reference_measure(Metric metric, SortPoint sort_point, const std::array<Triple, 3>& corners,
                                       const Viewpoint& view) {
  if (!finite(corners[0]) || !finite(corners[1]) || !finite(corners[2])) return std::nullopt;
  if (sort_point == SortPoint::centroid) {
    Triple centre;
    for (int i = 0; i < 3; ++i) {
      centre[i] = product(sum(sum(tamed(corners[0][i]), tamed(corners[1][i])), tamed(corners[2][i])),
                          std::bit_cast<float>(0x3EAAAAABu));
    }
    return reference_measure(metric, centre, view);
  }
  std::array<float, 3> m;
  for (int i = 0; i < 3; ++i) {
    const auto corner = reference_measure(metric, corners[i], view);
    if (!corner) return std::nullopt;
    m[i] = *corner;
  }
  if (sort_point == SortPoint::nearest) return *std::min_element(m.begin(), m.end());
  if (sort_point == SortPoint::farthest) return *std::max_element(m.begin(), m.end());
  const float total = sum(sum(m[0], m[1]), m[2]);
  if (std::isnan(total)) return std::nullopt;
  return product(total, std::bit_cast<float>(0x3EAAAAABu));
}

/// The key by its meaning, not by its bits: the rank of the metric among all floats, farthest first.
std::uint32_t reference_key(Metric metric, std::optional<float> m) {
  if (!m) return 0;
  const auto word = std::bit_cast<std::uint32_t>(*m);
  if (metric == Metric::radial) return 0xFFFFFFFFu - word;
  const std::uint32_t rank = *m < 0 ? 0x7FFFFFFFu - (word - 0x80000000u) : 0x80000000u + word;
  return 0xFFFFFFFFu - rank;
}

// ---- Inputs

/// A float of a critical kind: any bits, an extreme, or a neighbour of a limit of the rules.
float odd_float(std::mt19937& twister) {
  static constexpr float limits[] = {0.0f,        1.0f,     0x1p-100f, 0x1p-50f,       0x1p-126f, smallest_denormal,
                                     0x1.8p-101f, 0x1p63f,  0x1p64f,   0x1.fffffep63f, 0x1p127f,  0x1.fffffep127f,
                                     infinity,    0x1p-63f, 0x1p-75f,  0x1p-102f};
  const auto word = static_cast<std::uint32_t>(twister());
  switch (word % 4) {
    case 0:
      return std::bit_cast<float>(static_cast<std::uint32_t>(twister()));
    case 1: {
      const auto bits = std::bit_cast<std::uint32_t>(limits[word >> 8 & 15]);
      return std::bit_cast<float>((bits + (word >> 16 & 7) - 3) ^ (word & 0x80000000u));  // a few steps to either side
    }
    default:
      return (static_cast<float>(twister()) - 0x1p31f) * std::ldexp(1.0f, static_cast<int>(word >> 8 & 63) - 62);
  }
}
float ordinary_float(std::mt19937& twister) { return (static_cast<float>(twister()) - 0x1p31f) * 0x1p-28f; }

struct Case {
  std::array<Triple, 3> corners;
  Viewpoint view;
};

Case make_case(std::mt19937& twister, bool odd) {
  const auto number = [&] { return odd ? odd_float(twister) : ordinary_float(twister); };
  Case made;
  for (Triple& corner : made.corners) {
    for (float& component : corner) component = number();
  }
  for (float& component : made.view.eye) {
    do component = number();
    while (!finite(component));
  }
  // A unit vector; sometimes along an axis, sometimes with tiny components.
  Triple axis = {ordinary_float(twister), ordinary_float(twister), ordinary_float(twister)};
  if (odd && twister() % 2 == 0) axis = {std::ldexp(1.0f, -static_cast<int>(twister() % 140)), 1.0f, 0.0f};
  const float length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  for (int i = 0; i < 3; ++i) made.view.axis[i] = axis[i] / length;
  return made;
}

Point point(const Triple& p) { return {p[0], p[1], p[2]}; }

template <Metric metric, SortPoint sort_point>
bool triangle_is_right(const Case& c, const Viewpoint& view) {
  return key_of_triangle<metric, sort_point>(point(c.corners[0]), point(c.corners[1]), point(c.corners[2]), view) ==
         reference_key(metric, reference_measure(metric, sort_point, c.corners, c.view));
}

/// The fault in the keys of this case; empty if none.
template <Metric metric>
std::string wrong_key(const Case& c) {
  const Viewpoint view = keys::prepared(c.view);
  if (key_of_point<metric>(point(c.corners[0]), view) !=
      reference_key(metric, reference_measure(metric, c.corners[0], c.view))) {
    return "point";
  }
  if (!triangle_is_right<metric, SortPoint::nearest>(c, view)) return "nearest corner";
  if (!triangle_is_right<metric, SortPoint::farthest>(c, view)) return "farthest corner";
  if (!triangle_is_right<metric, SortPoint::mean>(c, view)) return "mean of corners";
  if (!triangle_is_right<metric, SortPoint::centroid>(c, view)) return "centroid";
  return "";
}

void expect_reference(bool odd, std::uint32_t seed, int cases) {
  std::mt19937 twister(seed);
  for (int i = 0; i < cases; ++i) {
    const Case c = make_case(twister, odd);
    const std::string radial = wrong_key<Metric::radial>(c), depth = wrong_key<Metric::view_depth>(c);
    if (radial.empty() && depth.empty()) continue;
    testing::Message numbers;
    numbers << std::hexfloat;
    for (const Triple& p : c.corners) numbers << " (" << p[0] << " " << p[1] << " " << p[2] << ")";
    FAIL() << "radial: " << radial << ", depth: " << depth << "; seed " << seed << ", case " << i << ", corners"
           << numbers << ", eye " << c.view.eye[0] << " " << c.view.eye[1] << " " << c.view.eye[2];
  }
}

// ---- Tests

TEST(Keys, OrdinaryPositionsAreAsTheReference) { expect_reference(/* odd= */ false, 411, 300000); }
TEST(Keys, OddPositionsAreAsTheReference) { expect_reference(/* odd= */ true, 1733, 700000); }

TEST(Keys, TheReferenceRoundsAsTheProcessor) {
  const std::uint32_t seed = 97;
  std::mt19937 twister(seed);
  for (int i = 0; i < 1000000; ++i) {
    const float a = odd_float(twister), b = odd_float(twister);
    if (!finite(a) || !finite(b)) continue;
    ASSERT_EQ(sum(a, b), a + b) << "seed " << seed << ", " << std::hexfloat << a << " and " << b;
    ASSERT_EQ(product(a, b), std::fabs(a * b) < 0x1p-100f ? 0.0f : a * b)
        << "seed " << seed << ", " << std::hexfloat << a << " and " << b;
  }
}

TEST(Keys, FartherIsEarlier) {
  const Viewpoint view = keys::prepared({{1, 2, 3}, {0, 0, -1}});
  std::uint32_t radial_before = 0, depth_before = 0;
  for (float z = -1e6f; z <= 3.0f; z += z < -10 ? 997.0f : 0.01f) {
    const Point p{1, 2, z};
    const std::uint32_t radial = key_of_point<Metric::radial>(p, view);
    const std::uint32_t depth = key_of_point<Metric::view_depth>(p, view);
    EXPECT_GE(radial, radial_before) << z;
    EXPECT_GE(depth, depth_before) << z;
    radial_before = radial;
    depth_before = depth;
  }
  // Behind the eye comes after the eye in view depth.
  EXPECT_GT(key_of_point<Metric::view_depth>({1, 2, 4}, view), key_of_point<Metric::view_depth>({1, 2, 3}, view));
}

TEST(Keys, NotFiniteIsDrawnFirst) {
  const Viewpoint view = keys::prepared({{0, 0, 0}, {0, 0, -1}});
  for (const float bad : {infinity, -infinity, std::numeric_limits<float>::quiet_NaN(),
                          std::bit_cast<float>(0x7F800001u), std::bit_cast<float>(0xFFFFFFFFu)}) {
    for (int i = 0; i < 3; ++i) {
      Triple p = {1, 1, 1};
      p[i] = bad;
      EXPECT_EQ(key_of_point<Metric::radial>(point(p), view), 0u);
      EXPECT_EQ(key_of_point<Metric::view_depth>(point(p), view), 0u);
      const Point good{1, 1, 1};
      EXPECT_EQ((key_of_triangle<Metric::radial, SortPoint::nearest>(good, point(p), good, view)), 0u);
      EXPECT_EQ((key_of_triangle<Metric::view_depth, SortPoint::centroid>(good, good, point(p), view)), 0u);
    }
  }
  // Nothing finite shares key 0 with them in radial metric, not even what overflows.
  EXPECT_GT(key_of_point<Metric::radial>({3e38f, 3e38f, 3e38f}, view), 0u);
}

TEST(Keys, TinyDistancesAreNone) {
  const Viewpoint view = keys::prepared({{0, 0, 0}, {0, 0, -1}});
  const std::uint32_t at_the_eye = key_of_point<Metric::radial>({0, 0, 0}, view);
  EXPECT_EQ(at_the_eye, 0xFFFFFFFFu);
  EXPECT_EQ(key_of_point<Metric::radial>({-0.0f, smallest_denormal, 0x1p-51f}, view), at_the_eye);
  EXPECT_LT(key_of_point<Metric::radial>({0x1p-50f, 0, 0}, view), at_the_eye);
  EXPECT_EQ(key_of_point<Metric::view_depth>({0, 0, -0x1p-101f}, view),
            key_of_point<Metric::view_depth>({0, 0, -0.0f}, view));
}

}  // namespace
}  // namespace farfirst::test
