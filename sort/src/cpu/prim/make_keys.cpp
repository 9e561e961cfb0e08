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

// Positions are gathered into one array per coordinate, a tile at a time, so that the arithmetic after that runs on
// vectors. x86-64 guarantees only narrow ones; if the processor has wider ones, a second version is taken.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define FARFIRST_VECTOR_VERSIONS __attribute__((target_clones("avx2", "default")))
#else
#define FARFIRST_VECTOR_VERSIONS
#endif

constexpr std::size_t tile = 128;

struct Corner {
  float x[tile], y[tile], z[tile];
  void gather(const Source& source, std::size_t at, std::size_t vertex) {
    keys::Point p;
    std::memcpy(&p, source.positions + vertex * source.stride, sizeof p);
    x[at] = p.x;
    y[at] = p.y;
    z[at] = p.z;
  }
  keys::Point operator[](std::size_t i) const { return {x[i], y[i], z[i]}; }
};

template <Metric metric>
FARFIRST_VECTOR_VERSIONS void keys_of_tile(const Corner& points, const Viewpoint& view,
                                           std::uint32_t* __restrict keys) {
  for (std::size_t i = 0; i < tile; ++i) keys[i] = key_of_point<metric>(points[i], view);
}

template <Metric metric, SortPoint sort_point>
FARFIRST_VECTOR_VERSIONS void keys_of_tile(const Corner (&corners)[3], const Viewpoint& view,
                                           std::uint32_t* __restrict keys) {
  for (std::size_t i = 0; i < tile; ++i) {
    keys[i] = key_of_triangle<metric, sort_point>(corners[0][i], corners[1][i], corners[2][i], view);
  }
}

template <Metric metric>
void point_keys(const Source& source, std::size_t begin, std::size_t end, std::uint32_t* keys) {
  Corner points{};
  for (; begin + tile <= end; begin += tile) {
    for (std::size_t i = 0; i < tile; ++i) points.gather(source, i, begin + i);
    keys_of_tile<metric>(points, source.view, keys + begin);
  }
  for (std::size_t i = begin; i < end; ++i) points.gather(source, i - begin, i);
  for (std::size_t i = begin; i < end; ++i) keys[i] = key_of_point<metric>(points[i - begin], source.view);
}

template <Metric metric, SortPoint sort_point>
void triangle_keys(const Source& source, std::size_t begin, std::size_t end, std::uint32_t* keys) {
  Corner corners[3]{};
  const auto gather = [&](std::size_t from, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t* triangle = source.triangles + 3 * (from + i);
      for (int k = 0; k < 3; ++k) corners[k].gather(source, i, triangle[k]);
    }
  };
  for (; begin + tile <= end; begin += tile) {
    gather(begin, tile);
    keys_of_tile<metric, sort_point>(corners, source.view, keys + begin);
  }
  gather(begin, end - begin);
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t at = i - begin;
    keys[i] = key_of_triangle<metric, sort_point>(corners[0][at], corners[1][at], corners[2][at], source.view);
  }
}

using Kernel = void (*)(const Source&, std::size_t, std::size_t, std::uint32_t*);

template <Metric metric>
Kernel kernel_of(const DistanceJob& job) {
  if (!job.triangles) return point_keys<metric>;
  switch (job.sort_point) {
    case SortPoint::nearest:
      return triangle_keys<metric, SortPoint::nearest>;
    case SortPoint::farthest:
      return triangle_keys<metric, SortPoint::farthest>;
    case SortPoint::mean:
      return triangle_keys<metric, SortPoint::mean>;
    case SortPoint::centroid:
      break;
  }
  return triangle_keys<metric, SortPoint::centroid>;
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
      job.metric == Metric::radial ? kernel_of<Metric::radial>(job) : kernel_of<Metric::view_depth>(job);
  kernel(source, begin, end, keys);
}

}  // namespace farfirst::cpu
