#pragma once
// Functions that make the keys of elements, for the key kernel, and for entries that compute distances in their first
// pass.

#include <cuda_runtime.h>
#include <farfirst/keys.h>

#include <cstdint>

#include "cuda/prim/elements.h"

namespace farfirst::cuda {

/// The elements, with the viewpoint, which only the device may know.
__device__ __forceinline__ Elements with_view(Elements elements) {
  if (elements.eye != nullptr) elements.view = view_at(elements.eye);
  return elements;
}

/// Can positions be read for four points at a time? If not `reads_wide`, wide ones are read like any others.
template <bool reads_wide = true>
FARFIRST_HOST_DEVICE bool are_in_fours(const Elements& elements) {
  if (elements.corners != nullptr) return false;
  return (reads_wide && elements.wide) || (elements.stride == 3 && is_aligned(elements.positions));
}

/// Wide positions are read 16 bytes at a time if `reads_wide`; kernels without registers for that pass false.
template <bool reads_wide = true>
__device__ __forceinline__ keys::Point point_of(const Elements& elements, std::size_t vertex) {
  const float* p = elements.positions + vertex * elements.stride;
  if (reads_wide && elements.wide) {
    const float4 all = *reinterpret_cast<const float4*>(p);
    return {all.x, all.y, all.z};
  }
  return {p[0], p[1], p[2]};
}

/// The key of a point.
template <Metric of_metric, bool reads_wide = true>
struct PointKey {
  static constexpr Metric metric = of_metric;
  __device__ static std::uint32_t of(const Elements& elements, std::size_t i) {
    return key_of_point<metric>(point_of<reads_wide>(elements, i), elements.view);
  }
  /// The positions of four points. Loading them and making their keys are two steps, so that several loads are in
  /// flight at once.
  struct Four {
    float4 a, b, c;
  };
  /// From number i on, a multiple of 4.
  __device__ __forceinline__ static Four load_four(const Elements& elements, std::size_t i) {
    const std::size_t stride = reads_wide ? elements.stride : 3;
    const auto* words = reinterpret_cast<const float4*>(elements.positions + stride * i);
    const float4 a = words[0], b = words[1], c = words[2];
    if (!reads_wide || !elements.wide) return {a, b, c};
    const float4 d = words[3];
    return {make_float4(a.x, a.y, a.z, b.x), make_float4(b.y, b.z, c.x, c.y), make_float4(c.z, d.x, d.y, d.z)};
  }
  __device__ __forceinline__ static void make_four(const Elements& elements, const Four& four, std::uint32_t* made) {
    const auto& [a, b, c] = four;
    const keys::Point points[] = {{a.x, a.y, a.z}, {a.w, b.x, b.y}, {b.z, b.w, c.x}, {c.y, c.z, c.w}};
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) made[k] = key_of_point<metric>(points[k], elements.view);
  }
};

/// The key of a triangle.
template <Metric of_metric, SortPoint sort_point>
struct TriangleKey {
  static constexpr Metric metric = of_metric;
  __device__ static std::uint32_t of(const Elements& elements, std::size_t i) {
    // Corners are read once. Positions are read again, and should stay in the cache.
    const std::uint32_t* corner = elements.corners + 3 * i;
    const std::uint32_t first = __ldcs(corner), second = __ldcs(corner + 1), third = __ldcs(corner + 2);
    return key_of_triangle<metric, sort_point>(point_of(elements, first), point_of(elements, second),
                                               point_of(elements, third), elements.view);
  }
};

/// Calls store_four(i, keys) for the keys of four points from number i on, and store(i, key) for the remaining ones at
/// the end: those of the thread of this number.
template <class Key, class StoreFour, class Store>
__device__ __forceinline__ void for_keys_in_fours(const Elements& elements, std::uint32_t n, std::uint32_t thread,
                                                  StoreFour store_four, Store store) {
  const std::uint32_t i = 4 * thread;
  if (i + 4 <= n) {
    std::uint32_t keys[4];
    Key::make_four(elements, Key::load_four(elements, i), keys);
    store_four(i, keys);
  } else {
    for (std::uint32_t k = i; k < n; ++k) store(k, Key::of(elements, k));
  }
}

/// Calls f(key) with the PointKey or TriangleKey of such a source.
template <class Function>
void with_key(const Source& source, Metric wanted, Function f) {
  const auto with_sort_point = [&]<Metric metric>() {
    switch (source.sort_point) {
      case SortPoint::nearest:
        return f(TriangleKey<metric, SortPoint::nearest>());
      case SortPoint::farthest:
        return f(TriangleKey<metric, SortPoint::farthest>());
      case SortPoint::mean:
        return f(TriangleKey<metric, SortPoint::mean>());
      case SortPoint::centroid:
        return f(TriangleKey<metric, SortPoint::centroid>());
    }
  };
  const auto with_metric = [&]<Metric metric>() {
    if (!source.triangles) return f(PointKey<metric>());
    with_sort_point.template operator()<metric>();
  };
  if (wanted == Metric::radial) {
    with_metric.template operator()<Metric::radial>();
  } else {
    with_metric.template operator()<Metric::view_depth>();
  }
}
/// Calls f with all of them.
template <class Function>
void for_each_key(Function f) {
  const auto with_metric = [&]<Metric metric>() {
    f(PointKey<metric>());
    f(TriangleKey<metric, SortPoint::nearest>());
    f(TriangleKey<metric, SortPoint::farthest>());
    f(TriangleKey<metric, SortPoint::mean>());
    f(TriangleKey<metric, SortPoint::centroid>());
  };
  with_metric.template operator()<Metric::radial>();
  with_metric.template operator()<Metric::view_depth>();
}

}  // namespace farfirst::cuda
