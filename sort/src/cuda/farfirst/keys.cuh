#pragma once
// Keys of elements for both paths, made where they are needed. If the data is suitably aligned, four elements are read
// at once. Loading and making keys are two steps, so that several loads can be in flight at once.

#include <farfirst/keys.h>

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "cuda/prim/elements.cuh"
#include "cuda/prim/source_table.cuh"
#include "hybrid/pivots.h"
#include "memory.cuh"
#include "task.h"

namespace farfirst::cuda::farfirst {

/// Prefetches a part of an array into the L2 cache; the block's threads share its lines.
__device__ inline void fetch_lines(const void* array, std::size_t begin, std::size_t end) {
#if defined(__CUDA_ARCH__)
  constexpr unsigned line = 128;
  const char* bytes = static_cast<const char*>(array);
  for (std::size_t at = begin + threadIdx.x * line; at < end; at += blockDim.x * line) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(bytes + at));
  }
#else
  static_cast<void>(array), static_cast<void>(begin), static_cast<void>(end);
#endif
}

/// Keys in memory, with their scale. An earlier stage of the same kernel may have written them.
struct KeptKeys {
  static constexpr bool are_made_before = true, are_of_sources = false;  // perhaps by the previous kernel
  const std::uint32_t* keys;
  Scale scale;
  bool in_fours;  // four can be read at once

  FARFIRST_HOST_DEVICE static KeptKeys of(const std::uint32_t* keys, Scale scale) {
    return {keys, scale, is_aligned(keys)};
  }

  __device__ __forceinline__ std::uint32_t take(std::uint32_t i) const { return load_cg(keys + i); }
  /// The source of the four keys from number i on, a multiple of 4.
  using Four = uint4;
  __device__ __forceinline__ Four load_four(std::uint32_t i) const {
    return load_cg(reinterpret_cast<const uint4*>(keys + i));
  }
  __device__ __forceinline__ void make_four(const Four& four, std::uint32_t* key) const {
    key[0] = four.x, key[1] = four.y, key[2] = four.z, key[3] = four.w;
  }
  __device__ __forceinline__ bool keeps() const { return false; }
  __device__ __forceinline__ void keep(std::uint32_t, std::uint32_t) const {}
  __device__ __forceinline__ void keep_four(std::uint32_t, const std::uint32_t*) const {}
  /// Prefetches the source of the keys of `count` elements from `first` on, of n.
  __device__ __forceinline__ void fetch(std::size_t first, std::size_t count, std::size_t n) const {
    fetch_lines(keys, 4 * first, 4 * min(first + count, n));
  }
};

/// Keys made from points; see point_of() for wide ones.
template <Metric metric_, bool reads_wide = true>
struct PointKeys {
  using Key = PointKey<metric_, reads_wide>;
  static constexpr Metric metric = metric_;
  static constexpr Scale scale = scale_of(metric);
  static constexpr bool are_made_before = false, are_of_sources = false;
  Elements elements;
  std::uint32_t* keys;  // where made keys are kept; may be null
  bool in_fours;        // positions can be read, and keys written, for four points at once

  /// The same in a call that is not plain: perhaps only the device knows the viewpoint.
  __device__ __forceinline__ PointKeys of_call() const { return {with_view(elements), keys, in_fours}; }

  FARFIRST_HOST_DEVICE static PointKeys of(const Elements& elements, std::uint32_t* keys) {
    return {elements, keys, are_in_fours<reads_wide>(elements) && is_aligned(keys)};
  }

  __device__ __forceinline__ std::uint32_t take(std::uint32_t i) const { return Key::of(elements, i); }
  using Four = typename Key::Four;
  __device__ __forceinline__ Four load_four(std::uint32_t i) const { return Key::load_four(elements, i); }
  __device__ __forceinline__ void make_four(const Four& four, std::uint32_t* made) const {
    Key::make_four(elements, four, made);
  }
  __device__ __forceinline__ bool keeps() const { return keys != nullptr; }
  __device__ __forceinline__ void keep(std::uint32_t i, std::uint32_t made) const { keys[i] = made; }
  __device__ __forceinline__ void keep_four(std::uint32_t i, const std::uint32_t* made) const {
    *reinterpret_cast<uint4*>(keys + i) = make_uint4(made[0], made[1], made[2], made[3]);
  }
  __device__ __forceinline__ void fetch(std::size_t first, std::size_t count, std::size_t n) const {
    const std::size_t stride = sizeof(float) * elements.stride;
    fetch_lines(elements.positions, first * stride, min(first + count, n) * stride);
  }
};

