#pragma once
// How far an element is: the metric, the point of a triangle that is measured, and how finely keys tell distances
// apart. Plain types without arithmetic; farfirst/keys.h has the rules by which a position becomes a key. C++17;
// includes no other header of Farfirst.

#include <cstdint>

namespace farfirst {

enum class Metric : std::uint8_t { radial, view_depth };
/// The point of a triangle by which the triangle is sorted. The last enumerator is the default.
enum class SortPoint : std::uint8_t { nearest, farthest, mean, centroid };

/// What keys count.
enum class KeyForm : std::uint8_t {
  floating,  // the upper bits of the key, so of a float: steps that grow with the distance. One of the bits is the
             // sign, which no radial distance uses, and eight are the exponent of the distance (radial: of its square)
  linear     // equal steps of the distance, 2^bits of them over a range
};

/// The distances between which linear keys tell elements apart, in the scene's units: radial distances (not squared),
/// or depths along the axis. What is beyond an end counts as if it were there.
struct DistanceRange {
  float nearest = 0, farthest = 1;
};

/// How finely keys tell distances apart. Elements that they do not tell apart are drawn in the order of their numbers.
struct KeyPrecision {
  std::uint8_t bits = 32;  // 8 .. 32
  KeyForm form = KeyForm::floating;
  DistanceRange range{};  // linear: finite, nearest < farthest
  /// Are keys as they are made, without a step more?
  constexpr bool is_full() const { return bits == 32 && form == KeyForm::floating; }
  /// Beyond all keys, or equal to the largest.
  constexpr std::uint32_t largest() const { return 0xFFFFFFFFu >> (32 - bits); }
};

/// The point from which the metric measures. `eye` must be finite; `axis`, used for view depth, is a unit vector into
/// the scene.
struct Viewpoint {
  float eye[3];
  float axis[3];
};

}  // namespace farfirst
