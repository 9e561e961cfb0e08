#pragma once
// What the shaders of a frame know: the fields of shaders/common/frame.glsl.

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
};

/// For a picture of so many pixels; `pixel_scale` is that of a high-DPI display.
FrameBlock frame_block(const Camera& camera, const Look& look, const Bounds& bounds, const glm::ivec2& size,
                       float pixel_scale);

}  // namespace farfirst::app
