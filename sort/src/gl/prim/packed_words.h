#pragma once
// The packed word that several sorts of this back end use: a key and its index, as two uint32.

#include <cstddef>

namespace farfirst::gl {

inline constexpr std::size_t word_bytes = 8;

}  // namespace farfirst::gl
