#pragma once
// Conversion between keys and packed words: the first and last pass of entries that do not do this in their own passes.

#include "cuda/device.h"
#include "cuda/prim/words.h"

namespace farfirst::cuda {

/// Enqueues words[i] = pack(keys[i], i) for i < n, and padding up to padded_n.
void pack_words(const CudaDevice& device, const std::uint32_t* keys, Word* words, std::uint32_t n,
                std::uint32_t padded_n);
/// Enqueues order[i] = index of words[i], and sorted_keys[i] = key of words[i] unless sorted_keys is null.
void unpack_words(const CudaDevice& device, const Word* words, std::uint32_t n, std::uint32_t* order,
                  std::uint32_t* sorted_keys);

}  // namespace farfirst::cuda
