#pragma once
// The call of CUB, for any type of keys.

#include <cub/device/device_radix_sort.cuh>

#include "calls.h"

namespace farfirst::cuda::cub_radix {

/// Passes n with 32 bits: for 64 bits CUB would use smaller tiles.
template <class Key>
cudaError_t sort(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream) {
  const auto begin = static_cast<int>(arrays.bits.begin), end = static_cast<int>(arrays.bits.end);
  const Key* keys = static_cast<const Key*>(arrays.keys);
  Key* sorted = static_cast<Key*>(arrays.sorted_keys);
  if (arrays.values == nullptr) {
    return cub::DeviceRadixSort::SortKeys(temporary, bytes, keys, sorted, arrays.n, begin, end, stream);
  }
  return cub::DeviceRadixSort::SortPairs(temporary, bytes, keys, sorted, arrays.values, arrays.sorted_values, arrays.n,
                                         begin, end, stream);
}

}  // namespace farfirst::cuda::cub_radix
