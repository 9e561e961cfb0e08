// The panels, driven by injected events. What counts is what the frame then did.

#include "compare/measure.h"
#include "render/stages.h"
#include "ui/activity.h"
#include "ui_fixture.h"

extern "C" int farfirst_qsort_is_lazy;  // lazy_qsort.c

namespace farfirst::app::ui {
namespace {

TEST_F(UiTest, AClickOnTheListTakesEveryAlgorithmThatRunsHere) {
  start({"--scene=glass", "--check-order"});
  settle();
  const std::string first = session->frames.last().algorithm;
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(gui->state().sorts.size(), algorithms().size());
  open_tab("Sort");
  for (const SortEntry& entry : gui->state().sorts) {
    const std::string id(entry.algorithm->id);
    if (!entry.reason.empty()) continue;
    click("sort/" + id);
    settle();
    EXPECT_EQ(session->frames.last().algorithm, id);
    EXPECT_TRUE(session->frames.last().check_result.is_right());
    EXPECT_EQ(session->frames.last().check_result.algorithm, id);
  }
  click("sort/auto");
  settle();
  EXPECT_EQ(session->frames.last().algorithm, first);
}

/// A fault for the check to find: cpu.qsort leaves its input as it is (lazy_qsort.c).
struct LazyQsort {
  LazyQsort() { farfirst_qsort_is_lazy = 1; }
  ~LazyQsort() { farfirst_qsort_is_lazy = 0; }
};

TEST_F(UiTest, AfterAWrongOrderAnotherAlgorithmGoesOnUntilTheWrongOneIsClicked) {
  start({"--scene=glass", "--check-order"});
  settle();
  const std::string best = session->frames.last().algorithm;
  const Image sorted = session->viewer.picture().read();
  EXPECT_TRUE(session->messages.all().empty());
  open_tab("Sort");
  {
    const LazyQsort lazy;
    click("sort/cpu.qsort");
    settle();
  }
  EXPECT_EQ(session->frames.last().algorithm, best);
  EXPECT_EQ(session->document.left.sort.algorithm, "auto");
  EXPECT_TRUE(session->frames.last().check_result.is_right());
  EXPECT_EQ(session->frames.last().check_result.wrong, 1u);
  ASSERT_EQ(session->messages.all().size(), 1u);
  EXPECT_TRUE(session->messages.all()[0].text.starts_with("cpu.qsort: ")) << session->messages.all()[0].text;
  EXPECT_TRUE(error_between(sorted, session->viewer.picture().read()).is_none());
  session->camera.orbit(0.2f, 0);
  settle();
  EXPECT_EQ(session->frames.last().algorithm, best);
  click("sort/cpu.qsort");
  settle();
  EXPECT_EQ(session->frames.last().algorithm, "cpu.qsort");
  EXPECT_TRUE(session->frames.last().check_result.is_right());
}

TEST_F(UiTest, TheCheckBoxSaysWhatIsDoneAndChoosesIt) {
  start({"--scene=glass"});
  settle();
  const bool checks = session->viewer.scene_renderer().checks(session->document.left.sort);
  EXPECT_EQ(session->frames.last().check_result.known, checks);
  open_tab("Sort");
  EXPECT_TRUE(has("indicator"));
  click("check every order");
  settle();
  EXPECT_EQ(session->document.left.sort.check_order, !checks);
  EXPECT_EQ(session->frames.last().check_result.known, !checks);
  click("check every order");
  settle();
  EXPECT_EQ(session->document.left.sort.check_order, checks);
}

TEST_F(UiTest, CullingIsChosenAndTheElementsInViewAreShown) {
  start({"--scene=glass", "--sort=gl.radix"});
  settle();
  EXPECT_FALSE(has("in view"));
  const Image whole = session->viewer.picture().read();
  open_tab("Sort", /*advanced=*/true);
  click("cull");
  click("cull/always");
  settle();
  EXPECT_EQ(session->document.left.sort.cull, true);
  EXPECT_TRUE(has("in view"));
  ASSERT_TRUE(session->frames.last().kept);
  EXPECT_GT(*session->frames.last().kept, 0u);
  EXPECT_TRUE(session->frames.last().wanted.cull);
  EXPECT_TRUE(error_between(whole, session->viewer.picture().read()).is_none());
  click("cull");
  click("cull/never");
  settle();
  EXPECT_EQ(session->document.left.sort.cull, false);
  EXPECT_FALSE(has("in view"));
}

TEST_F(UiTest, AnAbsentAlgorithmIsShownWithItsReasonAndCannotBeTaken) {
  start({"--scene=glass"});
  settle();
  const Algorithm* last = gui->state().sorts.back().algorithm;
  gui->state().sorts.back().reason = "there is none of it in this test";
  open_tab("Sort");
  EXPECT_FALSE(has("sort/" + std::string(last->id)));
  click("absent");
  run();
  click("sort/" + std::string(last->id));
  settle();
  EXPECT_EQ(session->document.left.sort.algorithm, "auto");
}

TEST_F(UiTest, StagesThatNeverWereMeasuredTakeNoRoom) {
  start({"--scene=glass", "--sort=cpu.lsd_radix", "--no-check-order"});
  settle();
  for (const Stage& stage : stages()) EXPECT_EQ(has(std::string("stage/") + stage.name), stage.always) << stage.name;
}

/// What `cpu.qsort` took is not in the row of `cpu.lsd_radix`, and the graph says where it was switched.
TEST_F(UiTest, TimesAreThoseOfTheEntryThatIsShown) {
  start({"--scene=particles", "--particles=2000", "--sort=cpu.qsort"});
  const auto newest_row = [this] { return session->frames.times().rows().back().frame; };
  const auto draw_frames = [&](int count) {
    const std::uint64_t last = newest_row() + static_cast<std::uint64_t>(count);
    run_until([&] { return newest_row() >= last; });
  };
  run_until(
      [&] { return session->frames.last().algorithm == "cpu.qsort" && session->frames.times().rows().size() > 5; });
  draw_frames(20);
  const std::size_t sort = stage_of(&FrameStats::sort), qsorts = session->frames.times().series(sort).size();
  EXPECT_GT(qsorts, 0u);
  open_tab("Sort");
  click("sort/cpu.lsd_radix");
  run_until([&] { return session->frames.last().algorithm == "cpu.lsd_radix"; });
  EXPECT_LT(session->frames.times().series(sort).size(), qsorts);
  draw_frames(5);
  EXPECT_LE(session->frames.times().series(sort).size(), session->frames.times().rows().size());
  int marks = 0;
  for (const FrameHistory::Row& row : session->frames.times().rows()) {
    if (row.mark.empty()) continue;
    ++marks;
    EXPECT_EQ(row.mark, "sort cpu.lsd_radix");
    EXPECT_LT(row.times[sort], 0) << "the first frame flattens nothing";
  }
  EXPECT_EQ(marks, 1);
}

TEST_F(UiTest, TheFirstFrameOfASceneIsNotCounted) {
  start({"--scene=glass", "--sort=cpu.lsd_radix"});
  settle();
  for (std::size_t i = 0; i < stages().size(); ++i)
    EXPECT_LT(session->frames.times().series(i).size(), session->frames.times().rows().size()) << stages()[i].name;
  ASSERT_FALSE(session->frames.times().rows().empty());
  EXPECT_FALSE(session->frames.times().rows().front().fair);
  for (const float time : session->frames.times().rows().front().times) EXPECT_LT(time, 0);
}

TEST_F(UiTest, DraggingTheOpacityMakesThePictureDenser) {
  start({"--scene=glass", "--opacity=0.3"});
  settle();
  const Image before = session->viewer.picture().read();
  const Rectangle slider = gui->probe().items().at("opacity");
  drag(slider.center(), {slider.maximum.x - 4, slider.center().y});
  EXPECT_GT(session->document.left.look.opacity, 0.9f);
  settle();
  EXPECT_GT(error_between(before, session->viewer.picture().read()).rmse(), 0.02);
}

TEST_F(UiTest, ACtrlClickTypesAValueAndKeysDoNotReachTheProgram) {
  start({"--scene=glass"});
  settle();
  move(center("opacity"));
  add_key(GLFW_KEY_LEFT_CONTROL, true);
  add_button(0, true, GLFW_MOD_CONTROL);
  add_button(0, false, GLFW_MOD_CONTROL);
  add_key(GLFW_KEY_LEFT_CONTROL, false);
  run();
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  press(GLFW_KEY_2);
  press(GLFW_KEY_P);
  EXPECT_EQ(session->document.left.sort.algorithm, "auto");
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::back_to_front);
}

TEST_F(UiTest, NumberKeysTakeTheNthAlgorithmOverAPanelToo) {
  start({"--scene=crossing"});
  settle();
  std::vector<std::string> runnable;
  for (const SortEntry& entry : gui->state().sorts)
    if (entry.reason.empty()) runnable.emplace_back(entry.algorithm->id);
  for (const char* over : {"view", "tab/Sort", "opacity"}) {
    for (std::size_t i = 0; i < std::min<std::size_t>(runnable.size(), 9); ++i) {
      move(center(over));
      press(GLFW_KEY_1 + static_cast<int>(i));
      settle();
      EXPECT_EQ(session->frames.last().algorithm, runnable[i]) << "key " << i + 1 << " over " << over;
    }
  }
  press(GLFW_KEY_9);  // there may be no ninth: nothing happens
  press(GLFW_KEY_1);
  press(GLFW_KEY_LEFT_BRACKET);
  EXPECT_EQ(session->document.left.sort.algorithm, runnable.back());
  press(GLFW_KEY_RIGHT_BRACKET);
  EXPECT_EQ(session->document.left.sort.algorithm, runnable.front());
}

TEST_F(UiTest, DrawOrderFromTheComboChangesThePicture) {
  start({"--scene=glass"});
  settle();
  const Image sorted = session->viewer.picture().read();
  open_tab("Sort");
  click("draw order");
  click("draw order/shuffled");
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::shuffled);
  settle();
  EXPECT_TRUE(session->frames.last().algorithm.empty());
  EXPECT_GT(worst_tile(sorted, session->viewer.picture().read()).rmse, 0.05);
  press(GLFW_KEY_O);
  settle();
  EXPECT_TRUE(error_between(sorted, session->viewer.picture().read()).is_none());
}

