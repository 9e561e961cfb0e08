// See reduce.h.
#include "cuda/prim/reduce.h"

#include <farfirst/keys.h>

#include "cuda/launch.h"
#include "cuda/prim/block.cuh"

namespace farfirst::cuda {
namespace {

/// A type whose order as unsigned integers is the order of its values, so that atomics can compare it.
struct UnsignedOrder {
  using Type = std::uint32_t;
  __device__ static std::uint32_t to_bits(std::uint32_t value) { return value; }
};
struct FloatOrder {
  using Type = float;
  __device__ static std::uint32_t to_bits(float value) { return keys::ordered_bits(value); }
  __device__ static float from_bits(std::uint32_t bits) {
    return __uint_as_float(bits ^ ((bits >> 31) != 0u ? 0x80000000u : 0xFFFFFFFFu));
  }
};

template <class Order>
__global__ void __launch_bounds__(pass_threads)
    reduce(const typename Order::Type* __restrict__ values, std::uint32_t n, std::uint32_t* out) {
  std::uint32_t smallest = 0xFFFFFFFFu, largest = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * pass_threads + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * pass_threads) {
    const std::uint32_t bits = Order::to_bits(values[i]);
    smallest = min(smallest, bits);
    largest = max(largest, bits);
  }
  smallest = block_reduce<pass_threads>(smallest, Minimum());
  largest = block_reduce<pass_threads>(largest, Maximum());
  if (threadIdx.x != 0) return;
  atomicMin(&out[0], smallest);
  atomicMax(&out[1], largest);
}

/// Converts compared bits to values, in place.
__global__ void finish_floats(std::uint32_t* bits, float* out, std::uint32_t n) {
  if (threadIdx.x >= 2) return;
  const float of_none = threadIdx.x == 0 ? __uint_as_float(0x7F800000u) : __uint_as_float(0xFF800000u);
  out[threadIdx.x] = n == 0 ? of_none : FloatOrder::from_bits(bits[threadIdx.x]);
}

template <class Order>
void enqueue(const CudaDevice& device, const typename Order::Type* values, std::uint32_t n, std::uint32_t* out) {
  fill(device, out, 0xFF, sizeof(std::uint32_t));
  fill(device, out + 1, 0, sizeof(std::uint32_t));
  const unsigned enough = 8 * device.limits().multiprocessors;  // blocks of 256 threads that fill the GPU
  const unsigned blocks = blocks_for(n, pass_threads);
  launch(device, {.blocks = blocks < enough ? blocks : enough, .threads = pass_threads}, reduce<Order>, values, n, out);
}

}  // namespace

void min_max(const CudaDevice& device, const std::uint32_t* keys, std::uint32_t n, std::uint32_t* out) {
  enqueue<UnsignedOrder>(device, keys, n, out);
}

void min_max(const CudaDevice& device, const float* keys, std::uint32_t n, float* out) {
  auto* bits = reinterpret_cast<std::uint32_t*>(out);
  enqueue<FloatOrder>(device, keys, n, bits);
  launch(device, {.blocks = 1, .threads = 32}, finish_floats, bits, out, n);
}

}  // namespace farfirst::cuda
