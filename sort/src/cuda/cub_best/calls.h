#pragma once
// The calls of CUB. With `temporary` null they return the bytes that they need. Each has a file of its own, since it
// compiles slowly.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/prim/key_bits.h"
#include "cuda/prim/words.h"

namespace farfirst::cuda::cub_best {

template <class Key>
struct Pairs {
  const Key* keys;
  Key* sorted_keys;
  const std::uint32_t* indices;
  std::uint32_t* order;
};

/// Sorts in descending order.
cudaError_t sort_floats(void* temporary, std::size_t& bytes, const Pairs<float>& pairs, std::uint32_t n,
                        cudaStream_t stream);
/// Sorts by these bits of the keys.
cudaError_t sort_keys(void* temporary, std::size_t& bytes, const Pairs<std::uint32_t>& pairs, std::uint32_t n,
                      SortedBits bits, cudaStream_t stream);
/// Sorts by these bits of the words' keys; the input must ascend by index.
cudaError_t sort_words(void* temporary, std::size_t& bytes, const Word* words, Word* sorted, std::uint32_t n,
                       SortedBits bits, cudaStream_t stream);

}  // namespace farfirst::cuda::cub_best
