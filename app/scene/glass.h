#pragma once
// The built-in scene: a glass composition in which a wrong order is plain to see.

#include "model.h"

namespace farfirst::app {

/// At most 40 k triangles, deterministic; alpha and colour per vertex, smooth normals.
Model make_glass_scene();

}  // namespace farfirst::app
