// Two sides of the picture, driven by injected events.

#include <cmath>

#include "compare/measure.h"
#include "render/stages.h"
#include "scene/particles.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

class SplitTest : public UiTest {
 protected:
  /// Both sides are drawn often enough to be compared: small pictures, beside panels that need their room.
  void start(const std::vector<std::string>& arguments, float scale = 1, const ImVec2& size = {600, 1100}) {
    UiTest::start(arguments, scale, size);
  }
  const SplitView& split() const { return session->document.split; }
  /// Until it is known how far the present pictures are apart.
  PictureError difference() {
    settle();
    run_until([this] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return session->viewer.pictures().knows_difference();
    });
    return session->viewer.pictures().difference().value_or(PictureError{});
  }
  /// The columns from `first` to `last` of a picture.
  static Image columns(const Image& image, int first, int last) {
    Image part{last - first, image.height, {}};
    for (int y = 0; y < image.height; ++y) {
      const auto row = image.rgba.begin() + 4 * (y * image.width);
      part.rgba.insert(part.rgba.end(), row + 4 * first, row + 4 * last);
    }
    return part;
  }
  Image picture_of(const std::vector<std::string>& arguments) {
    start(arguments);
    settle();
    return session->viewer.picture().read();
  }
  bool inside(const std::string& item, const std::string& area) {
    const Rectangle &i = gui->probe().items().at(item), &a = gui->probe().items().at(area);
    return i.minimum.x >= a.minimum.x && i.minimum.y >= a.minimum.y && i.maximum.x <= a.maximum.x &&
           i.maximum.y <= a.maximum.y;
  }
};

TEST_F(SplitTest, EachSideHasItsOwnLayers) {
  start({"--scene=glass", "--renderer=peeled", "--peel-layers=2", "--right.peel-layers=3"}, 1, {640, 480});
  EXPECT_FALSE(difference().is_none());
  EXPECT_EQ(session->frames.last(0).renderer_remark.rfind("2 layers", 0), 0u)
      << session->frames.last(0).renderer_remark;
  EXPECT_EQ(session->frames.last(1).renderer_remark.rfind("3 layers", 0), 0u)
      << session->frames.last(1).renderer_remark;
}

TEST_F(SplitTest, XSplitsThePictureIntoEqualSidesAndBack) {
  start({"--scene=glass"});
  settle();
  const Image before = session->viewer.picture().read();
  press(GLFW_KEY_X);
  EXPECT_EQ(session->document.sides(), 2u);
  EXPECT_TRUE(has("divider"));
  EXPECT_TRUE(has("label/left"));
  EXPECT_TRUE(has("label/right"));
  const PictureError error = difference();
  EXPECT_TRUE(error.is_none());
  EXPECT_TRUE(std::isinf(error.psnr()));
  EXPECT_EQ(session->viewer.picture().read().rgba, before.rgba);
  EXPECT_EQ(session->frames.last(1).algorithm, session->frames.last(0).algorithm);
  press(GLFW_KEY_X);
  settle();
  EXPECT_EQ(session->document.sides(), 1u);
  EXPECT_FALSE(has("label/left"));
  EXPECT_EQ(session->viewer.picture().read().rgba, before.rgba);
}

TEST_F(SplitTest, EachSideIsSortedAndDrawnInItsOwnWay) {
  const std::vector<std::string> scene = {"--scene=glass", "--sort=cpu.qsort"};
  const Image left = picture_of(scene);
  const Image right = picture_of({"--scene=glass", "--draw-order=shuffled", "--renderer=tiles"});
  start({"--scene=glass", "--sort=cpu.qsort", "--right.draw-order=shuffled", "--right.renderer=tiles"});
  const PictureError error = difference();
  EXPECT_EQ(error, error_between(left, right));
  EXPECT_GT(error.off, 0u);
  const Image shown = session->viewer.picture().read();
  const int middle = shown.width / 2;
  EXPECT_EQ(columns(shown, 0, middle).rgba, columns(left, 0, middle).rgba);
  EXPECT_EQ(columns(shown, middle + 1, shown.width).rgba, columns(right, middle + 1, shown.width).rgba);
  EXPECT_EQ(session->frames.last(0).algorithm, "cpu.qsort");
  EXPECT_EQ(session->frames.last(1).algorithm, "");
  EXPECT_EQ(session->frames.last(1).renderer, "tiles");
}

