#pragma once
// Limits of a camera from any source: the command line, a camera path, the clipboard. Its coordinates have the
// bounds of those of the scene (scene/finite.h).

#include "scene/finite.h"

namespace farfirst::app {

inline constexpr float smallest_length = 1e-12f;  // from the eye to the focal point, and of the up vector
inline constexpr double smallest_view_angle = 1, largest_view_angle = 170;  // vertical, degrees

}  // namespace farfirst::app
