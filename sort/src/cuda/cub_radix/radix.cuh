#pragma once
// The call of CUB, for any type of keys.

#include <cub/device/device_radix_sort.cuh>

#include "calls.h"

namespace farfirst::cuda::cub_radix {

/// n is passed with its 32 bits: for 64 bits CUB would take smaller tiles.
template <class Key>
cudaError_t sort(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream) {
  constexpr int key_bits = sizeof(Key) * 8;
  const Key* keys = static_cast<const Key*>(arrays.keys);
  Key* sorted = static_cast<Key*>(arrays.sorted_keys);
  if (arrays.values == nullptr) {
    return cub::DeviceRadixSort::SortKeys(temporary, bytes, keys, sorted, arrays.n, 0, key_bits, stream);
  }
  return cub::DeviceRadixSort::SortPairs(temporary, bytes, keys, sorted, arrays.values, arrays.sorted_values, arrays.n,
                                         0, key_bits, stream);
}

}  // namespace farfirst::cuda::cub_radix
