#pragma once
// What is sorted: which bits of the keys, in which passes. For host and device.
//
// Keys are sorted by what they exceed a floor by. The floor is just below the smallest key, so that few bits remain;
// key 0, that of elements without a metric, stays 0 and does not widen the range. Where these bits are known to be 27
// or fewer, as few digits as hold them share them evenly, since narrow digits are moved faster. Else four digits hold
// all 32 bits. A digit in which no keys differ takes no pass. Keys that are not in the range that was told are noticed.
//
// Where nothing tells the range, that of the call before is tried, since keys change little from frame to frame; keys
// that have left it are counted again by the range that they have.
//
// A box that holds the eye tells nothing of its nearest key, and a few elements next to the eye would cost all others a
// fourth pass. So a few keys beyond 27 bits are all sorted as if they were the largest of 27 bits, which puts them
// last, by index; and then they are put in order among themselves.

#include <farfirst/keys.h>

#include <cstdint>

#include "cuda/prim/split.h"
#include "cuda/prim/words.h"

namespace farfirst::cuda::farfirst {

inline constexpr unsigned most_passes = 4;
inline constexpr unsigned widest = 9;                  // digit, in bits
inline constexpr unsigned most_digits = 1u << widest;  // of a digit: its values
inline constexpr unsigned most_known_bits = 3 * widest;

/// Keys above the floor from here on are near ones, where a range may have them.
inline constexpr std::uint32_t near_from = (1u << most_known_bits) - 1;
inline constexpr unsigned most_near = 1024;

struct Range {
  std::uint32_t floor = 0;
  std::uint32_t bits = 32;  // of keys above the floor; more than most_known_bits: any number
};

/// What is sorted of a key. Keys at or below the floor become 0: there must be at most one such value among the keys.
FARFIRST_HOST_DEVICE constexpr std::uint32_t above_floor(std::uint32_t key, std::uint32_t floor) {
  return (key > floor ? key : floor) - floor;
}
/// The key again, where none but 0 is at or below the floor.
FARFIRST_HOST_DEVICE constexpr std::uint32_t with_floor(std::uint32_t above, std::uint32_t floor) {
  return above == 0 ? 0 : above + floor;
}
/// Is this key not in the range?
FARFIRST_HOST_DEVICE constexpr bool misfits(std::uint32_t key, Range range) {
  if (key <= range.floor) return key != 0;
  return range.bits <= most_known_bits && above_floor(key, range.floor) >> range.bits != 0;
}

FARFIRST_HOST_DEVICE constexpr std::uint32_t bits_of_number(std::uint32_t number) {
  std::uint32_t bits = 0;
  while (bits < 32 && number >> bits != 0) ++bits;
  return bits;
}
/// The range of keys that are 0, or from `smallest` to `largest`, both of which there are.
FARFIRST_HOST_DEVICE constexpr Range range_of(std::uint32_t smallest, std::uint32_t largest) {
  const std::uint32_t floor = smallest == 0 || smallest > largest ? 0 : smallest - 1;
  const std::uint32_t bits = bits_of_number(above_floor(largest, floor));
  return {floor, bits == 0 ? 1 : bits > most_known_bits ? 32 : bits};
}
FARFIRST_HOST_DEVICE constexpr unsigned digits_of(std::uint32_t bits) { return (bits + widest - 1) / widest; }

/// The same range with room on both sides for keys that change from call to call, if that takes no more passes.
FARFIRST_HOST_DEVICE constexpr Range range_with_room(std::uint32_t smallest, std::uint32_t largest) {
  const Range exact = range_of(smallest, largest);
  if (smallest == 0 || smallest > largest) return exact;
  const std::uint32_t room = (largest - smallest) / 16 + 1;
  const Range wider = range_of(smallest > room ? smallest - room : 1, largest < ~0u - room ? largest + room : ~0u);
  return digits_of(wider.bits) == digits_of(exact.bits) ? wider : exact;
}
/// The range of keys that are 0, or between two bounds. If these are far apart, as those of a box that holds the eye
/// are, that says little: three digits of 9 bits mostly hold what there is.
FARFIRST_HOST_DEVICE constexpr Range range_within(std::uint32_t lower, std::uint32_t upper) {
  const Range range = range_of(lower, upper);
  return {range.floor, range.floor != 0 && range.bits > most_known_bits ? most_known_bits + 1 : range.bits};
}

/// Is this the range of bounds that are far apart?
FARFIRST_HOST_DEVICE constexpr bool may_have_near(Range range) { return range.bits == most_known_bits + 1; }

/// The digit number i of keys above the floor.
FARFIRST_HOST_DEVICE constexpr Digit digit_number(unsigned i, std::uint32_t bits) {
  unsigned shift = 0, width = 0;
  if (bits > most_known_bits) {
    const unsigned each = bits == 32 ? 8 : widest;
    shift = i * each;
    width = i + 1 < most_passes ? each : 32 - shift;
  } else {
    const unsigned digits = digits_of(bits);
    if (i >= digits) return {0, 0};
    const unsigned wider = bits % digits;
    shift = i * (bits / digits) + (i < wider ? i : wider);
    width = bits / digits + (i < wider ? 1 : 0);
  }
  return {shift, (1u << width) - 1};
}
/// The bits of a digit and of all below it.
FARFIRST_HOST_DEVICE constexpr std::uint32_t bits_through(Digit digit) {
  return digit.mask << digit.shift | ((1u << digit.shift) - 1);
}

/// What is done one after the other: see stages.cuh.
enum Stage : unsigned {
  unswept_pass,                          // a first pass that makes keys and counts digits itself: see unswept.cuh
  find_range,                            // of the keys, where nothing tells it; makes keys on the way
  list_values,                           // of the keys, where they may be few; makes keys on the way: see values.cuh
  count_digits,                          // makes keys on the way, and the plan at last
  count_again,                           // where keys are not in the range that was told
  first_pass,                            // and those that follow
  all_stages = first_pass + most_passes  // how many there are
};

/// Keys that have so many values or fewer are sorted by the numbers of these, in one pass: see values.cuh.
inline constexpr unsigned most_values = most_digits;
inline constexpr unsigned value_slot_bits = widest + 1, value_slots = 1u << value_slot_bits;

/// Instead of the number of passes: the range did not hold, and all is counted again.
inline constexpr unsigned no_plan = most_passes + 1;

/// Made on the device when digits have been counted, read by the passes.
struct Plan {
  Range range;
  std::uint32_t ceiling;                           // larger keys above the floor are sorted as if they were this
  std::uint32_t passes;                            // how many, or no_plan
  Digit digits[most_passes];                       // of each pass
  std::uint32_t begins[most_passes][most_digits];  // where the keys with a digit begin in the result of each pass
  std::uint32_t near_count;                        // these, in any sequence
  Word near[most_near];
  std::uint32_t region_tiles;        // behind an unswept pass: tiles of its regions
  std::uint32_t values;              // that keys have, whose numbers are sorted instead; 0: keys themselves are
  std::uint32_t value[most_values];  // ascending
};

/// How far a call has come before the sweep that counts digits, or without it.
enum Unswept : std::uint32_t {
  not_tried,
  failed,         // something did not fit: all is done again, with a sweep
  one_pass_done,  // and the plan is made, of two passes or more
  are_numbered,   // keys by their values, so that of two passes one is left: see values.cuh
};

/// What lets a call do without a sweep: the first digits of the call before.
struct Kept {
  std::uint32_t n;                    // 0: they are of no use
  Digit digit;                        // which bits
  std::uint32_t begins[most_digits];  // keys with a smaller one
  std::uint32_t failures, rests;      // calls in a row that failed; calls that are not to try
  std::uint32_t last;                 // Unswept: how the last call went
};

/// Kept from call to call. All zero between calls, but for what comes from `disorder` on.
struct State {
  std::uint32_t tickets[all_stages];       // that were taken
  std::uint32_t finished[all_stages];      // items that are done
  std::uint32_t left;                      // blocks that take no more
  std::uint32_t largest, largest_inverse;  // of the keys; of the inverses of those that are not 0
  std::uint32_t near_count;
  std::uint32_t listed[value_slots];               // values of keys: see ValueTable
  std::uint32_t too_many;                          // of these there are
  std::uint32_t unswept;                           // how far this call has come so
  std::uint32_t counts[most_passes][most_digits];  // of digits
  std::uint32_t disorder;                          // atomics did not follow the lanes: a tile was not in order
  Range last;            // of the keys of the last call in which it had to be found; no bits: there was none
  std::uint32_t drifts;  // such keys have left it
  Kept kept;
};

}  // namespace farfirst::cuda::farfirst
