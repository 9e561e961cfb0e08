// See check_order.h.
#include "cuda/prim/check_order.h"

#include "cuda/launch.h"

namespace farfirst::cuda {
namespace {

constexpr unsigned threads = 256;
constexpr std::size_t verdict_bytes = 256;  // the verdict, alone in its cache line

/// Does the pair at i - 1, i ascend in (key, index)? Both indices are in range.
__device__ bool descends(const std::uint32_t* keys, std::uint32_t before, std::uint32_t at) {
  const std::uint32_t a = keys[before], b = keys[at];
  return b < a || (b == a && at < before);
}

__global__ void find_faults(const std::uint32_t* __restrict__ keys, const std::uint32_t* __restrict__ order,
                            std::uint32_t n, std::uint32_t* __restrict__ met, std::uint32_t* __restrict__ fault) {
  const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
  bool wrong = false;
  if (i < n) {
    const std::uint32_t at = order[i];
    wrong = at >= n;
    if (!wrong) {
      const std::uint32_t bit = 1u << (at % 32);
      wrong = (atomicOr(&met[at / 32], bit) & bit) != 0;
      const std::uint32_t before = i == 0 ? at : order[i - 1];
      if (i != 0 && before < n) wrong |= descends(keys, before, at);
    }
  }
  if (__syncthreads_or(wrong ? 1 : 0) != 0 && threadIdx.x == 0) *fault = 1;
}

}  // namespace

std::size_t check_order_bytes(std::uint32_t n) noexcept { return verdict_bytes + (n / 32 + 1) * sizeof(std::uint32_t); }

void enqueue_check_order(const CudaDevice& device, const std::uint32_t* keys, const std::uint32_t* order,
                         std::uint32_t n, std::uint32_t* memory) {
  fill(device, memory, 0, check_order_bytes(n));
  std::uint32_t* met = memory + verdict_bytes / sizeof(std::uint32_t);
  launch(device, {.blocks = blocks_for(n, threads), .threads = threads}, find_faults, keys, order, n, met, memory);
}

}  // namespace farfirst::cuda
