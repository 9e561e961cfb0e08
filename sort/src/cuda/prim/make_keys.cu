// See make_keys.h.
#include "cuda/prim/make_keys.h"

#include "cuda/launch.h"
#include "cuda/prim/elements.cuh"
#include "cuda/prim/overlap.cuh"

namespace farfirst::cuda {
namespace {

constexpr unsigned threads = 256;

/// Two to a thread, so that the corners of one are loaded while the thread waits for those of the other. More were
// slower.
template <class Key>
__global__ void write_keys(Elements elements, std::uint32_t* __restrict__ keys, std::uint32_t n) {
  let_next_kernel_in();
  const std::size_t i = std::size_t{blockIdx.x} * 2 * threads + threadIdx.x, k = i + threads;
  if (k < n) {
    const std::uint32_t first = Key::of(elements, i), second = Key::of(elements, k);
    keys[i] = first;
    keys[k] = second;
  } else if (i < n) {
    keys[i] = Key::of(elements, i);
  }
}

/// For points whose positions can be read for four at a time.
template <class Key>
__global__ void write_keys_in_fours(Elements elements, std::uint32_t* __restrict__ keys, std::uint32_t n) {
  let_next_kernel_in();
  for_keys_in_fours<Key>(
      elements, n, blockIdx.x * threads + threadIdx.x,
      [&](std::uint32_t i, const std::uint32_t* made) {
        *reinterpret_cast<uint4*>(keys + i) = make_uint4(made[0], made[1], made[2], made[3]);
      },
      [&](std::uint32_t i, std::uint32_t made) { keys[i] = made; });
}

}  // namespace

void make_keys(const CudaDevice& device, const DistanceJob& job) {
  const Elements elements = elements_of(job);
  auto* keys = data<std::uint32_t>(job.keys);
  with_key(job, [&]<class Key>(Key) {
    if constexpr (requires { typename Key::Four; }) {
      if (are_in_fours(elements) && is_aligned(keys)) {
        return launch(device, {.blocks = blocks_for(job.n, 4 * threads), .threads = threads}, write_keys_in_fours<Key>,
                      elements, keys, job.n);
      }
    }
    launch(device, {.blocks = blocks_for(job.n, 2 * threads), .threads = threads}, write_keys<Key>, elements, keys,
           job.n);
  });
}

}  // namespace farfirst::cuda
