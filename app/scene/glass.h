#pragma once
// The built-in scene: a glass composition in which a wrong order is plain to see.

#include "camera.h"
#include "scene/model.h"

namespace farfirst::app {

/// At most 40 k triangles, deterministic; alpha and colour per vertex, smooth normals.
Model make_glass_scene();
/// The camera the README's picture was taken with.
Camera glass_scene_camera(float aspect);

}  // namespace farfirst::app
