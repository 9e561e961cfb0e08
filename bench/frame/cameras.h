#pragma once
// Movements of the camera in farfirst-bench frame, by frame number.

#include <string>
#include <vector>

#include "camera/camera.h"
#include "scene/scene.h"

namespace farfirst::bench {

struct CameraMoves {
  std::string name;
  std::vector<app::Camera> frames;
  std::vector<app::Camera> before;  // none, or as many: each frame comes after a jump from there
};

/// Names: "still", "slow", "fast" and "jump" move about the point that the viewer looks at when it
/// opens. "turn" and "through" stay within the scene. Others are the file of a camera path (.json), or
/// a value of seen_from(), looking at the middle of the scene. Paths keep their lengths. Throws
/// Failure.
CameraMoves camera_moves(const std::string& text, const app::Scene& scene, float aspect);

/// The names, for help texts.
std::string camera_names();

}  // namespace farfirst::bench
