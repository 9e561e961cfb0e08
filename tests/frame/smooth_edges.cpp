// Several samples a pixel, in every renderer: edges at all angles and slivers against a picture of sixteen times as
// many pixels, and what must not change.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "fine_pictures.h"
#include "render/context.h"
#include "render/renderer.h"

namespace farfirst::app {
namespace {

constexpr float turn = 2 * std::numbers::pi_v<float>;

/// Adds a triangle in the plane that the 64 x 64 pixels of the picture are 1/32 apart in.
void add_triangle(Model& model, const std::array<glm::vec2, 3>& corners, std::uint32_t color) {
  for (const glm::vec2& corner : corners) {
    model.triangles.push_back(static_cast<std::uint32_t>(model.positions.size()));
    model.positions.emplace_back(corner, -1.0f);
    model.normals.emplace_back(0, 0, 1);
    model.colors.push_back(color);
  }
  compute_bounds(model);
}

glm::vec2 on_circle(float radius, float angle) { return radius * glm::vec2(std::cos(angle), std::sin(angle)); }

constexpr std::uint32_t solid = rgba(240, 200, 90), glass = rgba(60, 140, 220, 120);

/// Rays round a middle that no pixel lies on: edges at every angle, and tips.
Model rays(std::uint32_t color) {
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
Model slivers(std::uint32_t color) {
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

class SmoothEdges : public FinePictures {};

TEST_F(SmoothEdges, CountsAreThoseOfTheContext) {
  for (const RendererAbout* about : drawing_renderers()) {
    SCOPED_TRACE(about->id);
    const auto renderer = make(*about);
    EXPECT_EQ(renderer->samples(1, Footprint::triangle), 1);
    for (const int wanted : {1, 2, 4, 8, 16}) {
      const int taken = renderer->samples(wanted, Footprint::triangle);
      EXPECT_GE(taken, 1);
      EXPECT_EQ(renderer->samples(taken, Footprint::triangle), taken) << "what it takes is what it takes";
    }
  }
}

TEST_F(SmoothEdges, FramesTellHowManyTheyTook) {
  for (const RendererAbout* about : drawing_renderers()) {
    SCOPED_TRACE(about->id);
    look.renderer = about->id;
    Frame frame(gl);
    frame.set_scene(std::make_shared<const Model>(rays(solid)));
    std::size_t single = 0;
    for (const int wanted : {1, 2, 4, 8}) {
      look.samples = wanted;
      const FrameReport report = frame.draw(camera, look, choice, canvas.target(), true);
      EXPECT_EQ(report.samples, make(*about)->samples(wanted, Footprint::triangle));
      if (report.samples == 1) single = frame.gpu_bytes();
      EXPECT_GE(frame.gpu_bytes(), single) << "memory is told";
    }
    look.samples = 1;
    for (int i = 0; i < 2; ++i) frame.draw(camera, look, choice, canvas.target(), true);
    EXPECT_EQ(frame.gpu_bytes(), single) << "and given back";
  }
}

TEST_F(SmoothEdges, FourSamplesComeCloserToSixteenfoldSupersampling) {
  for (const RendererAbout* about : drawing_renderers()) {
    if (make(*about)->samples(4, Footprint::triangle) < 4) continue;
    for (const bool thin : {false, true}) {
      for (const std::uint32_t color : {solid, glass}) {
        SCOPED_TRACE(std::string(about->id) + (thin ? ", slivers" : ", rays") + (color == glass ? " of glass" : ""));
        const Model model = thin ? slivers(color) : rays(color);
        const FinePicture fine = supersampled(*about, model, 4);
        const double one = difference(draw(*about, model, 1), fine);
        const double four = difference(draw(*about, model, 4), fine);
        ASSERT_GT(one, 0.02) << "or nothing is tested";
        EXPECT_LT(four, 0.45 * one);
      }
    }
  }
}

/// The mean over pixels is unbiased: what slivers add up to is their area.
TEST_F(SmoothEdges, SliversKeepTheirArea) {
  for (const RendererAbout* about : drawing_renderers()) {
    if (make(*about)->samples(4, Footprint::triangle) < 4) continue;
    SCOPED_TRACE(about->id);
    const Model model = slivers(solid);
    const double area = total_alpha(supersampled(*about, model, 8));
    EXPECT_NEAR(total_alpha(draw(*about, model, 4)), area, 0.04 * area);
  }
}

TEST_F(SmoothEdges, CoveredPixelsStayWhatTheyAre) {
  for (const RendererAbout* about : drawing_renderers()) {
    for (const bool normals : {false, true}) {
      SCOPED_TRACE(std::string(about->id) + (normals ? ", smooth" : ", flat"));
      Model model;
      for (const float z : {-1.0f, -1.7f, -2.4f}) add_square(model, {0.1f * z, 0.2f, z}, 6.0f, glass);
      for (std::size_t i = 0; i < model.positions.size(); ++i) model.positions[i].z += 0.07f * model.positions[i].x;
      if (!normals) model.normals.clear();
      compute_bounds(model);
      look.fresnel = 0.7f;
      const FinePicture one = draw(*about, model, 1);
      for (const int samples : {2, 4, 8}) EXPECT_LT(largest_difference(draw(*about, model, samples), one), 0.01);
    }
  }
}

/// Shading is that of a place within the triangle: extrapolated beyond its edge, what changes steeply across a sliver
/// would leave its range.
TEST_F(SmoothEdges, ShadingDoesNotLeaveTheTriangle) {
  for (const RendererAbout* about : drawing_renderers()) {
    SCOPED_TRACE(about->id);
    constexpr float thin = 100, thick = 140;
    Model model = slivers(rgba(255, 255, 255));
    const FinePicture covered = draw(*about, model, 4);
    // Of the six corners of a sliver these lie on one side of it.
    for (std::size_t i = 0; i < model.colors.size(); ++i) {
      const bool left = i % 6 == 0 || i % 6 == 3 || i % 6 == 5;
      model.colors[i] = rgba(255, 255, 255, static_cast<unsigned>(left ? thin : thick));
    }
    const FinePicture picture = draw(*about, model, 4);
    for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
      const float coverage = covered.pixels[i].a, alpha = picture.pixels[i].a;
      EXPECT_LE(alpha, coverage * thick / 255 + 0.01f);
      EXPECT_GE(alpha, coverage * thin / 255 - 0.01f);
    }
  }
}

/// A mesh without normals takes them from its planes, also where each pixel shades another part of itself.
TEST_F(SmoothEdges, FlatNormalsAreThoseOfThePlane) {
  for (const RendererAbout* about : drawing_renderers()) {
    SCOPED_TRACE(about->id);
    Model with = rays(rgba(255, 255, 255)), without = with;
    without.normals.clear();
    look.opacity = 0.5f;
    look.fresnel = 1.0f;
    for (const int samples : {1, 4})
      EXPECT_LT(largest_difference(draw(*about, without, samples), draw(*about, with, samples)), 0.02) << samples;
  }
}

TEST_F(SmoothEdges, PointsStayAsTheyAre) {
  for (const RendererAbout* about : drawing_renderers()) {
    SCOPED_TRACE(about->id);
    Model model;
    for (int i = 0; i < 12; ++i)
      add_point(model, glm::vec3(on_circle(0.6f, static_cast<float>(i) * 0.61f), -1), i % 2 == 0 ? solid : glass);
    look.point_size = 9.3f;
    const FinePicture one = draw(*about, model, 1);
    EXPECT_LT(largest_difference(draw(*about, model, 4), one), 0.01) << "their edge is soft as it is";
  }
}

}  // namespace
}  // namespace farfirst::app
