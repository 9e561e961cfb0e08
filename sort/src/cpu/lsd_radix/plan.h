#pragma once
// Plans the digits of the passes. Keys are sorted relative to the smallest one, without the low bits in which all
// agree. So few significant bits mean few passes: depths of one scene seldom need all 32.

#include <bit>
#include <cstddef>
#include <cstdint>

namespace farfirst::cpu::lsd_radix {

/// The result of one pass over the keys.
struct KeyRange {
  std::uint32_t smallest = 0xFFFFFFFFu;
  std::uint32_t largest = 0;
  std::uint32_t differing = 0;  // bits in which keys differ from the first one

  void join(const KeyRange& other) {
    smallest = smallest < other.smallest ? smallest : other.smallest;
    largest = largest > other.largest ? largest : other.largest;
    differing |= other.differing;
  }
};

/// Digit k of a key is its `bits` bits from bit `shift` on, counted in (key - base).
struct Digit {
  unsigned shift = 0;
  unsigned bits = 0;
};

struct Plan {
  std::uint32_t base = 0;
  int passes = 0;  // 0: all keys are equal
  Digit digits[32];
  bool compact = false;  // the words before the last pass fit 32 bits: the last digit above the index
  unsigned index_bits() const { return 32 - digits[passes - 1].bits; }
};

/// Digits of at most `digit_bits` bits. The lowest and the highest digit differ between keys by construction. Indices
/// are below `indices`, at least 1.
inline Plan make_plan(const KeyRange& range, std::uint32_t indices, unsigned digit_bits) {
  Plan plan;
  plan.base = range.smallest;
  if (range.smallest == range.largest) return plan;
  const unsigned low = static_cast<unsigned>(std::countr_zero(range.differing));
  const unsigned high = static_cast<unsigned>(std::bit_width(range.largest - range.smallest));
  const unsigned significant = high - low;
  plan.passes = static_cast<int>((significant + digit_bits - 1) / digit_bits);
  const auto passes = static_cast<unsigned>(plan.passes);
  // As even as possible, but the last digit leaves space for the index if that makes the others no wider than allowed.
  const unsigned room = 32 - static_cast<unsigned>(std::bit_width(indices - 1));
  const unsigned even = significant / passes;
  const unsigned last = even <= room || significant - room > digit_bits * (passes - 1) ? even : room;
  plan.compact = passes > 1 && last <= room;
  unsigned shift = low;
  for (unsigned pass = 0; pass + 1 < passes; ++pass) {
    const unsigned rest = significant - last;
    const unsigned bits = rest / (passes - 1) + (pass < rest % (passes - 1) ? 1 : 0);
    plan.digits[pass] = {shift, bits};
    shift += bits;
  }
  plan.digits[passes - 1] = {shift, last};
  return plan;
}

}  // namespace farfirst::cpu::lsd_radix
