// See calls.h.
#include <cub/device/device_radix_sort.cuh>

#include "calls.h"

namespace farfirst::cuda::cub_best {

cudaError_t sort_words(void* temporary, std::size_t& bytes, const Word* words, Word* sorted, std::uint32_t n, int bits,
                       cudaStream_t stream) {
  return cub::DeviceRadixSort::SortKeys(temporary, bytes, words, sorted, n, 32, 32 + bits, stream);
}

}  // namespace farfirst::cuda::cub_best
