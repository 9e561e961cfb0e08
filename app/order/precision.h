#pragma once
// The precision of a sort's keys: how many bits, and of which value.

#include <farfirst/job.h>

#include <cstdint>
#include <string>

#include "scene/model.h"

namespace farfirst::app {

/// The user's choice: farfirst::KeyPrecision without the range, which follows from scene and eye.
struct Precision {
  static constexpr std::uint8_t least_bits = 8, most_bits = 32;
  std::uint8_t bits = most_bits;
  KeyForm form = KeyForm::floating;

  /// Are keys used as they are made?
  bool is_full() const { return *this == Precision{}; }
  bool operator==(const Precision&) const = default;
};

/// "16 bits", "16 bits, linear".
std::string text_of(const Precision& precision);

/// In the library's types.
Box box_of(const Bounds& bounds);

/// For this eye. Linear keys divide the distances that the box of all elements can have.
KeyPrecision key_precision(const Precision& precision, const Bounds& bounds, Metric metric, const Viewpoint& view);

}  // namespace farfirst::app
