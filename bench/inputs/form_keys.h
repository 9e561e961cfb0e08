#pragma once
// Keys of one form made of uint32 keys, and whether what a sort gave is right for its form.

#include <farfirst/forms.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tests/inputs/distributions.h"

namespace farfirst::bench {

bool gives_order(Form form) noexcept;  // and nothing else
bool has_values(Form form) noexcept;
bool has_floats(Form form) noexcept;
std::size_t key_bytes(Form form) noexcept;

/// What the keys stand for decides which floats the papers' forms get.
enum class Meaning : std::uint8_t {
  numbers,    // floats from 0 to 1 with the first 24 bits
  integers,   // the float of the number itself: those that are all small
  distances,  // the distance whose square's bits the key is
  floats      // the float whose ordered bits the key is
};
Meaning meaning_of(inputs::Distribution distribution) noexcept;

/// uint32 keys as keys of `form`. 64-bit keys have each key in both halves: the same order, the same ties.
std::vector<std::byte> keys_of_form(Form form, std::span<const std::uint32_t> keys, Meaning meaning);

/// What a sort was given, and gave, on the host. Values were 0 .. n - 1.
struct Outcome {
  std::span<const std::byte> keys;
  std::span<const std::byte> sorted_keys;
  std::span<const std::uint32_t> order;  // or the sorted values; empty for keys alone
};
/// Empty if it is right; otherwise what is wrong. O(n). Without values, equality of the keys that come out with those
/// that went in is equality of their sums, once each was mixed to 64 bits.
std::string fault_of(Form form, const Outcome& outcome);

}  // namespace farfirst::bench
