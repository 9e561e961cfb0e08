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
};

/// The key of a triangle.
template <Measure measure, Representative representative>
struct TriangleKey {
  __device__ static std::uint32_t of(const Elements& elements, std::size_t i) {
    const std::uint32_t* corner = elements.corners + 3 * i;
    return key_of_triangle<measure, representative>(point_of(elements, corner[0]), point_of(elements, corner[1]),
                                                    point_of(elements, corner[2]), elements.view);
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
