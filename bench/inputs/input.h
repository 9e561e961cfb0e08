#pragma once
// The input of a measurement: keys, and for the distance job the positions and eyes from which they are made.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "form_keys.h"

namespace farfirst::bench {

using Place = std::array<float, 3>;

/// Points, or triangles: three corners each.
struct Geometry {
  std::vector<float> positions;  // x, y, z
  std::vector<std::uint32_t> corners;
  std::array<float, 6> bounds{};  // min x y z, max x y z

  std::size_t elements() const noexcept { return (corners.empty() ? positions.size() : corners.size()) / 3; }
};

struct Input {
  std::string name;
  Meaning meaning = Meaning::numbers;
  std::vector<std::uint32_t> keys;             // of the elements, in their sequence, seen by the first of `eyes`
  std::shared_ptr<const Geometry> geometry{};  // if the keys are those of squared distances
  std::vector<Place> eyes{};                   // one, or a path: each call takes the next, then they begin again
  std::vector<Place> before{};                 // none, or as many as eyes: each call comes after a jump from there

  std::uint32_t n() const noexcept { return static_cast<std::uint32_t>(keys.size()); }
};

/// Keys of squared distances, made on the host: triangles count with their centroids.
std::vector<std::uint32_t> host_keys(const Geometry& geometry, const Place& eye);

}  // namespace farfirst::bench