TEST_F(UiTest, FewerBitsOfTheKeyChangeOrderAndPicture) {
  start({"--scene=glass", "--check-order"});
  settle();
  const Image finest = session->viewer.picture().read();
  open_tab("Sort", /*advanced=*/true);
  click("key bits");
  EXPECT_EQ(session->document.left.sort.precision, Precision{20}) << "the middle of the slider";
  session->document.left.sort.precision.bits = 8;
  settle();
  EXPECT_EQ(session->frames.last().wanted.precision, Precision{8});
  EXPECT_TRUE(session->frames.last().check_result.is_right()) << "by its keys";
  const Image coarse = session->viewer.picture().read();
  EXPECT_GT(worst_tile(finest, coarse).rmse, 0.01);
  click("key form");
  click("key form/linear");
  settle();
  EXPECT_EQ(session->frames.last().wanted.precision, (Precision{8, KeyForm::linear}));
  EXPECT_LT(error_between(finest, session->viewer.picture().read()).rmse(), error_between(finest, coarse).rmse());
  click("Reset sort");
  settle();
  EXPECT_TRUE(error_between(finest, session->viewer.picture().read()).is_none());
}

TEST_F(UiTest, SamplesFromTheComboSmoothTheEdges) {
  start({"--resort=always"});
  run(6);
  const int automatic = session->frames.last().samples;
  EXPECT_TRUE(automatic == 1 || automatic == 4);
  const Image before = session->viewer.picture().read();
  click("samples");
  click(automatic == 1 ? "samples/4" : "samples/1");
  run(6);
  EXPECT_EQ(session->frames.last().samples, automatic == 1 ? 4 : 1);
  EXPECT_NE(session->viewer.picture().read().rgba, before.rgba);
  const std::string mark = automatic == 1 ? "4 samples a pixel" : "1 sample a pixel";
  EXPECT_EQ(std::ranges::count(session->frames.times().rows(), mark, &FrameHistory::Row::mark), 1);
}

