#pragma once
// The elements of a distance job as a kernel sees them: element i has a key. For the key kernel, and for entries that
// compute distances inside their first pass.

#include <cuda_runtime.h>
#include <farfirst/keys.h>

#include <cstdint>

#include "cuda/device.h"

namespace farfirst::cuda {

/// Positions, corners and the viewpoint, by value.
struct Elements {
  const float* positions;
  const std::uint32_t* corners;  // null for points
  std::size_t stride;            // in floats
  Viewpoint view;                // prepared
};

inline Elements elements_of(const DistanceJob& job) {
  return {data<const float>(job.positions), job.triangles ? data<const std::uint32_t>(job.triangles) : nullptr,
          job.stride / sizeof(float),
          keys::prepared({{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}})};
}

__device__ inline keys::Point point_of(const Elements& elements, std::size_t vertex) {
  const float* p = elements.positions + vertex * elements.stride;
  return {p[0], p[1], p[2]};
}

/// The key of a point.
template <Measure measure>
struct PointKey {
  __device__ static std::uint32_t of(const Elements& elements, std::size_t i) {
    return key_of_point<measure>(point_of(elements, i), elements.view);
  }
  /// Of four, from number i on, a multiple of 4. Positions are packed, and begin at a multiple of 16 bytes.
  __device__ static void of_four(const Elements& elements, std::size_t i, std::uint32_t (&key)[4]) {
    const auto* p = reinterpret_cast<const float4*>(elements.positions + 3 * i);
    const float4 a = p[0], b = p[1], c = p[2];
    key[0] = key_of_point<measure>({a.x, a.y, a.z}, elements.view);
    key[1] = key_of_point<measure>({a.w, b.x, b.y}, elements.view);
    key[2] = key_of_point<measure>({b.z, b.w, c.x}, elements.view);
    key[3] = key_of_point<measure>({c.y, c.z, c.w}, elements.view);
  }
};

/// The key of a triangle.
template <Measure measure, Representative representative>
struct TriangleKey {
  __device__ static std::uint32_t of(const Elements& elements, std::size_t i) {
    const std::uint32_t* corner = elements.corners + 3 * i;
    return of_corners(elements, corner[0], corner[1], corner[2]);
  }
  /// Of four, from number i on, a multiple of 4. Corners begin at a multiple of 16 bytes.
  __device__ static void of_four(const Elements& elements, std::size_t i, std::uint32_t (&key)[4]) {
    const auto* corner = reinterpret_cast<const uint4*>(elements.corners + 3 * i);
    const uint4 a = corner[0], b = corner[1], c = corner[2];
    key[0] = of_corners(elements, a.x, a.y, a.z);
    key[1] = of_corners(elements, a.w, b.x, b.y);
    key[2] = of_corners(elements, b.z, b.w, c.x);
    key[3] = of_corners(elements, c.y, c.z, c.w);
  }
  __device__ static std::uint32_t of_corners(const Elements& elements, std::uint32_t a, std::uint32_t b,
                                             std::uint32_t c) {
    return key_of_triangle<measure, representative>(point_of(elements, a), point_of(elements, b), point_of(elements, c),
                                                    elements.view);
  }
};

/// Calls f(key) with the PointKey or TriangleKey that the job asks for.
template <class Function>
void with_key(const DistanceJob& job, Function f) {
  const auto with_representative = [&]<Measure measure>() {
    switch (job.representative) {
      case Representative::nearest:
        return f(TriangleKey<measure, Representative::nearest>());
      case Representative::farthest:
        return f(TriangleKey<measure, Representative::farthest>());
      case Representative::mean:
        return f(TriangleKey<measure, Representative::mean>());
      case Representative::centroid:
        return f(TriangleKey<measure, Representative::centroid>());
    }
  };
  const auto with_measure = [&]<Measure measure>() {
    if (!job.triangles) return f(PointKey<measure>());
    with_representative.template operator()<measure>();
  };
  if (job.measure == Measure::radial) {
    with_measure.template operator()<Measure::radial>();
  } else {
    with_measure.template operator()<Measure::view_depth>();
  }
}

}  // namespace farfirst::cuda
