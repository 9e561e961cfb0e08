#pragma once
// How many elements a call has, and in which direction it writes them. Most calls are plain: the host knows the number,
// and the order is back to front. Kernels of plain calls know that when they are compiled, so that the others cost them
// nothing. The others work on a copy of their parameter, in which the number is that of the device.

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

namespace farfirst::cuda::farfirst {

struct Extent {
  std::uint32_t n = 0;                   // at most
  const std::uint32_t* count = nullptr;  // null: there are n

  /// The number of elements. What writes the count has ended when this is called.
  __device__ std::uint32_t elements() const { return count == nullptr ? n : min(*count, n); }
};

/// A word of shared memory for the number of elements, in kernels that have no register left for it.
__device__ __forceinline__ std::uint32_t* number_in_shared() {
  __shared__ std::uint32_t n;
  return &n;
}

/// A copy of a kernel's parameter in shared memory, changed by one thread. Has a barrier.
template <class T, class Change>
__device__ __forceinline__ const T& changed_copy(const T& given, Change change) {
  static_assert(std::is_trivially_copyable_v<T>);
  alignas(16) __shared__ unsigned char memory[sizeof(T)];
  T& copy = *reinterpret_cast<T*>(memory);
  if (threadIdx.x == 0) {
    copy = given;
    change(copy);
  }
  __syncthreads();
  return copy;
}

/// A place of the order, in a call with n elements. `plain` as a constant makes this free.
template <bool plain>
__device__ __forceinline__ std::uint32_t directed(std::uint32_t place, std::uint32_t n, bool reversed) {
  return !plain && reversed ? n - 1 - place : place;
}

/// What an order holds instead of indices. If ids ascend wherever keys are equal, elements take them along instead of
/// their indices, and they are read in sequence. Others are read when the order is written, at random. Plain calls have
/// none.
struct Ids {
  const std::uint32_t* ids = nullptr;  // null: none
  std::uint32_t end = 0;               // they are below it
  // What makes the keys writes this call's number here if the ids do not ascend. Null: the host knows that they do.
  const std::uint32_t* mixed = nullptr;
  std::uint32_t call = 0;

  /// The array that is read at the beginning, and the one that is read at the end; or null. The kernel that makes the
  /// keys must have ended.
  __device__ const std::uint32_t* for_items() const { return are_mixed() ? nullptr : ids; }
  __device__ const std::uint32_t* for_order() const { return are_mixed() ? ids : nullptr; }

 private:
  __device__ bool are_mixed() const { return mixed != nullptr && *mixed == call; }
};

/// An entry of an array of ids, or the index itself if there is none. No kernel that calls this writes ids, so they may
/// be loaded before other words are stored.
template <bool plain>
__device__ __forceinline__ std::uint32_t id_of(const std::uint32_t* ids, std::uint32_t index) {
  return !plain && ids != nullptr ? __ldg(ids + index) : index;
}

}  // namespace farfirst::cuda::farfirst
