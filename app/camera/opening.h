#pragma once
// The camera and the opacity that a scene opens with.

#include <glm/glm.hpp>
#include <optional>

#include "depth_complexity.h"
#include "scene/scene.h"
#include "world.h"

namespace farfirst::app {

/// The camera as far as the command line gives it, in world coordinates. The rest is chosen so that the scene fills the
/// picture.
struct CameraRequest {
  std::optional<WorldCamera> pose;  // of a state; the members below override it
  std::optional<glm::dvec3> position, focal_point;
  std::optional<glm::vec3> view_up, direction;
  std::optional<float> view_angle;
  bool keeps_view_up = false;  // also of scenes that are opened later

  bool operator==(const CameraRequest&) const = default;
};

/// With another up than Y, the view turns with it.
Camera opening_camera(const Scene& scene, float aspect, const CameraRequest& request);

/// Moves the camera so that the scene, without what is few and far (scene/bulk.h), fills the picture, and keeps its
/// direction.
void fit_to_scene(Camera& camera, const Scene& scene, float aspect);

/// The opacity at which the scene is see-through, from the opening camera with its up, direction and angle.
/// Built-in scenes have one of their own.
float opening_opacity(const Scene& scene, const CameraRequest& request, LayerView view);

/// Points so large that each is seen, from 2 to 8 pixels: few are larger. `picture` is in pixels; `as_points`: meshes
/// are drawn as points too.
float opening_point_size(const Scene& scene, bool as_points, const glm::vec2& picture);

/// The camera that assets/glass.png was taken with.
Camera glass_scene_camera(float aspect);
/// From the height of a robot's eyes, at the edge of the clearing.
Camera jungle_scene_camera(float aspect);

}  // namespace farfirst::app
