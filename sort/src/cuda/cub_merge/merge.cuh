#pragma once
// The call of CUB, for any type of keys.

#include <cub/device/device_merge_sort.cuh>

#include "calls.h"

namespace farfirst::cuda::cub_merge {

struct Ascending {
  template <class Key>
  __device__ bool operator()(Key a, Key b) const {
    return a < b;
  }
};

/// CUB promises a stable sort of pairs only in place, so the pairs are copied first.
template <class Key>
cudaError_t sort(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream) {
  const Key* keys = static_cast<const Key*>(arrays.keys);
  Key* sorted = static_cast<Key*>(arrays.sorted_keys);
  if (arrays.values == nullptr) {
    return cub::DeviceMergeSort::SortKeysCopy(temporary, bytes, keys, sorted, arrays.n, Ascending{}, stream);
  }
  if (temporary != nullptr) {
    cudaMemcpyAsync(sorted, keys, arrays.n * sizeof(Key), cudaMemcpyDeviceToDevice, stream);
    cudaMemcpyAsync(arrays.sorted_values, arrays.values, arrays.n * sizeof(std::uint32_t), cudaMemcpyDeviceToDevice,
                    stream);
  }
  return cub::DeviceMergeSort::StableSortPairs(temporary, bytes, sorted, arrays.sorted_values, arrays.n, Ascending{},
                                               stream);
}

}  // namespace farfirst::cuda::cub_merge
