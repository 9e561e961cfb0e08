// See farfirst/cuda.h: orders as drawing wants them. Each thread moves one element; both kernels are bound by memory.
#include <farfirst/cuda.h>

#include <cassert>

#include "cuda/launch.h"

namespace farfirst {
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
__global__ void expand(const std::uint32_t* __restrict__ order, const std::uint32_t* __restrict__ corners,
                       std::uint32_t* __restrict__ elements, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
  if (i < count) elements[i] = corners[std::size_t{order[i / 3]} * 3 + i % 3];
}

cuda::CudaDevice& current(Device& device) {
  assert(device.backend() == Backend::cuda && "not a cuda device");
  cuda::CudaDevice& own = cuda::cuda_device(static_cast<core::DeviceCore&>(device));
  own.make_current();
  return own;
}

}  // namespace

void reverse_order(Device& device, const Buffer& order, std::uint32_t n) {
  assert(order.bytes >= n * std::size_t{4} && "order is too small");
  cuda::launch(current(device), {.blocks = cuda::blocks_for(n / 2, threads), .threads = threads}, reverse_words,
               cuda::data<std::uint32_t>(order), n);
}

void expand_triangles(Device& device, const Buffer& order, const Buffer& corners, const Buffer& elements,
                      std::uint32_t n) {
  const std::size_t count = std::size_t{3} * n;
  assert(order.bytes >= n * std::size_t{4} && "order is too small");
  assert(corners.bytes >= count * 4 && "corners are too small");
  assert(elements.bytes >= count * 4 && "elements are too small");
  cuda::launch(current(device), {.blocks = cuda::blocks_for(count, threads), .threads = threads}, expand,
               cuda::data<const std::uint32_t>(order), cuda::data<const std::uint32_t>(corners),
               cuda::data<std::uint32_t>(elements), count);
}

}  // namespace farfirst