TEST_F(UiTest, ARendererShowsWhatOnlyItHas) {
  start({"--scene=crossing", "--renderer=exact", "--peel-layers=2"}, 1, {480, 1000});
  settle();
  EXPECT_FALSE(has("peel layers"));
  const Image reference_picture = session->viewer.picture().read();
  click("exact by");
  click("exact by/element");
  settle();
  EXPECT_EQ(session->document.left.look.exact_by, ExactBy::element);
  EXPECT_FALSE(error_between(reference_picture, session->viewer.picture().read()).is_none())
      << "triangles go through each other";
  session->document.left.look.renderer = "peeled";
  session->document.left.look.exact_by = ExactBy::depth;
  settle();
  EXPECT_FALSE(has("exact by"));
  const Image several = session->viewer.picture().read();
  const Rectangle slider = gui->probe().items().at("peel layers");
  drag(slider.center(), {slider.minimum.x + 2, slider.center().y});
  settle();
  EXPECT_EQ(session->document.left.look.peel_layers, 1u);
  EXPECT_FALSE(error_between(several, session->viewer.picture().read()).is_none());
}

/// A lazy policy keeps the order while the view moves, and says how old and how wrong it is.
TEST_F(UiTest, AnOrderIsKeptAsLongAsThePolicySays) {
  start({"--scene=glass", "--sort=gl.radix"});
  settle();
  EXPECT_FALSE(has("inversions"));
  open_tab("Sort", /*advanced=*/true);
  click("resort");
  click("resort/after an angle");
  EXPECT_EQ(session->document.left.sort.resort, (Resort{Resort::When::angle, 5}));
  settle();
  EXPECT_EQ(session->frames.last().order_age, 0u);
  session->camera.orbit(glm::radians(3.0f), 0);
  settle();
  EXPECT_GT(session->frames.last().order_age, 0u);
  ASSERT_TRUE(session->frames.last().inversion_stats);
  EXPECT_GT(session->frames.last().inversion_stats->inversions, 0u);
  EXPECT_TRUE(has("inversions"));
  EXPECT_TRUE(has("stage/count"));
  drawn = 0;
  run(10);
  EXPECT_EQ(drawn, 0) << "nothing changes";
  session->camera.orbit(glm::radians(3.0f), 0);
  settle();
  EXPECT_EQ(session->frames.last().order_age, 0u);
}

