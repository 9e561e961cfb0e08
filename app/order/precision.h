#pragma once
// How many bits the keys of a sort have, and of what.

#include <farfirst/job.h>

#include <cstdint>
#include <string>

#include "scene/model.h"

namespace farfirst::app {

/// As people choose it: farfirst::KeyPrecision but for the range, which the scene and the eye say.
struct Precision {
  static constexpr std::uint8_t least_bits = 8, most_bits = 32;
  std::uint8_t bits = most_bits;
  KeyForm form = KeyForm::floating;

  /// Are keys as they are made, without a step more?
  bool is_full() const { return *this == Precision{}; }
  bool operator==(const Precision&) const = default;
};

/// "16 bits", "16 bits, linear".
std::string text_of(const Precision& precision);

/// As the library has it.
Box box_of(const Bounds& bounds);

/// Seen from there. Linear keys divide the distances that the box of all elements can have.
KeyPrecision key_precision(const Precision& precision, const Bounds& bounds, Metric metric, const Viewpoint& view);

}  // namespace farfirst::app
