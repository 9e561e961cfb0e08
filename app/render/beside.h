#pragma once
// May pictures that nobody waits for be drawn beside the frame, which then shows the newest one that there is? In a
// window they may. Else, as long as nobody says so, they are drawn at once.

#include <atomic>

namespace farfirst::app {

inline std::atomic<bool>& pictures_beside_frames() {
  static std::atomic<bool> allowed = false;
  return allowed;
}

}  // namespace farfirst::app
