#pragma once
// The split of Blelloch's radix sort as arithmetic (Prefix sums and their applications, 1990): the place of an item
// when all items with a 0 move before all with a 1 and nothing else changes. For host and device.

#include <farfirst/keys.h>

#include <cstdint>

namespace farfirst::cuda {

/// The place of the item at `place`. `zeros_before`: items with a 0 before it; `zeros`: all of them.
FARFIRST_HOST_DEVICE constexpr std::uint32_t split_place(bool one, std::uint32_t place, std::uint32_t zeros_before,
                                                         std::uint32_t zeros) {
  return one ? zeros + (place - zeros_before) : zeros_before;
}

/// The digit of a key: the bits of `mask`, from `shift` on.
struct Digit {
  unsigned shift = 0;
  std::uint32_t mask = 0;
};
template <class Key>
FARFIRST_HOST_DEVICE constexpr std::uint32_t digit_of(Key key, Digit digit) {
  return static_cast<std::uint32_t>(key >> digit.shift) & digit.mask;
}

}  // namespace farfirst::cuda
