#pragma once
// The key of a position is a uint32; ascending keys mean back to front, so the farthest position has the smallest key.
// It is the same bit for bit on CPU, CUDA and OpenGL, on every driver. Its GLSL twin is shaders/keys/keys.glsl, which
// states the same rules in the same order; a test compares the two. C++17, for g++, clang and nvcc (host and device).
// farfirst/sort.h does not include this header: it is for code that makes or reads keys itself.
//
// The rules
//   number    IEEE single precision, round to nearest, no fused multiply-add, no length(); a sqrt in linear keys alone.
//             A C++ file that includes this must be compiled with -ffp-contract=off. The CMake target farfirst::keys
//             brings the flag; farfirst::sort, which does not need it, does not.
//   tiny      A coordinate, an axis component, a number of a transform, of a scale or an offset, or a product of two of
//             them, of differences or of sums, whose magnitude is below 2^-100 counts as +0.
//   point     A point with a component that is not finite (by its bits) has no metric value.
//   radial    With d = p - eye, the metric's value is (dx*dx + dy*dy) + dz*dz. It may overflow to +infinity.
//   depth     With d = p - eye, the metric's value is (dx*ax + dy*ay) + dz*az. There is no value if d is not finite or
//             if the result is a NaN (infinity - infinity).
//   stored    float16: exactly. unorm16: q * float(1/65535), then * scale, then + offset, each rounded.
//   transform x' = ((m0*x + m1*y) + m2*z) + m3; y' and z' likewise from the other rows. The result is the point.
//   triangle  A triangle has no value if one of its corners has none. nearest, farthest: the smallest, the largest of
//             the corners' values. mean: ((a + b) + c) * float(1/3); no value if the sum is a NaN.
//             centroid: the value at the point ((p0 + p1) + p2) * float(1/3).
//   key       Without a value: 0 (drawn first; front to back, last). radial: ~bits(m). depth: ~ordered_bits(m);
//             ordered_bits flips the sign bit of numbers from +0 up and all bits of negative ones.
//   fewer     Keys of b bits are below 2^b. floating: the upper b bits of the key. linear: without a value 0. Otherwise
//             d is m (depth) or the root of m, rounded to nearest (radial), and t = (farthest - d) * scale. The key is
//             t without its fraction, but 0 if t is negative, and `last` if t is larger. `scale`, the steps to a unit
//             of distance, and `last`, the largest float below 2^b, are made once, on the host (keys::prepared).
//
// Why "tiny": GPUs may flush denormal numbers to zero, as operands and as results. After the rule, every number
// that enters a sum or a difference is 0 or at least 2^-100 in magnitude, so it is a multiple of 2^-123. Sums of such
// numbers are multiples of 2^-123 too (rounding can only make the multiple coarser), so they are 0 or at least 2^-123:
// normal numbers (those begin at 2^-126). A product may be denormal, but then it is tiny and counts as 0 whether or not
// it was flushed; at the limit itself nothing is near the denormal range. A radial value is a sum of such products,
// hence 0 or at least 2^-100. So no denormal number ever decides anything.
//
// Why no -0: tiny numbers become +0, and x - x and (+0) + (+0) are +0 when rounding to nearest. So -0 never reaches a
// key, and equal values have equal bits.
//
// A triangle that shrinks to a point: nearest and farthest give the key of the point itself. mean gives that key or the
// one before or after it (of 32 bits), and centroid moves the point, each coordinate by one unit in its last place at
// most; both as long as three times the value, or the coordinate, is finite. Far from the eye such a move changes the
// key by a few steps. Near the eye, or where the depth is near 0, it can be many more, since the value is small
// beside the coordinates.

#include <cmath>
#include <cstdint>
#include <cstring>

#include "farfirst/metric.h"

#if defined(__CUDACC__)
#define FARFIRST_HOST_DEVICE __host__ __device__
#else
#define FARFIRST_HOST_DEVICE
#endif

