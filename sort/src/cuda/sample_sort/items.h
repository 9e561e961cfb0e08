#pragma once
// What is sorted, per form: an item, how it is made from the job's buffers, how it is written back, and the comparison,
// which is all that the sort asks of it (the paper's claim: "requires a comparison function on keys only"). For host
// and device.

#include <farfirst/keys.h>

#include <cstddef>
#include <cstdint>

#include "cuda/prim/words.h"

namespace farfirst::cuda::sample_sort {

/// Where items come from. `keys` has the form's type.
struct Source {
  const void* keys = nullptr;
  const std::uint32_t* values = nullptr;  // paper_pairs
  bool floats = false;                    // the keys are float32
};
/// Where they go. Null: not asked for.
struct Sink {
  void* keys = nullptr;
  std::uint32_t* places = nullptr;        // the order, or the values in it
  const std::uint32_t* values = nullptr;  // places[i] receives values[index] instead of the index
  bool floats = false;
};

FARFIRST_HOST_DEVICE inline std::uint32_t ordered(std::uint32_t bits) {
  return bits ^ ((bits >> 31) != 0u ? 0xFFFFFFFFu : 0x80000000u);
}
FARFIRST_HOST_DEVICE inline std::uint32_t unordered(std::uint32_t word) {
  return word ^ ((word >> 31) != 0u ? 0x80000000u : 0xFFFFFFFFu);
}
FARFIRST_HOST_DEVICE inline std::uint32_t key_from(const Source& source, std::size_t i) {
  const std::uint32_t key = static_cast<const std::uint32_t*>(source.keys)[i];
  return source.floats ? ordered(key) : key;
}
FARFIRST_HOST_DEVICE inline void key_to(const Sink& sink, std::size_t i, std::uint32_t key) {
  static_cast<std::uint32_t*>(sink.keys)[i] = sink.floats ? unordered(key) : key;
}

/// argsort: (key, index) words, all distinct.
struct Words {
  using Item = Word;
  static constexpr bool distinct = true;
  FARFIRST_HOST_DEVICE static Item load(const Source& source, std::size_t i) {
    return pack(key_from(source, i), static_cast<std::uint32_t>(i));
  }
  FARFIRST_HOST_DEVICE static void store(const Sink& sink, std::size_t i, Item item) {
    sink.places[i] = index_of(item);
    if (sink.keys != nullptr) key_to(sink, i, key_of(item));
  }
  FARFIRST_HOST_DEVICE static Item last() { return padding; }
  FARFIRST_HOST_DEVICE bool operator()(Item a, Item b) const { return a < b; }
};

/// keys, paper_keys.
struct Keys {
  using Item = std::uint32_t;
  static constexpr bool distinct = false;
  FARFIRST_HOST_DEVICE static Item load(const Source& source, std::size_t i) { return key_from(source, i); }
  FARFIRST_HOST_DEVICE static void store(const Sink& sink, std::size_t i, Item item) { key_to(sink, i, item); }
  FARFIRST_HOST_DEVICE static Item last() { return 0xFFFFFFFFu; }
  FARFIRST_HOST_DEVICE bool operator()(Item a, Item b) const { return a < b; }
};

/// keys64.
struct Keys64 {
  using Item = std::uint64_t;
  static constexpr bool distinct = false;
  FARFIRST_HOST_DEVICE static Item load(const Source& source, std::size_t i) {
    return static_cast<const std::uint64_t*>(source.keys)[i];
  }
  FARFIRST_HOST_DEVICE static void store(const Sink& sink, std::size_t i, Item item) {
    static_cast<std::uint64_t*>(sink.keys)[i] = item;
  }
  FARFIRST_HOST_DEVICE static Item last() { return ~std::uint64_t{0}; }
  FARFIRST_HOST_DEVICE bool operator()(Item a, Item b) const { return a < b; }
};

/// paper_pairs: only the key is compared, the value travels with it. Unstable, as in the paper.
struct Pairs {
  using Item = Word;
  static constexpr bool distinct = false;
  FARFIRST_HOST_DEVICE static Item load(const Source& source, std::size_t i) {
    return pack(key_from(source, i), source.values[i]);
  }
  FARFIRST_HOST_DEVICE static void store(const Sink& sink, std::size_t i, Item item) {
    key_to(sink, i, key_of(item));
    sink.places[i] = index_of(item);
  }
  FARFIRST_HOST_DEVICE static Item last() { return padding; }
  FARFIRST_HOST_DEVICE bool operator()(Item a, Item b) const { return key_of(a) < key_of(b); }
};

struct alignas(16) Record {
  std::uint64_t key;
  std::uint64_t index;
};

/// argsort64, pairs64: (64-bit key, index), compared in this sequence, so all distinct.
struct Records {
  using Item = Record;
  static constexpr bool distinct = true;
  FARFIRST_HOST_DEVICE static Item load(const Source& source, std::size_t i) {
    return {static_cast<const std::uint64_t*>(source.keys)[i], i};
  }
  FARFIRST_HOST_DEVICE static void store(const Sink& sink, std::size_t i, const Item& item) {
    const auto index = static_cast<std::uint32_t>(item.index);
    sink.places[i] = sink.values != nullptr ? sink.values[index] : index;
    if (sink.keys != nullptr) static_cast<std::uint64_t*>(sink.keys)[i] = item.key;
  }
  FARFIRST_HOST_DEVICE static Item last() { return {~std::uint64_t{0}, ~std::uint64_t{0}}; }
  FARFIRST_HOST_DEVICE bool operator()(const Item& a, const Item& b) const {
    return a.key != b.key ? a.key < b.key : a.index < b.index;
  }
};

}  // namespace farfirst::cuda::sample_sort
