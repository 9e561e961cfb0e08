// Objects in the window: selected by a click, dragged by their handles, renamed, duplicated, removed, put into another
// order, and all of that undone and done again.

#include "scene/particles.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

class ObjectEdits : public UiFiles {
 protected:
  /// Two squares side by side, seen from the front.
  void start_with_two() {
    start({write("a.ply", square(-1.5f)).string(), write("b.ply", square(0.5f)).string(), "--camera-direction=0,0,-1",
           "--renderer=raster", "--particles=2000"});
    settle();
  }
  static std::string square(float left) {
    std::string text =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement "
        "face 2\nproperty list uchar int vertex_indices\nend_header\n";
    for (const glm::vec2& corner : {glm::vec2(0, 0), {1, 0}, {1, 1}, {0, 1}})
      text += std::to_string(left + corner.x) + " " + std::to_string(corner.y) + " 0\n";
    return text + "3 0 1 2\n3 0 2 3\n";
  }
  /// Where a place of the scene is in the window.
  ImVec2 seen(const glm::vec3& place) {
    const Rectangle view = gui->probe().items().at("view");
    const float width = view.maximum.x - view.minimum.x, height = view.maximum.y - view.minimum.y;
    const glm::vec4 clip = session->camera.projection(width / height) * session->camera.view() * glm::vec4(place, 1);
    return {view.minimum.x + (0.5f + 0.5f * clip.x / clip.w) * width,
            view.minimum.y + (0.5f - 0.5f * clip.y / clip.w) * height};
  }
  void click_at(const ImVec2& place) {
    move(place);
    button(0, true);
    button(0, false);
    ImGui::GetIO().DeltaTime = 1;  // the next click is not the second half of a double click
    run();
    ImGui::GetIO().DeltaTime = 1 / 60.0f;
  }
  std::size_t objects() const { return session->document.objects.size(); }
  const ObjectSetting& setting(std::size_t i) const { return session->document.objects.at(i).setting; }
  std::string undo_name() const {
    const std::string* name = session->edits().next_undo();
    return name == nullptr ? "" : *name;
  }
};

TEST_F(ObjectEdits, AClickSelectsWhatIsUnderIt) {
  start_with_two();
  EXPECT_FALSE(session->selected);
  click_at(seen({1, 0.5f, 0}));
  EXPECT_EQ(session->selected, 1u);
  click_at(seen({-1, 0.8f, 0}));
  EXPECT_EQ(session->selected, 0u);
  click_at(seen({0, 1.1f, 0}));
  EXPECT_FALSE(session->selected) << "nothing is there";
  session->document.objects[1].setting.visible = false;
  settle();
  click_at(seen({1, 0.5f, 0}));
  EXPECT_FALSE(session->selected) << "nor what is hidden";
}

TEST_F(ObjectEdits, ADragOfTheCameraSelectsNothing) {
  start_with_two();
  const Camera before = session->camera;
  const ImVec2 from = seen({1, 0.5f, 0});
  drag(from, {from.x + 60, from.y});
  run();
  EXPECT_NE(session->camera, before);
  EXPECT_FALSE(session->selected);
  EXPECT_EQ(undo_name(), "") << "nor is it undone";
}

TEST_F(ObjectEdits, AnArrowMovesAlongItsAxisHoweverFewFramesThereAre) {
  start_with_two();
  open_tab("Scene");
  click("object 2");
  run();
  const Camera camera = session->camera;
  const ImVec2 hold = center("gizmo/move x");
  const glm::vec2 by(37, 12);
  drag(hold, {hold.x + by.x, hold.y + by.y});
  settle();
  const glm::dvec3 moved = setting(1).placement.position;
  EXPECT_GT(moved.x, 0.01f);
  EXPECT_EQ(moved.y, 0);
  EXPECT_EQ(moved.z, 0);
  EXPECT_EQ(setting(0), ObjectSetting{});
  EXPECT_EQ(session->camera.eye, camera.eye) << "the camera stands still";
  EXPECT_EQ(session->camera.focus, camera.focus);
  EXPECT_EQ(undo_name(), "move b.ply") << "all of it is one step";
  press(GLFW_KEY_Z, GLFW_MOD_CONTROL);
  EXPECT_EQ(setting(1), ObjectSetting{});
  // The same in one frame.
  run();
  add_motion(center("gizmo/move x"));
  add_button(0, true);
  add_motion({hold.x + by.x, hold.y + by.y});
  add_button(0, false);
  frame();
  EXPECT_EQ(setting(1).placement.position, moved);
}

