#include "surface.h"

#include <utility>

#include "io/color.h"
#include "scene/srgb.h"

namespace farfirst::app::gltf {

Surface::Surface(const Material& material, Numbers colors)
    : material_(material), colors_(std::move(colors)), plain_(pack(material.color)) {}

std::uint32_t Surface::pack(const glm::dvec4& linear) const {
  const auto channel = [&](int i) { return color_byte(srgb_from_linear(linear[i])) << 8 * i; };
  double alpha = 1.0;
  if (material_.alpha == AlphaMode::mask) alpha = linear.a < material_.cutoff ? 0.0 : 1.0;
  if (material_.alpha == AlphaMode::blend) alpha = linear.a;
  return channel(0) | channel(1) | channel(2) | color_byte(alpha) << 24;
}

std::uint32_t Surface::color(std::size_t vertex) const {
  if (colors_.empty()) return plain_;
  const glm::dvec3 rgb = colors_.three_at(vertex);
  const double alpha = colors_.parts() == 4 ? colors_.at(vertex, 3) : 1.0;
  return pack(material_.color * glm::dvec4(rgb, alpha));
}

}  // namespace farfirst::app::gltf