namespace farfirst {

namespace keys {

struct Point {
  float x, y, z;
};
/// The metric's value at a point; not valid if it has none.
struct Measured {
  float value;
  bool valid;
};

FARFIRST_HOST_DEVICE inline std::uint32_t bits(float number) {
#if defined(__CUDA_ARCH__)
  return __float_as_uint(number);
#else
  std::uint32_t word;
  std::memcpy(&word, &number, sizeof word);
  return word;
#endif
}

FARFIRST_HOST_DEVICE inline float add(float a, float b) {
#if defined(__CUDA_ARCH__)
  return __fadd_rn(a, b);
#else
  return a + b;
#endif
}
FARFIRST_HOST_DEVICE inline float subtract(float a, float b) {
#if defined(__CUDA_ARCH__)
  return __fsub_rn(a, b);
#else
  return a - b;
#endif
}

// On GPUs a comparison takes the magnitude at no cost; on CPUs bits become vector code.
FARFIRST_HOST_DEVICE inline bool is_finite(float number) {
#if defined(__CUDA_ARCH__)
  return fabsf(number) < __uint_as_float(0x7F800000u);
#else
  return (bits(number) & 0x7FFFFFFFu) < 0x7F800000u;
#endif
}
FARFIRST_HOST_DEVICE inline bool is_nan(float number) { return (bits(number) & 0x7FFFFFFFu) > 0x7F800000u; }
/// Magnitudes below 2^-100 (bits 0x0D800000) count as +0.
FARFIRST_HOST_DEVICE inline float without_tiny(float number) {
#if defined(__CUDA_ARCH__)
  return fabsf(number) < __uint_as_float(0x0D800000u) ? 0.0f : number;
#else
  return (bits(number) & 0x7FFFFFFFu) < 0x0D800000u ? 0.0f : number;
#endif
}
FARFIRST_HOST_DEVICE inline float product(float a, float b) {
#if defined(__CUDA_ARCH__)
  return __fmul_rn(a, b);
#else
  return a * b;
#endif
}
FARFIRST_HOST_DEVICE inline float multiply(float a, float b) { return without_tiny(product(a, b)); }

/// Logical and without a branch, so that compilers can vectorise loops over keys.
FARFIRST_HOST_DEVICE inline bool both(bool a, bool b) {
  return (static_cast<unsigned>(a) & static_cast<unsigned>(b)) != 0;
}

FARFIRST_HOST_DEVICE inline bool is_finite(Point p) {
  return both(is_finite(p.x), both(is_finite(p.y), is_finite(p.z)));
}
FARFIRST_HOST_DEVICE inline Point without_tiny(Point p) {
  return {without_tiny(p.x), without_tiny(p.y), without_tiny(p.z)};
}

/// Prepares a viewpoint for the metrics. Do this once, not for each point.
FARFIRST_HOST_DEVICE inline Viewpoint prepared(Viewpoint view) {
  for (int i = 0; i < 3; ++i) {
    view.eye[i] = without_tiny(view.eye[i]);
    view.axis[i] = without_tiny(view.axis[i]);
  }
  return view;
}

FARFIRST_HOST_DEVICE inline Point from_eye(Point p, const Viewpoint& prepared_view) {
  return {subtract(p.x, prepared_view.eye[0]), subtract(p.y, prepared_view.eye[1]),
          subtract(p.z, prepared_view.eye[2])};
}

/// A tiny component of p need not be dropped here: beside an eye of 2^-74 or more it is lost in rounding, and beside a
/// smaller one the square is so small that it counts as 0.
FARFIRST_HOST_DEVICE inline Measured radial(Point p, const Viewpoint& prepared_view) {
  const Point d = from_eye(p, prepared_view);
  return {add(add(multiply(d.x, d.x), multiply(d.y, d.y)), multiply(d.z, d.z)), is_finite(p)};
}

FARFIRST_HOST_DEVICE inline Measured depth(Point p, const Viewpoint& prepared_view) {
  const Point d = from_eye(without_tiny(p), prepared_view);
  const float* a = prepared_view.axis;
  const float t = add(add(multiply(d.x, a[0]), multiply(d.y, a[1])), multiply(d.z, a[2]));
  return {t, both(is_finite(p), both(is_finite(d), !is_nan(t)))};
}

// ---- Stored positions and transforms

FARFIRST_HOST_DEVICE inline float of_bits(std::uint32_t word) {
#if defined(__CUDA_ARCH__)
  return __uint_as_float(word);
#else
  float number;
  std::memcpy(&number, &word, sizeof number);
  return number;
#endif
}

/// Converts a half exactly. Halves below 2^-14 are multiples of 2^-24.
FARFIRST_HOST_DEVICE inline float of_half(std::uint32_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31u, fraction = half & 0x3FFu;
  if (exponent == 0) return of_bits(sign | bits(product(static_cast<float>(fraction), 1.0f / 16777216.0f)));
  return of_bits(sign | (exponent == 31 ? 0x7F800000u : (exponent + 112) << 23) | fraction << 13);
}

/// Expects `scale` and `offset` without tiny numbers.
FARFIRST_HOST_DEVICE inline float of_unorm(std::uint32_t q, float scale, float offset) {
  return add(multiply(product(static_cast<float>(q), 1.0f / 65535.0f), scale), offset);
}

/// A 3 x 4 matrix, row by row.
struct Transform {
  float m[12];
};
/// Prepares a transform. Do this once, not for each point.
FARFIRST_HOST_DEVICE inline Transform prepared(Transform transform) {
  for (float& number : transform.m) number = without_tiny(number);
  return transform;
}

/// Keeps "not finite": a point with such a component goes to one without finite components.
FARFIRST_HOST_DEVICE inline Point transformed(Point p, const Transform& prepared_transform) {
  const float* m = prepared_transform.m;
  p = without_tiny(p);
  return {add(add(add(multiply(m[0], p.x), multiply(m[1], p.y)), multiply(m[2], p.z)), m[3]),
          add(add(add(multiply(m[4], p.x), multiply(m[5], p.y)), multiply(m[6], p.z)), m[7]),
          add(add(add(multiply(m[8], p.x), multiply(m[9], p.y)), multiply(m[10], p.z)), m[11])};
}

// ---- Values of elements

template <Metric metric>
FARFIRST_HOST_DEVICE inline Measured measure_of(Point p, const Viewpoint& prepared_view) {
  return metric == Metric::radial ? radial(p, prepared_view) : depth(p, prepared_view);
}

FARFIRST_HOST_DEVICE inline Point centroid(Point p0, Point p1, Point p2) {
  const float third = 1.0f / 3.0f;  // 0x3EAAAAAB
  p0 = without_tiny(p0);
  p1 = without_tiny(p1);
  p2 = without_tiny(p2);
  // The metric drops tiny components itself.
  return {product(add(add(p0.x, p1.x), p2.x), third), product(add(add(p0.y, p1.y), p2.y), third),
          product(add(add(p0.z, p1.z), p2.z), third)};
}

template <Metric metric, SortPoint sort_point>
FARFIRST_HOST_DEVICE inline Measured measure_of(Point p0, Point p1, Point p2, const Viewpoint& prepared_view) {
  if (sort_point == SortPoint::centroid) {
    const Measured m = measure_of<metric>(centroid(p0, p1, p2), prepared_view);
    return {m.value, both(m.valid, both(is_finite(p0), both(is_finite(p1), is_finite(p2))))};
  }
  const Measured a = measure_of<metric>(p0, prepared_view);
  const Measured b = measure_of<metric>(p1, prepared_view);
  const Measured c = measure_of<metric>(p2, prepared_view);
  const bool valid = both(a.valid, both(b.valid, c.valid));
  if (sort_point == SortPoint::mean) {
    const float sum = add(add(a.value, b.value), c.value);
    const float third = 1.0f / 3.0f;
    return {multiply(sum, third), both(valid, !is_nan(sum))};
  }
  if (sort_point == SortPoint::nearest) {
    const float m = b.value < a.value ? b.value : a.value;
    return {c.value < m ? c.value : m, valid};
  }
  const float m = b.value > a.value ? b.value : a.value;
  return {c.value > m ? c.value : m, valid};
}

FARFIRST_HOST_DEVICE inline std::uint32_t ordered_bits(float number) {
  const std::uint32_t word = bits(number);
  return word ^ ((word >> 31) != 0u ? 0xFFFFFFFFu : 0x80000000u);
}

template <Metric metric>
FARFIRST_HOST_DEVICE inline std::uint32_t key_of(Measured m) {
  const std::uint32_t key = ~(metric == Metric::radial ? bits(m.value) : ordered_bits(m.value));
  return key & (0u - static_cast<std::uint32_t>(m.valid));  // no branch, as in both()
}

// ---- Keys of fewer bits

/// The root of a metric's value, rounded to nearest. No metric value is denormal.
FARFIRST_HOST_DEVICE inline float root(float number) {
#if defined(__CUDA_ARCH__)
  return __fsqrt_rn(number);
#else
  return std::sqrt(number);
#endif
}

/// A precision, prepared for kernels.
struct Steps {
  std::uint32_t shift;  // 32 less the bits
  bool linear;
  float farthest, scale, last;
};
/// Prepares a precision. Do this once, not for each key.
inline Steps prepared(const KeyPrecision& precision) {
  const auto& [nearest, farthest] = precision.range;
  const double steps = std::ldexp(1.0, precision.bits) / (double{farthest} - double{nearest});
  const double scale = steps > 0x1p127 ? 0x1p127 : steps;  // of a range that floats hold, it is at least 2^-121
  const double ulp = precision.bits <= 24 ? 1.0 : std::ldexp(1.0, precision.bits - 24);
  return {32u - precision.bits, precision.form == KeyForm::linear, without_tiny(farthest), static_cast<float>(scale),
          static_cast<float>(std::ldexp(1.0, precision.bits) - ulp)};
}

/// The metric's value from which a key other than 0 was made.
template <Metric metric>
FARFIRST_HOST_DEVICE inline float value_of(std::uint32_t key) {
  const std::uint32_t word = ~key;
  if (metric == Metric::radial) return of_bits(word);
  return of_bits(word ^ ((word >> 31) != 0u ? 0x80000000u : 0xFFFFFFFFu));
}

/// Reduces a key of 32 bits to the precision.
template <Metric metric>
FARFIRST_HOST_DEVICE inline std::uint32_t with_fewer_bits(std::uint32_t key, const Steps& steps) {
  if (!steps.linear) return key >> steps.shift;
  const float value = value_of<metric>(key);
  const float distance = metric == Metric::radial ? root(value) : value;
  const float t = multiply(subtract(steps.farthest, distance), steps.scale);
  const float from_0 = t > 0.0f ? t : 0.0f;
  const std::uint32_t made = static_cast<std::uint32_t>(from_0 < steps.last ? from_0 : steps.last);
  return key == 0 ? 0 : made;
}

}  // namespace keys

/// The key of a point.
template <Metric metric>
FARFIRST_HOST_DEVICE inline std::uint32_t key_of_point(keys::Point p, const Viewpoint& prepared_view) {
  return keys::key_of<metric>(keys::measure_of<metric>(p, prepared_view));
}

/// The key of a triangle.
template <Metric metric, SortPoint sort_point>
FARFIRST_HOST_DEVICE inline std::uint32_t key_of_triangle(keys::Point p0, keys::Point p1, keys::Point p2,
                                                          const Viewpoint& prepared_view) {
  return keys::key_of<metric>(keys::measure_of<metric, sort_point>(p0, p1, p2, prepared_view));
}

}  // namespace farfirst
