// Cameras: framing, orbiting, panning, flying; as JSON; along paths; and picking.

#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <stdexcept>

#include "camera/path.h"
#include "camera/picking.h"
#include "io/exit_codes.h"

namespace farfirst::app {
namespace {

Bounds box(const glm::vec3& minimum, const glm::vec3& maximum) {
  Bounds bounds;
  bounds.add(minimum);
  bounds.add(maximum);
  return bounds;
}

glm::vec3 on_screen(const Camera& camera, float aspect, const glm::vec3& point) {
  const glm::vec4 clip = camera.projection(aspect) * camera.view() * glm::vec4(point, 1);
  return glm::vec3(clip) / clip.w;
}

void expect_near(const glm::vec3& a, const glm::vec3& b, float tolerance) {
  EXPECT_LE(glm::length(a - b), tolerance)
      << a.x << ' ' << a.y << ' ' << a.z << " is not " << b.x << ' ' << b.y << ' ' << b.z;
}

/// Smallest and largest coordinates of the points in the picture.
struct Extent {
  glm::vec2 least{1e30f}, most{-1e30f};
};

Extent extent(const Camera& camera, float aspect, const std::vector<glm::vec3>& points) {
  Extent result;
  for (const glm::vec3& point : points) {
    const glm::vec3 at = on_screen(camera, aspect, point);
    EXPECT_LE(std::abs(at.z), 1.001f);  // between the near and the far plane
    result.least = glm::min(result.least, glm::vec2(at));
    result.most = glm::max(result.most, glm::vec2(at));
  }
  return result;
}

std::vector<glm::vec3> corners(const Bounds& bounds) {
  std::vector<glm::vec3> result;
  for (unsigned i = 0; i < 8; ++i)
    result.emplace_back((i & 1) != 0 ? bounds.maximum.x : bounds.minimum.x,
                        (i & 2) != 0 ? bounds.maximum.y : bounds.minimum.y,
                        (i & 4) != 0 ? bounds.maximum.z : bounds.minimum.z);
  return result;
}

/// All inside, as large as fits, and in the middle.
void expect_filled(const Extent& extent) {
  const glm::vec2 size = extent.most - extent.least;
  EXPECT_NEAR(std::max(size.x, size.y), 1.9f, 0.01f);
  EXPECT_NEAR(extent.least.x + extent.most.x, 0, 0.02f);
  EXPECT_NEAR(extent.least.y + extent.most.y, 0, 0.02f);
}

TEST(Camera, FittingABoxLeavesTheMarginAndNoMore) {
  const std::vector<Bounds> boxes = {box({-1, -1, -1}, {1, 1, 1}), box({100, 5, 7}, {101, 5, 90}),
                                     box({1e4f, 0, 0}, {1.0010e4f, 30, 4}), box({0, 0, 0}, {1e-6f, 2e-6f, 5e-7f})};
  for (const float aspect : {0.3f, 1.0f, 16 / 9.0f, 4.0f})
    for (const float angle : {3.0f, 45.0f, 120.0f})
      for (const glm::vec3 direction : {glm::vec3(0, 0, -1), glm::vec3(1, -2, 0.5f), glm::vec3(0, -1, 0)})
        for (const Bounds& bounds : boxes) {
          Camera camera;
          camera.field_of_view = angle;
          camera.focus = bounds.center();
          camera.eye = camera.focus - direction;
          camera.fit(bounds, aspect);
          SCOPED_TRACE(::testing::Message() << aspect << ' ' << angle << ' ' << direction.x << ' ' << bounds.radius());
          expect_near(camera.direction(), glm::normalize(direction), 1e-3f);
          expect_filled(extent(camera, aspect, corners(bounds)));
        }
}

TEST(Camera, FittingPointsFillsThePictureMoreThanTheirBoxAndSkipsNaN) {
  std::vector<glm::vec3> points = {{std::nanf(""), 0, 0}, {0, INFINITY, 0}};
  Bounds bounds;
  for (int i = 0; i < 1000; ++i) {  // a tetrahedron
    const float a = static_cast<float>(i % 10) / 9, b = (1 - a) * static_cast<float>(i / 10 % 10) / 9,
                c = (1 - a - b) * static_cast<float>(i / 100) / 9;
    points.emplace_back(a, 3 * b, 2 * c);
    bounds.add(points.back());
  }
  Camera camera, of_box;
  camera.eye = of_box.eye = {1, 2, 3};
  camera.fit(points, bounds, 1.5f);
  of_box.fit(bounds, 1.5f);
  const std::vector<glm::vec3> finite(points.begin() + 2, points.end());
  expect_filled(extent(camera, 1.5f, finite));
  EXPECT_GT(glm::dot(camera.eye - of_box.eye, camera.direction()), 0.2f);
}

TEST(Camera, FramingNothingAndOnePointGivesFiniteNumbers) {
  for (const Bounds& bounds : {Bounds{}, box({3, 3, 3}, {3, 3, 3})}) {
    Camera camera;
    camera.fit(bounds, 1.5f);
    EXPECT_TRUE(std::isfinite(camera.eye.z));
    EXPECT_NE(camera.eye, camera.focus);
  }
}

TEST(Camera, OrbitKeepsTheDistanceAndStopsAtThePoles) {
  Camera camera;
  camera.eye = {1, 2, 3};
  const float distance = glm::length(camera.eye - camera.focus);
  for (int i = 0; i < 500; ++i) {
    camera.orbit(0.1f, 0.05f);
    ASSERT_NEAR(glm::length(camera.eye - camera.focus), distance, 1e-3f);
    const glm::mat4 view = camera.view();
    ASSERT_NEAR(glm::determinant(glm::mat3(view)), 1.0f, 1e-3f);
  }
  EXPECT_GT(camera.direction().y, 0.99f);    // pitch turns the view upwards ...
  EXPECT_LT(camera.direction().y, 0.9999f);  // ... and stops short of the pole
}

TEST(Camera, OrbitAndBackIsTheSame) {
  Camera camera;
  camera.eye = {2, 1, 2};
  const glm::vec3 before = camera.eye;
  camera.orbit(0.7f, -0.2f);
  EXPECT_GT(glm::length(camera.eye - before), 0.5f);
  camera.orbit(-0.7f, 0.2f);
  expect_near(camera.eye, before, 1e-4f);
}

TEST(Camera, OrbitWorksFromStraightAbove) {
  Camera camera;
  camera.eye = {0, 5, 0};
  camera.up = {0, 0, -1};
  camera.orbit(0.3f, 0.1f);
  EXPECT_TRUE(std::isfinite(camera.eye.x) && std::isfinite(camera.eye.y) && std::isfinite(camera.eye.z));
  EXPECT_NEAR(glm::length(camera.eye), 5, 1e-3f);
}

TEST(Camera, PanMovesTheFocusUnderTheMouse) {
  Camera camera;
  const float height = 600, aspect = 1.5f;
  const glm::vec3 point = camera.focus;
  camera.pan(-90, 60, height);  // the mouse went 90 right and 60 down: the point goes with it
  const glm::vec3 at = on_screen(camera, aspect, point);
  EXPECT_NEAR(at.x * 0.5f * height * aspect, 90, 0.1f);
  EXPECT_NEAR(at.y * 0.5f * height, -60, 0.1f);
}

TEST(Camera, DollyNeverReachesTheFocus) {
  Camera camera;
  for (int i = 0; i < 2000; ++i) camera.dolly(0.5f);
  EXPECT_GT(glm::length(camera.eye - camera.focus), 0);
  for (int i = 0; i < 2000; ++i) camera.dolly(2.0f);
  EXPECT_TRUE(std::isfinite(camera.eye.z));
}

TEST(Camera, ZoomKeepsWhatIsUnderThePointer) {
  const Bounds scene = box({-1, -1, -1}, {1, 1, 1});
  const float aspect = 1.6f;
  for (const glm::vec2 at : {glm::vec2(0, 0), glm::vec2(0.7f, -0.5f), glm::vec2(-0.9f, 0.9f)})
    for (const float steps : {1.0f, -1.0f, 0.1f, -0.03f, 4.0f}) {
      Camera camera;
      camera.eye = {1, 2, 3};
      const float tangent = std::tan(glm::radians(camera.field_of_view) / 2);
      const glm::vec3 above = glm::cross(camera.right(), camera.direction());
      const glm::vec3 ray = camera.direction() + camera.right() * (at.x * tangent * aspect) + above * (at.y * tangent);
      const glm::vec3 near_point = camera.eye + ray * 3.0f, far_point = camera.eye + ray * 5.0f;
      const float distance = glm::length(camera.focus - camera.eye);
      const glm::vec3 direction = camera.direction();
      camera.zoom(std::pow(0.88f, steps), at, aspect, scene);
      for (const glm::vec3& point : {near_point, far_point})
        EXPECT_LE(glm::length(glm::vec2(on_screen(camera, aspect, point)) - at), 1e-4f);
      expect_near(camera.direction(), direction, 1e-5f);
      EXPECT_NEAR(glm::length(camera.focus - camera.eye), distance * std::pow(0.88f, steps), 1e-4f);
    }
}

TEST(Camera, StepsOutwardsUndoStepsInwards) {
  const Bounds scene = box({-1, -1, -1}, {1, 1, 1});
  Camera camera;
  for (int i = 0; i < 26; ++i) camera.zoom(0.88f, {0.5f, 0.2f}, 1, scene);
  EXPECT_LT(camera.eye.z, 0.15f);
  for (int i = 0; i < 26; ++i) camera.zoom(1 / 0.88f, {0.5f, 0.2f}, 1, scene);
  expect_near(camera.eye, Camera{}.eye, 1e-2f);
  expect_near(camera.focus, Camera{}.focus, 1e-2f);
}

TEST(Camera, ZoomGoesThroughTheFocus) {
  const Bounds scene = box({-1, -1, -1}, {1, 1, 1});
  Camera camera;
  for (int i = 0; i < 50; ++i) camera.zoom(0.88f, {0, 0}, 1, scene);
  EXPECT_LT(camera.eye.z, -0.01f);
  EXPECT_LT(camera.focus.z, camera.eye.z);  // it moved on
  expect_near(camera.direction(), {0, 0, -1}, 1e-5f);
  for (int i = 0; i < 150; ++i) camera.zoom(0.88f, {0, 0}, 1, scene);
  EXPECT_LT(camera.eye.z, -1);  // out of the scene on the other side
}

TEST(Camera, ZoomEndsAtAMultipleOfTheScene) {
  const Bounds scene = box({99, -1, -1}, {101, 1, 1});
  struct Case {
    float angle, factor;
  };
  for (const auto [angle, factor] : {Case{2, 1 / 0.88f}, Case{45, 1 / 0.88f}, Case{160, 20}, Case{45, 0.5f}}) {
    Camera camera;
    camera.field_of_view = angle;
    camera.focus = scene.center();
    camera.eye = camera.focus + glm::vec3(0, 0, 3);
    for (int i = 0; i < 2000; ++i) camera.zoom(factor, {0.3f, 0.2f}, 1, scene);
    const float distance = glm::length(camera.eye - scene.center());
    const float tangent = std::tan(glm::radians(angle) / 2);
    EXPECT_NEAR(distance, 10 * scene.radius() * std::max(1.0f, 1 / tangent), 0.001f * distance);
    expect_near(camera.direction(), {0, 0, -1}, 1e-3f);
    camera.zoom(1 / factor, {0.3f, 0.2f}, 1, scene);  // and back it goes
    EXPECT_LT(glm::length(camera.eye - scene.center()), 0.999f * distance);
  }
}

TEST(Camera, TurnToUpIsATurnThatTakesYThere) {
  for (const glm::vec3 up : {glm::vec3(0, 1, 0), glm::vec3(0, 0, 2), glm::vec3(1, 0, 0), glm::vec3(0, -1, 0),
                             glm::vec3(0, 0, -1), glm::vec3(-3, 0, 0), glm::vec3(1, 2, 3)}) {
    const glm::mat3 turn = turn_to_up(up);
    expect_near(turn * glm::vec3(0, 1, 0), glm::normalize(up), 1e-5f);
    EXPECT_NEAR(glm::determinant(turn), 1, 1e-5f);
    expect_near(turn * (glm::transpose(turn) * glm::vec3(1, 2, 3)), {1, 2, 3}, 1e-4f);
  }
  expect_near(turn_to_up({0, 0, 1}) * glm::vec3(0, 0, -1), {0, 1, 0}, 1e-6f);  // the front view looks along Y
}

TEST(Camera, FlyMovesEyeAndFocusAlike) {
  Camera camera;
  const glm::vec3 way = camera.focus - camera.eye;
  camera.fly({1, 2, 3});
  expect_near(camera.focus - camera.eye, way, 1e-5f);
  expect_near(camera.eye, glm::vec3(1, 2, 0), 1e-5f);  // from (0, 0, 3) three forward
}

TEST(WorldCamera, HasTheShortestNumbersThatTheSceneReadsBack) {
  const glm::dvec3 origin(589504, 4500000, 0);
  Camera camera;
  camera.eye = {0.1f, -1 / 3.0f, 0.1f};
  camera.focus = {-12.5f, 0, 1e-9f};
  const WorldCamera seen = in_world(camera, origin);
  EXPECT_EQ(seen.position.x, 589504.1) << "not 589504.10000000149";
  EXPECT_EQ(seen.position.z, 0.1);
  EXPECT_EQ(seen.focal_point, glm::dvec3(589491.5, 4500000, 1e-9));
  EXPECT_EQ(in_scene(seen, origin).eye, camera.eye);
  EXPECT_EQ(in_scene(seen, origin).focus, camera.focus);
}

TEST(WorldCamera, StaysWhereItIsWhenTheOriginChanges) {
  const WorldCamera camera{.position = {1000003.5, 2, 3}, .focal_point = {1000000, 2, 3}};
  const Camera moved = with_origin(in_scene(camera, {1000000, 0, 0}), {1000000, 0, 0}, {1000100, 0, 0});
  EXPECT_EQ(in_world(moved, {1000100, 0, 0}), camera);
}

TEST(WorldCamera, KeepsItsDirectionWhereFloatsHaveNone) {
  const Camera camera = in_scene({.position = {1e7, 0, 0}, .focal_point = {1e7, 0.1, 0}}, glm::dvec3(0.0));
  expect_near(camera.direction(), {0, 1, 0}, 1e-6f);
}

TEST(CameraJson, ReadsBackBitForBit) {
  const WorldCamera camera{.position = {0.1, -1e-7, 5640012.345678},
                           .focal_point = {1 / 3.0, 2, 5640000},
                           .view_up = {0, 0.6f, 0.8f},
                           .view_angle = 33.3f};
  EXPECT_EQ(camera_from_json(to_json(camera)), camera);
}

TEST(CameraJson, RefusesWithTheField) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"", "nothing in it"},
      {"\xef\xbb\xbf{", "line 1"},
      {"[]", "expected an object"},
      {"{\"position\":[0,0,1]}", "focal_point"},
      {"{\"position\":[0,0],\"focal_point\":[0,0,0]}", "position"},
      {"{\"position\":[0,0,\"x\"],\"focal_point\":[0,0,0]}", "position"},
      {"{\"position\":[1,1,1],\"focal_point\":[1,1,1]}", "same"},
      {"{\"position\":[0,0,1],\"focal_point\":[0,0,0],\"view_angle\":180}", "view_angle"},
      {"{\"position\":[0,0,1],\"focal_point\":[0,0,0],\"view_up\":[0,0,0]}", "view_up"},
      {"{\"position\":[0,0,1e300],\"focal_point\":[0,0,0]}", "position"},
      {"{\"position\":[1e400,0,0],\"focal_point\":[0,0,0]}", "out of range"},
      {"{\"position\":[0,0,1],\"focal_point\":[0,0,1.00000000000000001]}", "same"},
      {"{\"position\":[0,0,1],\"focal_point\":[0,0,0],\"view_up\":[0,0,-7]}", "parallel"},
      {"{\"position\":[0,0,1],\"focal_point\":[0,0,0],\"view_up\":[0,1e-30,0]}", "view_up"},
      {"{\"position\":[0,0,1],\"focal_point\":[0,0,0],\"view_angle\":\"45\"}", "view_angle"},
      {"{\"position\":[0,0,1],\"focal_point\":[0,0,0],\"view-angle\":45}", "no field \"view-angle\""},
      {"{\"position\":[0,0,1],\"position\":[0,0,2],\"focal_point\":[0,0,0]}",
       "line 1, column 30: the field \"position\" stands there twice"},
      {"{\"position\":[0,0,1],\"focal_point\":[0,0,0]} x", "line 1, column 44: this is not JSON"},
      {"{\"position\":\"\xc3\x28\"}", "UTF-8"}};
  for (const auto& [text, word] : wrong) {
    try {
      camera_from_json(text);
      ADD_FAILURE() << text;
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  }
}

