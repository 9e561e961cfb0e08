// Points and particles as the driver's points and as triangles round their discs: the same picture, but triangles have
// no limit in size, and show if their middle is outside of the picture.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "object/buffer.h"
#include "render/frame_block.h"
#include "render/raster/raster.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

class Sprites : public FrameTest {
 protected:
  /// Discs of these radii, drawn one after the other by `raster` alone: premultiplied linear light.
  std::vector<glm::vec4> draw(const std::vector<StoredVertex>& particles, VertexFetch fetch, int size) const {
    const std::vector<std::uint32_t> colors(particles.size(), rgba(255, 160, 40, 200));
    std::vector<std::uint32_t> order(particles.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const gl::Buffer vertices(gl, particles.size() * sizeof(StoredVertex), particles.data());
    const gl::Buffer color_buffer(gl, colors.size() * sizeof colors[0], colors.data());
    const gl::Buffer words(gl, order.size() * sizeof order[0], order.data());
    const FrameBlock values = frame_block(camera, look, Bounds{}, {size, size}, 1.0f);
    const gl::Buffer block(gl, sizeof values, &values);
    gl.BindBufferBase(GL_UNIFORM_BUFFER, 0, block.name());

    const std::array<VertexArrayView, 2> arrays = {
        VertexArrayView{ElementArray::vertex, vertices.name(), 0, vertices.bytes(), 4},
        VertexArrayView{ElementArray::color, color_buffer.name(), 0, color_buffer.bytes(), 1}};
    ColorTarget picture(gl);
    picture.resize(size, size);
    GpuContext gpu(gl, HeadlessContext::proc());
    const auto renderer = raster::make({gpu, fetch});
    renderer->draw({.elements = {.variant = {.kind = ElementKind::particle,
                                             .colors = true,
                                             .spheres = look.particle_style == ParticleStyle::sphere},
                                 .arrays = arrays},
                    .order = {.buffer = words.name(), .words = order.size()}},
                   picture);
    std::vector<glm::vec4> pixels(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
    gl.GetTextureImage(picture.texture(), 0, GL_RGBA, GL_FLOAT, static_cast<GLsizei>(pixels.size() * sizeof pixels[0]),
                       pixels.data());
    return pixels;
  }
  static StoredVertex particle(const glm::vec3& position, float radius) {
    return {position, std::bit_cast<std::uint32_t>(radius)};
  }
};

TEST_F(Sprites, AreTheSameAsPointsAndAsTriangles) {
  if (!gl::is_software(gl)) GTEST_SKIP() << "hardware rounds the sizes of points, and draws triangles";
  std::vector<StoredVertex> particles;
  std::uint32_t state = 7;
  const auto random = [&] { return static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) / 16777216.0f; };
  for (int i = 0; i < 200; ++i) {  // wholly in the picture, and some smaller than a pixel
    const glm::vec3 position(1.2f * random() - 0.6f, 1.2f * random() - 0.6f, -1 - 0.2f * random());
    particles.push_back(particle(position, 0.1f * random() * random()));
  }
  for (const ParticleStyle style : {ParticleStyle::soft, ParticleStyle::sphere}) {
    look.particle_style = style;
    const std::vector<glm::vec4> points = draw(particles, VertexFetch::expanded, 200);
    const std::vector<glm::vec4> triangles = draw(particles, VertexFetch::pulled, 200);
    for (std::size_t i = 0; i < points.size(); ++i) {
      ASSERT_LT(glm::distance(points[i], triangles[i]), style == ParticleStyle::soft ? 2e-3f : 0.03f)
          << "pixel " << i % 200 << "," << i / 200;
    }
    EXPECT_GT(std::ranges::max(points, {}, &glm::vec4::a).a, 0.9f) << "or nothing is tested";
  }
}

TEST_F(Sprites, AsTrianglesHaveNoLimit) {
  constexpr int size = 1000;
  const std::vector<glm::vec4> pixels = draw({particle({0, 0, -1}, 0.95f)}, VertexFetch::pulled, size);
  const float opacity = 200 / 255.0f;
  for (const int x : {10, 40, 150, 499, 700, 960}) {
    const float from_center = (static_cast<float>(x) + 0.5f - 500) / (0.95f * 500);
    const float fade = std::max(1 - from_center * from_center, 0.0f);
    EXPECT_NEAR(pixels[std::size_t{500} * size + static_cast<std::size_t>(x)].a, opacity * fade * fade, 2e-3f) << x;
  }
}

TEST_F(Sprites, AsTrianglesShowIfTheirMiddleIsOutside) {
  const std::vector<glm::vec4> pixels = draw({particle({1.2f, 0, -1}, 0.5f)}, VertexFetch::pulled, 64);
  EXPECT_GT(pixels[std::size_t{32} * 64 + 63].a, 0.3f);
  EXPECT_EQ(pixels[std::size_t{32} * 64 + 40].a, 0.0f) << "beyond its radius";
}

TEST_F(Sprites, BehindTheEyeAreNotDrawn) {
  for (const float z : {0.0f, 1.0f, 1e-7f, -1e-30f}) {
    for (const VertexFetch fetch : {VertexFetch::expanded, VertexFetch::pulled}) {
      const std::vector<glm::vec4> pixels = draw({particle({0, 0, z}, 0.5f), particle({nan, 0, -1}, 0.5f)}, fetch, 16);
      EXPECT_EQ(std::ranges::max(pixels, {}, &glm::vec4::a).a, 0.0f) << z;
    }
  }
}

/// Whole frames: points of a cloud with normals, and particles.
TEST_F(Sprites, OfScenesAreTheSameEitherWay) {
  Model cloud;
  for (int i = 0; i < 300; ++i) {
    const float at = 0.02f * static_cast<float>(i);
    add_point(cloud, {0.6f * std::sin(7 * at), 0.6f * std::cos(5 * at), -1 - 0.1f * at}, rgba(200, 90, 50, 150));
    cloud.normals.push_back(glm::normalize(glm::vec3(std::sin(at), std::cos(at), 0.5f)));
  }
  look.point_size = 7;
  look.background = true;
  middle_of(cloud, VertexFetch::expanded);
  const std::vector<std::uint8_t> points = canvas.read();
  middle_of(cloud, VertexFetch::pulled);
  const std::vector<std::uint8_t> triangles = canvas.read();
  ASSERT_EQ(points.size(), triangles.size());
  for (std::size_t i = 0; i < points.size(); ++i) ASSERT_NEAR(points[i], triangles[i], 1) << i;
}

}  // namespace
}  // namespace farfirst::app
