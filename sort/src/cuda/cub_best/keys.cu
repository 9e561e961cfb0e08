// CUB's sort of keys: see calls.h.
#include <cub/device/device_radix_sort.cuh>

#include "calls.h"

namespace farfirst::cuda::cub_best {

cudaError_t sort_keys(void* temporary, std::size_t& bytes, const Pairs<std::uint32_t>& pairs, std::uint32_t n,
                      SortedBits bits, cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairs(temporary, bytes, pairs.keys, pairs.sorted_keys, pairs.indices, pairs.order, n,
                                         static_cast<int>(bits.begin), static_cast<int>(bits.end), stream);
}

}  // namespace farfirst::cuda::cub_best
