// Mouse and keyboard: events act in their order, each with the buttons and modifiers of its own time, however many of
// them one frame brings.

#include <algorithm>
#include <cmath>

#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

/// The angle between the directions from the focus to the eye.
double turned(const Camera& a, const Camera& b) {
  return std::acos(std::clamp(glm::dot(a.direction(), b.direction()), -1.0f, 1.0f));
}

TEST_F(UiTest, ADragCountsInFullWhetherItsEventsComeInOneFrameOrInMany) {
  start({"--scene=glass"});
  settle();
  const Camera before = session->camera;
  const ImVec2 middle = center("view"), end{middle.x + 100, middle.y};
  drag(middle, end);
  const Camera smooth = session->camera;
  EXPECT_GT(turned(before, smooth), 0.2);

  session->camera = before;
  ImGui::GetIO().DeltaTime = 0.5f;
  add_motion({middle.x - 70, middle.y + 30});  // before the press: turns nothing
  add_motion(middle);
  add_button(0, true);
  add_motion({middle.x + 60, middle.y});
  add_motion(end);
  add_button(0, false);
  add_motion({end.x + 200, end.y + 90});  // after the release: turns nothing
  frame();
  EXPECT_NEAR(glm::length(session->camera.eye - smooth.eye), 0, 1e-4f);

  session->camera = before;
  move(middle);
  add_button(0, true);
  add_motion({middle.x + 30, middle.y});
  frame();
  add_motion(end);
  add_button(0, false);
  frame();
  EXPECT_NEAR(glm::length(session->camera.eye - smooth.eye), 0, 1e-4f);
}

TEST_F(UiTest, EventsOfOneFrameActInTheirOrderWithTheirOwnButtonsAndModifiers) {
  start({"--scene=glass"});
  settle();
  const Camera before = session->camera;
  const ImVec2 middle = center("view");
  move(middle);
  const auto check = [&](const char* what, bool turns, bool pans, bool zooms, bool widens) {
    SCOPED_TRACE(what);
    frame();
    const Camera& after = session->camera;
    EXPECT_EQ(turned(before, after) > 1e-3, turns);
    EXPECT_EQ(glm::length(after.focus - before.focus) > 1e-3f, pans);
    const float farther = glm::length(after.eye - after.focus) / glm::length(before.eye - before.focus);
    EXPECT_EQ(std::abs(farther - 1) > 1e-3f, zooms);
    EXPECT_EQ(std::abs(after.field_of_view - before.field_of_view) > 1e-3f, widens);
    session->camera = before;
    move(middle);
  };
  add_button(0, true);
  add_motion({middle.x + 50, middle.y});
  add_button(0, false);
  add_button(1, true);
  add_motion({middle.x + 50, middle.y + 40});
  add_button(1, false);
  check("turned by the left button, panned by the right one", true, true, false, false);

  add_key(GLFW_KEY_LEFT_SHIFT, true);
  add_button(0, true, GLFW_MOD_SHIFT);
  add_motion({middle.x + 50, middle.y});
  add_button(0, false, GLFW_MOD_SHIFT);
  add_key(GLFW_KEY_LEFT_SHIFT, false, GLFW_MOD_SHIFT);
  check("panned while Shift was down", false, true, false, false);

  add_key(GLFW_KEY_LEFT_SHIFT, true);
  add_key(GLFW_KEY_LEFT_SHIFT, false, GLFW_MOD_SHIFT);
  add_button(0, true);
  add_motion({middle.x + 50, middle.y});
  add_button(0, false);
  check("turned after Shift was released", true, false, false, false);

  add_key(GLFW_KEY_LEFT_SHIFT, true);
  add_wheel(2);
  add_key(GLFW_KEY_LEFT_SHIFT, false, GLFW_MOD_SHIFT);
  check("the wheel while Shift was down", false, false, false, true);

  add_wheel(1);
  add_wheel(1);
  add_motion({middle.x + 300, middle.y});
  check("the wheel before the mouse moved away", false, false, true, false);
}

TEST_F(UiTest, AClickCountsAtItsOwnPlaceWhereverTheMouseGoesInTheSameFrame) {
  start({"--scene=glass", "--sort=cpu.lsd_radix"});
  settle();
  open_tab("Sort");
  add_motion(center("sort/cpu.std_stable"));
  add_button(0, true);
  add_button(0, false);
  add_motion(center("view"));
  frame();
  EXPECT_EQ(session->document.left.sort.algorithm, "cpu.std_stable");
  add_motion(center("draw order"));
  add_button(0, true);
  add_button(0, false);
  frame();
  run();
  const ImVec2 item = center("draw order/shuffled");
  add_motion(item);
  add_button(0, true);
  add_button(0, false);
  add_motion({item.x + 400, item.y});
  frame();
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::shuffled);
}

TEST_F(UiTest, KeysOfOneFrameActInTheirOrder) {
  start({"--scene=glass"});
  settle();
  add_press(GLFW_KEY_2);
  add_press(GLFW_KEY_RIGHT_BRACKET);
  add_press(GLFW_KEY_P);
  add_press(GLFW_KEY_P);
  add_key(GLFW_KEY_W, true);
  add_key(GLFW_KEY_W, false);
  const Camera before = session->camera;
  frame();
  std::vector<std::string> runnable;
  for (const SortEntry& entry : gui->state().sorts)
    if (entry.reason.empty()) runnable.emplace_back(entry.algorithm->id);
  EXPECT_EQ(session->document.left.sort.algorithm, runnable[2]);
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::file_order);
  EXPECT_FALSE(gui->animated());
  EXPECT_NE(session->camera.eye, before.eye);  // a tap moves one step
}

