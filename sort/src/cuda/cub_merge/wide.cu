// CUB's sort of 64-bit words: see calls.h.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "merge.cuh"

namespace farfirst::cuda::cub_merge {
namespace {

struct Packed {
  const std::uint32_t* keys;
  __host__ __device__ Word operator()(std::uint32_t i) const { return pack(keys[i], i); }
};

}  // namespace

cudaError_t sort_wide(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream) {
  return sort<std::uint64_t>(temporary, bytes, arrays, stream);
}

cudaError_t sort_packed(void* temporary, std::size_t& bytes, const std::uint32_t* keys, Word* words, std::uint32_t n,
                        cudaStream_t stream) {
  const auto source = ::thrust::make_transform_iterator(::thrust::counting_iterator<std::uint32_t>(0), Packed{keys});
  return cub::DeviceMergeSort::SortKeysCopy(temporary, bytes, source, words, n, Ascending{}, stream);
}

}  // namespace farfirst::cuda::cub_merge
