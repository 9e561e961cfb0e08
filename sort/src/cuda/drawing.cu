// Converts orders to what drawing needs. Each thread moves one element; both kernels are limited by memory.
#include "cuda/launch.h"

namespace farfirst::cuda {
namespace {

constexpr unsigned threads = 256;

__global__ void reverse_words(std::uint32_t* words, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * threads + threadIdx.x;
  if (i >= n / 2) return;
  const std::uint32_t other = n - 1 - i;
  const std::uint32_t word = words[i];
  words[i] = words[other];
  words[other] = word;
}

/// A thread per corner: neighbours write neighbouring words.
__global__ void expand_corners(const std::uint32_t* __restrict__ order, const std::uint32_t* __restrict__ corners,
                               std::uint32_t* __restrict__ elements, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
  if (i < count) elements[i] = corners[std::size_t{order[i / 3]} * 3 + i % 3];
}

}  // namespace

void CudaDevice::reverse(const Buffer& order, std::uint32_t n) {
  launch(*this, {.blocks = blocks_for(n / 2, threads), .threads = threads}, reverse_words, data<std::uint32_t>(order),
         n);
}

void CudaDevice::expand(const Buffer& order, const Buffer& corners, const Buffer& elements, std::uint32_t n) {
  const std::size_t count = std::size_t{3} * n;
  launch(*this, {.blocks = blocks_for(count, threads), .threads = threads}, expand_corners,
         data<const std::uint32_t>(order), data<const std::uint32_t>(corners), data<std::uint32_t>(elements), count);
}

}  // namespace farfirst::cuda
