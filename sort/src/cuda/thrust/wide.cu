// Thrust's sort of 64-bit keys: see calls.h.
#include "in_place.cuh"

namespace farfirst::cuda::thrust {

cudaError_t sort_wide(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream) {
  return sort<std::uint64_t>(temporary, bytes, arrays, stream);
}

}  // namespace farfirst::cuda::thrust
