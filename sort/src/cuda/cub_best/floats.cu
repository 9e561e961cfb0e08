// CUB's sort of floats: see calls.h.
#include <cub/device/device_radix_sort.cuh>

#include "calls.h"

namespace farfirst::cuda::cub_best {

cudaError_t sort_floats(void* temporary, std::size_t& bytes, const Pairs<float>& pairs, std::uint32_t n,
                        cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairsDescending(temporary, bytes, pairs.keys, pairs.sorted_keys, pairs.indices,
                                                   pairs.order, n, 0, 32, stream);
}

}  // namespace farfirst::cuda::cub_best
