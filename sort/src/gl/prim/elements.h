#pragma once
// A distance job's elements for shaders that include sort/prim/elements.glsl.

#include "gl/device.h"

namespace farfirst::gl {

/// Binds storage blocks 6 and 7 and sets the uniforms of `program`, at locations 16 to 23. Throws Error if positions or
/// triangles are larger than a storage block of this context.
void set_elements(const GlDevice& device, const Program& program, const DistanceJob& job);

}  // namespace farfirst::gl
