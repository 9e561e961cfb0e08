#pragma once
// The forms of sorting, with those that farfirst/sort.h does not have: 64-bit keys, keys alone, and
// floats as the source papers sort them. For bench and tests, which choose the form at run time, and for callers with
// 64-bit keys.

#include <farfirst/sort.h>

namespace farfirst {

/// The input and output of an entry. Every entry has the form `argsort`; Algorithm::forms lists what else it sorts
/// natively. The core supplies `pairs` (argsort, then a gather) and `distance` (a key kernel, then argsort) for every
/// entry that lacks them, and `pairs64` for those with `argsort64`. The other forms exist only where an entry lists
/// them.
enum class Form : std::uint8_t {
  argsort,      // Sorter: uint32 keys -> order (and sorted keys, if asked for)
  distance,     // DistanceSorter: positions + eye -> order (and keys in input order, if asked for)
  pairs,        // PairsSorter: uint32 keys + uint32 values -> sorted keys + values
  argsort64,    // uint64 keys -> order (and sorted keys, if asked for)
  pairs64,      // uint64 keys + uint32 values -> sorted keys + values
  keys,         // uint32 keys -> sorted keys
  keys64,       // uint64 keys -> sorted keys
  paper_keys,   // float32 keys -> sorted keys, as the source paper does it: unstable, no NaN
  paper_pairs,  // float32 keys + uint32 values, as the source paper does it: unstable, no NaN
};
std::string_view name_of(Form form) noexcept;

/// A sort of keys in any form but `distance`. Members are as in ArgsortJob and PairsJob; those that the form lacks
/// are not used. uint64 data must be 8-byte aligned. With a count, the keys of paper forms must be below
/// +infinity, unless the entry has Feature::count.
struct FormJob {
  std::uint32_t n = 0;
  Buffer keys{};    // in: n keys of the form's type
  Buffer values{};  // in: pairs forms
  Buffer count{};
  KeyBits key_bits{};
  Direction direction = Direction::back_to_front;
  Buffer order{};          // out: argsort forms
  Buffer sorted_keys{};    // out: n keys; argsort forms: optional, other forms: required
  Buffer sorted_values{};  // out: pairs forms
  std::span<const Buffer> scratch{};
  History* history = nullptr;
  void* stream = nullptr;
  bool trace = false;
};

using FormSorter = SorterOf<FormJob>;

/// As make_sorter. Throws Error also if the entry does not have the form, or if it is Form::distance.
std::unique_ptr<FormSorter> make_form_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n, Form form,
                                             const SorterOptions& options = {});

}  // namespace farfirst
