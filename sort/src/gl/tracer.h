#pragma once
// Times passes by timestamps of the GPU, without waiting. On software renderers, whose timestamps mean nothing, it uses
// the clock around finished passes.

#include "core/implementation.h"
#include "object/object.h"

namespace farfirst::gl {

std::unique_ptr<core::Tracer> make_timestamp_tracer(const GladGLContext& gl);
/// Makes a tracer that waits for each pass.
std::unique_ptr<core::Tracer> make_clock_tracer(const GladGLContext& gl);

}  // namespace farfirst::gl
