// Files far from 0 in the window: whatever it shows of the camera, takes or writes is in the coordinates of the files,
// and the camera stays where it is there when the scene gets another origin.

#include <fmt/format.h>

#include "cli/state_file.h"
#include "ui/actions.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

const glm::dvec3 town(389504.25, 5820000.5, 34);

class Coordinates : public UiFiles {
 protected:
  std::filesystem::path house(const std::string& name, const glm::dvec3& at) {
    std::string text =
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\nelement "
        "face 1\nproperty list uchar int vertex_indices\nend_header\n";
    for (const glm::dvec3& corner : {glm::dvec3(0, 0, 0), {8, 0, 0}, {0, 8, 6}})
      text += fmt::format("{} {} {}\n", at.x + corner.x, at.y + corner.y, at.z + corner.z);
    return write(name, text + "3 0 1 2\n");
  }
  void start_in_town() {
    start({house("a.ply", town).string(), house("b.ply", town + glm::dvec3(300, 40, 0)).string()});
    settle();
  }
  void expect_camera(const WorldCamera& wanted) {
    const WorldCamera camera = session->navigation.world_camera();
    EXPECT_LT(glm::distance(camera.position, wanted.position), 1e-3) << to_json(camera);
    EXPECT_LT(glm::distance(camera.focal_point, wanted.focal_point), 1e-3) << to_json(camera);
  }
};

TEST_F(Coordinates, OpensWithTheCameraBeforeTheFiles) {
  start_in_town();
  EXPECT_LT(glm::distance(session->navigation.world_camera().focal_point, town + glm::dvec3(154, 24, 3)), 30);
  EXPECT_LT(glm::length(session->camera.focus), 300) << "the scene has an origin of its own";
}

TEST_F(Coordinates, GoThroughTheClipboard) {
  start_in_town();
  const WorldCamera wanted{.position = town + glm::dvec3(4.5, -20, 3), .focal_point = town + glm::dvec3(4, 4, 3)};
  ImGui::SetClipboardText(to_json(wanted).c_str());
  press(GLFW_KEY_V, GLFW_MOD_CONTROL);
  EXPECT_EQ(session->navigation.world_camera(), wanted);
  ImGui::SetClipboardText("");
  press(GLFW_KEY_C, GLFW_MOD_CONTROL);
  EXPECT_EQ(camera_from_json(ImGui::GetClipboardText()), wanted);
}

TEST_F(Coordinates, OfTheCameraStayWhenTheSceneGetsAnotherOrigin) {
  start_in_town();
  const WorldCamera seen = session->navigation.world_camera();
  const glm::dvec3 before = session->scene()->origin();
  session->remove_object(0);
  run();
  EXPECT_NE(session->scene()->origin(), before);
  expect_camera(seen);
  press(GLFW_KEY_Z, GLFW_MOD_CONTROL);
  EXPECT_EQ(session->scene()->origin(), before);
  expect_camera(seen);
  session->move_object(1, 0);
  run();
  EXPECT_NE(session->scene()->origin(), before);
  expect_camera(seen);
  house("b.ply", town + glm::dvec3(900, 40, 0));
  session->reload();
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->scene()->origin().x, before.x + 900);
  expect_camera(seen);
}

TEST_F(Coordinates, WhatHasNoneIsSeenFromWhereItWas) {
  start({"--scene=glass", house("a.ply", town).string()});
  settle();
  const Camera seen = session->camera;
  session->remove_object(0);
  run();
  EXPECT_EQ(session->scene()->origin(), glm::dvec3(0.0));
  EXPECT_EQ(session->camera.eye, seen.eye);
}

TEST_F(Coordinates, AreThoseOfStates) {
  start_in_town();
  const WorldCamera wanted{.position = town + glm::dvec3(4.5, -20, 3), .focal_point = town + glm::dvec3(4, 4, 3)};
  session->navigation.set_world_camera(wanted);
  session->save_state(folder / "s.farfirst.json");
  std::vector<std::string> notices;
  EXPECT_EQ(load_state(folder / "s.farfirst.json", notices).camera.pose, wanted);
  session->navigation.set_world_camera({});
  session->open(folder / "s.farfirst.json");
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->navigation.world_camera(), wanted);
}

