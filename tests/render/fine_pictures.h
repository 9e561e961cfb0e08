#pragma once
// Pictures in linear light, by each renderer that can draw here, also at many times the resolution; models with
// edges at all angles.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "render/renderer.h"
#include "scenes.h"

namespace farfirst::app {

inline constexpr float turn = 2 * std::numbers::pi_v<float>;

/// Adds a triangle in the plane that the 64 x 64 pixels of the picture are 1/32 apart in.
inline void add_triangle(Model& model, const std::array<glm::vec2, 3>& corners, std::uint32_t color) {
  for (const glm::vec2& corner : corners) {
    model.triangles.push_back(static_cast<std::uint32_t>(model.positions.size()));
    add_position(model, glm::vec3(corner, -1.0f));
    model.normals.emplace_back(0, 0, 1);
    model.colors.push_back(color);
  }
}

inline glm::vec2 on_circle(float radius, float angle) { return radius * glm::vec2(std::cos(angle), std::sin(angle)); }

inline constexpr std::uint32_t solid = rgba(240, 200, 90), glass = rgba(60, 140, 220, 120);

/// Rays round a middle that no pixel lies on: edges at every angle, and tips.
inline Model rays(std::uint32_t color) {
  Model model;
  constexpr int count = 17;
  const glm::vec2 middle(0.0131f, -0.0077f);
  for (int i = 0; i < count; ++i) {
    const float angle = (static_cast<float>(i) + 0.123f) * turn / count;
    add_triangle(model,
                 {middle + on_circle(0.05f, angle), middle + on_circle(0.9f, angle - 0.08f),
                  middle + on_circle(0.9f, angle + 0.08f)},
                 color);
  }
  return model;
}

/// From a quarter of a pixel to a whole one wide, and as long as the picture.
inline Model slivers(std::uint32_t color) {
  Model model;
  constexpr int count = 11;
  for (int i = 0; i < count; ++i) {
    const float angle = (static_cast<float>(i) + 0.37f) * turn / (2 * count);
    const float width = (0.25f + 0.75f * static_cast<float>(i) / count) / 32;
    const glm::vec2 along = on_circle(0.9f, angle), across = on_circle(width / 2, angle + turn / 4);
    const glm::vec2 from = on_circle(0.15f, angle);
    add_triangle(model, {from + across, from - across, along - across}, color);
    add_triangle(model, {from + across, along - across, along + across}, color);
  }
  return model;
}

/// Premultiplied, in linear light.
struct FinePicture {
  int width = 0, height = 0;
  std::vector<glm::vec4> pixels{};
};

class FinePictures : public FrameTest {
 protected:
  static constexpr int size = 64;
  mutable GpuContext gpu{gl, HeadlessContext::proc()};

  std::vector<const RendererAbout*> drawing_renderers() const {
    std::vector<const RendererAbout*> result;
    for (const RendererAbout* about : renderers())
      if (about->why_unavailable(gl).empty()) result.push_back(about);
    return result;
  }
  std::unique_ptr<Renderer> make(const RendererAbout& about) const { return about.make({gpu}); }

  static FinePicture read(const Canvas& from, int width, int height) {
    FinePicture picture{.width = width, .height = height};
    const std::vector<std::uint8_t> bytes = from.read();
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
      const float alpha = static_cast<float>(bytes[i + 3]) / 255.0f;
      const auto light = [&](std::size_t channel) {
        return alpha == 0 ? 0.0f : alpha * static_cast<float>(linear(bytes[i + channel] / 255.0 / alpha));
      };
      picture.pixels.emplace_back(light(0), light(1), light(2), alpha);
    }
    return picture;
  }
  /// `scale` times as wide and high, points too.
  FinePicture draw(const RendererAbout& about, const Model& model, int samples, int scale = 1) {
    const Canvas picture(gl, scale * size, scale * size);
    SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
    frame.set_scene(std::make_shared<const Model>(model));
    Look its = look;
    its.renderer = about.id;
    its.samples = samples;
    its.point_size *= static_cast<float>(scale);
    frame.draw(camera, its, choice, picture.target(), true);
    return read(picture, scale * size, scale * size);
  }
  /// Each pixel the mean of `scale` x `scale`.
  FinePicture supersampled(const RendererAbout& about, const Model& model, int scale) {
    const FinePicture large = draw(about, model, 1, scale);
    FinePicture picture{.width = size, .height = size, .pixels = std::vector<glm::vec4>(size * size)};
    for (int y = 0; y < large.height; ++y)
      for (int x = 0; x < large.width; ++x)
        picture.pixels[static_cast<std::size_t>((y / scale) * size + x / scale)] +=
            large.pixels[static_cast<std::size_t>(y * large.width + x)] / static_cast<float>(scale * scale);
    return picture;
  }

  /// Root mean square of all channels.
  static double difference(const FinePicture& a, const FinePicture& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
      const glm::vec4 off = a.pixels[i] - b.pixels[i];
      sum += glm::dot(off, off) / 4;
    }
    return std::sqrt(sum / static_cast<double>(a.pixels.size()));
  }
  static double largest_difference(const FinePicture& a, const FinePicture& b) {
    float largest = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
      const glm::vec4 off = glm::abs(a.pixels[i] - b.pixels[i]);
      largest = std::max({largest, off.r, off.g, off.b, off.a});
    }
    return largest;
  }
  static double total_alpha(const FinePicture& picture) {
    double sum = 0;
    for (const glm::vec4& pixel : picture.pixels) sum += pixel.a;
    return sum;
  }
};

}  // namespace farfirst::app