/// Keys of points of several sources, of any format, possibly transformed. The distribution makes and keeps them, tile
/// by tile; later kernels have KeptKeys.
template <Metric metric>
struct SourceKeys {
  static constexpr Scale scale = scale_of(metric);
  static constexpr bool are_made_before = false, are_of_sources = true;
  const SourceTable& table;
  const Viewpoint view;

  __device__ explicit SourceKeys(const SourceTable& of_sources) : table(of_sources), view(of_sources.viewpoint()) {}

  /// Makes the keys of a thread's items from `begin` on; item k is element(k). There is an element between `begin` and
  /// `end`; items at `end` and beyond get the key of the last one before it.
  template <unsigned items, class Element>
  __device__ __forceinline__ void take(std::uint32_t begin, std::uint32_t end, Element element,
                                       std::uint32_t (&key)[items]) const {
#pragma unroll 1
    for (unsigned number = table.source_of(begin); number < table.sources; ++number) {
      const std::uint32_t first = table.begins[number];
      if (first >= end) return;
      const std::uint32_t last = min(table.begins[number + 1], end) - 1 - first;
      KeysOfSource<metric, items>::of_points(
          table.source[number], view,
          [&](unsigned k) { return element(k) < first ? 0 : min(element(k) - first, last); },
          [&](unsigned k, std::uint32_t made) { key[k] = element(k) < first ? key[k] : made; });
    }
  }
  __device__ static bool keeps() { return true; }
  __device__ __forceinline__ void keep(std::uint32_t i, std::uint32_t made) const { table.keys[i] = made; }
  /// Prefetches those of the first source.
  __device__ __forceinline__ void fetch(std::size_t first, std::size_t count, std::size_t n) const {
    if (first >= n) return;
    const unsigned number = table.source_of(static_cast<std::uint32_t>(first));
    const std::size_t begin = first - table.begins[number];
    const std::size_t end = min(first + count, std::size_t{table.begins[number + 1]}) - table.begins[number];
    const TableSource& source = table.source[number];
    fetch_lines(source.positions, begin * source.stride, end * source.stride);
  }
};

/// The keys that a kernel of such calls received. Unchanged parts stay in the kernel's parameter.
template <bool plain, class Keys>
__device__ __forceinline__ auto keys_of_call(const Keys& given)
    -> std::conditional_t<plain || Keys::are_made_before, const Keys&, Keys> {
  if constexpr (plain || Keys::are_made_before) {
    return given;
  } else {
    return given.of_call();
  }
}

/// Calls f with the keys of `source`, on the host or on the device.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class Function>
FARFIRST_HOST_DEVICE void with_keys(const Source& source, Function f) {
  if (source.given != nullptr) return f(KeptKeys::of(source.given, source.scale));
  if (source.scale == Scale::depth) return f(PointKeys<Metric::view_depth>::of(source.elements, source.made));
  f(PointKeys<Metric::radial>::of(source.elements, source.made));
}
/// The same for callers that treat wide positions like others, since the distinction takes registers even if keys are
/// given. With it the launch of all stages spilled nearly twice as many bytes and took 6 to 10 us longer (4 M, H100;
/// 5501365, when it spilled more than today either way).
template <class Function>
__device__ __forceinline__ void with_narrow_keys(const Source& source, Function f) {
  if (source.given != nullptr) return f(KeptKeys::of(source.given, source.scale));
  if (source.scale == Scale::depth) {
    f(PointKeys<Metric::view_depth, false>::of(source.elements, source.made));
  } else {
    f(PointKeys<Metric::radial, false>::of(source.elements, source.made));
  }
}

}  // namespace farfirst::cuda::farfirst
