#include "opening.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "scene/jungle.h"

namespace farfirst::app {

Camera glass_scene_camera(float aspect) {
  Camera camera;
  camera.field_of_view = 32.0f;
  camera.focus = {0.0f, 1.0f, 0.0f};
  // The group is a little wider than a 16:9 picture is high: step back where the picture is narrower.
  const float distance = 7.8f * std::max(1.0f, 1.75f / aspect);
  camera.eye = camera.focus + distance * glm::normalize(glm::vec3(0.14f, 0.29f, 1.0f));
  return camera;
}

Camera jungle_scene_camera(float aspect) {
  Camera camera;
  camera.field_of_view = 48.0f;
  camera.focus = {0.0f, 1.25f, 0.0f};
  const float distance = 8.2f * std::max(1.0f, 1.5f / aspect);
  camera.eye = camera.focus + distance * glm::normalize(glm::vec3(0.06f, 0.13f, 1.0f));
  return camera;
}

namespace {

/// The points that a picture is to show.
struct Framed {
  std::shared_ptr<const Model> outline;  // null: there are no models
  std::vector<glm::vec3> chosen;         // if there are any, instead of all of the outline

  std::span<const glm::vec3> points() const {
    if (!chosen.empty()) return chosen;
    return outline ? std::span(outline->positions) : std::span<const glm::vec3>();
  }
};

/// The vertices that triangles use. None, if all are used.
std::vector<glm::vec3> used_points(const Model& mesh) {
  std::vector<std::uint8_t> is_used(mesh.positions.size());
  for (const std::uint32_t corner : mesh.triangles) is_used[corner] = 1;
  std::vector<glm::vec3> used;
  if (std::ranges::find(is_used, 0) == is_used.end()) return used;
  for (std::size_t i = 0; i < mesh.positions.size(); ++i)
    if (is_used[i] != 0) used.push_back(mesh.positions[i]);
  return used;
}

/// Particles among objects count by the corners of the box that they fly in.
Framed framed(const Scene& scene) {
  Framed result{.outline = scene.outline(), .chosen = {}};
  if (result.outline && result.outline->is_mesh()) result.chosen = used_points(*result.outline);
  const Bounds moving = scene.alone() == nullptr ? scene.moving_bounds().bulk : Bounds{};
  if (moving.empty()) return result;
  if (result.outline && result.chosen.empty()) result.chosen = result.outline->positions;
  for (unsigned corner = 0; corner < 8; ++corner)
    result.chosen.emplace_back((corner & 1) != 0 ? moving.maximum.x : moving.minimum.x,
                               (corner & 2) != 0 ? moving.maximum.y : moving.minimum.y,
                               (corner & 4) != 0 ? moving.maximum.z : moving.minimum.z);
  return result;
}

}  // namespace

void fit_to_scene(Camera& camera, const Scene& scene, float aspect) {
  const Bounds bulk = scene.bounds().bulk;
  const Framed shown = framed(scene);
  if (shown.points().empty()) return camera.fit(bulk, aspect);
  camera.fit(shown.points(), bulk, aspect);
}

namespace {

Camera camera_of_scene(const Scene& scene, float aspect, const CameraRequest& request) {
  const Bounds bulk = scene.bounds().bulk;
  Camera camera;
  const std::string built_in = scene.alone() != nullptr ? scene.objects.front().scene : std::string();
  const bool has_camera = built_in == "glass" || built_in == "jungle";
  if (has_camera) {
    camera = built_in == "glass" ? glass_scene_camera(aspect) : jungle_scene_camera(aspect);
  } else {
    // A little from the right and from above: a view that shows depth. Two halves side by side are seen from the front.
    const glm::vec3 view(built_in == "crossing" ? 0.0f : -0.35f, -0.25f, -1.0f);
    camera.focus = bulk.center();
    camera.eye = camera.focus - glm::normalize(view) * bulk.radius();
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
    if (request.position) camera.focus = bulk.center();
  }
  return camera;
}

}  // namespace

Camera opening_camera(const Scene& scene, float aspect, const CameraRequest& request) {
  const glm::dvec3 origin = scene.origin();
  WorldCamera wanted = request.pose ? *request.pose : in_world(camera_of_scene(scene, aspect, request), origin);
  if (request.view_angle) wanted.view_angle = *request.view_angle;
  if (request.focal_point) {
    wanted.position += *request.focal_point - wanted.focal_point;
    wanted.focal_point = *request.focal_point;
  }
  if (request.position && *request.position != wanted.focal_point) wanted.position = *request.position;
  return in_scene(wanted, origin);
}

float opening_opacity(const Scene& scene, const CameraRequest& request, LayerView view) {
  constexpr float of_built_in_scenes = 0.5f;  // they are painted for it
  if (scene.contents().splats) return 1.0f;   // they are trained for that
  const auto is_sequence = [](const Object& object) { return object.sequence() != nullptr; };
  if (std::ranges::all_of(scene.objects, is_sequence)) return 1.0f;  // as the files say
  const std::shared_ptr<const Model> outline = scene.has_own_view() ? nullptr : scene.outline();
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

float opening_point_size(const Scene& scene, bool as_points, const glm::vec2& picture) {
  constexpr float least = 2, most = 8;
  std::size_t points = 0;
  for (const Object& object : scene.objects)
    if (const auto model = object.model(); model && !model->has_splats() && (as_points || !model->is_mesh()))
      points += model->points().size();
  // As if they were spread over the picture.
  return points == 0 ? least : std::clamp(std::sqrt(picture.x * picture.y / static_cast<float>(points)), least, most);
}

}  // namespace farfirst::app
