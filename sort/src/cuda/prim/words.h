#pragma once
// Packed words: (key, index) as one uint64 that compares as the pair does. Since indices differ, all words differ, and
// any comparison sort of them gives the one total order. For host and device.

#include <farfirst/keys.h>

#include <cstdint>

namespace farfirst::cuda {

using Word = std::uint64_t;

/// Larger than every real word, since index 0xFFFFFFFF is never real.
inline constexpr Word padding = ~Word{0};

FARFIRST_HOST_DEVICE constexpr Word pack(std::uint32_t key, std::uint32_t index) { return Word{key} << 32 | index; }
FARFIRST_HOST_DEVICE constexpr std::uint32_t key_of(Word word) { return static_cast<std::uint32_t>(word >> 32); }
FARFIRST_HOST_DEVICE constexpr std::uint32_t index_of(Word word) { return static_cast<std::uint32_t>(word); }

}  // namespace farfirst::cuda
