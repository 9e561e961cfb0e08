#pragma once
// Where keys come from: they are given, or made of elements by whoever reads them first. What they are made of is known
// to the kernel only when it runs, so that there is one kernel for all.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/elements.cuh"
#include "memory.cuh"

namespace farfirst::cuda::farfirst {

/// What a job says of its keys.
struct Source {
  const std::uint32_t* given;  // null: they are made
  std::uint32_t* made;
  Elements elements;
  Measure measure;
  Representative representative;
};

// What is read of an element and what is made of it are apart, so that a thread can read several before it waits.

/// Keys that are there. They may be from a stage before.
struct GivenKeys {
  static constexpr unsigned at_once = 8;  // elements that a thread reads before it waits
  const std::uint32_t* keys;
  __device__ std::uint32_t read(std::uint32_t i) const { return read_of_others(keys + i); }
  __device__ static std::uint32_t key(std::uint32_t read) { return read; }
  __device__ void keep(std::uint32_t, std::uint32_t) const {}
};

template <Measure measure>
struct KeysOfPoints {
  static constexpr unsigned at_once = 8;
  const Source& source;
  __device__ keys::Point read(std::uint32_t i) const { return point_of(source.elements, i); }
  __device__ std::uint32_t key(keys::Point read) const { return key_of_point<measure>(read, source.elements.view); }
  __device__ void keep(std::uint32_t i, std::uint32_t key) const { source.made[i] = key; }
};

struct KeysOfTriangles {
  static constexpr unsigned at_once = 2;  // of nine coordinates each
  struct Corners {
    keys::Point points[3];
  };
  const Source& source;

  __device__ Corners read(std::uint32_t i) const {
    const std::uint32_t* corner = source.elements.corners + 3 * std::size_t{i};
    return {{point_of(source.elements, corner[0]), point_of(source.elements, corner[1]),
             point_of(source.elements, corner[2])}};
  }
  __device__ std::uint32_t key(const Corners& read) const {
    return source.measure == Measure::radial ? key<Measure::radial>(read.points)
                                             : key<Measure::view_depth>(read.points);
  }
  __device__ void keep(std::uint32_t i, std::uint32_t key) const { source.made[i] = key; }

 private:
  template <Measure measure>
  __device__ std::uint32_t key(const keys::Point (&points)[3]) const {
    switch (source.representative) {
      case Representative::nearest:
        return key<measure, Representative::nearest>(points);
      case Representative::farthest:
        return key<measure, Representative::farthest>(points);
      case Representative::mean:
        return key<measure, Representative::mean>(points);
      case Representative::centroid:
        return key<measure, Representative::centroid>(points);
    }
    return 0;
  }
  template <Measure measure, Representative representative>
  __device__ std::uint32_t key(const keys::Point (&points)[3]) const {
    return key_of_triangle<measure, representative>(points[0], points[1], points[2], source.elements.view);
  }
};

/// Calls f with the keys that `source` is about.
template <class Function>
__device__ __forceinline__ void with_keys(const Source& source, Function f) {
  if (source.given != nullptr) return f(GivenKeys{source.given});
  if (source.elements.corners != nullptr) return f(KeysOfTriangles{source});
  if (source.measure == Measure::radial) return f(KeysOfPoints<Measure::radial>{source});
  f(KeysOfPoints<Measure::view_depth>{source});
}

}  // namespace farfirst::cuda::farfirst
