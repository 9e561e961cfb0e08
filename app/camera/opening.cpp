#include "opening.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "framing.h"
#include "scene/jungle.h"

namespace farfirst::app {

Camera glass_scene_camera(float aspect) {
  Camera camera;
  camera.field_of_view = 32.0f;
  camera.focus = {0.0f, 1.0f, 0.0f};
  // The group is a little wider than a 16:9 picture is high: step back where the picture is narrower.
  const float distance = 7.8f * std::max(1.0f, 1.75f / aspect);
  camera.eye = camera.focus + distance * glm::normalize(glm::vec3(0.14f, 0.29f, 1.0f));
  camera.near_plane = 0.5f;
  camera.far_plane = distance + 8.0f;
  return camera;
}

Camera jungle_scene_camera(float aspect) {
  Camera camera;
  camera.field_of_view = 48.0f;
  camera.focus = {0.0f, 1.25f, 0.0f};
  const float distance = 8.2f * std::max(1.0f, 1.5f / aspect);
  camera.eye = camera.focus + distance * glm::normalize(glm::vec3(0.06f, 0.13f, 1.0f));
  camera.near_plane = 0.1f;
  camera.far_plane = distance + 2.0f * jungle_radius;
  return camera;
}

namespace {

/// What a picture is to show: points within bounds.
struct Framed {
  std::shared_ptr<const Model> outline;  // null: there are no models
  std::vector<glm::vec3> with_particles;
  Bounds bounds;

  std::span<const glm::vec3> points() const {
    if (!with_particles.empty()) return with_particles;
    return outline ? std::span(outline->positions) : std::span<const glm::vec3>();
  }
};

/// Of particles among objects the corners of the box that they fly in.
Framed framed(const SceneSource& scene) {
  Framed result{.outline = scene.outline(), .with_particles = {}, .bounds = {}};
  if (result.outline) result.bounds = framed_bounds(*result.outline);
  const Bounds moving = scene.objects ? moving_bounds_of(*scene.objects) : Bounds{};
  if (moving.empty()) return result;
  if (result.outline) result.with_particles = result.outline->positions;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const glm::vec3 place((corner & 1) != 0 ? moving.maximum.x : moving.minimum.x,
                          (corner & 2) != 0 ? moving.maximum.y : moving.minimum.y,
                          (corner & 4) != 0 ? moving.maximum.z : moving.minimum.z);
    result.with_particles.push_back(place);
    result.bounds.add(place);
  }
  return result;
}

}  // namespace

void fit_to_scene(Camera& camera, const SceneSource& scene, float aspect) {
  const Framed shown = framed(scene);
  if (shown.points().empty()) return camera.fit(scene.bounds(), aspect);
  camera.fit(shown.points(), shown.bounds, aspect);
  camera.fit_planes(scene.bounds());  // what is not framed is drawn too
}

namespace {

Camera camera_of_scene(const SceneSource& scene, float aspect, const CameraRequest& request) {
  const Bounds bounds = scene.bounds();
  const Framed shown = framed(scene);
  const glm::vec3 middle = (shown.points().empty() ? bounds : shown.bounds).center();
  Camera camera;
  const bool has_camera = scene.kind == SceneKind::glass || scene.kind == SceneKind::jungle;
  if (has_camera) {
    camera = scene.kind == SceneKind::glass ? glass_scene_camera(aspect) : jungle_scene_camera(aspect);
  } else {
    // A little from the right and from above: a view that shows depth. Two halves side by side are seen from the front.
    const glm::vec3 view(scene.kind == SceneKind::crossing ? 0.0f : -0.35f, -0.25f, -1.0f);
    camera.focus = middle;
    camera.eye = camera.focus - glm::normalize(view) * bounds.radius();
  }
  const float distance = glm::length(camera.focus - camera.eye);
  if (request.view_up) {
    camera.eye = camera.focus - turn_to_up(*request.view_up) * camera.direction() * distance;
    camera.up = *request.view_up;
  }
  if (request.view_angle) camera.field_of_view = *request.view_angle;
  if (request.direction) camera.eye = camera.focus - glm::normalize(*request.direction) * distance;
  const bool pose_is_free = !has_camera || request.direction || request.view_up || request.view_angle;
  if (pose_is_free) {
    fit_to_scene(camera, scene, aspect);
    if (request.position) camera.focus = middle;
  }
  return camera;
}

}  // namespace

Camera opening_camera(const SceneSource& scene, float aspect, const CameraRequest& request) {
  Camera camera = request.pose ? *request.pose : camera_of_scene(scene, aspect, request);
  if (request.view_angle) camera.field_of_view = *request.view_angle;
  if (request.focal_point) {
    camera.eye += *request.focal_point - camera.focus;
    camera.focus = *request.focal_point;
  }
  if (request.position && *request.position != camera.focus) camera.eye = *request.position;
  camera.fit_planes(scene.bounds());
  return camera;
}

float opening_opacity(const SceneSource& scene, const CameraRequest& request, LayerView view) {
  constexpr float of_built_in_scenes = 0.5f;  // they are painted for it
  if (scene.contents().splats) return 1.0f;   // they are trained for that
  const auto is_sequence = [](const Object& object) { return object.sequence != nullptr; };
  const bool from_files = scene.sequence || (scene.objects && std::ranges::all_of(*scene.objects, is_sequence));
  if (from_files) return 1.0f;  // as the files say
  const std::shared_ptr<const Model> outline = scene.kind == SceneKind::file ? scene.outline() : nullptr;
  if (!outline) return of_built_in_scenes;
  // All of the scene is in view, wherever the eye begins.
  CameraRequest whole = request;
  whole.pose.reset();
  whole.position.reset();
  whole.focal_point.reset();
  const float aspect = static_cast<float>(view.picture.x) / static_cast<float>(view.picture.y);
  view.as_points |= !outline->is_mesh();
  const Camera camera = opening_camera(scene, aspect, whole);
  return opacity_for(depth_complexity(*outline, camera, view), view.as_points);
}

}  // namespace farfirst::app
