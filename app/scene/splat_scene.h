#pragma once
// The built-in scene of Gaussian splats: a shining knot over a meadow, in the evening.

#include <cstdint>

#include "model.h"

namespace farfirst::app {

/// Splats like those trained from photographs: few large and faint, most small, thin blades and flat discs, and colours
/// that change with the direction. The same numbers make the same scene.
Model make_splat_scene(std::uint32_t count, std::uint32_t seed);

}  // namespace farfirst::app
