#pragma once
// Several pictures in one.

#include <span>

#include "io/image.h"

namespace farfirst::app {

/// Pictures of one size side by side, with white between them: up to three in a line, more in lines of a square. The
/// first is at the upper left.
Image side_by_side(std::span<const Image> pictures);

}  // namespace farfirst::app
