#pragma once
// Half a turn round an axis: what writers disagree by about which way is up.

#include <cstdint>

#include "model.h"

namespace farfirst::app {

enum class Axis : std::uint8_t { x, y, z };

/// Round the origin of the file's coordinates. Sets no bounds.
void turn_half(Model& model, Axis axis);

}  // namespace farfirst::app
