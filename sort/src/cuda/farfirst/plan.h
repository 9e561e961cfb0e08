#pragma once
// The plan of the radix passes: which bits of the keys are sorted, in which passes. For host and device.
//
// The passes sort the distance of keys from a floor. The floor is just below the smallest key, so that few bits remain;
// key 0, that of elements without a metric value, stays 0 and does not widen the range. Up to 27 known bits are divided
// evenly among as few digits as hold them, since narrow digits move faster. Otherwise four digits hold all 32 bits. A
// digit in which all keys agree takes no pass. If the eye is inside the bounding box, the box does not limit the
// nearest key, but three digits usually hold the keys. The device notices keys outside the expected range.
//
// If no range is given, the sort tries the range of the last call, since keys change little from frame to frame. If
// keys have left that range, the digits are counted again with the actual range.

#include <farfirst/keys.h>

#include <cstdint>

#include "cuda/prim/split.h"
#include "cuda/prim/words.h"

namespace farfirst::cuda::farfirst {

inline constexpr unsigned most_passes = 4;
inline constexpr unsigned widest = 9;                  // digit, in bits
inline constexpr unsigned most_digits = 1u << widest;  // values of a digit
inline constexpr unsigned most_known_bits = 3 * widest;

struct Range {
  std::uint32_t floor = 0;
  std::uint32_t bits = 32;  // of keys above the floor; above most_known_bits: any number
};

/// The part of a key that is sorted. Keys at or below the floor become 0, so at most one such value may occur.
FARFIRST_HOST_DEVICE constexpr std::uint32_t above_floor(std::uint32_t key, std::uint32_t floor) {
  return (key > floor ? key : floor) - floor;
}
/// The inverse of above_floor(), if only key 0 is at or below the floor.
FARFIRST_HOST_DEVICE constexpr std::uint32_t with_floor(std::uint32_t above, std::uint32_t floor) {
  return above == 0 ? 0 : above + floor;
}
/// Is this key outside the range?
FARFIRST_HOST_DEVICE constexpr bool misfits(std::uint32_t key, Range range) {
  if (key <= range.floor) return key != 0;
  return range.bits <= most_known_bits && above_floor(key, range.floor) >> range.bits != 0;
}

FARFIRST_HOST_DEVICE constexpr std::uint32_t bits_of_number(std::uint32_t number) {
  std::uint32_t bits = 0;
  while (bits < 32 && number >> bits != 0) ++bits;
  return bits;
}
/// The range of keys that are 0, or from `smallest` to `largest`, both of which occur.
FARFIRST_HOST_DEVICE constexpr Range range_of(std::uint32_t smallest, std::uint32_t largest) {
  const std::uint32_t floor = smallest == 0 || smallest > largest ? 0 : smallest - 1;
  const std::uint32_t bits = bits_of_number(above_floor(largest, floor));
  return {floor, bits == 0 ? 1 : bits > most_known_bits ? 32 : bits};
}
FARFIRST_HOST_DEVICE constexpr unsigned digits_of(std::uint32_t bits) { return (bits + widest - 1) / widest; }

/// The same range with space on both sides for keys that change from call to call, if that takes no more passes.
FARFIRST_HOST_DEVICE constexpr Range range_with_room(std::uint32_t smallest, std::uint32_t largest) {
  const Range exact = range_of(smallest, largest);
  if (smallest == 0 || smallest > largest) return exact;
  const std::uint32_t room = (largest - smallest) / 16 + 1;
  const Range wider = range_of(smallest > room ? smallest - room : 1, largest < ~0u - room ? largest + room : ~0u);
  return digits_of(wider.bits) == digits_of(exact.bits) ? wider : exact;
}

/// The digit number i of keys above the floor.
FARFIRST_HOST_DEVICE constexpr Digit digit_number(unsigned i, std::uint32_t bits) {
  unsigned shift = 0, width = 0;
  if (bits > most_known_bits) {
    shift = i * widest;
    width = i + 1 < most_passes ? widest : 32 - shift;
  } else {
    const unsigned digits = digits_of(bits);
    if (i >= digits) return {0, 0};
    const unsigned wider = bits % digits;
    shift = i * (bits / digits) + (i < wider ? i : wider);
    width = bits / digits + (i < wider ? 1 : 0);
  }
  return {shift, (1u << width) - 1};
}

/// The stages, in the order in which they run: see ticket_scheduler.cuh.
enum Stage : unsigned {
  find_range,                            // of the keys, if it is unknown; makes keys on the way
  count_digits,                          // the histogram pass: makes keys on the way, and the plan at its end
  count_again,                           // the same, if keys were not in the expected range
  first_pass,                            // and the passes that follow
  all_stages = first_pass + most_passes  // the number of stages
};

/// In place of the number of passes: keys were outside the range, and the digits are counted again.
inline constexpr unsigned no_plan = most_passes + 1;

/// The device makes it after counting the digits; the passes read it.
struct Plan {
  Range range;
  std::uint32_t passes;                             // their number, or no_plan
  Digit digits[most_passes];                        // of each pass
  std::uint32_t offsets[most_passes][most_digits];  // of each digit in the result of each pass: an exclusive prefix sum
};

/// Kept from call to call. All zero between calls, except for members after `counts`.
struct State {
  std::uint32_t tickets[all_stages];       // tickets taken
  std::uint32_t finished[all_stages];      // finished items
  std::uint32_t left;                      // blocks that take no more tickets
  std::uint32_t largest, largest_inverse;  // of the keys; of the inverses of those that are not 0
  std::uint32_t range_was_wrong;           // the expected range was missing or wrong, so the range had to be found
  std::uint32_t counts[most_passes][most_digits];  // of digits
  Range last;            // of the keys of the last call that had to find the range; no bits: there was none
  std::uint32_t drifts;  // keys have left that range
};

}  // namespace farfirst::cuda::farfirst
