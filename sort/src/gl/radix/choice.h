#pragma once
// Chooses the features of a context for gl.radix, with queries that the limits do not answer.

#include "gl/device.h"
#include "plan.h"

namespace farfirst::gl::radix {

/// The threads of a subgroup, for the operations of that path. 0: the context has none of that kind, or a size that the
/// kernels do not support.
unsigned subgroup_size(GlDevice& device, Path path);

/// Throws Error if the caller requests something that the context lacks.
Plan plan_for(GlDevice& device, const core::MakeOptions& options);

/// The description, for entries that end in radix passes.
const Algorithm& about() noexcept;
std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options);

}  // namespace farfirst::gl::radix
