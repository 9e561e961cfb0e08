#pragma once
// Passes a distance job's elements to shaders that include sort/prim/elements.glsl.

#include "gl/device.h"

namespace farfirst::gl {

/// Passes the elements of a plain job (core::is_plain): binds storage blocks 6 and 7 and sets the uniforms of `program`
/// at locations 16 to 23. Throws Error if positions or triangles exceed a storage block of this context.
void set_elements(const GlDevice& device, const Program& program, const DistanceJob& job);

/// Passes the elements of one source of any job, for programs with ANY_SOURCE: binds block 2 too, and sets the uniforms
/// up to location 31.
void set_any_elements(const GlDevice& device, const Program& program, const DistanceJob& job, const Source& source);

}  // namespace farfirst::gl
