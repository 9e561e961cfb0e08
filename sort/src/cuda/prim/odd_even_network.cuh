#pragma once
// Batcher's odd-even merge network, run by one thread in registers, and by a block in shared memory.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/odd_even_network.h"

namespace farfirst::cuda::odd_even {

template <class Item>
__device__ __forceinline__ Item choose(bool first, const Item& a, const Item& b) {
  return first ? a : b;
}

/// Puts the smaller item into a, the larger one into b.
template <class Item, class Less>
__device__ __forceinline__ void exchange(Item& a, Item& b, Less less) {
  const bool swap = less(b, a);
  const Item low = choose(swap, b, a), high = choose(swap, a, b);
  a = low;
  b = high;
}

/// The same if writing costs more than a branch.
template <class Item, class Less>
__device__ __forceinline__ void exchange_in_memory(Item& a, Item& b, Less less) {
  const Item from_a = a, from_b = b;
  if (!less(from_b, from_a)) return;
  a = from_b;
  b = from_a;
}

/// Merges runs of `run` items in registers, n a power of two: all indices are known to the compiler.
template <unsigned n, class Item, class Less>
__device__ __forceinline__ void merge_registers(Item (&items)[n], unsigned run, Less less) {
#pragma unroll
  for (unsigned distance = run; distance > 0; distance /= 2) {
#pragma unroll
    for (unsigned i = 0; i < n; ++i) {
      const unsigned in_pair = i % (2 * run);
      const bool compares =
          distance == run ? in_pair < run : (in_pair / distance) % 2 == 1 && in_pair + distance < 2 * run;
      if (compares) exchange(items[i], items[i + distance], less);
    }
  }
}

/// Sorts n items in registers, n a power of two.
template <unsigned n, class Item, class Less>
__device__ __forceinline__ void sort_registers(Item (&items)[n], Less less) {
#pragma unroll
  for (unsigned run = 1; run < n; run *= 2) merge_registers<n>(items, run, less);
}

/// Sorts n items in shared memory. All threads of the block call it, after a barrier; it ends with a barrier.
template <class Item, class Less>
__device__ void sort_block(Item* items, std::uint32_t n, Less less) {
  for (Step step; step.run < n; step = next(step)) {
    const std::uint32_t numbers = comparators(n, step.run);
    for (std::uint32_t c = threadIdx.x; c < numbers; c += blockDim.x) {
      const std::uint32_t low = lower_place(c, step);
      if (low == no_comparator || low + step.distance >= n) continue;
      exchange_in_memory(items[low], items[low + step.distance], less);
    }
    // A warp's comparators stay within twice its width as long as the runs do: other warps need not wait.
    const Step after = next(step);
    if (after.run <= warp_threads) {
      __syncwarp();
    } else {
      __syncthreads();
    }
  }
  __syncthreads();
}

}  // namespace farfirst::cuda::odd_even