TEST(Camera, HasAViewFarFromTheOrigin) {
  Camera camera;
  camera.eye = {3e8f, -2e9f, 1e12f};
  camera.focus = {0, 0, -1e12f};
  const glm::mat4 view = camera.view();
  expect_near(glm::vec3(view[0]), {1, 0, 0}, 2e-3f);
  expect_near(glm::vec3(view[1]), {0, 1, 0}, 2e-3f);
  expect_near(glm::vec3(view[2]), {0, 0, 1}, 2e-3f);
}

TEST(CameraJson, AViewAlongTheUpVectorReadsBackAsTheSameView) {
  const glm::dvec3 origin(5e5, 5e6, 0);
  const WorldCamera camera{.position = origin + glm::dvec3(0, 5, 0), .focal_point = origin};
  const WorldCamera other = camera_from_json(to_json(camera));
  EXPECT_NE(other.view_up, camera.view_up);
  EXPECT_EQ(in_scene(other, origin).view(), in_scene(camera, origin).view());
}

TEST(CameraJson, AByteOrderMarkDoesNoHarm) {
  EXPECT_EQ(camera_from_json("\xef\xbb\xbf{\"position\":[0,0,1],\"focal_point\":[0,0,0]}").position,
            glm::dvec3(0, 0, 1));
}