TEST_F(SplitTest, ThePanelsChangeTheSideThatIsChosen) {
  start({"--scene=glass", "--sort=cpu.lsd_radix"});
  settle();
  press(GLFW_KEY_X);  // what comes next is meant for the right side
  open_tab("Sort");
  click("sort/cpu.qsort");
  settle();
  EXPECT_EQ(session->frames.last(0).algorithm, "cpu.lsd_radix");
  EXPECT_EQ(session->frames.last(1).algorithm, "cpu.qsort");
  EXPECT_TRUE(difference().is_none());
  click("Left");
  press(GLFW_KEY_2);
  settle();
  EXPECT_EQ(session->frames.last(0).algorithm, "gl.farfirst");
  press(GLFW_KEY_X, GLFW_MOD_SHIFT);
  press(GLFW_KEY_O);
  settle();
  EXPECT_EQ(session->frames.last(1).algorithm, "");
  EXPECT_FALSE(difference().is_none());
  open_tab("Compare");
  click("swap sides");
  settle();
  EXPECT_EQ(session->frames.last(0).algorithm, "");
  EXPECT_EQ(session->frames.last(1).algorithm, "gl.farfirst");
  click("as the other");
  EXPECT_TRUE(difference().is_none());
  EXPECT_EQ(session->frames.last(1).algorithm, "");
}

TEST_F(SplitTest, TheDividerIsDraggedWithoutDrawingTheSidesAgain) {
  start({"--scene=glass", "--right.draw-order=file"});
  settle();
  const std::uint64_t number = session->frames.last().number;
  const Camera camera = session->camera;
  const ImVec2 from = center("divider");
  const Rectangle view = gui->probe().items().at("view");
  drag(from, {from.x + 80, from.y + 40});
  EXPECT_NEAR(split().divider, (from.x + 80 - view.minimum.x) / (view.maximum.x - view.minimum.x), 0.01);
  EXPECT_NEAR(center("divider").x, from.x + 80, 2);
  EXPECT_EQ(session->camera, camera);
  // Out of the picture, in one frame that takes long.
  ImGui::GetIO().DeltaTime = 0.7f;
  add_motion(center("divider"));
  add_button(0, true);
  add_motion({5, 500});
  add_button(0, false);
  frame();
  ImGui::GetIO().DeltaTime = 1 / 60.0f;
  settle();
  EXPECT_EQ(split().divider, 0.0f);
  EXPECT_EQ(session->camera, camera);
  EXPECT_EQ(session->frames.last().number, number);
  press(GLFW_KEY_PERIOD);
  press(GLFW_KEY_PERIOD);
  press(GLFW_KEY_COMMA);
  EXPECT_NEAR(split().divider, 0.05f, 1e-6);
  // Beside the divider a drag turns the scene.
  const ImVec2 at = center("divider");
  drag({at.x + 100, at.y}, {at.x + 150, at.y});
  EXPECT_NE(session->camera, camera);
}

TEST_F(SplitTest, KeysShowOneSideTheOtherTheirDifferenceOrBoth) {
  start({"--scene=glass", "--right.draw-order=file"});
  settle();
  const std::uint64_t number = session->frames.last().number;
  const Image both = session->viewer.picture().read();
  press(GLFW_KEY_BACKSLASH);
  EXPECT_EQ(split().show, SplitShow::left);
  EXPECT_FALSE(has("label/right"));
  const Image left = session->viewer.picture().read();
  press(GLFW_KEY_BACKSLASH);
  EXPECT_EQ(split().show, SplitShow::right);
  const Image right = session->viewer.picture().read();
  EXPECT_NE(left.rgba, right.rgba);
  press(GLFW_KEY_BACKSLASH);
  EXPECT_EQ(session->viewer.picture().read().rgba, left.rgba);
  press(GLFW_KEY_BACKSLASH, GLFW_MOD_SHIFT);
  EXPECT_EQ(session->viewer.picture().read().rgba, signed_difference(left, right, split().gain).rgba);
  press(GLFW_KEY_BACKSLASH, GLFW_MOD_CONTROL);
  EXPECT_EQ(session->viewer.picture().read().rgba, heat_map(left, right).rgba);
  press(GLFW_KEY_X);
  EXPECT_EQ(split().show, SplitShow::both);
  EXPECT_EQ(session->viewer.picture().read().rgba, both.rgba);
  EXPECT_EQ(session->frames.last().number, number) << "nothing was drawn again";
}

TEST_F(SplitTest, ParticlesStepOnceAFrameAndBothSidesShowTheSameStep) {
  // Of particles, `auto` measures renderers, for each side.
  start(
      {"--scene=particles", "--particles=2000", "--sort=cpu.lsd_radix", "--right.sort=gl.radix", "--renderer=raster"});
  run_until([&] { return session->frames.last(0).number > 5; });
  EXPECT_EQ(session->frames.last(0).number, session->frames.last(1).number);
  EXPECT_LE(session->scene()->objects[0].particles()->steps(), session->frames.last().number);
  session->paused = true;
  EXPECT_TRUE(difference().is_none());
}

