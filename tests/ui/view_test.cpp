// The view of a scene through the panels: the wheel, what is up, and the opacity that a file opens with.

#include "ui/actions.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

TEST_F(UiTest, TheWheelGoesToThePointerThroughTheFocusAndHasAnEndOutwards) {
  start({"--scene=glass"});
  settle();
  const Rectangle view = gui->probe().items().at("view");
  const glm::vec2 at(0.5f, -0.4f);
  const glm::vec2 size(view.maximum.x - view.minimum.x, view.maximum.y - view.minimum.y);
  move({view.minimum.x + size.x * 0.75f, view.minimum.y + size.y * 0.7f});
  const auto on_picture = [this](const glm::vec3& point) {
    const glm::vec4 clip =
        session->camera.projection(session->viewer.aspect()) * session->camera.view() * glm::vec4(point, 1.0f);
    return glm::vec2(clip) / clip.w;
  };
  const glm::mat4 inverse = glm::inverse(session->camera.projection(session->viewer.aspect()) * session->camera.view());
  const glm::vec4 there = inverse * glm::vec4(at, 0.9f, 1.0f);
  const glm::vec3 point = glm::vec3(there) / there.w;
  const glm::vec3 before = session->camera.eye;
  for (const float steps : {1.0f, 0.125f, -0.5f, 2.0f}) {  // whole steps of a wheel and parts, as trackpads send
    ImGui::GetIO().MouseWheel = steps;
    frame();
    EXPECT_LE(glm::length(on_picture(point) - at), 2e-3f) << steps;
  }
  EXPECT_GT(glm::length(session->camera.eye - before), 0.1f);
  const glm::vec3 focus = session->camera.focus, direction = session->camera.direction();
  for (int i = 0; i < 12; ++i) ImGui::GetIO().MouseWheel = 5, frame();
  EXPECT_GT(glm::dot(session->camera.eye - focus, direction), 0);  // through it
  for (int i = 0; i < 15; ++i) ImGui::GetIO().MouseWheel = -5, frame();
  const Bounds bounds = session->scene()->bounds();
  const float end = glm::length(session->camera.eye - bounds.center());
  EXPECT_GT(end, 5 * bounds.radius());
  EXPECT_LT(end, 50 * bounds.radius());
}

TEST_F(UiTest, WithAnotherUpViewsOrbitAndOpeningViewFollowIt) {
  start({"--scene=glass"});
  settle();
  const Camera opening = session->camera;
  press(GLFW_KEY_U);
  EXPECT_EQ(session->document.up(), glm::vec3(0, 0, 1));
  EXPECT_EQ(session->camera.up, glm::vec3(0, 0, 1));
  press(GLFW_KEY_N);  // front
  EXPECT_NEAR(session->camera.direction().y, 1, 1e-3f);
  const float height = session->camera.eye.z;
  session->camera.orbit(1, 0);
  EXPECT_NEAR(session->camera.eye.z, height, 1e-3f);
  session->navigation.look_along(camera_presets[4].direction);  // from above
  EXPECT_NEAR(session->camera.direction().z, -1, 1e-3f);
  const glm::vec3 above = glm::cross(session->camera.right(), session->camera.direction());
  EXPECT_NEAR(above.y, 1, 1e-2f);
  session->camera.orbit(0, 0.01f);  // goes on from there without a jump
  EXPECT_GT(glm::cross(session->camera.right(), session->camera.direction()).y, 0.99f);
  press(GLFW_KEY_ENTER);
  EXPECT_EQ(session->camera.up, glm::vec3(0, 0, 1));
  EXPECT_NE(session->camera.eye, opening.eye);

  open_tab("Camera");
  click("up");
  click("up/Y");
  EXPECT_EQ(session->camera.up, glm::vec3(0, 1, 0));
  press(GLFW_KEY_ENTER);
  EXPECT_EQ(session->camera, opening);
}

