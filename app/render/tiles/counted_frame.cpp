#include "counted_frame.h"

#include <algorithm>
#include <cmath>

namespace farfirst::app::tiles {

namespace {

glm::vec3 eye_of(const glm::mat4& view) { return -glm::transpose(glm::mat3(view)) * glm::vec3(view[3]); }

bool is_like(float a, float b) { return a <= 1.1f * b && b <= 1.1f * a; }

/// The middle of the picture moves by a tenth of the picture at most.
bool are_directions_near(const glm::mat4& a, const glm::mat4& b, float zoom) {
  const glm::mat3 turn = glm::mat3(a) * glm::transpose(glm::mat3(b));
  const float cosine = 0.5f * (turn[0][0] + turn[1][1] + turn[2][2] - 1.0f);
  return cosine > 0 && std::sqrt(std::max(1.0f - cosine * cosine, 0.0f)) * zoom <= 0.2f;
}

/// Beside the distance to the scene or, from within, the size of the scene.
bool are_eyes_near(const glm::mat4& a, const glm::mat4& b, const glm::vec2& depth_range) {
  const float reach = std::max(depth_range.x, 0.1f * (depth_range.y - depth_range.x));
  return glm::distance(eye_of(a), eye_of(b)) <= 0.1f * reach;
}

bool are_cameras_near(const ViewBlock& a, const ViewBlock& b) {
  return is_like(a.projection[0][0], b.projection[0][0]) && is_like(a.projection[1][1], b.projection[1][1]) &&
         are_directions_near(a.view, b.view, b.projection[1][1]) && are_eyes_near(a.view, b.view, b.depth_range);
}

/// The parameters of the look that decide the extent of elements.
bool are_sizes_near(const LookBlock& a, const LookBlock& b) {
  return is_like(a.point_size, b.point_size) && is_like(a.splat_scale, b.splat_scale) &&
         is_like(a.opacity, b.opacity) && is_like(a.least_alpha, b.least_alpha) && is_like(a.streak, b.streak) &&
         a.splat_mip == b.splat_mip;
}

}  // namespace

bool CountedFrame::is_near(const CountedFrame& other) const {
  return content == other.content && are_cameras_near(camera, other.camera) && are_sizes_near(look, other.look);
}

}  // namespace farfirst::app::tiles