const glm::dvec3 at_zero(0.0);
constexpr const char* quarter_turn = R"({"keys": [
  {"frame": 0, "position": [0, 0, 2], "focal_point": [0, 0, 0]},
  {"frame": 10, "position": [4, 0, 0], "focal_point": [0, 0, 0], "view_angle": 65}]})";

TEST(CameraPath, TurnsAlongTheGreatCircleAndHoldsTheEnd) {
  const CameraPath path = CameraPath::parse(quarter_turn, "path");
  const Bounds scene = box({-1, -1, -1}, {1, 1, 1});
  EXPECT_EQ(path.length(), 11u);
  expect_near(path.at(0, scene, at_zero).eye, {0, 0, 2}, 1e-6f);
  expect_near(path.at(10, scene, at_zero).eye, {4, 0, 0}, 1e-6f);
  expect_near(path.at(500, scene, at_zero).eye, {4, 0, 0}, 1e-6f);
  const Camera middle = path.at(5, scene, at_zero);
  const float distance = 2 * std::sqrt(2.0f);  // evenly by ratio
  expect_near(middle.eye, glm::vec3(1, 0, 1) * (distance / std::sqrt(2.0f)), 1e-4f);
  EXPECT_FLOAT_EQ(middle.field_of_view, 55);
}

