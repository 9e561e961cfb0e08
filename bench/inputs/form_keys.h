#pragma once
// Keys of one form made from uint32 keys, and the check of a sort's outputs for that form.

#include <farfirst/forms.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tests/inputs/distributions.h"

namespace farfirst::bench {

bool gives_order(Form form) noexcept;  // and no other output
bool has_values(Form form) noexcept;
bool has_floats(Form form) noexcept;
std::size_t key_bytes(Form form) noexcept;

/// The meaning of keys, which decides the floats of the papers' forms.
enum class Meaning : std::uint8_t {
  numbers,    // floats from 0 to 1 with the first 24 bits
  integers,   // the float of the number itself, for small numbers
  distances,  // the distance; the key has the bits of its square
  floats      // the float; the key has its ordered bits
};
Meaning meaning_of(inputs::Distribution distribution) noexcept;

/// uint32 keys as keys of `form`. 64-bit keys have each key in both halves: the same order, the same ties.
std::vector<std::byte> keys_of_form(Form form, std::span<const std::uint32_t> keys, Meaning meaning);

/// The inputs and outputs of a sort, on the host. Values were 0 .. n - 1.
struct Outcome {
  std::span<const std::byte> keys;
  std::span<const std::byte> sorted_keys;
  std::span<const std::uint32_t> order;  // or the sorted values; empty for keys alone
};
/// Empty if it is right; otherwise the fault. O(n). Without values, the keys that come out and those that went in are
/// compared by their sums, after mixing each key to 64 bits.
std::string fault_of(Form form, const Outcome& outcome);

}  // namespace farfirst::bench
