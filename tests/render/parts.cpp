// Pictures that are drawn part by part: every pixel once, and as if they had been drawn at once.

#include <gtest/gtest.h>

#include <algorithm>

#include "fine_pictures.h"
#include "render/picture_part.h"

namespace farfirst::app {
namespace {

// ---- the sequence of parts

TEST(Parts, CoverEveryPixelOnce) {
  PartPlan plan;
  for (const glm::ivec2 size : {glm::ivec2(1, 1), glm::ivec2(16, 16), glm::ivec2(17, 100), glm::ivec2(333, 47)}) {
    for (const double milliseconds : {0.1, 20.0, 90.0}) {
      std::vector<int> covered(static_cast<std::size_t>(size.x * size.y));
      int begins = 0, ends = 0;
      for (plan.begin(size); !plan.is_done(); plan.took(milliseconds)) {
        const PicturePart part = plan.next();
        begins += part.begins ? 1 : 0;
        ends += part.ends ? 1 : 0;
        for (int y = part.least.y; y < part.end.y; ++y)
          for (int x = part.least.x; x < part.end.x; ++x) ++covered[static_cast<std::size_t>(y * size.x + x)];
      }
      EXPECT_EQ(std::ranges::count(covered, 1), size.x * size.y) << size.x << " x " << size.y;
      EXPECT_EQ(begins, 1);
      EXPECT_EQ(ends, 1);
      EXPECT_EQ(plan.share(), 1);
    }
  }
}

/// The number of parts of a picture whose cells take this long, besides a cost for every part.
int parts_of(PartPlan& plan, double of_cell, double of_part, double& longest) {
  int parts = 0;
  longest = 0;
  for (plan.begin({640, 480}); !plan.is_done(); ++parts) {
    const PicturePart part = plan.next();
    const glm::ivec2 size = part.end - part.least;
    const double time = of_part + of_cell * size.x * size.y / (PicturePart::cell * PicturePart::cell);
    longest = std::max(longest, time);
    plan.took(time);
  }
  return parts;
}

TEST(Parts, TakeAsLongAsAFrameMay) {
  double longest = 0;
  PartPlan slow;
  parts_of(slow, 0.1, 0, longest);
  EXPECT_LE(longest, 2 * PartPlan::wanted);
  PartPlan fast;
  parts_of(fast, 0.001, 1, longest);
  EXPECT_EQ(parts_of(fast, 0.001, 1, longest), 1) << "the next picture is drawn at once";
}

TEST(Parts, AreFewWhereEachOfThemTakesLong) {
  PartPlan plan;
  double longest = 0;
  EXPECT_LT(parts_of(plan, 0.5, 100, longest), 30);
}

// ---- their pictures

class PictureInParts : public FinePictures {
 protected:
  static constexpr glm::ivec2 picture{100, 70};
  SceneRenderer frame{gl, VertexFetch::automatic, HeadlessContext::proc()};
  const Canvas whole{gl, picture.x, picture.y}, parts{gl, picture.x, picture.y};

  /// With parts of several sizes.
  void draw_in_parts() {
    PartPlan plan;
    int drawn = 0;
    for (plan.begin(picture); !plan.is_done(); plan.took(++drawn % 3 == 0 ? 1 : 30)) {
      SceneRenderer::Target target = parts.target();
      target.part = plan.next();
      frame.draw(camera, look, choice, target, true);
    }
    ASSERT_GT(drawn, 3);
  }
};

TEST_F(PictureInParts, IsTheOneThatIsDrawnAtOnce) {
  int tried = 0;
  for (const RendererAbout* about : renderers()) {
    if (!about->draws_parts || !about->why_unavailable(gl).empty()) continue;
    look.renderer = about->id;
    for (const int samples : {1, 4}) {
      SCOPED_TRACE(std::string(about->id) + ", samples " + std::to_string(samples));
      look.samples = samples;
      frame.set_scene(std::make_shared<const Model>(rays(glass)));
      frame.draw(camera, look, choice, whole.target(), true);
      draw_in_parts();
      EXPECT_EQ(parts.read(), whole.read());
      ++tried;
    }
  }
  EXPECT_EQ(tried, 10);
}

TEST_F(PictureInParts, IsRefinedAsIfAtOnce) {
  look.renderer = "cpu";
  for (const Canvas* canvas : {&whole, &parts}) {
    frame.set_scene(std::make_shared<const Model>(slivers(glass)));
    frame.draw(camera, look, choice, canvas->target(), true);
    const bool in_parts = canvas == &parts;
    while ((in_parts ? frame.refine_in_parts(canvas->target()) : frame.refine(canvas->target())) < 5) {}
  }
  EXPECT_EQ(parts.read(), whole.read());
}

}  // namespace
}  // namespace farfirst::app