TEST(CameraPath, SceneSpaceFollowsTheBoundsAndRepeats) {
  const CameraPath path = CameraPath::parse(R"({"space": "scene", "repeat": true, "keys": [
    {"frame": 0, "position": [0, 0, 3], "focal_point": [0, 0, 0]},
    {"frame": 4, "position": [0, 0, -3], "focal_point": [0, 0, 0]},
    {"frame": 8, "position": [0, 0, 3], "focal_point": [0, 0, 0]}]})",
                                            "path");
  const Bounds scene = box({10, 10, 10}, {14, 12, 16});
  EXPECT_EQ(path.length(), 8u);
  expect_near(path.at(0, scene, at_zero).eye, scene.center() + glm::vec3(0, 0, 3 * scene.radius()), 1e-4f);
  EXPECT_EQ(path.at(3, scene, at_zero).eye, path.at(11, scene, at_zero).eye);
  // Opposite directions: round the up vector, so that the camera stays level.
  EXPECT_NEAR(path.at(2, scene, at_zero).eye.y, scene.center().y, 1e-3f);
  EXPECT_GT(std::abs(path.at(2, scene, at_zero).eye.x - scene.center().x), scene.radius());
}

TEST(CameraPath, FollowsTheUpOfTheScene) {
  const Bounds bounds = box({-1, -1, -1}, {1, 1, 1});
  const CameraPath world = CameraPath::parse(quarter_turn, "path");
  EXPECT_EQ(world.at(0, bounds, at_zero, {0, 0, 1}).up, glm::vec3(0, 0, 1));
  expect_near(world.at(10, bounds, at_zero, {0, 0, 1}).eye, {4, 0, 0}, 1e-6f);  // coordinates of the file stay
  const CameraPath fixed = CameraPath::parse(
      R"({"keys": [{"frame": 0, "position": [0, 0, 2], "focal_point": [0, 0, 0], "view_up": [1, 0, 0]}]})", "path");
  EXPECT_EQ(fixed.at(0, bounds, at_zero, {0, 0, 1}).up, glm::vec3(1, 0, 0));
  const CameraPath scene = CameraPath::parse(
      R"({"space": "scene", "keys": [{"frame": 0, "position": [0, 1, 2], "focal_point": [0, 0, 0]}]})", "path");
  const Camera turned = scene.at(0, bounds, at_zero, {0, 0, 1});
  expect_near(turned.up, {0, 0, 1}, 1e-5f);
  expect_near(turned.eye, glm::vec3(0, -2, 1) * bounds.radius(), 1e-4f);
}

