// CUB's sort of 64-bit keys: see calls.h.
#include "radix.cuh"

namespace farfirst::cuda::cub_radix {

cudaError_t sort_wide(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream) {
  return sort<std::uint64_t>(temporary, bytes, arrays, stream);
}

}  // namespace farfirst::cuda::cub_radix