TEST_F(ObjectEdits, HandlesTurnAndScale) {
  start_with_two();
  open_tab("Scene");
  click("object 2");
  run();
  press(GLFW_KEY_G);
  const ImVec2 ring = center("gizmo/turn z");
  drag(ring, {ring.x - 40, ring.y + 25});
  settle();
  EXPECT_GT(std::abs(setting(1).placement.rotation.z), 3);
  EXPECT_NEAR(setting(1).placement.rotation.x, 0, 1e-3);
  EXPECT_EQ(setting(1).placement.scale, 1);
  press(GLFW_KEY_G);
  const ImVec2 box = center("gizmo/scale y");
  drag(box, {box.x, box.y - 50});
  settle();
  EXPECT_GT(setting(1).placement.scale, 1.2f);
  EXPECT_EQ(undo_name(), "scale b.ply") << "about its middle, which moves it too";
  press(GLFW_KEY_G);
  EXPECT_FALSE(has("gizmo/scale y")) << "no handles";
}

TEST_F(ObjectEdits, EscapePutsBackWhatIsDragged) {
  start_with_two();
  open_tab("Scene");
  click("object 2");
  run();
  const ImVec2 hold = center("gizmo/move x");
  move(hold);
  button(0, true);
  move({hold.x + 50, hold.y});
  EXPECT_NE(setting(1), ObjectSetting{});
  add_press(GLFW_KEY_ESCAPE);
  run();
  EXPECT_EQ(setting(1), ObjectSetting{});
  const Camera camera = session->camera;
  move({hold.x + 90, hold.y});
  EXPECT_EQ(session->camera.eye, camera.eye) << "the rest of the drag moves nothing";
  button(0, false);
  run();
  EXPECT_EQ(session->selected, 1u);
  EXPECT_EQ(setting(1), ObjectSetting{});
  EXPECT_EQ(undo_name(), "");
}

TEST_F(ObjectEdits, AnythingDoneToObjectsIsUndoneAndDoneAgain) {
  start_with_two();
  const std::vector<std::uint8_t> before = session->viewer.picture().read().rgba;
  open_tab("Scene");
  click("object 1/visible");
  settle();
  click("object 1");
  run();
  click("object 1/opacity");
  settle();
  EXPECT_EQ(undo_name(), "opacity of a.ply");
  click("object 1/remove");
  settle();
  ASSERT_EQ(objects(), 1u);
  EXPECT_EQ(undo_name(), "remove a.ply");
  for (int i = 0; i < 3; ++i) press(GLFW_KEY_Z, GLFW_MOD_CONTROL);
  settle();
  ASSERT_EQ(objects(), 2u);
  EXPECT_EQ(setting(0), ObjectSetting{});
  EXPECT_EQ(session->viewer.picture().read().rgba, before);
  press(GLFW_KEY_Y, GLFW_MOD_CONTROL);
  EXPECT_FALSE(setting(0).visible);
  press(GLFW_KEY_Z, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT);
  press(GLFW_KEY_Y, GLFW_MOD_CONTROL);
  settle();
  EXPECT_EQ(objects(), 1u);
}

TEST_F(ObjectEdits, LookAndSortAreUndoneToo) {
  start_with_two();
  const std::string before = session->document.left.sort.algorithm;
  press(GLFW_KEY_O);
  EXPECT_EQ(undo_name(), "draw order");
  press(GLFW_KEY_2);
  EXPECT_NE(session->document.left.sort.algorithm, before);
  EXPECT_EQ(undo_name(), "sort by " + session->document.left.sort.algorithm);
  click("menu/Edit");
  run();
  click("menu/Undo");
  run();
  EXPECT_EQ(session->document.left.sort.algorithm, before);
  press(GLFW_KEY_Z, GLFW_MOD_CONTROL);
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::back_to_front);
}

TEST_F(ObjectEdits, AnotherSceneForgetsWhatWasDone) {
  start_with_two();
  open_tab("Scene");
  click("object 1/visible");
  settle();
  EXPECT_EQ(undo_name(), "hide a.ply");
  session->open(write("c.ply", square(0)));
  run_until([this] { return session->loader.current() == nullptr; });
  settle();
  EXPECT_EQ(undo_name(), "");
}

