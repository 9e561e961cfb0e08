#include "statistics.h"

#include <fmt/format.h>

#include <array>

namespace farfirst::app {

std::span<const Stage> stages() {
  static constexpr std::array<Stage, 5> all = {
      Stage{"distance", "positions to keys", &FrameReport::distance},
      Stage{"sort", "keys to order", &FrameReport::sort},
      Stage{"upload", "order to where the draw reads it", &FrameReport::upload},
      Stage{"draw", "blend and resolve", &FrameReport::draw},
      Stage{"frame", "the whole call; a sort beside the frame is not in it", &FrameReport::total}};
  return all;
}

std::string milliseconds(double value) {
  if (value < 0) return "-";
  if (value < 0.9995) return fmt::format("{:.0f} us", value * 1000);
  return fmt::format("{:.{}f} ms", value, value < 10 ? 2 : value < 1000 ? 1 : 0);
}

}  // namespace farfirst::app
