#pragma once
// The items of each form, those of prim/items.h, and their comparison, which is all that the sort needs of them (the
// paper's claim: "requires a comparison function on keys only"). For host and device.

#include <farfirst/keys.h>

#include <cstddef>
#include <cstdint>

#include "cuda/prim/items.h"

namespace farfirst::cuda::sample_sort {

using items::Source;
struct Sink : items::Sink {
  const std::uint32_t* gathered = nullptr;  // pairs64: a record's index stands for this array's element
};

/// argsort: (key, index) words, all distinct.
struct Words : items::Words {
  static constexpr bool distinct = true;
  FARFIRST_HOST_DEVICE bool operator()(Item a, Item b) const { return a < b; }
};

/// paper_pairs: only the key is compared, the value moves with it. Unstable, as in the paper.
struct Pairs : items::Words {
  static constexpr bool distinct = false;
  FARFIRST_HOST_DEVICE bool operator()(Item a, Item b) const { return key_of(a) < key_of(b); }
};

/// keys, paper_keys.
struct Keys : items::Keys {
  static constexpr bool distinct = false;
  FARFIRST_HOST_DEVICE bool operator()(Item a, Item b) const { return a < b; }
};

/// keys64.
struct Keys64 : items::Keys64 {
  static constexpr bool distinct = false;
  FARFIRST_HOST_DEVICE bool operator()(Item a, Item b) const { return a < b; }
};

/// argsort64, pairs64: (64-bit key, index), compared in this sequence, so all distinct.
struct Records : items::Records {
  static constexpr bool distinct = true;
  FARFIRST_HOST_DEVICE static Item load(const Source& source, std::size_t i) {
    return {static_cast<const std::uint64_t*>(source.keys)[i], i};
  }
  FARFIRST_HOST_DEVICE static void store(const Sink& sink, std::size_t i, Item item) {
    if (sink.gathered != nullptr) item.value = sink.gathered[item.value];
    items::Records::store(sink, i, item);
  }
  FARFIRST_HOST_DEVICE bool operator()(const Item& a, const Item& b) const {
    return a.key != b.key ? a.key < b.key : a.value < b.value;
  }
};

}  // namespace farfirst::cuda::sample_sort