TEST_F(ObjectEdits, AnObjectIsRenamedDuplicatedFramedAndRemoved) {
  start_with_two();
  open_tab("Scene");
  click("object 2");
  run();
  click("object 2/name");
  add_text("pane");
  add_press(GLFW_KEY_ENTER);
  run();
  EXPECT_EQ(setting(1).name, "pane");
  EXPECT_EQ(undo_name(), "rename b.ply");
  press(GLFW_KEY_D, GLFW_MOD_CONTROL);
  settle();
  ASSERT_EQ(objects(), 3u);
  EXPECT_EQ(setting(2).name, "pane copy");
  EXPECT_EQ(session->selected, 2u);
  const Bounds original = session->scene()->bounds(1), copy = session->scene()->bounds(2);
  EXPECT_GT(copy.minimum.x, original.maximum.x) << "to the right of it";
  EXPECT_NEAR(copy.minimum.y, original.minimum.y, 1e-5f);
  EXPECT_EQ(session->frames.last().elements, 6u);
  const Camera before = session->camera;
  press(GLFW_KEY_F);
  EXPECT_GT(session->camera.focus.x, before.focus.x);
  EXPECT_LT(glm::distance(session->camera.eye, session->camera.focus), glm::distance(before.eye, before.focus));
  press(GLFW_KEY_H, GLFW_MOD_CONTROL);
  EXPECT_FALSE(setting(2).visible);
  press(GLFW_KEY_DELETE);
  settle();
  EXPECT_EQ(objects(), 2u);
  EXPECT_FALSE(session->selected);
  press(GLFW_KEY_Z, GLFW_MOD_CONTROL);
  EXPECT_EQ(objects(), 3u);
}

TEST_F(ObjectEdits, ALineIsDraggedToAnotherPlaceOfTheList) {
  start_with_two();
  open_tab("Scene");
  const ImVec2 from = center("object 2"), to = center("object 1");
  drag({from.x, from.y}, {to.x, to.y});
  settle();
  EXPECT_EQ(session->document.objects[0].file.filename(), "b.ply");
  EXPECT_EQ(session->document.objects[1].file.filename(), "a.ply");
  EXPECT_EQ(undo_name(), "order of the objects");
}

TEST_F(ObjectEdits, ParticlesAndBuiltInScenesAreObjectsToo) {
  start_with_two();
  session->paused = true;
  session->add_scene("smoke");
  settle();
  ASSERT_EQ(objects(), 3u);
  EXPECT_EQ(session->document.objects[2].scene, "smoke");
  EXPECT_EQ(session->selected, 2u) << "what was added is selected";
  EXPECT_EQ(undo_name(), "add smoke");
  ASSERT_TRUE(session->player.particles());
  EXPECT_EQ(session->frames.last().elements, 4 + session->player.particles()->slots());
  const std::uint64_t steps = session->player.particles()->steps();
  open_tab("Scene");
  click("Step once");
  settle();
  EXPECT_EQ(session->player.particles()->steps(), steps + 1);
  session->save_state(folder / "s.farfirst.json");
  session->open_scene("glass");
  run();
  session->open(folder / "s.farfirst.json");
  run_until([this] { return session->loader.current() == nullptr; });
  settle();
  ASSERT_EQ(objects(), 3u);
  EXPECT_TRUE(session->scene()->objects[2].particles());
}

TEST_F(ObjectEdits, FilesStandBesideABuiltInScene) {
  start({"--scene=glass"});
  settle();
  const std::uint32_t alone = session->frames.last().elements;
  session->add(write("a.ply", square(0)));
  run_until([this] { return session->loader.current() == nullptr; });
  settle();
  ASSERT_EQ(objects(), 2u);
  EXPECT_EQ(session->frames.last().elements, alone + 2);
  EXPECT_EQ(session->document.objects[0].scene, "glass");
}

/// A sentence, and the rest is shown.
TEST_F(ObjectEdits, AFileOfAStateMayBeMissing) {
  write("a.ply", square(0));
  const auto state = write("s.farfirst.json", R"({"format": "farfirst state 1", "objects": [
      {"file": "gone.ply"}, {"scene": "snow", "opacity": 0.5}, {"file": "a.ply", "name": "pane"}]})");
  start({state.string(), "--particles=2000"});
  session->paused = true;
  settle();
  ASSERT_EQ(objects(), 2u);
  EXPECT_EQ(session->document.objects[0].scene, "snow");
  EXPECT_EQ(setting(1).name, "pane");
  ASSERT_FALSE(session->messages.all().empty());
  EXPECT_NE(session->messages.all().front().text.find("gone.ply"), std::string::npos);
}

}  // namespace
}  // namespace farfirst::app::ui
