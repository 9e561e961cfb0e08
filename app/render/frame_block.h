#pragma once
// What the shaders of a frame know: the fields of shaders/common/frame.glsl.

#include <farfirst/sort.h>

#include <cstdint>
#include <glm/glm.hpp>

#include "camera/camera.h"
#include "look.h"

namespace farfirst::app {

/// std140.
struct FrameBlock {
  glm::mat4 view;
  glm::mat4 projection;
  glm::vec4 base_color;
  glm::vec4 background_top;
  glm::vec4 background_bottom;
  glm::vec2 viewport;
  glm::vec2 depth_range;
  float opacity;
  float fresnel;
  float point_size;
  float background;
  alignas(16) glm::vec3 eye;
  std::int32_t metric;
  alignas(16) glm::vec3 axis;
  alignas(16) glm::vec3 ray_corner;
  alignas(16) glm::vec3 ray_across;
  alignas(16) glm::vec3 ray_up;
};

/// For a picture of so many pixels; `pixel_scale` is that of a high-DPI display. Depth is measured by the metric.
FrameBlock frame_block(const Camera& camera, const Look& look, const Bounds& bounds, const glm::ivec2& size,
                       float pixel_scale, Metric metric = Metric::radial);
/// The same with another projection.
FrameBlock projected(const FrameBlock& block, const glm::mat4& projection);

}  // namespace farfirst::app
