#pragma once
// Maps from numbers to colours.

#include <cstdint>

namespace farfirst::app {

enum class ColorMap : std::uint8_t {
  viridis,    // of matplotlib: violet over green to yellow, evenly brighter
  heat,       // violet over red and yellow to white: that of pictures that differ (compare/measure.h)
  cool_warm,  // blue over grey to red, for values with a middle (Moreland 2009)
  gray        // black to white
};

/// RGBA8, red in the low byte, sRGB, opaque. `place` is 0 at the lower end of the map and 1 at the upper one; what lies
/// beyond has the colour of the end.
std::uint32_t color_in(ColorMap map, double place);

}  // namespace farfirst::app
