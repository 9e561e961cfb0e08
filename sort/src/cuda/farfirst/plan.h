#pragma once
// What is sorted: which bits of the keys, in which passes. For host and device.
//
// Keys are sorted by what they exceed a floor by. The floor is just below the smallest key, so that few bits remain;
// key 0, that of elements without a measure, stays 0 and does not widen the range. Four digits hold the 32 bits, the
// first three of `width` bits; a digit in which no keys differ takes no pass. So the range decides how many passes
// there are, but nothing depends on having guessed it: the fourth digit holds whatever is left.

#include <farfirst/keys.h>

#include <cstdint>

#include "cuda/prim/split.h"

namespace farfirst::cuda::farfirst {

inline constexpr unsigned most_passes = 4;
inline constexpr unsigned narrow_width = 8, wide_width = 9;
inline constexpr unsigned most_digits = 1u << wide_width;  // of a digit: its values

struct Range {
  std::uint32_t floor = 0;
  std::uint32_t width = narrow_width;
};

/// What is sorted of a key. Keys at or below the floor become 0: there must be at most one such value among the keys.
FARFIRST_HOST_DEVICE constexpr std::uint32_t above_floor(std::uint32_t key, std::uint32_t floor) {
  return (key > floor ? key : floor) - floor;
}
/// The key again, where none but 0 is at or below the floor.
FARFIRST_HOST_DEVICE constexpr std::uint32_t with_floor(std::uint32_t above, std::uint32_t floor) {
  return above == 0 ? 0 : above + floor;
}
/// Does above_floor lose what this key is?
FARFIRST_HOST_DEVICE constexpr bool misfits(std::uint32_t key, std::uint32_t floor) { return key <= floor && key != 0; }

/// Three digits of 8 bits hold 24 bits, of 9 bits 27. Beyond those four passes are needed, and narrow ones are faster.
FARFIRST_HOST_DEVICE constexpr std::uint32_t width_for(std::uint32_t largest_above) {
  return largest_above >> 24 != 0 && largest_above >> 27 == 0 ? wide_width : narrow_width;
}
/// The range of keys of which the smallest that is not 0, and the largest, are known.
FARFIRST_HOST_DEVICE constexpr Range range_of(std::uint32_t smallest, std::uint32_t largest) {
  const std::uint32_t floor = smallest == 0 || smallest > largest ? 0 : smallest - 1;
  return {floor, width_for(above_floor(largest, floor))};
}

/// The range of keys that lie between two bounds. A key near the upper one need not be there: of a box that holds the
/// eye that bound says nothing, yet its keys mostly take 27 bits, and where they do not the fourth digit has the rest.
FARFIRST_HOST_DEVICE constexpr Range range_within(std::uint32_t lower, std::uint32_t upper) {
  const std::uint32_t floor = lower == 0 ? 0 : lower - 1;
  return {floor, floor != 0 && above_floor(upper, floor) >> 24 != 0 ? wide_width : narrow_width};
}

/// The digit number i of keys above the floor.
FARFIRST_HOST_DEVICE constexpr Digit digit_number(unsigned i, std::uint32_t width) {
  const unsigned shift = i * width;
  const unsigned bits = i + 1 < most_passes ? width : 32 - shift;
  return {shift, (1u << bits) - 1};
}
/// The bits of a digit and of all below it.
FARFIRST_HOST_DEVICE constexpr std::uint32_t bits_through(Digit digit) {
  return digit.mask << digit.shift | ((1u << digit.shift) - 1);
}

/// Made on the device by the kernel that counts digits, read by the passes.
struct Plan {
  Range range;
  std::uint32_t passes;
  Digit digits[most_passes];                       // of each pass
  std::uint32_t tickets[most_passes];              // the next tile of each pass
  std::uint32_t begins[most_passes][most_digits];  // where the keys with a digit begin in the result of each pass
};

/// Kept from call to call. All zero between calls.
struct State {
  std::uint32_t largest, largest_inverse;  // of the keys; of the inverses of those that are not 0
  std::uint32_t blocks_done;
  std::uint32_t misfit;                            // a key did not fit the range that was given
  std::uint32_t counts[most_passes][most_digits];  // of digits that are not 0
};

}  // namespace farfirst::cuda::farfirst
