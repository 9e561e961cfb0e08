#pragma once
// The items that cuda.hybrid sorts in each form: unsigned integers that compare as the elements do.

#include <farfirst/keys.h>

#include <cstring>

#include "cuda/prim/words.h"

namespace farfirst::cuda::hybrid {

/// uint32 keys with their indices: all items differ, so that pivots can split even elements of one key. Padding is
/// above every item.
struct Argsort {
  using Key = std::uint32_t;
  using Item = Word;
  static constexpr Item pad = padding;
  static constexpr Item nothing = padding;
  static constexpr bool pads_first = false;

  FARFIRST_HOST_DEVICE static constexpr Item item(Key key, std::uint32_t index) { return pack(key, index); }
  FARFIRST_HOST_DEVICE static constexpr std::uint32_t bits(Key key) { return key; }
  FARFIRST_HOST_DEVICE static constexpr Item lowest(std::uint32_t key) { return pack(key, 0); }
  FARFIRST_HOST_DEVICE static constexpr Item highest(std::uint32_t key, std::uint32_t n) { return pack(key, n - 1); }
  /// Items as numbers and back: both keep the sequence.
  FARFIRST_HOST_DEVICE static constexpr double value(Item item) { return static_cast<double>(item); }
  FARFIRST_HOST_DEVICE static constexpr Item at_value(double value) {
    return value < 0x1p64 ? static_cast<Item>(value) : ~Item{0};
  }

  /// The outputs.
  struct Out {
    std::uint32_t* order;
    std::uint32_t* sorted_keys;  // or null
  };
  FARFIRST_HOST_DEVICE static void put(const Out& out, std::uint32_t at, Item item) {
    out.order[at] = index_of(item);
    if (out.sorted_keys != nullptr) out.sorted_keys[at] = key_of(item);
  }
};

/// The papers' float32 keys, as their ordered bits. Padding is below every float, as in the papers: it has the bits of
/// a negative NaN, which does not occur among the keys.
struct PaperKeys {
  using Key = float;
  using Item = std::uint32_t;
  static constexpr Item pad = 0;
  static constexpr Item nothing = 0xFFFFFFFFu;  // the bits of another NaN
  static constexpr bool pads_first = true;

  FARFIRST_HOST_DEVICE static Item item(Key key, std::uint32_t) { return keys::ordered_bits(key); }
  FARFIRST_HOST_DEVICE static std::uint32_t bits(Key key) { return keys::ordered_bits(key); }
  FARFIRST_HOST_DEVICE static constexpr Item lowest(std::uint32_t bits) { return bits; }
  FARFIRST_HOST_DEVICE static constexpr Item highest(std::uint32_t bits, std::uint32_t) { return bits; }
  /// The floats' values; infinities count as the largest numbers.
  FARFIRST_HOST_DEVICE static double value(Item item) {
    constexpr Item lowest_number = 0x00800000u, highest_number = 0xFF7FFFFFu;
    return float_of(item < lowest_number ? lowest_number : item > highest_number ? highest_number : item);
  }
  FARFIRST_HOST_DEVICE static Item at_value(double value) { return keys::ordered_bits(static_cast<float>(value)); }
  FARFIRST_HOST_DEVICE static float float_of(Item item) {
    const std::uint32_t bits = item ^ ((item >> 31) != 0u ? 0x80000000u : 0xFFFFFFFFu);
    float number;
    std::memcpy(&number, &bits, sizeof number);
    return number;
  }

  struct Out {
    std::uint32_t* sorted_keys;  // the floats' bits
  };
  FARFIRST_HOST_DEVICE static void put(const Out& out, std::uint32_t at, Item item) {
    out.sorted_keys[at] = item ^ ((item >> 31) != 0u ? 0x80000000u : 0xFFFFFFFFu);
  }
};

}  // namespace farfirst::cuda::hybrid
