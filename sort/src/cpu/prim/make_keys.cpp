// See make_keys.h. This file, like all of the library, is compiled without fused multiply-add.
#include "cpu/prim/make_keys.h"

#include <farfirst/keys.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "cpu/device.h"

namespace farfirst::cpu {
namespace {

/// The elements of one source: place i of the job holds element ids[i], or i, less `first`.
struct Elements {
  const std::byte* positions;
  std::size_t stride;
  const std::uint32_t* triangles;
  const std::uint32_t* ids;  // null: all
  std::uint32_t first;       // number of the source's first element
  Viewpoint view;
  PositionFormat format;
  float scale[3], offset[3];  // without tiny numbers
  bool moves;
  keys::Transform transform;

  std::size_t element_at(std::size_t place) const {
    return (ids != nullptr ? ids[place] : static_cast<std::uint32_t>(place)) - first;
  }
};

// Positions are gathered into one array per coordinate, a tile at a time, so that the arithmetic runs on vectors.
// x86-64 guarantees only narrow ones; a second version serves processors with wider ones. Not with sanitizers, since
// the choice of the version runs before them.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define FARFIRST_VECTOR_VERSIONS __attribute__((target_clones("avx2", "default")))
#else
#define FARFIRST_VECTOR_VERSIONS
#endif

constexpr std::size_t tile = 128;

/// Reads a position of any format and transform. Corner::gather reads those of a plain source.
keys::Point position(const Elements& elements, std::size_t vertex) {
  const std::byte* at = elements.positions + vertex * elements.stride;
  float p[3];
  if (elements.format == PositionFormat::float32) {
    std::memcpy(p, at, sizeof p);
  } else {
    std::uint16_t words[3];
    std::memcpy(words, at, sizeof words);
    for (int i = 0; i < 3; ++i) {
      p[i] = elements.format == PositionFormat::float16
                 ? keys::of_half(words[i])
                 : keys::of_unorm(words[i], elements.scale[i], elements.offset[i]);
    }
  }
  const keys::Point point{p[0], p[1], p[2]};
  return elements.moves ? keys::transformed(point, elements.transform) : point;
}

template <bool plain>
struct Corner {
  float x[tile], y[tile], z[tile];
  void gather(const Elements& elements, std::size_t at, std::size_t vertex) {
    keys::Point p;
    if constexpr (plain) {
      std::memcpy(&p, elements.positions + vertex * elements.stride, sizeof p);
    } else {
      p = position(elements, vertex);
    }
    x[at] = p.x;
    y[at] = p.y;
    z[at] = p.z;
  }
  keys::Point operator[](std::size_t i) const { return {x[i], y[i], z[i]}; }
};

template <Metric metric, bool plain>
FARFIRST_VECTOR_VERSIONS void keys_of_tile(const Corner<plain>& points, const Viewpoint& view,
                                           std::uint32_t* __restrict keys) {
  for (std::size_t i = 0; i < tile; ++i) keys[i] = key_of_point<metric>(points[i], view);
}

template <Metric metric, SortPoint sort_point, bool plain>
FARFIRST_VECTOR_VERSIONS void keys_of_tile(const Corner<plain> (&corners)[3], const Viewpoint& view,
                                           std::uint32_t* __restrict keys) {
  for (std::size_t i = 0; i < tile; ++i) {
    keys[i] = key_of_triangle<metric, sort_point>(corners[0][i], corners[1][i], corners[2][i], view);
  }
}

template <Metric metric, bool plain>
void point_keys(const Elements& elements, std::size_t begin, std::size_t end, std::uint32_t* keys) {
  Corner<plain> points{};
  const auto gather = [&](std::size_t from, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) points.gather(elements, i, elements.element_at(from + i));
  };
  for (; begin + tile <= end; begin += tile) {
    gather(begin, tile);
    keys_of_tile<metric>(points, elements.view, keys + begin);
  }
  gather(begin, end - begin);
  for (std::size_t i = begin; i < end; ++i) keys[i] = key_of_point<metric>(points[i - begin], elements.view);
}

template <Metric metric, SortPoint sort_point, bool plain>
void triangle_keys(const Elements& elements, std::size_t begin, std::size_t end, std::uint32_t* keys) {
  Corner<plain> corners[3]{};
  const auto gather = [&](std::size_t from, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t* triangle = elements.triangles + 3 * elements.element_at(from + i);
      for (int k = 0; k < 3; ++k) corners[k].gather(elements, i, triangle[k]);
    }
  };
  for (; begin + tile <= end; begin += tile) {
    gather(begin, tile);
    keys_of_tile<metric, sort_point>(corners, elements.view, keys + begin);
  }
  gather(begin, end - begin);
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t at = i - begin;
    keys[i] = key_of_triangle<metric, sort_point>(corners[0][at], corners[1][at], corners[2][at], elements.view);
  }
}

