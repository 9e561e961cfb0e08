#pragma once
// The uniforms of a frame: the fields of shaders/common/frame.glsl.

#include <cstdint>
#include <glm/glm.hpp>

#include "camera/camera.h"
#include "look.h"
#include "order/choice.h"
#include "scene/scene.h"

namespace farfirst::app {

// std140. No padding but behind vectors of three.

/// The view: the eye, and what it sees.
struct ViewBlock {
  glm::mat4 view;
  glm::mat4 projection;
  glm::vec2 viewport;
  glm::vec2 depth_range;
  alignas(16) glm::vec3 eye;
  std::int32_t culls;
  alignas(16) glm::vec3 axis;
  alignas(16) glm::vec3 ray_corner;
  alignas(16) glm::vec3 ray_across;
  alignas(16) glm::vec3 ray_up;

  bool operator==(const ViewBlock&) const = default;
};

/// The look.
struct LookBlock {
  glm::vec4 base_color;
  glm::vec4 background_top;
  glm::vec4 background_bottom;
  float opacity;
  float fresnel;
  float point_size;
  float background;
  std::int32_t blends_encoded;
  float splat_scale;
  std::int32_t splat_degree;
  std::int32_t splat_mip;
  float streak;
  float least_alpha;
  float log_least_alpha;
  std::int32_t splats_are_ellipsoids;

  bool operator==(const LookBlock&) const = default;
};

/// The sort key of fragments, for renderers that sort them; others ignore it.
struct KeyBlock {
  std::int32_t metric;
  std::int32_t sort_point;
  std::int32_t exact_by;
  std::int32_t key_shift;
  std::int32_t keys_are_linear;
  float key_farthest;
  float key_scale;
  float key_last;
};

struct FrameBlock {
  ViewBlock camera;
  LookBlock look;
  KeyBlock keys;
};
static_assert(sizeof(FrameBlock) == 224 + 96 + 32);

/// The look with automatic values resolved for this content.
Look resolve_auto(const Look& look, const Contents& contents);
SortChoice resolve_auto(const SortChoice& choice, const Contents& contents);

/// For a picture of this size, of a look after resolve_auto(); `pixel_scale` is that of a high-DPI display.
FrameBlock frame_block(const Camera& camera, const Look& look, const SceneBounds& bounds, const glm::ivec2& size,
                       float pixel_scale, const SortChoice& choice = {});
/// The same with another projection.
FrameBlock projected(const FrameBlock& block, const glm::mat4& projection);

}  // namespace farfirst::app
