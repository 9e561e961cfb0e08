// Several samples a pixel, in every renderer: edges at all angles and slivers against a picture of sixteen times as
// many pixels, and what must not change.

#include <gtest/gtest.h>

#include "fine_pictures.h"

namespace farfirst::app {
namespace {

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

TEST_F(SmoothEdges, FramesReportTheirSamples) {
  for (const RendererAbout* about : drawing_renderers()) {
    SCOPED_TRACE(about->id);
    look.renderer = about->id;
    SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
    frame.set_scene(std::make_shared<const Model>(rays(solid)));
    std::size_t single = 0;
    for (const int wanted : {1, 4}) {
      look.samples = wanted;
      const FrameStats report = frame.draw(camera, look, choice, canvas.target(), true);
      EXPECT_EQ(report.samples, make(*about)->samples(wanted, Footprint::triangle));
      if (report.samples == 1) single = frame.gpu_bytes();
      EXPECT_GE(frame.gpu_bytes(), single) << "memory is reported";
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

/// They may cover a pixel's edge differently, where a sample lies on an edge.
TEST_F(SmoothEdges, RenderersAgreeWithEachOther) {
  const RendererAbout* first = nullptr;
  for (const RendererAbout* about : drawing_renderers()) {
    if (make(*about)->samples(4, Footprint::triangle) != 4) continue;
    if (first == nullptr) first = about;
    for (const Model& model : {rays(solid), slivers(glass)}) {
      SCOPED_TRACE(std::string(first->id) + " and " + std::string(about->id));
      EXPECT_LT(difference(draw(*about, model, 4), draw(*first, model, 4)), 0.01);
    }
  }
}

/// The mean over pixels is unbiased: the sum over slivers is their area.
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
      const int samples = normals ? 2 : 8;  // four are those of the other tests; each number compiles many programs
      EXPECT_LT(largest_difference(draw(*about, model, samples), one), 0.01);
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
    // These of the six corners of a sliver lie on one side of it.
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
