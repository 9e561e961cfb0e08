#pragma once
// Positions and keys of the elements of a table of sources, on the device.

#include <cuda_runtime.h>
#include <farfirst/keys.h>

#include <cstdint>

#include "cuda/prim/elements.cuh"
#include "cuda/prim/source_table.h"

namespace farfirst::cuda {

template <PositionFormat format>
__device__ __forceinline__ keys::Point stored_as(const TableSource& source, std::size_t vertex) {
  const unsigned char* at = source.positions + vertex * source.stride;
  if constexpr (format == PositionFormat::float32) {
    const auto* p = reinterpret_cast<const float*>(at);
    return {p[0], p[1], p[2]};
  } else {
    const auto* words = reinterpret_cast<const std::uint32_t*>(at);
    const std::uint32_t xy = words[0], z = words[1] & 0xFFFFu, x = xy & 0xFFFFu, y = xy >> 16;
    if constexpr (format == PositionFormat::float16) {
      return {keys::of_half(x), keys::of_half(y), keys::of_half(z)};
    } else {
      return {keys::of_unorm(x, source.scale[0], source.offset[0]),
              keys::of_unorm(y, source.scale[1], source.offset[1]),
              keys::of_unorm(z, source.scale[2], source.offset[2])};
    }
  }
}

/// Calls f.operator()<format>().
template <class Function>
__device__ __forceinline__ auto with_format(const TableSource& source, Function f) {
  switch (source.format) {
    case PositionFormat::float16:
      return f.template operator()<PositionFormat::float16>();
    case PositionFormat::unorm16:
      return f.template operator()<PositionFormat::unorm16>();
    case PositionFormat::float32:
      break;
  }
  return f.template operator()<PositionFormat::float32>();
}

/// Calls f.operator()<sort_point>().
template <class Function>
__device__ __forceinline__ auto with_sort_point(const TableSource& source, Function f) {
  switch (source.sort_point) {
    case SortPoint::nearest:
      return f.template operator()<SortPoint::nearest>();
    case SortPoint::farthest:
      return f.template operator()<SortPoint::farthest>();
    case SortPoint::mean:
      return f.template operator()<SortPoint::mean>();
    case SortPoint::centroid:
      break;
  }
  return f.template operator()<SortPoint::centroid>();
}

/// Corners of a triangle. They are read once; positions are read again, and should stay in the cache.
struct Corners {
  std::uint32_t a, b, c;
  __device__ __forceinline__ static Corners of(const TableSource& source, std::size_t i) {
    const std::uint32_t* corner = source.corners + 3 * i;
    return {__ldcs(corner), __ldcs(corner + 1), __ldcs(corner + 2)};
  }
};

/// Makes the keys of a thread's elements of one source. All decisions that depend on the source are made once, and
/// several positions are loaded before the first key is made, so that loads do not wait for each other. `index(k)` is
/// the number in the source of element k of `items`; f(k, key) is called for each.
template <Metric metric, unsigned items>
struct KeysOfSource {
  template <class Index, class Function>
  __device__ __forceinline__ static void make(const TableSource& source, const Viewpoint& view, Index index,
                                              Function f) {
    if (source.corners == nullptr) return of_points(source, view, index, f);
    with_format(source, [&]<PositionFormat format>() {
      with_sort_point(source,
                      [&]<SortPoint sort_point>() { of_triangles<format, sort_point>(source, view, index, f); });
    });
  }

  template <class Index, class Function>
  __device__ __forceinline__ static void of_points(const TableSource& source, const Viewpoint& view, Index index,
                                                   Function f) {
    with_format(source, [&]<PositionFormat format>() { of_points_as<format>(source, view, index, f); });
  }

 private:
  template <PositionFormat format, class Index, class Function>
  __device__ __forceinline__ static void of_points_as(const TableSource& source, const Viewpoint& view, Index index,
                                                      Function f) {
    constexpr unsigned at_once = 4;
#pragma unroll
    for (unsigned begin = 0; begin < items; begin += at_once) {
      keys::Point point[at_once];
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) point[k] = stored_as<format>(source, index(begin + k));
      if (source.moves) {
#pragma unroll
        for (keys::Point& each : point) each = keys::transformed(each, source.transform);
      }
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) f(begin + k, key_of_point<metric>(point[k], view));
    }
  }

  /// Handles two at a time, as make_keys.cu does.
  template <PositionFormat format, SortPoint sort_point, class Index, class Function>
  __device__ __forceinline__ static void of_triangles(const TableSource& source, const Viewpoint& view, Index index,
                                                      Function f) {
    constexpr unsigned at_once = 2;
#pragma unroll 1
    for (unsigned begin = 0; begin < items; begin += at_once) {
      Corners corners[at_once];
      keys::Point point[at_once][3];
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) corners[k] = Corners::of(source, index(begin + k));
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) {
        point[k][0] = stored_as<format>(source, corners[k].a);
        point[k][1] = stored_as<format>(source, corners[k].b);
        point[k][2] = stored_as<format>(source, corners[k].c);
      }
      if (source.moves) {
#pragma unroll
        for (auto& triangle : point) {
#pragma unroll
          for (keys::Point& each : triangle) each = keys::transformed(each, source.transform);
        }
      }
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) {
        f(begin + k, key_of_triangle<metric, sort_point>(point[k][0], point[k][1], point[k][2], view));
      }
    }
  }
};

}  // namespace farfirst::cuda
