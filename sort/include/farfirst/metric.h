#pragma once
// The distance metric, the sort point of a triangle, and the precision of keys.
// Plain types without arithmetic; farfirst/keys.h has the rules by which a position becomes a key. C++17;
// includes no other header of Farfirst.

#include <cstdint>

namespace farfirst {

enum class Metric : std::uint8_t { radial, view_depth };
/// The point of a triangle by which the triangle is sorted. The last enumerator is the default.
enum class SortPoint : std::uint8_t { nearest, farthest, mean, centroid };

/// How keys divide the range of distances.
enum class KeyForm : std::uint8_t {
  floating,  // the upper bits of a float: steps that grow with the distance. One of the bits is the
             // sign, which no radial distance uses, and eight are the exponent of the distance (radial: of its square)
  linear     // equal steps of the distance, 2^bits of them over a range
};

/// The distances that linear keys resolve, in the scene's units: radial distances (not squared),
/// or depths along the axis. Distances beyond an end count as that end.
struct DistanceRange {
  float nearest = 0, farthest = 1;
};

/// The resolution of keys. Elements with equal keys are drawn in the order of their numbers.
struct KeyPrecision {
  std::uint8_t bits = 32;  // 8 .. 32
  KeyForm form = KeyForm::floating;
  DistanceRange range{};  // linear: finite, nearest < farthest
  /// True if keys are used unchanged.
  constexpr bool is_full() const { return bits == 32 && form == KeyForm::floating; }
  /// Not below any key.
  constexpr std::uint32_t largest() const { return 0xFFFFFFFFu >> (32 - bits); }
};

/// The point from which the metric measures. `eye` must be finite; `axis`, used for view depth, is a unit vector into
/// the scene.
struct Viewpoint {
  float eye[3];
  float axis[3];
};

}  // namespace farfirst
