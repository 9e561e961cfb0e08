#pragma once
// The order check of every back end. C++ and CUDA; its GLSL twin is shaders/sort/prim/check_order.glsl.
//
// An order is right if all its indices are in range and (key, index) ascends strictly along it: n indices below n that
// all differ are a permutation. So each place is compared with the one before, and no set of indices seen is needed.
// Afterwards the fault at the first wrong place is classified: the words before it ascend, so a repeated index is found
// by bisection.

#include <farfirst/sort.h>

#include <cstdint>

namespace farfirst::core {

/// `order` as the back-to-front order of `keys`; both have n elements.
struct CheckedOrder {
  const std::uint32_t* keys = nullptr;
  const std::uint32_t* order = nullptr;
  std::uint32_t n = 0;

  /// The index at a place, and its key. If the index is out of range, the key does not matter.
  struct Word {
    std::uint32_t index = 0;
    std::uint32_t key = 0;
    FARFIRST_HOST_DEVICE constexpr bool operator<(const Word& other) const {
      return key < other.key || (key == other.key && index < other.index);
    }
  };
  FARFIRST_HOST_DEVICE constexpr Word word_at(std::uint32_t place) const {
    const std::uint32_t index = order[place];
    return {index, index < n ? keys[index] : 0};
  }

  /// Is `word`, at `place`, wrong after what stands before it?
  FARFIRST_HOST_DEVICE constexpr bool is_wrong(std::uint32_t place, Word before, Word word) const {
    return word.index >= n || (place != 0 && !(before < word));
  }
  /// The name of the first place that is wrong.
  FARFIRST_HOST_DEVICE constexpr OrderCheck::Fault fault_at(std::uint32_t first) const {
    const Word word = word_at(first);
    if (word.index >= n) return OrderCheck::Fault::index_out_of_range;
    if (stands_before(first, word)) return OrderCheck::Fault::index_repeated;
    return word.key < word_at(first - 1).key ? OrderCheck::Fault::keys_descend : OrderCheck::Fault::ties_descend;
  }

 private:
  FARFIRST_HOST_DEVICE constexpr bool stands_before(std::uint32_t place, Word word) const {
    std::uint32_t low = 0, high = place;
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (word_at(middle) < word) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < place && order[low] == word.index;
  }
};

/// The check as one loop on the host.
OrderCheck check_order(const CheckedOrder& checked);

}  // namespace farfirst::core
