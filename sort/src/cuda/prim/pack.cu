// See pack.h.
#include "cuda/prim/pack.h"

#include "cuda/launch.h"

namespace farfirst::cuda {
namespace {

__global__ void pack_kernel(const std::uint32_t* __restrict__ keys, Word* __restrict__ words, std::uint32_t n,
                            std::uint32_t padded_n) {
  const std::size_t i = std::size_t{blockIdx.x} * pass_threads + threadIdx.x;
  if (i < padded_n) words[i] = i < n ? pack(keys[i], static_cast<std::uint32_t>(i)) : padding;
}

__global__ void unpack_kernel(const Word* __restrict__ words, std::uint32_t n, std::uint32_t* __restrict__ order,
                              std::uint32_t* __restrict__ sorted_keys) {
  const std::size_t i = std::size_t{blockIdx.x} * pass_threads + threadIdx.x;
  if (i >= n) return;
  const Word word = words[i];
  order[i] = index_of(word);
  if (sorted_keys != nullptr) sorted_keys[i] = key_of(word);
}

}  // namespace

void pack_words(const CudaDevice& device, const std::uint32_t* keys, Word* words, std::uint32_t n,
                std::uint32_t padded_n) {
  launch(device, {.blocks = blocks_for(padded_n, pass_threads), .threads = pass_threads}, pack_kernel, keys, words, n,
         padded_n);
}

void unpack_words(const CudaDevice& device, const Word* words, std::uint32_t n, std::uint32_t* order,
                  std::uint32_t* sorted_keys) {
  launch(device, {.blocks = blocks_for(n, pass_threads), .threads = pass_threads}, unpack_kernel, words, n, order,
         sorted_keys);
}

}  // namespace farfirst::cuda
