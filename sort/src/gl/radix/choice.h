#pragma once
// What of a context gl.radix uses: asks it where its limits do not tell.

#include "gl/device.h"
#include "plan.h"

namespace farfirst::gl::radix {

/// Throws Error if the caller asks for what the context has not.
Plan plan_for(GlDevice& device, const core::MakeOptions& options);

}  // namespace farfirst::gl::radix
