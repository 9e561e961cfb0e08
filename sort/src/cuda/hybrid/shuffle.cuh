#pragma once
// The optional random shuffle by atomic exchange (journal 5.1, "Random shuffling of input elements"). It separates
// neighbours with nearly the same key, which would wait for each other to increment one sublist's size.
//
// The papers do not describe it. Here every thread exchanges its item with a random slot of a pool and passes on the
// slot's item, that of some earlier thread. If the slot was empty, the thread's place in the output stays a hole. The
// items that remain in the pool, in random places too, fill the holes. No item is lost or doubled in any sequence of
// the threads, and nothing waits.

#include <farfirst/keys.h>

#include <cuda_runtime.h>

#include "partition.cuh"

namespace farfirst::cuda::hybrid {

/// A number below `range`, random for each i (the finalizer of MurmurHash3).
FARFIRST_HOST_DEVICE constexpr std::uint32_t random_slot(std::uint32_t i, std::uint32_t range) {
  std::uint32_t h = i + 0x9E3779B9u;
  h = (h ^ (h >> 16)) * 0x85EBCA6Bu;
  h = (h ^ (h >> 13)) * 0xC2B2AE35u;
  h ^= h >> 16;
  return static_cast<std::uint32_t>((std::uint64_t{h} * range) >> 32);
}

/// Gives the next number of a counter to each thread of a block that wants one.
__device__ inline std::uint32_t take_number(bool wanted, std::uint32_t* counter) {
  __shared__ std::uint32_t first;
  std::uint32_t total;
  const std::uint32_t before = block_exclusive_sum<small_threads>(wanted ? 1u : 0u, total);
  if (threadIdx.x == 0) first = total > 0 ? atomicAdd(counter, total) : 0;
  __syncthreads();
  return first + before;
}

template <class Form>
__global__ void __launch_bounds__(small_threads)
    shuffle_through_pool(Elements<Form> elements, typename Form::Item* pool, std::uint32_t slots,
                         typename Form::Item* out, std::uint32_t* holes, Control* control) {
  const std::uint32_t i = blockIdx.x * small_threads + threadIdx.x;
  typename Form::Item item = Form::nothing;
  if (i < elements.n) {
    item = static_cast<typename Form::Item>(atomicExch(for_atomics(&pool[random_slot(i, slots)]), elements[i]));
    if (item != Form::nothing) out[i] = item;
  }
  const bool hole = i < elements.n && item == Form::nothing;
  const std::uint32_t number = take_number(hole, &control->holes);
  if (hole) holes[number] = i;
}

template <class Form>
__global__ void __launch_bounds__(small_threads)
    pour_pool(const typename Form::Item* pool, std::uint32_t slots, const std::uint32_t* holes,
              typename Form::Item* out, Control* control) {
  const std::uint32_t slot = blockIdx.x * small_threads + threadIdx.x;
  const typename Form::Item item = slot < slots ? pool[slot] : Form::nothing;
  const std::uint32_t number = take_number(item != Form::nothing, &control->poured);
  if (item != Form::nothing) out[holes[number]] = item;
}

}  // namespace farfirst::cuda::hybrid