TEST_F(UiTest, TheMouseTurnsPansAndZooms) {
  start({"--scene=glass"});
  settle();
  const Camera before = session->camera;
  const ImVec2 middle = center("view");
  drag(middle, {middle.x + 100, middle.y});
  EXPECT_EQ(session->camera.focus, before.focus);
  EXPECT_GT(glm::length(session->camera.eye - before.eye), 0.01f);
  drag(middle, {middle.x + 40, middle.y}, 1);
  EXPECT_NE(session->camera.focus, before.focus);
  const float distance = glm::length(session->camera.eye - session->camera.focus);
  move(middle);
  add_wheel(2);
  frame();
  EXPECT_LT(glm::length(session->camera.eye - session->camera.focus), distance);
  press(GLFW_KEY_ENTER);
  EXPECT_EQ(session->camera.focus, before.focus);
  EXPECT_EQ(session->camera.eye, before.eye);
}

TEST_F(UiTest, ADragThatBeginsOnAPanelDoesNotTurnTheScene) {
  start({"--scene=glass"});
  settle();
  const Camera before = session->camera;
  drag(center("tab/Scene"), center("view"));
  EXPECT_EQ(session->camera.eye, before.eye);
}

TEST_F(UiTest, FlyingMovesWhileTheKeyIsHeld) {
  start({"--scene=glass"});
  settle();
  const Camera before = session->camera;
  add_key(GLFW_KEY_W, true);
  frame();
  EXPECT_TRUE(gui->animated());
  run(10);
  add_key(GLFW_KEY_W, false);
  frame();
  EXPECT_FALSE(gui->animated());
  const glm::vec3 way = session->camera.eye - before.eye;
  EXPECT_GT(glm::dot(way, before.direction()), 0);
  EXPECT_NEAR(glm::length(glm::cross(way, before.direction())), 0, 1e-4f);
}

TEST_F(UiTest, NothingIsDrawnWhileNothingChanges) {
  start({"--scene=glass"});
  settle();
  drawn = 0;
  move(center("opacity"));  // over the panels
  move(center("view"));
  run(20);
  EXPECT_EQ(drawn, 0);
  session->document.left.sort.resort = Resort::always;
  run(5);
  EXPECT_EQ(drawn, 5);
}

