#pragma once
// What the threads of a block do together: sums, reductions, and the shared memory of a launch.

#include <cuda_runtime.h>

#include <cstdint>

namespace farfirst::cuda {

inline constexpr unsigned warp_threads = 32;
inline constexpr unsigned all_lanes = 0xFFFFFFFFu;

/// The dynamic shared memory of the launch, 16-byte aligned.
template <class T>
__device__ T* dynamic_shared() {
#if defined(__CUDACC__)
  extern __shared__ __align__(16) unsigned char farfirst_dynamic_shared[];
  return reinterpret_cast<T*>(farfirst_dynamic_shared);
#else
  return static_cast<T*>(cuda_emulation::dynamic_shared());
#endif
}

__device__ inline unsigned lane_of_thread() { return threadIdx.x % warp_threads; }
__device__ inline unsigned warp_of_thread() { return threadIdx.x / warp_threads; }

/// The sum over the lanes up to and with this one.
template <class T>
__device__ T warp_inclusive_sum(T value) {
#pragma unroll
  for (unsigned distance = 1; distance < warp_threads; distance *= 2) {
    const T below = __shfl_up_sync(all_lanes, value, distance);
    if (lane_of_thread() >= distance) value = static_cast<T>(value + below);
  }
  return value;
}

/// The reduction over the warp, in every lane. `operation` is associative and commutative.
template <class T, class Operation>
__device__ T warp_reduce(T value, Operation operation) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) {
    value = operation(value, __shfl_xor_sync(all_lanes, value, distance));
  }
  return value;
}

/// The sum over the threads before this one; `total` receives that of all. Every thread of a one-dimensional block of
/// `threads` calls it. Ends with a barrier, so it may be called again at once.
template <unsigned threads, class T>
__device__ T block_exclusive_sum(T value, T& total) {
  static_assert(threads % warp_threads == 0 && threads <= warp_threads * warp_threads);
  constexpr unsigned warps = threads / warp_threads;
  __shared__ T sums[warps];
  const T inclusive = warp_inclusive_sum(value);
  if (lane_of_thread() == warp_threads - 1) sums[warp_of_thread()] = inclusive;
  __syncthreads();
  T before = 0, all = 0;
#pragma unroll
  for (unsigned warp = 0; warp < warps; ++warp) {
    if (warp < warp_of_thread()) before = static_cast<T>(before + sums[warp]);
    all = static_cast<T>(all + sums[warp]);
  }
  __syncthreads();
  total = all;
  return static_cast<T>(before + inclusive - value);
}

/// The reduction over the block, in every thread. As block_exclusive_sum.
template <unsigned threads, class T, class Operation>
__device__ T block_reduce(T value, Operation operation) {
  static_assert(threads % warp_threads == 0 && threads <= warp_threads * warp_threads);
  constexpr unsigned warps = threads / warp_threads;
  __shared__ T values[warps];
  value = warp_reduce(value, operation);
  if (lane_of_thread() == 0) values[warp_of_thread()] = value;
  __syncthreads();
  T all = values[0];
#pragma unroll
  for (unsigned warp = 1; warp < warps; ++warp) all = operation(all, values[warp]);
  __syncthreads();
  return all;
}

struct Sum {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
struct Minimum {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct Maximum {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

}  // namespace farfirst::cuda
