#pragma once
// Unpacking by a thread of its own, while what came before is made use of.

#include <memory>

#include "source.h"

namespace farfirst::app {

/// What `inner` has from its present position on, where positions begin with 0. `inner` belongs to it until it is
/// destroyed, and has no certain position then.
std::unique_ptr<ByteSource> make_ahead_source(ByteSource& inner);

}  // namespace farfirst::app
