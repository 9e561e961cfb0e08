#pragma once
// The bulk of a model: its box without few and far elements.

#include <glm/glm.hpp>
#include <span>

#include "model.h"

namespace farfirst::app {

/// For a mesh, of the vertices that its triangles use; else of its positions. Its bounds are known.
Bounds bulk_of(const Model& model);
/// For particles within `all`: places with radii. Those whose x is not a number do not count.
Bounds bulk_of(std::span<const glm::vec4> places, const Bounds& all);

}  // namespace farfirst::app
