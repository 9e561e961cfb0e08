#pragma once
// The twin of shaders/common/depth.glsl and of the depth of fragments in the kind `triangle`: the same
// operations in the same order.

#include <farfirst/keys.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "render/frame_block.h"

namespace farfirst::app {

class FragmentDepths {
 public:
  explicit FragmentDepths(const FrameBlock& block)
      : metric_(static_cast<Metric>(block.keys.metric)),
        view_(keys::prepared({{block.camera.eye.x, block.camera.eye.y, block.camera.eye.z},
                              {block.camera.axis.x, block.camera.axis.y, block.camera.axis.z}})),
        corner_(point(block.camera.ray_corner)),
        across_(point(block.camera.ray_across)),
        up_(point(block.camera.ray_up)) {}

  /// The depth of a triangle, at a place of the picture in pixels.
  std::uint32_t key(const std::array<glm::vec3, 3>& triangle, float x, float y) const {
    const Point a = keys::without_tiny(point(triangle[0])), b = keys::without_tiny(point(triangle[1])),
                c = keys::without_tiny(point(triangle[2]));
    const Point normal = brought_to_one(cross(brought_to_one(minus(b, a)), brought_to_one(minus(c, a))));
    const float first = depth_of(a), second = depth_of(b), third = depth_of(c);
    const float nearest = std::max(std::min({first, second, third}), 0.0f);
    const float farthest = std::max({first, second, third});
    const Point ray = ray_through(x, y);
    float depth = quotient(dot(normal, keys::from_eye(a, view_)), dot(normal, ray));
    if (!(depth < farthest)) depth = farthest;
    if (depth < nearest) depth = nearest;
    if (metric_ == Metric::view_depth) return keys::key_of<Metric::view_depth>({depth, true});
    return keys::key_of<Metric::radial>({keys::multiply(keys::multiply(depth, depth), dot(ray, ray)), true});
  }

 private:
  using Point = keys::Point;
  static Point point(const glm::vec3& v) { return {v.x, v.y, v.z}; }
  static Point minus(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  static float dot(Point a, Point b) {
    return (keys::multiply(a.x, b.x) + keys::multiply(a.y, b.y)) + keys::multiply(a.z, b.z);
  }
  static Point cross(Point a, Point b) {
    return {keys::multiply(a.y, b.z) - keys::multiply(a.z, b.y), keys::multiply(a.z, b.x) - keys::multiply(a.x, b.z),
            keys::multiply(a.x, b.y) - keys::multiply(a.y, b.x)};
  }
  static Point brought_to_one(Point v) {
    constexpr std::uint32_t mask = 0x7F800000u;
    const std::uint32_t exponent = std::max({keys::bits(v.x) & mask, keys::bits(v.y) & mask, keys::bits(v.z) & mask});
    if (exponent == 0 || exponent >= 0x7F000000u) return {0, 0, 0};
    const auto factor = std::bit_cast<float>(0x7F000000u - exponent);
    return {keys::multiply(v.x, factor), keys::multiply(v.y, factor), keys::multiply(v.z, factor)};
  }
  static float quotient(float a, float b) {
    const std::uint32_t word = keys::bits(b), exponent = word & 0x7F800000u;
    if (exponent == 0 || exponent >= 0x7E800000u) return std::numeric_limits<float>::infinity();
    const auto part = std::bit_cast<float>((word & 0x007FFFFFu) | 0x3F000000u);
    float guess = 48.0f / 17.0f - 32.0f / 17.0f * part;
    for (int i = 0; i < 4; ++i) guess = guess + guess * (1.0f - part * guess);
    const auto scale = std::bit_cast<float>((0x7E800000u - exponent) | (word & 0x80000000u));
    return keys::multiply(keys::multiply(a, guess), scale);
  }
  float depth_of(Point p) const { return keys::depth(p, view_).value; }
  Point ray_through(float x, float y) const {
    const auto along = [&](float corner, float across, float up) { return (corner + across * x) + up * y; };
    return {along(corner_.x, across_.x, up_.x), along(corner_.y, across_.y, up_.y), along(corner_.z, across_.z, up_.z)};
  }

  const Metric metric_;
  const Viewpoint view_;
  const Point corner_, across_, up_;
};

}  // namespace farfirst::app
