#pragma once
// What an order costs, stage by stage.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace farfirst::app {

/// Milliseconds; negative = not measured, or not known yet.
struct OrderTimes {
  double distance = -1;  // positions -> keys; negative also where an entry makes them while it sorts
  double sort = -1;      // keys -> order; negative for file order and shuffled
  double upload = -1;    // order to where the draw reads it
  double interop = -1;   // time of the host: giving buffers to CUDA and taking them back
  double staging = -1;   // positions and order through the host's memory, where CUDA and OpenGL share none
  std::vector<std::pair<std::string, double>> passes;
  std::uint64_t order_of = 0;  // the frame that first drew the order that these are of
};

}  // namespace farfirst::app
