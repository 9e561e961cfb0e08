#pragma once
// The guided tour: states with a text, which are part of the program (assets/tour).

#include <cstdint>
#include <span>
#include <string_view>

#include "document/document.h"

namespace farfirst::app {

struct TourStep {
  std::string_view name;   // of its file
  std::string_view state;  // as state_text.h has it
};
std::span<const TourStep> tour_steps();

/// A step, from 1.
Document tour_step(std::uint32_t step);

}  // namespace farfirst::app
