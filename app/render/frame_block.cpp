#include "frame_block.h"

#include <farfirst/keys.h>

#include <algorithm>
#include <cmath>

#include "scene/srgb.h"

namespace farfirst::app {

namespace {

glm::vec4 linear(const glm::vec3& srgb) {
  return {linear_from_srgb(srgb.r), linear_from_srgb(srgb.g), linear_from_srgb(srgb.b), 1.0f};
}

/// The box's extent along the view.
glm::vec2 depth_range(const Camera& camera, const Bounds& bounds) {
  const float middle = glm::dot(bounds.center() - camera.eye, camera.direction());
  const glm::vec3 extent = bounds.empty() ? glm::vec3(1.0f) : bounds.maximum - bounds.minimum;
  const float half = 0.5f * glm::dot(extent, glm::abs(camera.direction()));
  return {middle - half, middle + std::max(half, 1e-6f * std::abs(middle))};
}

/// The rays of view and projection, which is one in perspective.
void set_rays(ViewBlock& block) {
  const glm::dmat3 view(block.view);
  const glm::dvec3 right(view[0][0], view[1][0], view[2][0]), above(view[0][1], view[1][1], view[2][1]),
      back(view[0][2], view[1][2], view[2][2]);
  const glm::dmat4 projection(block.projection);
  const glm::dvec3 half_width = right / projection[0][0], half_height = above / projection[1][1];
  block.ray_corner = -back + (projection[2][0] - 1.0) * half_width + (projection[2][1] - 1.0) * half_height;
  block.ray_across = 2.0 / block.viewport.x * half_width;
  block.ray_up = 2.0 / block.viewport.y * half_height;
}

ViewBlock view_block(const Camera& camera, const Bounds& bulk, const glm::ivec2& size) {
  ViewBlock block{};
  block.view = camera.view();
  block.projection = camera.projection(static_cast<float>(size.x) / static_cast<float>(size.y));
  block.viewport = size;
  block.depth_range = depth_range(camera, bulk);
  block.eye = camera.eye;
  block.axis = camera.direction();
  set_rays(block);
  return block;
}

LookBlock look_block(const Look& look, float pixel_scale) {
  return {.base_color = linear(look.color),
          .background_top = linear(look.background_top),
          .background_bottom = linear(look.background_bottom),
          .opacity = look.opacity,
          .fresnel = look.fresnel,
          .point_size = look.point_size * pixel_scale,
          .background = look.background ? 1.0f : 0.0f,
          .blends_encoded = look.blend_space == BlendSpace::encoded ? 1 : 0,
          .splat_scale = look.splat_scale,
          .splat_degree = look.splat_degree,
          .splat_mip = look.splat_filter == SplatFilter::mip ? 1 : 0,
          .streak = look.particle_style == ParticleStyle::streak ? look.streak : 0.0f,
          .least_alpha = look.splat_cutoff,
          .log_least_alpha = std::log2(look.splat_cutoff),
          .splats_are_ellipsoids = look.splat_style == SplatStyle::ellipsoid ? 1 : 0};
}

/// Keys are those of a sort of elements as wholes.
KeyBlock key_block(const Camera& camera, const Look& look, const Bounds& bounds, const SortChoice& choice) {
  const glm::vec3 axis = camera.direction();
  const Viewpoint view{{camera.eye.x, camera.eye.y, camera.eye.z}, {axis.x, axis.y, axis.z}};
  const keys::Steps steps = keys::prepared(key_precision(choice.precision, bounds, metric_of(choice), view));
  return {.metric = static_cast<std::int32_t>(metric_of(choice)),
          .sort_point = static_cast<std::int32_t>(choice.sort_point),
          .exact_by = static_cast<std::int32_t>(look.exact_by),
          .key_shift = static_cast<std::int32_t>(steps.shift),
          .keys_are_linear = steps.linear ? 1 : 0,
          .key_farthest = steps.farthest,
          .key_scale = steps.scale,
          .key_last = steps.last};
}

}  // namespace

FrameBlock frame_block(const Camera& camera, const Look& look, const SceneBounds& bounds, const glm::ivec2& size,
                       float pixel_scale, const SortChoice& choice) {
  return {.camera = view_block(camera, bounds.bulk, size),
          .look = look_block(look, pixel_scale),
          .keys = key_block(camera, look, bounds, choice)};
}

Look resolve_auto(const Look& look, const Contents& contents) {
  Look result = look;
  if (look.blend_space == BlendSpace::automatic)
    result.blend_space =
        contents.splats && look.splat_style != SplatStyle::point ? BlendSpace::encoded : BlendSpace::linear;
  if (look.splat_filter == SplatFilter::automatic)
    result.splat_filter = contents.antialiased ? SplatFilter::mip : SplatFilter::reference;
  return result;
}

SortChoice resolve_auto(const SortChoice& choice, const Contents& contents) {
  SortChoice result = choice;
  result.metric = metric_of(choice, contents.splat_order);
  return result;
}

FrameBlock projected(const FrameBlock& block, const glm::mat4& projection) {
  FrameBlock result = block;
  result.camera.projection = projection;
  set_rays(result.camera);
  return result;
}

}  // namespace farfirst::app
