#pragma once
// The order check of every back end. C++ and CUDA; its GLSL twin is shaders/sort/prim/check_order.comp.
//
// An order is right if all its indices are in range and (key, index) ascends strictly along it: n indices below n that
// all differ are a permutation. So each place is compared with the one before, and no set of indices seen is needed.
// Afterwards the fault at the first wrong place is classified: the words before it ascend, so a repeated index is found
// by bisection.

#include <farfirst/keys.h>
#include <farfirst/sort.h>

#include <cstdint>

namespace farfirst::core {

/// `order` as an order of `keys`; both have n elements. It contains indices of keys, or ids, each of which has a place
/// among the keys.
struct CheckedOrder {
  static constexpr std::uint32_t nowhere = 0xFFFFFFFFu;

  const std::uint32_t* keys = nullptr;
  const std::uint32_t* order = nullptr;
  std::uint32_t n = 0;
  const std::uint32_t* places = nullptr;  // of ids among the keys, or nowhere; null: the order holds indices
  std::uint32_t elements = 0;             // ids are below it
  bool reversed = false;                  // the order is front to back: it is read from its end

  /// The element at a position, its place among the keys, and its key. Without a place, the key does not matter.
  struct Word {
    std::uint32_t value = 0;
    std::uint32_t place = 0;
    std::uint32_t key = 0;
    FARFIRST_HOST_DEVICE constexpr bool operator<(const Word& other) const {
      return key < other.key || (key == other.key && place < other.place);
    }
  };
  /// The position in `order` of the step with this number.
  FARFIRST_HOST_DEVICE constexpr std::uint32_t position_of(std::uint32_t step) const {
    return reversed ? n - 1 - step : step;
  }
  FARFIRST_HOST_DEVICE constexpr Word word_at(std::uint32_t step) const {
    const std::uint32_t value = order[position_of(step)];
    const std::uint32_t place = places == nullptr ? value : value < elements ? places[value] : nowhere;
    return {value, place, place < n ? keys[place] : 0};
  }

  /// Is `word` at this step wrong, given the word before?
  FARFIRST_HOST_DEVICE constexpr bool is_wrong(std::uint32_t step, Word before, Word word) const {
    return word.place >= n || (step != 0 && !(before < word));
  }
  /// The name of the fault at the first step that is wrong.
  FARFIRST_HOST_DEVICE constexpr OrderCheck::Fault fault_at(std::uint32_t first) const {
    const Word word = word_at(first);
    if (word.value >= (places == nullptr ? n : elements)) return OrderCheck::Fault::index_out_of_range;
    if (word.place >= n) return OrderCheck::Fault::not_in_ids;
    if (stands_before(first, word)) return OrderCheck::Fault::index_repeated;
    return word.key < word_at(first - 1).key ? OrderCheck::Fault::keys_descend : OrderCheck::Fault::ties_descend;
  }

 private:
  FARFIRST_HOST_DEVICE constexpr bool stands_before(std::uint32_t step, Word word) const {
    std::uint32_t low = 0, high = step;
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (word_at(middle) < word) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < step && word_at(low).value == word.value;
  }
};

/// Checks a part of the steps on the host: returns the first from `begin` on that is wrong, or `end`.
std::uint32_t first_wrong_step(const CheckedOrder& checked, std::uint32_t begin, std::uint32_t end);
/// The result if `step` is the first wrong step of all; n: the order is right.
OrderCheck found_at(const CheckedOrder& checked, std::uint32_t step);

}  // namespace farfirst::core
