#pragma once
// What of a context gl.radix uses: asks it where its limits do not tell.

#include "gl/device.h"
#include "plan.h"

namespace farfirst::gl::radix {

/// The threads of a subgroup, by the operations of that path. 0: the context has none of that kind, or of a size that
/// the kernels do not know.
unsigned subgroup_size(GlDevice& device, Path path);

/// Throws Error if the caller asks for what the context has not.
Plan plan_for(GlDevice& device, const core::MakeOptions& options);

/// As the catalogue lists them, for entries that end in radix passes.
const Algorithm& about() noexcept;
std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options);

}  // namespace farfirst::gl::radix
