#pragma once
// The elements of a distance job with one source of float32 positions as they are, as kernels get them: element i has a
// key.

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

/// The viewpoint that the host knows.
inline Viewpoint view_of(const DistanceJob& job) {
  return keys::prepared({{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}});
}

inline Elements elements_of(const DistanceJob& job) {
  const Source& source = job.sources[0];
  return {data<const float>(source.positions), data<const std::uint32_t>(source.triangles),
          source.stride / sizeof(float), view_of(job)};
}

}  // namespace farfirst::cuda
