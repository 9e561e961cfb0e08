#pragma once
// The words of the forms: unsigned integers that compare as the elements do. For host and device.

#include <farfirst/keys.h>

#include <cstdint>
#include <cstring>

#include "cuda/prim/words.h"

namespace farfirst::cuda::quicksort {

/// The middle of a range of words, in the range.
template <class Word>
FARFIRST_HOST_DEVICE constexpr Word middle(Word smallest, Word largest) {
  return smallest + (largest - smallest) / 2;
}

/// (key, index) words: all differ.
struct Argsort {
  using Key = std::uint32_t;
  using Word = unsigned long long;  // the type's name in atomics
  struct Output {
    std::uint32_t* order;
    std::uint32_t* sorted_keys;  // may be null
  };

  FARFIRST_HOST_DEVICE static Word word(Key key, std::uint32_t index) { return pack(key, index); }
  FARFIRST_HOST_DEVICE static Word mean(Word smallest, Word largest) { return middle(smallest, largest); }
  FARFIRST_HOST_DEVICE static void store(const Output& output, std::uint32_t place, Word word) {
    output.order[place] = index_of(word);
    if (output.sorted_keys != nullptr) output.sorted_keys[place] = key_of(word);
  }
};

/// Keys alone.
struct Keys {
  using Key = std::uint32_t;
  using Word = std::uint32_t;
  struct Output {
    std::uint32_t* sorted_keys;
  };

  FARFIRST_HOST_DEVICE static Word word(Key key, std::uint32_t) { return key; }
  FARFIRST_HOST_DEVICE static Word mean(Word smallest, Word largest) { return middle(smallest, largest); }
  FARFIRST_HOST_DEVICE static void store(const Output& output, std::uint32_t place, Word word) {
    output.sorted_keys[place] = word;
  }
};

/// The paper's float keys, as ordered bits, so that zeros keep their sign.
struct PaperKeys {
  using Key = float;
  using Word = std::uint32_t;
  struct Output {
    float* sorted_keys;
  };

  FARFIRST_HOST_DEVICE static Word word(Key key, std::uint32_t) { return keys::ordered_bits(key); }
  FARFIRST_HOST_DEVICE static Key key(Word word) {
    const std::uint32_t bits = word ^ ((word >> 31) != 0 ? 0x80000000u : 0xFFFFFFFFu);
    Key number;
    std::memcpy(&number, &bits, sizeof number);
    return number;
  }
  /// The mean of the numbers, not of their bits. If that is not within the range (halves of denormal numbers are
  /// rounded, and infinities have no mean), the middle of the bits.
  FARFIRST_HOST_DEVICE static Word mean(Word smallest, Word largest) {
    const Word mean = keys::ordered_bits(0.5f * key(smallest) + 0.5f * key(largest));
    return smallest <= mean && mean <= largest ? mean : middle(smallest, largest);
  }
  FARFIRST_HOST_DEVICE static void store(const Output& output, std::uint32_t place, Word word) {
    output.sorted_keys[place] = key(word);
  }
};

}  // namespace farfirst::cuda::quicksort