TEST(CameraPath, KeysAreWorldCoordinatesAndTheCameraIsInTheScene) {
  const CameraPath path = CameraPath::parse(
      R"({"keys": [{"frame": 0, "position": [500003.25, 4500000, 12.5], "focal_point": [500000.25, 4500000, 12.5]}]})",
      "path");
  const Camera camera = path.at(0, Bounds{}, {500000, 4500000, 0});
  EXPECT_EQ(camera.eye, glm::vec3(3.25f, 0, 12.5f));
  EXPECT_EQ(camera.focus, glm::vec3(0.25f, 0, 12.5f));
}

TEST(CameraPath, RefusesWithFileAndField) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"{", "line 1"},
      {"{\n\"keys\": [\n}", "line 3"},
      {"[]", "keys"},
      {"{\"keys\": []}", "at least one"},
      {"{\"keys\": [{\"frame\": 1, \"position\": [0,0,1], \"focal_point\": [0,0,0]}]}", "keys[0]"},
      {"{\"keys\": [{\"position\": [0,0,1], \"focal_point\": [0,0,0]}]}", "frame"},
      {"{\"keys\": [{\"frame\": 0, \"position\": [0,0,1], \"focal_point\": [0,0,0]}, {\"frame\": 0, \"position\": "
       "[0,0,1], \"focal_point\": [0,0,0]}]}",
       "keys[1]"},
      {"{\"keys\": [{\"frame\": 0, \"focal_point\": [0,0,0]}]}", "keys[0]: \"position\""},
      {"{\"keyz\": []}", "keyz"},
      {"{\"space\": \"moon\", \"keys\": []}", "space"},
      {"{\"repeat\": 1, \"keys\": []}", "repeat"},
      {"{\"keys\": [4]}", "keys[0]"},
      {"{\"keys\": [{\"frame\": 0.5, \"position\": [0,0,1], \"focal_point\": [0,0,0]}]}", "whole number"},
      {"{\"keys\": [{\"frame\": -1, \"position\": [0,0,1], \"focal_point\": [0,0,0]}]}", "whole number"},
      {"{\"keys\": [{\"frame\": 0, \"position\": [1e400,0,1], \"focal_point\": [0,0,0]}]}",
       "\"1e400\" is out of range"}};
  for (const auto& [text, word] : wrong) {
    try {
      CameraPath::parse(text, "flight.json");
      ADD_FAILURE() << text;
    } catch (const Failure& failure) {
      const std::string sentence = failure.what();
      EXPECT_EQ(failure.exit_code, ExitCode::unreadable);
      EXPECT_TRUE(sentence.starts_with("flight.json: ")) << sentence;
      EXPECT_NE(sentence.find(word), std::string::npos) << sentence;
    }
  }
}

