#pragma once
// Unpacks data on a separate thread, ahead of the reader.

#include <memory>

#include "source.h"

namespace farfirst::app {

/// The data of `inner` from its present position on, where positions begin with 0. It owns `inner` until it is
/// destroyed, and has no certain position then.
std::unique_ptr<ByteSource> make_ahead_source(ByteSource& inner);

}  // namespace farfirst::app
