#pragma once
// The number of elements of a call, and the direction of its order. Most calls are plain: the host knows the number
// and the eye, and the order is back to front and holds indices. Kernels of plain calls are compiled for that, so
// that the others cost them nothing. The others work on a copy of their parameter, with the number that the device
// knows.

#include <cuda_runtime.h>

#include <cstdint>

#include "ids.h"

namespace farfirst::cuda::farfirst {

struct ElementCount {
  std::uint32_t n = 0;                   // the maximum
  const std::uint32_t* count = nullptr;  // null: there are n

  /// The number of elements. The writer of the count has ended when this is called.
  __device__ std::uint32_t elements() const { return count == nullptr ? n : min(*count, n); }
};

/// A place in the order of a call with n elements. If `plain` is a constant, this is free.
template <bool plain>
__device__ __forceinline__ std::uint32_t directed(std::uint32_t place, std::uint32_t n, bool reversed) {
  return !plain && reversed ? n - 1 - place : place;
}

/// True if the ids are gathered at the end. The kernel that makes the keys must have ended.
__device__ __forceinline__ bool are_unsorted(const Ids& ids) {
  return ids.unsorted != nullptr && ids.unsorted->found != 0;
}
/// The ids that move with the elements, or null.
__device__ __forceinline__ const std::uint32_t* ids_of_elements(const Ids& ids) {
  return are_unsorted(ids) ? nullptr : ids.ids;
}
/// The index or id that moves with an element. Plain calls have no ids. No kernel that calls this writes any, so they
/// may be loaded before other words are stored.
template <bool plain>
__device__ __forceinline__ std::uint32_t id_of(const std::uint32_t* ids, std::uint32_t index) {
  return !plain && ids != nullptr ? __ldg(ids + index) : index;
}
/// The same for addressing memory: ids that no element has do no harm.
__device__ __forceinline__ std::uint32_t id_below(std::uint32_t end, const std::uint32_t* ids, std::uint32_t index) {
  return min(__ldg(ids + index), end - 1);
}

}  // namespace farfirst::cuda::farfirst