TEST_F(Coordinates, ThatAreTooFarApartAreReportedWithBothNames) {
  start({house("a.ply", town).string(), house("b.ply", {0, 0, 0}).string()});
  const auto names_both = [](const Message& message) {
    return message.text.starts_with("b.ply lies 5.83e+06 from a.ply, too far for 32-bit floats");
  };
  EXPECT_TRUE(std::ranges::any_of(session->messages.all(), names_both));
}

Object object(const char* file, const glm::dvec3& origin) {
  Model model;
  model.origin = origin;
  model.positions = {{-1, -1, -1}, {1, 1, 1}};
  compute_bounds(model);
  return {{file}, std::make_shared<const Model>(std::move(model))};
}

TEST(Placements, AreOfTheFilesCoordinates) {
  const glm::dvec3 corner(20, 3, -4);
  for (const glm::dvec3& origin : {glm::dvec3(0), glm::dvec3(19, 2, -5)}) {  // subtracted, or not
    Objects objects = {object("a.ply", origin)};
    objects[0].setting.placement = {.position = {1, 2, 3}, .rotation = {0, 90, 0}, .scale = 2};
    const glm::dvec3 placed(Scene(objects).to_scene(0) * glm::vec4(corner - origin, 1.0f));
    EXPECT_LT(glm::distance(placed + origin, glm::dvec3(2 * -4 + 1, 2 * 3 + 2, 2 * -20 + 3)), 1e-4);
  }
}

TEST(Placements, ThatTurnAboutTheMiddleLeaveItWhereItIs) {
  Objects objects = {object("a.ply", town)};
  const Placement turned{.position = {}, .rotation = {10, 20, 30}, .scale = 3};
  objects[0].setting.placement = about(objects[0].middle(), {}, turned);
  EXPECT_EQ(objects[0].setting.placement.rotation, turned.rotation);
  EXPECT_LT(glm::length(glm::vec3(Scene(objects).to_scene(0)[3])), 1e-6f);
  EXPECT_TRUE(Scene(objects).coarse_places().empty());
}

TEST(Placements, ThatLieFarAwayTakeTheSceneAlong) {
  Objects objects = {object("a.ply", town), object("b.ply", town + glm::dvec3(7, 0, 0))};
  for (Object& tile : objects) tile.setting.placement.rotation = {-90, 0, 0};
  Scene from_zero;
  from_zero.objects = objects;
  EXPECT_EQ(from_zero.coarse_places().size(), 2u) << "turned about 0, millions of metres away";
  const Scene scene(objects);
  EXPECT_TRUE(scene.coarse_places().empty());
  EXPECT_LT(glm::distance(scene.origin(), glm::dvec3(town.x, town.z, -town.y)), 1e-6);
  EXPECT_LT(glm::distance(glm::vec3(scene.to_scene(1)[3]), glm::vec3(7, 0, 0)), 1e-5f);
}

TEST(CoarsePlaces, AreJudgedByWhereAnObjectIsPlaced) {
  Scene scene({object("a.ply", town), object("b.ply", town + glm::dvec3(1000, 0, 0)), object("c.ply", {0, 0, 0})});
  Objects& objects = scene.objects;
  ASSERT_EQ(scene.coarse_places().size(), 1u) << "a kilometre is not too far for a house";
  EXPECT_TRUE(scene.coarse_places()[0].starts_with("c.ply lies "));
  objects[2].setting.placement.position = {389504, 5820000, 34};
  EXPECT_TRUE(scene.coarse_places().empty()) << "it was moved beside them";
  objects[0].setting.placement.position = {1e5f, 0, 0};
  ASSERT_EQ(scene.coarse_places().size(), 1u);
  EXPECT_TRUE(scene.coarse_places()[0].starts_with("a.ply lies 1e+05 from the origin of the scene"));
}

}  // namespace
}  // namespace farfirst::app::ui
