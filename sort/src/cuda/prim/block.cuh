#pragma once
// Operations of all threads of a block: sums, reductions, and the shared memory of a launch.

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

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

/// The sum over the lanes up to this one, inclusive.
template <class T>
__device__ T warp_inclusive_sum(T value) {
#pragma unroll
  for (unsigned distance = 1; distance < warp_threads; distance *= 2) {
    const T below = __shfl_up_sync(all_lanes, value, distance);
    if (lane_of_thread() >= distance) value = static_cast<T>(value + below);
  }
  return value;
}

struct Sum {
  static constexpr std::uint32_t neutral = 0;
  template <class T>
  __device__ T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
struct Minimum {
  static constexpr std::uint32_t neutral = ~0u;
  template <class T>
  __device__ T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct Maximum {
  static constexpr std::uint32_t neutral = 0;
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
inline constexpr bool has_redux = true;
#else
inline constexpr bool has_redux = false;
#endif
/// Can one instruction (redux.sync) reduce such values over a warp?
template <class T, class Operation>
__device__ constexpr bool is_one_instruction() {
  constexpr bool is_known =
      std::is_same_v<Operation, Sum> || std::is_same_v<Operation, Minimum> || std::is_same_v<Operation, Maximum>;
  return has_redux && is_known && std::is_same_v<T, std::uint32_t>;
}
/// Reduces by that instruction.
template <class Operation>
__device__ std::uint32_t redux([[maybe_unused]] std::uint32_t value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (std::is_same_v<Operation, Sum>) {
    return __reduce_add_sync(all_lanes, value);
  } else if constexpr (std::is_same_v<Operation, Minimum>) {
    return __reduce_min_sync(all_lanes, value);
  } else {
    return __reduce_max_sync(all_lanes, value);
  }
#else
  return Operation::neutral;  // never called
#endif
}

/// The reduction over the warp, in every lane. `operation` is associative and commutative.
template <class T, class Operation>
__device__ T warp_reduce(T value, Operation operation) {
  if constexpr (is_one_instruction<T, Operation>()) {
    return redux<Operation>(value);
  } else {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
      value = operation(value, __shfl_xor_sync(all_lanes, value, distance));
    }
    return value;
  }
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
  if constexpr (is_one_instruction<T, Sum>()) {
    const T of_warp = lane_of_thread() < warps ? sums[lane_of_thread()] : 0;
    __syncthreads();
    total = redux<Sum>(of_warp);
    return redux<Sum>(lane_of_thread() < warp_of_thread() ? of_warp : 0) + inclusive - value;
  } else {
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
  if constexpr (is_one_instruction<T, Operation>()) {
    const T of_warp = lane_of_thread() < warps ? values[lane_of_thread()] : Operation::neutral;
    __syncthreads();
    return redux<Operation>(of_warp);
  } else {
    T all = values[0];
#pragma unroll
    for (unsigned warp = 1; warp < warps; ++warp) all = operation(all, values[warp]);
    __syncthreads();
    return all;
  }
}

/// The largest x and the largest y over the block, in every thread. As block_exclusive_sum, with half of the barriers
/// that two reductions have.
template <unsigned threads>
__device__ uint2 block_maxima(uint2 value) {
  static_assert(threads % warp_threads == 0 && threads <= warp_threads * warp_threads);
  constexpr unsigned warps = threads / warp_threads;
  __shared__ uint2 values[warps];
  const uint2 of_warp = make_uint2(warp_reduce(value.x, Maximum()), warp_reduce(value.y, Maximum()));
  if (lane_of_thread() == 0) values[warp_of_thread()] = of_warp;
  __syncthreads();
  if constexpr (has_redux) {
    const uint2 other = lane_of_thread() < warps ? values[lane_of_thread()] : make_uint2(0, 0);
    __syncthreads();
    return make_uint2(warp_reduce(other.x, Maximum()), warp_reduce(other.y, Maximum()));
  } else {
    uint2 all = values[0];
#pragma unroll
    for (unsigned warp = 1; warp < warps; ++warp) {
      all = make_uint2(max(all.x, values[warp].x), max(all.y, values[warp].y));
    }
    __syncthreads();
    return all;
  }
}

}  // namespace farfirst::cuda
