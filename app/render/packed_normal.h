#pragma once
// Normals in 32 bits.

#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>

namespace farfirst::app {

/// The normal on an octahedron that is unfolded to a square (Cigolle et al., A survey of efficient representations for
/// independent unit vectors, 2014): two 16-bit numbers, with errors far below what shading shows. A vector without a
/// direction has a code of its own. normal_of in shaders/common/vertex.glsl is the other way.
inline std::uint32_t packed_normal(const glm::vec3& normal) {
  constexpr std::uint32_t no_direction = 0x80008000u;
  const float size = std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z);
  if (!(size > 0.0f) || !std::isfinite(size)) return no_direction;
  glm::vec2 place = glm::vec2(normal) / size;
  if (normal.z < 0.0f) {
    const glm::vec2 side(place.x < 0.0f ? -1.0f : 1.0f, place.y < 0.0f ? -1.0f : 1.0f);
    place = (1.0f - glm::abs(glm::vec2(place.y, place.x))) * side;
  }
  const auto packed = [](float number) { return static_cast<std::uint16_t>(std::lround(number * 32767.0f)); };
  return packed(place.x) | static_cast<std::uint32_t>(packed(place.y)) << 16;
}

}  // namespace farfirst::app
