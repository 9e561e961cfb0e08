// See source_keys.h. A kernel gets a table of sources as its parameter, and a thread finds the source of its element
// there. If there are more sources than a table holds, there are several launches.
#include "cuda/prim/source_keys.h"

#include <algorithm>

#include "cuda/launch.h"
#include "cuda/prim/counted.cuh"
#include "cuda/prim/elements.cuh"
#include "cuda/prim/overlap.cuh"

namespace farfirst::cuda {
namespace {

constexpr unsigned most_sources = 16;  // of a table: with them a kernel's parameters take half of what they may

/// A source as kernels get it. Everything is prepared.
struct TableSource {
  const unsigned char* positions;
  const std::uint32_t* corners;  // null for points
  std::uint32_t stride;          // in bytes
  PositionFormat format;
  SortPoint sort_point;
  bool moves;
  float scale[3], offset[3];
  keys::Transform transform;
};

/// Some of a job's sources, and what else its keys are made of.
struct SourceTable {
  std::uint32_t sources;                   // how many
  std::uint32_t begins[most_sources + 1];  // number of each source's first element; and where the last one ends
  TableSource source[most_sources];
  const std::uint32_t* ids;  // null: all elements, each at the place of its number
  Count elements;            // of the job
  const float* eye;          // null: `view` is right
  Viewpoint view;
  keys::Steps steps;
  std::uint32_t* keys;
  std::uint32_t* unsorted;

  __device__ std::uint32_t first() const { return begins[0]; }
  __device__ std::uint32_t end() const { return begins[sources]; }
  /// The source of an element from first() to before end().
  __device__ unsigned source_of(std::uint32_t element) const {
    unsigned low = 0, high = sources;
    while (high - low > 1) {
      const unsigned middle = (low + high) / 2;
      if (begins[middle] <= element) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

__device__ keys::Point stored(const TableSource& source, std::size_t vertex) {
  const unsigned char* at = source.positions + vertex * source.stride;
  if (source.format == PositionFormat::float32) {
    const auto* p = reinterpret_cast<const float*>(at);
    return {p[0], p[1], p[2]};
  }
  const auto* words = reinterpret_cast<const std::uint16_t*>(at);
  const std::uint32_t x = words[0], y = words[1], z = words[2];
  if (source.format == PositionFormat::float16) return {keys::of_half(x), keys::of_half(y), keys::of_half(z)};
  return {keys::of_unorm(x, source.scale[0], source.offset[0]), keys::of_unorm(y, source.scale[1], source.offset[1]),
          keys::of_unorm(z, source.scale[2], source.offset[2])};
}

__device__ keys::Point point_of(const TableSource& source, std::size_t vertex) {
  const keys::Point point = stored(source, vertex);
  return source.moves ? keys::transformed(point, source.transform) : point;
}

template <Metric metric>
__device__ std::uint32_t key_in(const TableSource& source, std::size_t i, const Viewpoint& view) {
  if (source.corners == nullptr) return key_of_point<metric>(point_of(source, i), view);
  const std::uint32_t* corner = source.corners + 3 * i;
  const std::uint32_t first = __ldcs(corner), second = __ldcs(corner + 1), third = __ldcs(corner + 2);
  const keys::Point a = point_of(source, first), b = point_of(source, second), c = point_of(source, third);
  switch (source.sort_point) {
    case SortPoint::nearest:
      return key_of_triangle<metric, SortPoint::nearest>(a, b, c, view);
    case SortPoint::farthest:
      return key_of_triangle<metric, SortPoint::farthest>(a, b, c, view);
    case SortPoint::mean:
      return key_of_triangle<metric, SortPoint::mean>(a, b, c, view);
    case SortPoint::centroid:
      break;
  }
  return key_of_triangle<metric, SortPoint::centroid>(a, b, c, view);
}

/// A thread for each place: of all ids, or of the elements of this table.
template <Metric metric, bool takes_bits>
__global__ void write_source_keys(const __grid_constant__ SourceTable table, std::uint32_t first_place) {
  let_next_kernel_in();
  const std::size_t place = first_place + std::size_t{blockIdx.x} * pass_threads + threadIdx.x;
  if (place >= table.elements.n || (table.ids == nullptr && place >= table.end())) return;
  const std::uint32_t count = table.elements.get();
  if (place >= count) {
    table.keys[place] = no_key >> table.steps.shift;
    return;
  }
  const std::uint32_t element = table.ids != nullptr ? table.ids[place] : static_cast<std::uint32_t>(place);
  if (table.unsorted != nullptr && place + 1 < count && table.ids[place + 1] <= element) {
    if (*table.unsorted == 0) *table.unsorted = 1;  // if all wrote, they would wait for each other
  }
  if (element < table.first() || element >= table.end()) return;  // another launch makes its key
  const Viewpoint view = table.eye != nullptr ? view_at(table.eye) : table.view;
  const unsigned number = table.source_of(element);
  const std::uint32_t key = key_in<metric>(table.source[number], element - table.begins[number], view);
  table.keys[place] = takes_bits ? keys::with_fewer_bits<metric>(key, table.steps) : key;
}

TableSource prepared(const Source& source) {
  TableSource result{.positions = data<const unsigned char>(source.positions),
                     .corners = data<const std::uint32_t>(source.triangles),
                     .stride = source.stride,
                     .format = source.format,
                     .sort_point = source.sort_point,
                     .moves = source.transform != nullptr,
                     .scale = {},
                     .offset = {},
                     .transform = {}};
  for (int i = 0; i < 3; ++i) {
    result.scale[i] = keys::without_tiny(source.scale[i]);
    result.offset[i] = keys::without_tiny(source.offset[i]);
  }
  if (!result.moves) return result;
  std::copy_n(source.transform, std::size(result.transform.m), result.transform.m);
  result.transform = keys::prepared(result.transform);
  return result;
}

template <bool takes_bits>
void launch_table(const CudaDevice& device, Metric metric, const SourceTable& table) {
  const std::uint32_t first = table.ids != nullptr ? 0 : table.begins[0];
  const std::uint32_t end = table.ids != nullptr ? table.elements.n : table.begins[table.sources];
  launch(device, {.blocks = blocks_for(end - first, pass_threads), .threads = pass_threads},
         metric == Metric::radial ? write_source_keys<Metric::radial, takes_bits>
                                  : write_source_keys<Metric::view_depth, takes_bits>,
         table, first);
}

void launch_table(const CudaDevice& device, const DistanceJob& job, const SourceTable& table) {
  if (job.precision.is_full()) return launch_table<false>(device, job.metric, table);
  launch_table<true>(device, job.metric, table);
}

}  // namespace

void make_keys_of_sources(const CudaDevice& device, const DistanceJob& job, std::uint32_t* unsorted) {
  SourceTable table{};
  table.ids = data<const std::uint32_t>(job.ids);
  table.elements = count_of({job.n, job.count});
  table.eye = data<const float>(job.eye_on_device);
  table.view = view_of(job);
  table.steps = keys::prepared(job.precision);
  table.keys = data<std::uint32_t>(job.keys);
  table.unsorted = unsorted;
  std::uint32_t elements = 0;
  for (const Source& source : job.sources) {
    if (source.n == 0) continue;
    if (table.sources == most_sources) {
      launch_table(device, job, table);
      table.sources = 0;
    }
    table.begins[table.sources] = elements;
    table.source[table.sources++] = prepared(source);
    table.begins[table.sources] = elements += source.n;
  }
  if (table.sources != 0) launch_table(device, job, table);
}

}  // namespace farfirst::cuda