TEST_F(UiTest, ADoubleClickIsSeenThroughSlowFrames) {
  start({"--scene=glass"});
  settle();
  const Camera before = session->camera;
  const Rectangle view = gui->probe().items().at("view");
  const ImVec2 at{view.center().x + 40, view.center().y + 40};
  const auto two_clicks = [&](float apart) {
    session->camera = before;
    move(at);
    ImGui::GetIO().DeltaTime = 5;
    frame();
    ImGui::GetIO().DeltaTime = apart;
    for (int i = 0; i < 2; ++i) {
      add_button(0, true);
      add_button(0, false);
      frame();
    }
    return session->camera.focus != before.focus;
  };
  EXPECT_TRUE(two_clicks(0.1f));
  EXPECT_FALSE(two_clicks(0.5f));
  gui->set_input_delay(0.5);
  EXPECT_TRUE(two_clicks(0.5f));
  EXPECT_FALSE(two_clicks(1.5f));
}

TEST_F(UiTest, AnOpenListTakesTheKeys) {
  start({"--scene=glass", "--sort=cpu.lsd_radix"});
  settle();
  const Camera before = session->camera;
  open_tab("Sort");
  const auto open = [&] {
    click("draw order");
    ASSERT_TRUE(has("draw order/shuffled"));
  };
  const auto take = [&](const std::vector<int>& keys) {
    open();
    for (const int key : keys) add_press(key);
    add_press(GLFW_KEY_ENTER);
    run(2);
    EXPECT_FALSE(has("draw order/shuffled")) << "the list is still open";
    return session->document.left.sort.draw_order;
  };
  EXPECT_EQ(take({GLFW_KEY_DOWN}), DrawOrder::front_to_back);
  EXPECT_EQ(take({GLFW_KEY_DOWN, GLFW_KEY_DOWN}), DrawOrder::shuffled);
  EXPECT_EQ(take({GLFW_KEY_DOWN}), DrawOrder::shuffled);
  EXPECT_EQ(take({GLFW_KEY_UP}), DrawOrder::file_order);
  EXPECT_EQ(take({GLFW_KEY_HOME}), DrawOrder::back_to_front);
  EXPECT_EQ(take({GLFW_KEY_END}), DrawOrder::shuffled);
  EXPECT_EQ(take({GLFW_KEY_PAGE_UP}), DrawOrder::back_to_front);
  EXPECT_EQ(take({GLFW_KEY_PAGE_DOWN}), DrawOrder::shuffled);

  open();
  add_text("F");
  add_press(GLFW_KEY_ENTER);
  run(2);
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::front_to_back);
  open();
  add_text("f");  // the next name with this letter
  add_press(GLFW_KEY_KP_ENTER);
  run(2);
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::file_order);

  open();
  for (const int key : {GLFW_KEY_2, GLFW_KEY_P, GLFW_KEY_W, GLFW_KEY_TAB, GLFW_KEY_DOWN, GLFW_KEY_ESCAPE})
    add_press(key);
  run(2);
  EXPECT_FALSE(has("draw order/shuffled")) << "Escape leaves the list open";
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::file_order);
  EXPECT_EQ(session->document.left.sort.algorithm, "cpu.lsd_radix");
  EXPECT_EQ(session->camera, before);
  EXPECT_TRUE(gui->state().visible);
  press(GLFW_KEY_2);  // and then the keys mean again what they meant
  EXPECT_NE(session->document.left.sort.algorithm, "cpu.lsd_radix");
}

TEST_F(UiTest, AHeldKeyMovesByTheSystemsRepeatsAndNotByTheTimeOfFrames) {
  start({"--scene=glass"});
  settle();
  open_tab("Sort");
  click("draw order");
  ImGui::GetIO().DeltaTime = 0.5f;
  add_key(GLFW_KEY_DOWN, true);
  run(4);
  for (int i = 0; i < 2; ++i)
    gui->add_input({.kind = Kind::key, .code = GLFW_KEY_DOWN, .down = true, .repeated = true});
  add_key(GLFW_KEY_DOWN, false);
  add_press(GLFW_KEY_UP);
  add_press(GLFW_KEY_ENTER);
  frame();
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::file_order);  // one, two more, one back
}

TEST_F(UiTest, AnOpenMenuTakesTheKeys) {
  start({"--scene=glass", "--sort=cpu.lsd_radix"});
  settle();
  const Camera before = session->camera;
  click("menu/View");
  ASSERT_TRUE(has("menu/Side bar"));
  press(GLFW_KEY_2);
  press(GLFW_KEY_P);
  EXPECT_EQ(session->document.left.sort.algorithm, "cpu.lsd_radix");
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::back_to_front);
  EXPECT_TRUE(session->memory.show_sidebar);
  press(GLFW_KEY_DOWN);
  press(GLFW_KEY_UP);
  press(GLFW_KEY_ENTER);
  EXPECT_FALSE(session->memory.show_sidebar);
  EXPECT_EQ(session->camera, before);
  click("menu/View");
  press(GLFW_KEY_ESCAPE);
  EXPECT_FALSE(has("menu/Side bar"));
  press(GLFW_KEY_P);
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::front_to_back);
}

}  // namespace
}  // namespace farfirst::app::ui
