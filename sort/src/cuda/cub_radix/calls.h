#pragma once
// CUB's DeviceRadixSort for each type of keys. 32 and 64 bits have files of their own, since each compiles
// slowly.

#include "cuda/prim/library_sort.h"

namespace farfirst::cuda::cub_radix {

cudaError_t sort_words(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream);
cudaError_t sort_floats(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream);
cudaError_t sort_wide(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream);

}  // namespace farfirst::cuda::cub_radix
