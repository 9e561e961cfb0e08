// See indices.h.
#include "cuda/prim/indices.h"

#include "cuda/launch.h"

namespace farfirst::cuda {
namespace {

__global__ void count_up(std::uint32_t* indices, std::uint32_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * pass_threads + threadIdx.x;
  if (i < n) indices[i] = static_cast<std::uint32_t>(i);
}

}  // namespace

Indices::Indices(CudaDevice& device, std::uint32_t n) : memory_(device, n * sizeof(std::uint32_t)) {
  launch(device, {.blocks = blocks_for(n, pass_threads), .threads = pass_threads}, count_up,
         cuda::data<std::uint32_t>(static_cast<const Buffer&>(memory_)), n);
  device.wait();
}

}  // namespace farfirst::cuda
