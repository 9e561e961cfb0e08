// The placement of an object while its handles are dragged.

#include "session/handles.h"

#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>

namespace farfirst::app {
namespace {

constexpr glm::vec2 size(800, 600);

/// A box from 0 to 2, so that its middle is not where its origin is.
Scene box(const Placement& placement = {}) {
  auto model = std::make_shared<Model>();
  model->positions = {{0, 0, 0}, {2, 2, 2}};
  compute_bounds(*model);
  return Scene({Object{{"box", {.name = {}, .placement = placement}}, model}});
}

Camera camera_from(const glm::vec3& eye) {
  Camera camera;
  camera.eye = eye;
  camera.focus = {1, 1, 1};
  return camera;
}

Handles handles_of(const Scene& scene, const Camera& camera) { return {scene, 0, camera, size, 100}; }

glm::vec3 middle_of(const Placement& placement) { return box(placement).to_scene(0) * glm::vec4(1, 1, 1, 1); }

TEST(ObjectHandles, AnglesComeBack) {
  for (const glm::vec3 angles :
       {glm::vec3(0), {10, 20, 30}, {-170, 80, 200}, {400, -100, 5}, {30, 90, 0}, {0, -90, 45}}) {
    const glm::vec3 found = angles_of(turn_of(angles), angles);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], angles[i], 1e-3f) << angles.x << ", " << angles.y;
  }
}

TEST(ObjectHandles, AnAxisIsMovedAlongAndNothingElse) {
  const Handles handles = handles_of(box(), camera_from({4, 3, 9}));
  for (int axis = 0; axis < 3; ++axis) {
    const Handle handle{Handle::Of::axis, axis};
    const glm::vec2 from = handles.line_on_picture(HandleKind::move, handle).back();
    glm::vec3 by(0);
    by[axis] = 0.75f;
    // The mouse goes to the new place of the dragged point.
    const glm::vec3 held = handles.line(HandleKind::move, handle).back();
    const Placement moved = handles.dragged(HandleKind::move, handle, from, *handles.on_picture(held + by));
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(moved.position[i], by[i], 1e-3f) << axis;
    EXPECT_EQ(moved.rotation, glm::vec3(0));
    EXPECT_EQ(moved.scale, 1);
  }
}

TEST(ObjectHandles, APlaneIsMovedIn) {
  const Handles handles = handles_of(box(), camera_from({4, 3, 9}));
  const Handle across_y{Handle::Of::plane, 1};
  const glm::vec3 held = handles.line(HandleKind::move, across_y).front();
  const Placement moved = handles.dragged(HandleKind::move, across_y, *handles.on_picture(held),
                                          *handles.on_picture(held + glm::vec3(0.5f, 0, -0.7f)));
  EXPECT_NEAR(moved.position.x, 0.5f, 1e-3f);
  EXPECT_EQ(moved.position.y, 0);
  EXPECT_NEAR(moved.position.z, -0.7f, 1e-3f);
}

TEST(ObjectHandles, ATurnIsAboutTheMiddleOfTheBox) {
  const Placement before{.position = {0.5f, 0, -0.2f}, .rotation = {10, 20, 30}, .scale = 1.5f};
  const Camera camera = camera_from({4, 9, 9});  // no ring is seen from its edge
  const Handles handles = handles_of(box(before), camera);
  for (int axis = 0; axis < 3; ++axis) {
    const Handle handle{Handle::Of::axis, axis};
    const std::vector<glm::vec3> ring = handles.line(HandleKind::turn, handle);
    const Placement turned = handles.dragged(HandleKind::turn, handle, *handles.on_picture(ring[0]),
                                             *handles.on_picture(ring[ring.size() / 8]));
    EXPECT_LT(glm::distance(middle_of(turned), middle_of(before)), 1e-4f);
    glm::dvec3 about(0);
    about[axis] = 1;
    const glm::dmat3 expected =
        glm::dmat3(glm::rotate(glm::dmat4(1), glm::radians(45.0), about)) * turn_of(before.rotation);
    const glm::dmat3 found = turn_of(turned.rotation);
    for (int c = 0; c < 3; ++c) EXPECT_LT(glm::length(found[c] - expected[c]), 1e-2) << axis;
  }
}

TEST(ObjectHandles, ARingThatIsSeenFromItsEdgeTurnsTheWayOfTheMouse) {
  const Handles handles = handles_of(box(), camera_from({1, 1, 9}));
  const Handle round_y{Handle::Of::axis, 1};
  const glm::vec2 middle = *handles.on_picture(handles.center());
  const Placement turned = handles.dragged(HandleKind::turn, round_y, middle, middle + glm::vec2(40, 0));
  EXPECT_GT(turned.rotation.y, 5) << "what is in front goes to the right";
  EXPECT_LT(turned.rotation.y, 60);
}

TEST(ObjectHandles, TwiceAsFarFromTheMiddleIsTwiceAsLarge) {
  const Handles handles = handles_of(box(), camera_from({4, 3, 9}));
  const Handle handle{Handle::Of::axis, 0};
  const glm::vec2 middle = *handles.on_picture(handles.center());
  const glm::vec2 from = handles.line_on_picture(HandleKind::scale, handle).back();
  const Placement scaled = handles.dragged(HandleKind::scale, handle, from, middle + 2.0f * (from - middle));
  EXPECT_NEAR(scaled.scale, 2, 1e-3f);
  EXPECT_LT(glm::distance(middle_of(scaled), glm::vec3(1)), 1e-4f);
  EXPECT_NEAR(handles.dragged(HandleKind::scale, handle, from, middle + 1.43f * (from - middle), /*steps=*/true).scale,
              1.4f, 1e-4f);
}

TEST(ObjectHandles, WhatPointsAtTheEyeCannotBeMovedAlong) {
  const Handles handles = handles_of(box(), camera_from({1, 1, 9}));
  for (const Handle& handle : handles.all(HandleKind::move)) {
    EXPECT_FALSE(handle.of == Handle::Of::axis && handle.axis == 2);
    EXPECT_FALSE(handle.of == Handle::Of::plane && handle.axis != 2);
  }
  EXPECT_TRUE(handles_of(box(), camera_from({1, 1, -20})).all(HandleKind::move).size() > 0);
  Camera away = camera_from({1, 1, 9});
  away.focus = {1, 1, 20};
  EXPECT_TRUE(handles_of(box(), away).all(HandleKind::turn).empty()) << "they are behind the eye";
}

TEST(ObjectHandles, AreFoundUnderTheMouse) {
  const Handles handles = handles_of(box(), camera_from({4, 3, 9}));
  for (const HandleKind kind : {HandleKind::move, HandleKind::turn, HandleKind::scale}) {
    EXPECT_FALSE(handles.at(kind, {5, 5}, 8));
    const std::vector<glm::vec2> line = handles.line_on_picture(kind, {Handle::Of::axis, 1});
    const auto found = handles.at(kind, line[line.size() / 3 + (line.size() == 2 ? 1 : 0)], 8);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, (Handle{Handle::Of::axis, 1}));
  }
}

}  // namespace
}  // namespace farfirst::app