TEST(Picking, FindsTheNearestTriangleUnderTheMouse) {
  Model model;
  for (const float z : {-1.0f, 1.0f})
    for (const glm::vec2 corner : {glm::vec2(-1, -1), glm::vec2(3, -1), glm::vec2(-1, 3)}) {
      model.triangles.push_back(static_cast<std::uint32_t>(model.positions.size()));
      model.positions.emplace_back(corner, z);
    }
  Camera camera;
  camera.eye = {0, 0, 5};
  const auto hit = pick(model.positions, model.triangles, camera, 1.0f, {0.05f, 0.05f});
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->z, 1, 1e-4f);
  expect_near(on_screen(camera, 1.0f, *hit), {0.05f, 0.05f, on_screen(camera, 1.0f, *hit).z}, 1e-4f);
  EXPECT_FALSE(pick(model.positions, model.triangles, camera, 1.0f, {-0.99f, -0.99f}));
}

TEST(Picking, FindsAPointOfACloudEvenBesideNaN) {
  Model model;
  model.positions = {{std::nanf(""), 0, 0}, {0.5f, 0, 0}, {0.5f, 0, -3}};
  Camera camera;
  camera.eye = {0.5f, 0, 5};
  camera.focus = {0.5f, 0, 0};
  const auto hit = pick(model.positions, model.triangles, camera, 1.0f, {0, 0});
  ASSERT_TRUE(hit);
  expect_near(*hit, {0.5f, 0, 0}, 1e-4f);
}

}  // namespace
}  // namespace farfirst::app
