// See source_keys.h. If there are more sources than a table holds, there are several launches.
#include "cuda/prim/source_keys.h"

#include <farfirst/keys.h>

#include <algorithm>

#include "cuda/launch.h"
#include "cuda/prim/ordered_access.cuh"
#include "cuda/prim/overlap.cuh"
#include "cuda/prim/source_table.cuh"

namespace farfirst::cuda {
namespace {

__device__ __forceinline__ keys::Point moved(const TableSource& source, keys::Point point) {
  return source.moves ? keys::transformed(point, source.transform) : point;
}
__device__ keys::Point point_of(const TableSource& source, std::size_t vertex) {
  return moved(source, with_format(source, [&]<PositionFormat format>() { return stored_as<format>(source, vertex); }));
}

template <Metric metric>
__device__ std::uint32_t key_in(const TableSource& source, std::size_t i, const Viewpoint& view) {
  if (source.corners == nullptr) return key_of_point<metric>(point_of(source, i), view);
  const Corners corners = Corners::of(source, i);
  const keys::Point a = point_of(source, corners.a), b = point_of(source, corners.b), c = point_of(source, corners.c);
  return with_sort_point(source,
                         [&]<SortPoint sort_point>() { return key_of_triangle<metric, sort_point>(a, b, c, view); });
}

/// The key as it is stored.
template <Metric metric, bool takes_bits>
__device__ __forceinline__ std::uint32_t finished(const SourceTable& table, std::uint32_t key) {
  return takes_bits ? keys::with_fewer_bits<metric>(key, table.steps) : key;
}
template <Metric metric, bool takes_bits>
__device__ std::uint32_t key_of(const SourceTable& table, std::uint32_t element, const Viewpoint& view) {
  const unsigned number = table.source_of(element);
  return finished<metric, takes_bits>(table,
                                      key_in<metric>(table.source[number], element - table.begins[number], view));
}

/// Makes keys of ids, one per thread. Other launches make those of elements in other tables.
template <Metric metric, bool takes_bits>
__global__ void write_keys_of_ids(const __grid_constant__ SourceTable table) {
  let_next_kernel_in();
  const std::size_t place = std::size_t{blockIdx.x} * pass_threads + threadIdx.x;
  if (place >= table.elements.n) return;
  const std::uint32_t count = table.elements.get();
  if (place >= count) {
    table.keys[place] = no_key >> table.steps.shift;
    return;
  }
  const std::uint32_t element = table.ids[place];
  if (table.unsorted != nullptr && place + 1 < count && table.ids[place + 1] <= element) {
    if (load_relaxed(table.unsorted) == 0)
      store_relaxed(table.unsorted, 1);  // not by all threads, which would wait for each other
  }
  if (element < table.first() || element >= table.end()) return;
  table.keys[place] = key_of<metric, takes_bits>(table, element, table.viewpoint());
}

/// Makes keys of the table's elements, a few per thread.
template <Metric metric, bool takes_bits>
__global__ void write_source_keys(const __grid_constant__ SourceTable table) {
  let_next_kernel_in();
  const unsigned number = table.source_of_block(blockIdx.x);
  const std::uint32_t begin = table.begins[number], elements = table.begins[number + 1] - begin;
  const std::uint32_t first = (blockIdx.x - table.blocks[number]) * elements_per_key_block;
  const auto own = [&](unsigned k) { return first + k * pass_threads + threadIdx.x; };
  const std::uint32_t count = table.elements.get(), counted = count > begin ? min(count - begin, elements) : 0;
  const auto store = [&](unsigned k, std::uint32_t key) {
    if (own(k) >= elements) return;
    table.keys[begin + own(k)] =
        own(k) < counted ? finished<metric, takes_bits>(table, key) : no_key >> table.steps.shift;
  };
  if (first < counted) {
    KeysOfSource<metric, elements_per_key_thread>::make(
        table.source[number], table.viewpoint(), [&](unsigned k) { return min(own(k), counted - 1); }, store);
  } else {
    for (unsigned k = 0; k < elements_per_key_thread; ++k) store(k, no_key);
  }
}

TableSource prepared(const Source& source) {
  TableSource result{.positions = data<const unsigned char>(source.positions),
                     .corners = data<const std::uint32_t>(source.triangles),
                     .stride = source.stride,
                     .format = source.format,
                     .sort_point = source.sort_point,
                     .moves = !source.transform.is_identity(),
                     .scale = {},
                     .offset = {},
                     .transform = {}};
  for (int i = 0; i < 3; ++i) {
    result.scale[i] = keys::without_tiny(source.scale[i]);
    result.offset[i] = keys::without_tiny(source.offset[i]);
  }
  if (!result.moves) return result;
  std::ranges::copy(source.transform.rows, result.transform.m);
  result.transform = keys::prepared(result.transform);
  return result;
}

template <Metric metric, bool takes_bits>
void launch_table(const CudaDevice& device, const SourceTable& table) {
  if (table.ids != nullptr) {
    return launch(device, {.blocks = blocks_for(table.elements.n, pass_threads), .threads = pass_threads},
                  write_keys_of_ids<metric, takes_bits>, table);
  }
  launch(device, {.blocks = table.blocks[table.sources], .threads = pass_threads},
         write_source_keys<metric, takes_bits>, table);
}

template <Metric metric>
void launch_table(const CudaDevice& device, const DistanceJob& job, const SourceTable& table) {
  if (job.precision.is_full()) return launch_table<metric, false>(device, table);
  launch_table<metric, true>(device, table);
}

void launch_table(const CudaDevice& device, const DistanceJob& job, const SourceTable& table) {
  if (job.metric == Metric::radial) return launch_table<Metric::radial>(device, job, table);
  launch_table<Metric::view_depth>(device, job, table);
}

SourceTable empty_table_of(const DistanceJob& job) {
  SourceTable table{};
  table.ids = data<const std::uint32_t>(job.ids);
  table.elements = count_of({job.n, job.count});
  table.eye = data<const float>(job.eye_on_device);
  table.view = view_of(job);
  table.steps = keys::prepared(job.precision);
  table.keys = data<std::uint32_t>(job.keys);
  return table;
}

/// Calls f(table) for tables that together have all sources.
template <class Function>
void for_each_table(const DistanceJob& job, Function f) {
  SourceTable table = empty_table_of(job);
  std::uint32_t elements = 0;
  for (const Source& source : job.sources) {
    if (source.n == 0) continue;
    if (table.sources == most_sources) {
      f(table);
      table.sources = 0;
    }
    const std::uint32_t number = table.sources++;
    table.source[number] = prepared(source);
    table.begins[number] = elements;
    table.begins[number + 1] = elements += source.n;
    table.blocks[number + 1] = table.blocks[number] + blocks_for(source.n, elements_per_key_block);
  }
  if (table.sources != 0) f(table);
}

template <Metric metric>
void load_kernels() {
  load(write_keys_of_ids<metric, false>);
  load(write_keys_of_ids<metric, true>);
  load(write_source_keys<metric, false>);
  load(write_source_keys<metric, true>);
}

}  // namespace

void load_source_key_kernels() {
  load_kernels<Metric::radial>();
  load_kernels<Metric::view_depth>();
}

SourceTable table_of(const DistanceJob& job) {
  SourceTable result{};
  for_each_table(job, [&](const SourceTable& table) { result = table; });
  return result;
}

void make_keys_of_sources(const CudaDevice& device, const DistanceJob& job, std::uint32_t* unsorted) {
  for_each_table(job, [&](SourceTable& table) {
    table.unsorted = unsorted;
    launch_table(device, job, table);
  });
}

}  // namespace farfirst::cuda
