#pragma once
// Half a turn round an axis: file writers disagree about which way is up.

#include <cstdint>

#include "model.h"

namespace farfirst::app {

enum class Axis : std::uint8_t { x, y, z };

/// A turn about the origin of the file's coordinates. Sets no bounds.
void turn_half(Model& model, Axis axis);
/// For vertices or splats of a model that is being read, with neither normals nor an origin of its own.
void turn_half(Model& model, Axis axis, std::size_t first, std::size_t last);

}  // namespace farfirst::app
