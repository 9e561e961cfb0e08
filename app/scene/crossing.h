#pragma once
// The built-in scene that no order of whole triangles draws right: panes that pass through each other, and planks
// that overlap in a cycle.

#include "model.h"

namespace farfirst::app {

/// The same twice: at the left of two triangles each, at the right cut into many, which hides most of the error.
Model make_crossing_scene();

}  // namespace farfirst::app
