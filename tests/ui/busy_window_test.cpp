// The window while every core is busy with something else: resized, split and measured. What is shown is looked at
// after every frame; how long anything takes is not.

#include <algorithm>
#include <functional>
#include <set>
#include <stop_token>

#include "compare/measure.h"
#include "render/picture_part.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

/// Keeps every core busy while it lives.
class BusyCores {
 public:
  BusyCores() {
    for (unsigned i = 0; i < std::max(std::thread::hardware_concurrency(), 1u); ++i)
      threads_.emplace_back([](const std::stop_token& stop) {
        while (!stop.stop_requested()) {}
      });
  }

 private:
  std::vector<std::jthread> threads_;
};

/// The background is the same all along a row; the scene is not.
bool shows_the_scene(const Image& image, int first, int last) {
  constexpr int visible = 8;
  for (int y = 0; y < image.height; ++y) {
    const auto* const row = image.rgba.data() + 4 * static_cast<std::ptrdiff_t>(y) * image.width;
    for (int x = first; x < last; ++x)
      for (int channel = 0; channel < 3; ++channel)
        if (std::abs(row[4 * x + channel] - row[4 * first + channel]) > visible) return true;
  }
  return false;
}

class BusyWindow : public UiTest {
 protected:
  static inline const ImVec2 size{600, 360}, small{440, 260}, large{540, 320};

  BusyWindow() { pictures_may_lag = true; }

  /// Both halves of what is shown, which are the sides' where there are two.
  bool shows_the_scene_everywhere() const {
    const Image shown = session->viewer.picture().read();
    const int middle = shown.width / 2;
    return shows_the_scene(shown, 0, middle) && shows_the_scene(shown, middle + 1, shown.width);
  }
  /// Frames, each of which shows the scene. How many there were.
  int look_until(const std::function<bool()>& condition) {
    constexpr int most = 2000;
    int frames = 0;
    do {
      frame();
      ++frames;
      EXPECT_TRUE(shows_the_scene_everywhere()) << "frame " << frames;
    } while (!condition() && frames < most && !HasFailure());
    EXPECT_TRUE(condition());
    return frames;
  }
  void resize(const ImVec2& to) {
    ImGui::GetIO().DisplaySize = to;
    look_until([&] {
      return session->viewer.picture().width() == gui->view().width &&
             session->viewer.refined() == session->viewer.most_refined();
    });
  }
};

TEST_F(BusyWindow, ShowsAPictureUntilTheNextOneIsDrawnWhenItIsResizedAtRest) {
  start({"--scene=glass", "--renderer=cpu", "--refine=2"}, 1, small);
  settle();
  const BusyCores busy;
  look_until([&] { return session->viewer.refined() == 2; });
  resize(large);
  session->document.set_split(true);
  run_until([&] { return !session->viewer.needs_draw(gui->view()); });  // the right side has no picture at first
  resize(small);
}

TEST_F(BusyWindow, ComparesSidesByTenFramesOfEach) {
  start({"--scene=glass", "--renderer=raster", "--sort=cpu.lsd_radix", "--right.sort=cpu.std_sort", "--no-split"}, 1,
        size);
  settle();
  const BusyCores busy;
  press(GLFW_KEY_X);
  const std::size_t draw = stage_of(&FrameStats::draw);
  const auto least = [&] {
    return std::min(session->frames.times(left_index).series(draw).size(),
                    session->frames.times(right_index).series(draw).size());
  };
  look_until([&] {
    const bool is_known =
        ratio_of(session->frames.times(left_index), session->frames.times(right_index), draw).has_value();
    EXPECT_EQ(is_known, least() >= FrameHistory::least_to_compare) << least();
    session->camera.orbit(0.01f, 0);
    return is_known;
  });
}

TEST_F(BusyWindow, IsDrawnBetweenTheSlicesOfAMeasurementWhichEscEnds) {
  start({"--scene=crossing", "--renderer=raster", "--error-causes", "--no-error"}, 1, size);
  settle();
  const BusyCores busy;
  const auto measures = [&] {
    return session->analysis.error() != nullptr && session->analysis.error()->is_under_way();
  };
  add_press(GLFW_KEY_M);
  look_until(measures);
  const PictureErrorMeter& meter = session->analysis.error()->meter();
  std::set<std::string> progress_texts;
  const int frames = look_until([&] {
    progress_texts.insert(session->analysis.error()->progress());
    return meter.steps_done() == 3;
  });
  EXPECT_GT(progress_texts.size(), 2u) << "each picture, at least";
  EXPECT_LE(frames, 3 * 2 * PartPlan::most_parts) << "parts have a cost in common";
  EXPECT_TRUE(meter.error());
  EXPECT_TRUE(has("error/progress"));
  add_press(GLFW_KEY_ESCAPE);
  frame();
  EXPECT_FALSE(session->viewer.is_measured());
  EXPECT_FALSE(has("error/progress"));
  EXPECT_LT(meter.causes().size() + meter.keys().size(), 8u) << "keys come last";
  look_until([&] { return !session->viewer.needs_draw(gui->view()); });
}

}  // namespace
}  // namespace farfirst::app::ui
