#include "paint.h"

#include <cmath>

namespace farfirst::app {
namespace {

std::uint32_t pack(const glm::vec4& color) {
  std::uint32_t packed = 0;
  for (int i = 0; i < 4; ++i) {
    packed |= static_cast<std::uint32_t>(std::lround(255.0f * glm::clamp(color[i], 0.0f, 1.0f))) << (8 * i);
  }
  return packed;
}

}  // namespace

void add(Model& model, const Surface& surface, const Paint& paint) {
  const auto first = static_cast<std::uint32_t>(model.positions.size());
  model.positions.insert(model.positions.end(), surface.positions.begin(), surface.positions.end());
  for (const float along : surface.along) model.colors.push_back(pack(glm::mix(paint.from, paint.to, along)));
  for (const std::uint32_t corner : surface.triangles) model.triangles.push_back(first + corner);
}

void add(Model& model, Surface surface, const glm::mat4& pose, const Paint& paint) {
  transform(surface, pose);
  add(model, surface, paint);
}

}  // namespace farfirst::app