TEST_F(UiFiles, TheChosenUpHoldsForFilesAndABuiltInSceneHasItsOwn) {
  const auto first = write("first.ply", triangle()), second = write("second.ply", triangle());
  start({first.string()});
  session->navigation.set_up({0, 0, 1});
  session->open(second);
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->scene()->name(), "second.ply");
  EXPECT_EQ(session->camera.up, glm::vec3(0, 0, 1));
  session->open_scene("glass");
  EXPECT_EQ(session->camera.up, glm::vec3(0, 1, 0));
  EXPECT_EQ(session->document.up(), glm::vec3(0, 1, 0));
}

TEST_F(UiFiles, TheUpAxisIsRememberedForTheFileItWasChosenFor) {
  const auto first = write("first.ply", triangle()), second = write("second.ply", triangle());
  start({first.string()});
  session->navigation.set_up({0, 0, 1});
  const WindowMemory memory = session->memory;

  start({second.string()});
  session->memory = memory;
  const auto open = [this](const std::filesystem::path& file) {
    session->open(file);
    run_until([this] { return session->loader.current() == nullptr; });
  };
  open(first);
  EXPECT_EQ(session->camera.up, glm::vec3(0, 0, 1));
  open(second);
  EXPECT_EQ(session->camera.up, glm::vec3(0, 1, 0)) << "none was chosen for this file";
}

TEST_F(UiFiles, AFileOpensWithItsOwnOpacityUntilTheUserFixesOne) {
  // Ten layers of one triangle.
  std::string many = triangle();
  many.replace(many.find("face 1"), 6, "face 10");
  for (int i = 1; i < 10; ++i) many += "3 0 1 2\n";
  const auto one_layer = write("one.ply", triangle()), ten_layers = write("ten.ply", many);
  const auto open = [this](const std::filesystem::path& file) {
    session->open(file);
    run_until([this] { return session->loader.current() == nullptr; });
    settle();
  };
  start({one_layer.string()});
  settle();
  const float of_one = session->document.left.look.opacity;
  EXPECT_NEAR(of_one, 0.5f, 0.05f);
  open(ten_layers);
  const float of_ten = session->document.left.look.opacity;
  EXPECT_LT(of_ten, 0.1f);
  click("Reset look");
  settle();
  EXPECT_EQ(session->document.left.look.opacity, of_ten);

  const Rectangle slider = gui->probe().items().at("opacity");
  drag(slider.center(), {slider.maximum.x - 4, slider.center().y});
  settle();
  const float fixed = session->document.left.look.opacity;
  EXPECT_GT(fixed, 0.9f);
  EXPECT_FALSE(session->document.automatic_opacity);
  open(one_layer);
  EXPECT_EQ(session->document.left.look.opacity, fixed);
  click("auto");
  settle();
  EXPECT_EQ(session->document.left.look.opacity, of_one);
  click("auto");  // fixes the one in force
  open(ten_layers);
  EXPECT_EQ(session->document.left.look.opacity, of_one);
}

TEST_F(UiFiles, FewPointsAreDrawnLargerUntilASizeIsChosen) {
  std::string cloud = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
  start({write("four.ply", cloud + "end_header\n0 0 0\n1 0 0\n0 1 0\n1 1 1\n").string()});
  settle();
  const float& size = session->document.left.look.point_size;
  EXPECT_EQ(size, 8);
  press(GLFW_KEY_MINUS);
  EXPECT_LT(size, 8);
  click("auto##point size");
  settle();
  EXPECT_EQ(size, 8);
  session->undo();
  EXPECT_LT(size, 8);
  session->open_scene("glass");
  settle();
  EXPECT_LT(size, 8) << "what was chosen stays";
  click("Reset look");
  settle();
  EXPECT_EQ(size, 2);
}

/// Without a window, automatic points have the default size.
TEST_F(UiFiles, AStateKeepsThePointSizeThatIsShown) {
  start({write("one.ply",
               "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
               "property float z\nend_header\n0 0 0\n")
             .string()});
  settle();
  session->save_state(folder / "s.farfirst.json");
  EXPECT_TRUE(session->document.automatic_point_size);
  session->open(folder / "s.farfirst.json");
  run_until([this] { return !session->document.automatic_point_size; });
  EXPECT_EQ(session->document.left.look.point_size, 8);
}

}  // namespace
}  // namespace farfirst::app::ui
