#pragma once
// Colours of surfaces: those of vertices times that of the material, with the material's alpha mode.

#include <cstdint>

#include "numbers.h"

namespace farfirst::app::gltf {

class Surface {
 public:
  /// `colors`: COLOR_0, linear; none if the vertices have no colours.
  Surface(const Material& material, Numbers colors);

  /// RGBA8, sRGB. Below the cut-off of a mask alpha is 0, above it 255.
  std::uint32_t color(std::size_t vertex) const;
  bool is_white() const { return colors_.empty() && plain_ == 0xffffffffu; }
  /// Can vertices be cut away?
  bool is_mask() const { return material_.alpha == AlphaMode::mask; }

 private:
  std::uint32_t pack(const glm::dvec4& linear) const;

  Material material_;
  Numbers colors_;
  std::uint32_t plain_ = 0;  // of the material alone
};

}  // namespace farfirst::app::gltf
