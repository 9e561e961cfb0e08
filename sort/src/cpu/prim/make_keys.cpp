// See make_keys.h. This file, like all of the library, is compiled without fused multiply-add.
#include "cpu/prim/make_keys.h"

#include <cstring>

namespace farfirst::cpu {
namespace {

struct Source {
  const std::byte* positions;
  std::size_t stride;
  const std::uint32_t* triangles;
  Viewpoint view;
};

inline keys::Point point(const Source& source, std::size_t vertex) {
  keys::Point p;
  std::memcpy(&p, source.positions + vertex * source.stride, sizeof p);
  return p;
}

template <Measure measure>
void point_keys(const Source& source, std::size_t begin, std::size_t end, std::uint32_t* keys) {
  for (std::size_t i = begin; i < end; ++i) keys[i] = key_of_point<measure>(point(source, i), source.view);
}

template <Measure measure, Representative representative>
void triangle_keys(const Source& source, std::size_t begin, std::size_t end, std::uint32_t* keys) {
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t* corner = source.triangles + 3 * i;
    keys[i] = key_of_triangle<measure, representative>(point(source, corner[0]), point(source, corner[1]),
                                                       point(source, corner[2]), source.view);
  }
}

using Kernel = void (*)(const Source&, std::size_t, std::size_t, std::uint32_t*);

template <Measure measure>
Kernel kernel_of(const DistanceJob& job) {
  if (!job.triangles) return point_keys<measure>;
  switch (job.representative) {
    case Representative::nearest:
      return triangle_keys<measure, Representative::nearest>;
    case Representative::farthest:
      return triangle_keys<measure, Representative::farthest>;
    case Representative::mean:
      return triangle_keys<measure, Representative::mean>;
    case Representative::centroid:
      break;
  }
  return triangle_keys<measure, Representative::centroid>;
}

}  // namespace

void make_keys(const DistanceJob& job, std::size_t begin, std::size_t end, std::uint32_t* keys) {
  Source source;
  source.positions = reinterpret_cast<const std::byte*>(job.positions.handle + job.positions.offset);
  source.stride = job.stride;
  source.triangles = reinterpret_cast<const std::uint32_t*>(job.triangles.handle + job.triangles.offset);
  std::memcpy(source.view.eye, job.eye, sizeof job.eye);
  std::memcpy(source.view.axis, job.axis, sizeof job.axis);
  source.view = keys::prepared(source.view);
  const Kernel kernel =
      job.measure == Measure::radial ? kernel_of<Measure::radial>(job) : kernel_of<Measure::view_depth>(job);
  kernel(source, begin, end, keys);
}

}  // namespace farfirst::cpu
