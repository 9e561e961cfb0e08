#pragma once
// The built-in scene `glass`: a composition that shows a wrong order clearly.

#include "model.h"

namespace farfirst::app {

/// At most 40 k triangles, deterministic; alpha and colour per vertex, smooth normals.
Model make_glass_scene();

}  // namespace farfirst::app
