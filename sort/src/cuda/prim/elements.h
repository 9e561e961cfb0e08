#pragma once
// The elements of a distance job with one source of unchanged float32 positions, as kernels receive them: element i has
// a key.

#include <farfirst/keys.h>

#include <cstdint>

#include "cuda/device.h"

namespace farfirst::cuda {

/// Positions, corners and the viewpoint, by value; or the viewpoint in device memory.
struct Elements {
  const float* positions;
  const std::uint32_t* corners;  // null for points
  std::size_t stride;            // in floats
  bool wide;                     // every position can be read as 16 aligned bytes
  Viewpoint view;                // prepared
  const float* eye;              // its six floats, if only the device knows them; null: `view` is the viewpoint
};

/// Eye and axis from six floats.
FARFIRST_HOST_DEVICE inline Viewpoint view_at(const float* eye) {
  return keys::prepared({{eye[0], eye[1], eye[2]}, {eye[3], eye[4], eye[5]}});
}

/// Can this be read and written 16 bytes at a time?
FARFIRST_HOST_DEVICE inline bool is_aligned(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) % 16 == 0;
}

/// The viewpoint that the host knows.
inline Viewpoint view_of(const DistanceJob& job) {
  return keys::prepared({{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}});
}

inline Elements elements_of(const DistanceJob& job) {
  const Source& source = job.sources[0];
  const auto* positions = data<const float>(source.positions);
  const std::size_t vertices = source.triangles ? source.vertex_count : source.n;
  const bool wide = source.stride == 16 && source.positions.bytes >= 16 * vertices && is_aligned(positions);
  return {positions,    data<const std::uint32_t>(source.triangles), source.stride / sizeof(float), wide,
          view_of(job), data<const float>(job.eye_on_device)};
}

}  // namespace farfirst::cuda
