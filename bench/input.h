#pragma once
// What a measurement sorts: keys, and for the distance job the positions and the eye that they come from.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "form_keys.h"

namespace farfirst::bench {

/// Points, or triangles: three corners each.
struct Geometry {
  std::vector<float> positions;  // x, y, z
  std::vector<std::uint32_t> corners;
  std::array<float, 6> bounds{};  // min x y z, max x y z
};

struct Input {
  std::string name;
  Meaning meaning = Meaning::numbers;
  std::vector<std::uint32_t> keys;             // of the elements, in their sequence
  std::shared_ptr<const Geometry> geometry{};  // where the keys are those of squared distances
  std::array<float, 3> eye{};

  std::uint32_t n() const noexcept { return static_cast<std::uint32_t>(keys.size()); }
};

/// Makes input.keys from its geometry and eye, on the host: triangles count with their centroids.
void make_host_keys(Input& input);

}  // namespace farfirst::bench
