#pragma once
// How many elements a call has, and in which direction it writes them. Most calls are plain: the host knows the number
// and the eye, and the order is back to front and holds indices. Kernels of plain calls are compiled for that, so that
// the others cost them nothing. The others work on a copy of their parameter, in which the number is that of the
// device.

#include <cuda_runtime.h>

#include <cstdint>

#include "ids.h"

namespace farfirst::cuda::farfirst {

struct ElementCount {
  std::uint32_t n = 0;                   // at most
  const std::uint32_t* count = nullptr;  // null: there are n

  /// The number of elements. What writes the count has ended when this is called.
  __device__ std::uint32_t elements() const { return count == nullptr ? n : min(*count, n); }
};

/// A place of the order, in a call with n elements. `plain` as a constant makes this free.
template <bool plain>
__device__ __forceinline__ std::uint32_t directed(std::uint32_t place, std::uint32_t n, bool reversed) {
  return !plain && reversed ? n - 1 - place : place;
}

/// Are the ids gathered at the end? The kernel that makes the keys must have ended.
__device__ __forceinline__ bool are_unsorted(const Ids& ids) {
  return ids.unsorted != nullptr && ids.unsorted->found != 0;
}
/// Those that elements take along, or null.
__device__ __forceinline__ const std::uint32_t* ids_of_elements(const Ids& ids) {
  return are_unsorted(ids) ? nullptr : ids.ids;
}
/// What an element takes along. Plain calls have no ids. No kernel that calls this writes any, so they may be loaded
/// before other words are stored.
template <bool plain>
__device__ __forceinline__ std::uint32_t id_of(const std::uint32_t* ids, std::uint32_t index) {
  return !plain && ids != nullptr ? __ldg(ids + index) : index;
}
/// The same where memory is addressed by it: ids that no element has do no harm.
__device__ __forceinline__ std::uint32_t id_below(std::uint32_t end, const std::uint32_t* ids, std::uint32_t index) {
  return min(__ldg(ids + index), end - 1);
}

}  // namespace farfirst::cuda::farfirst
