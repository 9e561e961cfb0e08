#pragma once
// What a camera can be, wherever it comes from: the command line, a camera path, the clipboard. Its coordinates are
// bounded as those of what is shown (scene/finite.h).

#include "scene/finite.h"

namespace farfirst::app {

inline constexpr float smallest_length = 1e-12f;  // from the eye to the focal point, and of the up vector
inline constexpr double smallest_view_angle = 1, largest_view_angle = 170;  // vertical, degrees

}  // namespace farfirst::app