TEST_F(SplitTest, WhatTheRightSideCannotDoIsReportedAndTheLeftContinues) {
  start({"--scene=glass", "--sort=cpu.qsort"});
  settle();
  const std::vector<SortEntry>& sorts = gui->state().sorts;
  const auto absent = std::ranges::find_if(sorts, [](const SortEntry& entry) { return !entry.reason.empty(); });
  if (absent == sorts.end()) GTEST_SKIP() << "every sort runs here";
  press(GLFW_KEY_X);
  session->document.own(right_index).sort.algorithm = absent->algorithm->id;
  settle();
  EXPECT_EQ(session->frames.last(0).algorithm, "cpu.qsort");
  ASSERT_FALSE(session->messages.all().empty());
  EXPECT_TRUE(session->messages.all().back().text.starts_with("right: ")) << session->messages.all().back().text;
  EXPECT_TRUE(difference().is_none());
}

/// What the left side took is not in the row of the right one.
TEST_F(SplitTest, TimesAreThoseOfTheirSide) {
  start({"--scene=particles", "--particles=2000", "--sort=cpu.lsd_radix", "--right.draw-order=file"});
  const std::size_t sort = stage_of(&FrameStats::sort), total = stage_of(&FrameStats::total);
  run_until([&] { return session->frames.times(0).series(sort).size() > 5; });
  EXPECT_TRUE(session->frames.times(1).series(sort).empty()) << "nothing is sorted there";
  EXPECT_GT(session->frames.times(1).series(total).size(), 0u);
  EXPECT_NE(session->frames.times(0).series(total).median(), session->frames.times(1).series(total).median());
}

/// At rest both sides are drawn until there are enough frames of each, and then no more.
TEST_F(SplitTest, SidesAreComparedOnceThereAreEnoughFramesOfEach) {
  start({"--scene=glass", "--split", "--sort=cpu.lsd_radix"});
  const std::size_t draw = stage_of(&FrameStats::draw), sort = stage_of(&FrameStats::sort);
  run_until([&] { return session->frames.times(1).has(draw); });
  EXPECT_LT(session->frames.times(1).series(draw).size(), FrameHistory::least_to_compare);
  EXPECT_FALSE(ratio_of(session->frames.times(0), session->frames.times(1), draw));
  EXPECT_TRUE(session->viewer.compares_sides());
  settle();
  EXPECT_FALSE(session->viewer.compares_sides());
  for (const std::size_t side : {left_index, right_index})
    for (const std::size_t stage : {draw, sort})
      EXPECT_GE(session->frames.times(side).series(stage).size(), FrameHistory::least_to_compare);
  EXPECT_TRUE(ratio_of(session->frames.times(0), session->frames.times(1), draw));
  drawn = 0;
  run(5);
  EXPECT_EQ(drawn, 0);
}

TEST_F(SplitTest, ThePicturesStayEqualWhileTheyAreRefined) {
  start({"--scene=glass", "--split", "--refine=4"});
  settle();
  run_until([&] { return session->viewer.refined() == 4; });
  EXPECT_TRUE(difference().is_none());
  const Image refined = session->viewer.picture().read();
  press(GLFW_KEY_COMMA);
  EXPECT_EQ(session->viewer.refined(), 4u) << "moving the divider draws nothing again";
  EXPECT_EQ(session->viewer.picture().read().rgba, refined.rgba);
}

TEST_F(SplitTest, TheMarksFitIntoEveryWindow) {
  for (const auto& [size, scale] :
       {std::pair(ImVec2(960, 600), 1.0f), std::pair(ImVec2(1280, 800), 1.0f), std::pair(ImVec2(1920, 1200), 2.0f)}) {
    start({"--scene=crossing", "--sort=gl.quicksort_tf", "--right.sort=cpu.std_stable",
           "--right.draw-order=front-to-back"},
          scale, size);
    difference();
    for (const char* label : {"label/left", "label/right", "label/difference"})
      EXPECT_TRUE(inside(label, "view")) << label << " at " << size.x << " x " << size.y;
    const auto& items = gui->probe().items();
    EXPECT_LT(items.at("label/left").maximum.x, items.at("label/right").minimum.x);
    open_tab("Compare");
    for (const char* item : {"Left", "Right", "swap sides", "as the other"}) EXPECT_TRUE(has(item)) << item;
  }
}

TEST_F(SplitTest, TheMenuSplitsThePicture) {
  start({"--scene=glass"});
  settle();
  click("menu/Compare");
  click("menu/Heat map");
  settle();
  EXPECT_TRUE(split().on);
  EXPECT_EQ(split().show, SplitShow::heat);
  click("menu/Compare");
  click("menu/Split picture");
  settle();
  EXPECT_FALSE(split().on);
}

TEST_F(SplitTest, AnotherSceneKeepsTheSides) {
  start({"--scene=glass", "--right.sort=cpu.qsort"});
  settle();
  session->open_scene("crossing");
  settle();
  EXPECT_EQ(session->frames.last(1).algorithm, "cpu.qsort");
  EXPECT_TRUE(difference().is_none());
}

}  // namespace
}  // namespace farfirst::app::ui
