#pragma once
// CUB's DeviceMergeSort for each type of keys. 32 and 64 bits have files of their own, since each compiles
// slowly.

#include "cuda/prim/library_sort.h"
#include "cuda/prim/words.h"

namespace farfirst::cuda::cub_merge {

cudaError_t sort_words(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream);
cudaError_t sort_floats(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream);
cudaError_t sort_wide(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream);
/// Sorts the packed words of keys and their indices; they are packed as they are read.
cudaError_t sort_packed(void* temporary, std::size_t& bytes, const std::uint32_t* keys, Word* words, std::uint32_t n,
                        cudaStream_t stream);

}  // namespace farfirst::cuda::cub_merge
