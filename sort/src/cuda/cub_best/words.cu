// CUB's sort of words: see calls.h.
#include <cub/device/device_radix_sort.cuh>

#include "calls.h"

namespace farfirst::cuda::cub_best {

cudaError_t sort_words(void* temporary, std::size_t& bytes, const Word* words, Word* sorted, std::uint32_t n,
                       SortedBits bits, cudaStream_t stream) {
  return cub::DeviceRadixSort::SortKeys(temporary, bytes, words, sorted, n, 32 + static_cast<int>(bits.begin),
                                        32 + static_cast<int>(bits.end), stream);
}

}  // namespace farfirst::cuda::cub_best