using Kernel = void (*)(const Elements&, std::size_t, std::size_t, std::uint32_t*);

template <Metric metric, bool plain>
Kernel kernel_of(const Source& source) {
  if (!source.triangles) return point_keys<metric, plain>;
  switch (source.sort_point) {
    case SortPoint::nearest:
      return triangle_keys<metric, SortPoint::nearest, plain>;
    case SortPoint::farthest:
      return triangle_keys<metric, SortPoint::farthest, plain>;
    case SortPoint::mean:
      return triangle_keys<metric, SortPoint::mean, plain>;
    case SortPoint::centroid:
      break;
  }
  return triangle_keys<metric, SortPoint::centroid, plain>;
}

Kernel kernel_of(const Source& source, Metric metric) {
  const bool plain = source.format == PositionFormat::float32 && source.transform.is_identity();
  if (metric == Metric::radial) {
    return plain ? kernel_of<Metric::radial, true>(source) : kernel_of<Metric::radial, false>(source);
  }
  return plain ? kernel_of<Metric::view_depth, true>(source) : kernel_of<Metric::view_depth, false>(source);
}

Viewpoint view_of(const DistanceJob& job) {
  Viewpoint view;
  if (job.eye_on_device) {
    std::memcpy(&view, data<const float>(job.eye_on_device), sizeof view);
  } else {
    std::copy_n(job.eye, 3, view.eye);
    std::copy_n(job.axis, 3, view.axis);
  }
  return keys::prepared(view);
}

Elements elements_of(const Source& source, std::uint32_t first, const std::uint32_t* ids, const Viewpoint& view) {
  Elements elements{.positions = data<const std::byte>(source.positions),
                    .stride = source.stride,
                    .triangles = data<const std::uint32_t>(source.triangles),
                    .ids = ids,
                    .first = first,
                    .view = view,
                    .format = source.format,
                    .scale = {},
                    .offset = {},
                    .moves = !source.transform.is_identity(),
                    .transform = {}};
  for (int i = 0; i < 3; ++i) {
    elements.scale[i] = keys::without_tiny(source.scale[i]);
    elements.offset[i] = keys::without_tiny(source.offset[i]);
  }
  if (!elements.moves) return elements;
  std::ranges::copy(source.transform.rows, elements.transform.m);
  elements.transform = keys::prepared(elements.transform);
  return elements;
}

template <Metric metric>
void take_bits(const keys::Steps& steps, std::size_t begin, std::size_t end, std::uint32_t* keys) {
  for (std::size_t i = begin; i < end; ++i) keys[i] = keys::with_fewer_bits<metric>(keys[i], steps);
}

/// Reduces keys of 32 bits, which are still in the cache, to the bits that the job asks for.
void take_bits(const DistanceJob& job, std::size_t begin, std::size_t end, std::uint32_t* keys) {
  if (job.precision.is_full()) return;
  const keys::Steps steps = keys::prepared(job.precision);
  if (job.metric == Metric::radial) return take_bits<Metric::radial>(steps, begin, end, keys);
  take_bits<Metric::view_depth>(steps, begin, end, keys);
}

/// The end of the run of places from `begin`, before `end`, whose element numbers lie from `first` to before `last`.
std::size_t end_of_run(const std::uint32_t* ids, std::size_t begin, std::size_t end, std::size_t first,
                       std::size_t last) {
  if (ids == nullptr) return std::clamp(last, begin, end);
  while (begin < end && ids[begin] >= first && ids[begin] < last) ++begin;
  return begin;
}

}  // namespace

/// Places are processed in runs of elements of one source. Ascending ids, as from culling, form long runs.
void make_keys(const DistanceJob& job, std::size_t begin, std::size_t end, std::uint32_t* keys) {
  const auto* ids = data<const std::uint32_t>(job.ids);
  const Viewpoint view = view_of(job);
  while (begin < end) {
    const std::size_t number = ids != nullptr ? ids[begin] : begin;
    std::size_t first = 0;
    auto source = job.sources.begin();
    while (source + 1 != job.sources.end() && number >= first + source->n) first += (source++)->n;
    const std::size_t run = end_of_run(ids, begin, end, first, first + source->n);
    const Kernel kernel = kernel_of(*source, job.metric);
    kernel(elements_of(*source, static_cast<std::uint32_t>(first), ids, view), begin, run, keys);
    take_bits(job, begin, run, keys);
    if (run == begin) return;  // misuse: no source has this number
    begin = run;
  }
}

}  // namespace farfirst::cpu
