#pragma once
// Where the bulk of a model is: its box without what is few and far.

#include <glm/glm.hpp>
#include <span>

#include "model.h"

namespace farfirst::app {

/// Of a mesh, of the vertices that its triangles use; else of its positions. Its bounds are known.
Bounds bulk_of(const Model& model);
/// Of particles within `all`: places with radii. Those whose x is not a number do not count.
Bounds bulk_of(std::span<const glm::vec4> places, const Bounds& all);

}  // namespace farfirst::app
