#pragma once

#include <numbers>

namespace farfirst::app {

inline constexpr float pi = std::numbers::pi_v<float>;

}  // namespace farfirst::app
