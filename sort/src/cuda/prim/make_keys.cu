// See make_keys.h.
#include "cuda/prim/make_keys.h"

#include "cuda/launch.h"
#include "cuda/prim/elements.cuh"

namespace farfirst::cuda {
namespace {

constexpr unsigned threads = 256;

template <class Key>
__global__ void write_keys(Elements elements, std::uint32_t* __restrict__ keys, std::uint32_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
  if (i < n) keys[i] = Key::of(elements, i);
}

}  // namespace

void make_keys(const CudaDevice& device, const DistanceJob& job) {
  with_key(job, [&]<class Key>(Key) {
    launch(device, {.blocks = blocks_for(job.n, threads), .threads = threads}, write_keys<Key>, elements_of(job),
           data<std::uint32_t>(job.keys), job.n);
  });
}

}  // namespace farfirst::cuda
