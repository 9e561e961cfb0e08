#pragma once
// Painted surfaces, merged into a model.

#include <glm/glm.hpp>

#include "model.h"
#include "shapes.h"

namespace farfirst::app {

/// Colour and opacity (sRGB, straight alpha, 0..1) from one end of a surface to the other.
struct Paint {
  glm::vec4 from, to;
};

void add(Model& model, const Surface& surface, const Paint& paint);
/// The surface is moved by `pose` first.
void add(Model& model, Surface surface, const glm::mat4& pose, const Paint& paint);

}  // namespace farfirst::app
