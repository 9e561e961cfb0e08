#pragma once
// Small scenes and a small picture for the tests of the frame.

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "object/framebuffer.h"
#include "object/texture.h"
#include "offscreen/context.h"
#include "render/scene_renderer.h"

namespace farfirst::app {

inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float infinity = std::numeric_limits<float>::infinity();

using Pixel = std::array<int, 4>;

constexpr std::uint32_t rgba(unsigned r, unsigned g, unsigned b, unsigned a = 255) {
  return r | g << 8 | b << 16 | a << 24;
}

/// A picture in memory, drawn by one frame.
class Canvas {
 public:
  Canvas(const GladGLContext& gl, int width, int height)
      : gl_(gl), color_(gl, GL_RGBA8, width, height), framebuffer_(gl, color_) {}

  SceneRenderer::Target target() const {
    return {.framebuffer = framebuffer_.name(),
            .width = color_.width(),
            .height = color_.height(),
            .texture = color_.name(),
            .may_lag = may_lag};
  }
  bool may_lag = false;  // as in a window

  std::vector<std::uint8_t> read() const {
    std::vector<std::uint8_t> bytes(4 * static_cast<std::size_t>(color_.width()) *
                                    static_cast<std::size_t>(color_.height()));
    gl_.BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
    gl_.ReadPixels(0, 0, color_.width(), color_.height(), GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
    return bytes;
  }
  /// From the lower left.
  Pixel pixel(int x, int y) const {
    const std::vector<std::uint8_t> bytes = read();
    const std::size_t at =
        4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(color_.width()) + static_cast<std::size_t>(x));
    return {bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]};
  }
  Pixel middle() const { return pixel(color_.width() / 2, color_.height() / 2); }

 private:
  const GladGLContext& gl_;
  gl::Texture color_;
  gl::Framebuffer framebuffer_;
};

/// A context that reports every misuse, and a frame in it.
class FrameTest : public testing::Test {
 protected:
  HeadlessContext context{true};
  const GladGLContext& gl = context.gl();
  Canvas canvas{gl, 64, 64};
  Camera camera = looking_along_z();
  Look look = plain();
  SortChoice choice;

  /// At the origin, into -z.
  static Camera looking_along_z() {
    Camera result;
    result.eye = glm::vec3(0.0f);
    result.focus = glm::vec3(0.0f, 0.0f, -1.0f);
    result.field_of_view = 90.0f;
    return result;
  }
  /// No background, and an opacity that is the file's. By one renderer: on hardware `auto` may go over to another from
  /// one frame to the next, and their pictures differ by rounding.
  static Look plain() {
    Look result;
    result.renderer = "raster";
    result.opacity = 1.0f;
    result.fresnel = 0.0f;
    result.samples = 1;
    result.background = false;
    return result;
  }

  Pixel draw_middle(SceneRenderer& frame) {
    frame.draw(camera, look, choice, canvas.target(), true);
    return canvas.middle();
  }
  /// The middle of a picture of this model alone.
  Pixel middle_of(const Model& model, VertexFetch fetch = VertexFetch::automatic) {
    SceneRenderer frame(gl, fetch);
    frame.set_scene(std::make_shared<const Model>(model));
    return draw_middle(frame);
  }
};

/// Adds a vertex, to the bounds too if it is finite.
inline void add_position(Model& model, const glm::vec3& position) {
  model.positions.push_back(position);
  if (std::isfinite(position.x) && std::isfinite(position.y) && std::isfinite(position.z)) model.bounds.add(position);
}

/// Adds a square that faces +z.
inline void add_square(Model& model, const glm::vec3& center, float half, std::uint32_t color) {
  const auto first = static_cast<std::uint32_t>(model.positions.size());
  for (const glm::vec2 corner : {glm::vec2(-1, -1), glm::vec2(1, -1), glm::vec2(1, 1), glm::vec2(-1, 1)}) {
    add_position(model, center + glm::vec3(half * corner, 0.0f));
    model.normals.emplace_back(0.0f, 0.0f, 1.0f);
    model.colors.push_back(color);
  }
  for (const std::uint32_t corner : {0u, 1u, 2u, 0u, 2u, 3u}) model.triangles.push_back(first + corner);
}

inline void add_point(Model& model, const glm::vec3& position, std::uint32_t color) {
  add_position(model, position);
  model.colors.push_back(color);
}

inline double linear(double srgb) { return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4); }
inline double encoded(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

/// The result of compositing `front` over `back`, all of them in the encoding of the frame.
inline Pixel over(const Pixel& front, const Pixel& back) {
  const double front_alpha = front[3] / 255.0, back_alpha = back[3] / 255.0;
  const double alpha = front_alpha + (1 - front_alpha) * back_alpha;
  Pixel result{0, 0, 0, static_cast<int>(std::lround(255 * alpha))};
  if (alpha == 0) return result;
  const auto premultiplied = [](int channel, double own_alpha) {
    return own_alpha == 0 ? 0.0 : linear(channel / 255.0 / own_alpha) * own_alpha;
  };
  for (std::size_t i = 0; i < 3; ++i) {
    const double light = premultiplied(front[i], front_alpha) + (1 - front_alpha) * premultiplied(back[i], back_alpha);
    result[i] = static_cast<int>(std::lround(255 * alpha * encoded(std::min(light / alpha, 1.0))));
  }
  return result;
}

inline void expect_near(const Pixel& actual, const Pixel& expected, int tolerance) {
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(actual[i], expected[i], tolerance) << "channel " << i << " of " << testing::PrintToString(actual)
                                                   << ", expected " << testing::PrintToString(expected);
  }
}

}  // namespace farfirst::app