/// At rest the picture becomes finer until it is fine, and says so; whatever changes it begins again.
TEST_F(UiTest, ThePictureIsRefinedWhileNothingChanges) {
  start({"--scene=glass", "--refine=6"}, 1, {560, 500});
  const auto rest = [this] {
    settle();
    run_until([this] { return session->viewer.refined() == 6; });
    drawn = 0;
    run(4);
    EXPECT_EQ(drawn, 0);
    EXPECT_EQ(session->viewer.refined(), 6u) << "and no finer";
    EXPECT_EQ(activity_text(*session, "idle"), "refined 6 of 6");
  };
  rest();
  const Image fine = session->viewer.picture().read();
  const auto begins_again = [&](const char* what, auto change) {
    SCOPED_TRACE(what);
    change();
    frame();
    EXPECT_EQ(session->viewer.refined(), 1u);
    EXPECT_EQ(drawn, 1);
    rest();
  };
  SideChoice& left = session->document.left;
  const Camera camera = session->camera;
  begins_again("camera", [&] { session->camera.look(0.1f, 0); });
  begins_again("look", [&] { left.look.fresnel = 0.1f; });
  begins_again("order", [&] { left.sort.draw_order = DrawOrder::front_to_back; });
  begins_again("size", [&] { ImGui::GetIO().DisplaySize = {620, 540}; });
  begins_again("scene", [&] { session->reload(); });
  begins_again("back", [&] {
    session->camera = camera;
    left.look.fresnel = Look{}.fresnel;
    left.sort.draw_order = DrawOrder::back_to_front;
    ImGui::GetIO().DisplaySize = {560, 500};
  });
  EXPECT_TRUE(error_between(fine, session->viewer.picture().read()).is_none());
}

/// A large picture takes the CPU longer than a frame waits for it.
TEST_F(UiTest, ThePictureIsShownUntilTheNextOneIsDrawn) {
  pictures_may_lag = true;
  start({"--scene=glass", "--renderer=cpu"}, 1, {500, 400});
  settle();
  const auto is_blank = [&] {
    const Image image = session->viewer.picture().read();
    return std::ranges::count(image.rgba, image.rgba[0]) == static_cast<std::ptrdiff_t>(image.rgba.size());
  };
  EXPECT_FALSE(is_blank());
  session->viewer.refine();
  session->draw({4000, 3000});
  EXPECT_EQ(session->viewer.picture().width(), 4000);
  EXPECT_FALSE(is_blank());
}

TEST_F(UiTest, TheCheckBoxTurnsRefinementOff) {
  start({"--scene=glass", "--refine=auto"});
  run_until([this] { return session->viewer.refined() > 2; });
  EXPECT_EQ(refinement_text(*session), "refined " + std::to_string(session->viewer.refined()) + " of 64");
  click("refine");
  EXPECT_EQ(session->document.left.look.refine, 1u);
  settle();
  run(3);
  EXPECT_EQ(session->viewer.refined(), 1u);
  click("refine");
  EXPECT_EQ(session->document.left.look.refine, 0u);
  run_until([this] { return session->viewer.refined() > 2; });
}

TEST_F(UiTest, WhatMovesIsNotRefined) {
  start({"--scene=particles", "--particles=300", "--refine=4"});
  run(10);
  EXPECT_EQ(session->viewer.refined(), 1u);
  session->paused = true;
  run_until([this] { return session->viewer.refined() == 4; });
  session->paused = false;
  run(2);
  EXPECT_EQ(session->viewer.refined(), 1u);
  session->paused = true;
  session->document.left.sort.resort = Resort::always;
  run(10);
  EXPECT_EQ(session->viewer.refined(), 1u) << "each frame is measured";
}

TEST_F(UiTest, ParticlesMoveUntilTheyArePaused) {
  start({"--scene=particles", "--particles=2000"});
  run(10);
  drawn = 0;
  run(5);
  EXPECT_EQ(drawn, 5);
  press(GLFW_KEY_SPACE);
  settle();
  drawn = 0;
  run(10);
  EXPECT_EQ(drawn, 0);
}

TEST_F(UiTest, TabHidesAndTheHelpListsEveryKey) {
  start({"--scene=glass"});
  settle();
  const int narrow = gui->view().width;
  press(GLFW_KEY_TAB);
  EXPECT_EQ(gui->view().width, static_cast<int>(window_size.x));
  EXPECT_EQ(gui->view().height, static_cast<int>(window_size.y));
  press(GLFW_KEY_TAB);
  EXPECT_EQ(gui->view().width, narrow);
  press(GLFW_KEY_H);
  EXPECT_TRUE(gui->state().help);
  press(GLFW_KEY_ESCAPE);
  EXPECT_FALSE(gui->state().help);
  EXPECT_FALSE(gui->state().quit);
  for (const KeyBinding& binding : key_bindings()) EXPECT_TRUE(*binding.keys == '\0' || *binding.meaning != '\0');
}

}  // namespace
}  // namespace farfirst::app::ui
