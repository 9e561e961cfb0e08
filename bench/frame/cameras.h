#pragma once
// How the camera moves in farfirst-bench frame, by frame number.

#include <string>
#include <vector>

#include "camera/camera.h"
#include "scene/scene.h"

namespace farfirst::bench {

struct CameraMoves {
  std::string name;
  std::vector<app::Camera> frames;
  std::vector<app::Camera> before;  // none, or as many: each frame is the first after one from there
};

/// "still", "slow", "fast", "jump": from where the viewer opens, about what it looks at; "turn", "through": within the
/// scene; or a camera path's file
/// (.json); or what seen_from() takes, looking at the middle of the scene. Paths are as long as they are. Throws
/// Failure.
CameraMoves camera_moves(const std::string& text, const app::Scene& scene, float aspect);

/// For help.
std::string camera_names();

}  // namespace farfirst::bench
