#pragma once
// A table of sources, passed to kernels as their parameter. They find the source of an element there.

#include <farfirst/keys.h>

#include <cstdint>

#include "cuda/device.h"
#include "cuda/launch.h"
#include "cuda/prim/counted.cuh"
#include "cuda/prim/elements.h"

namespace farfirst::cuda {

inline constexpr unsigned most_sources = 16;  // of a table: with them a kernel's parameters take half of what they may
/// Elements of a block of the kernel that only makes keys. They belong to one source.
inline constexpr unsigned elements_per_key_thread = 4, elements_per_key_block = elements_per_key_thread * pass_threads;

/// A source as kernels receive it. Everything is prepared.
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

/// Some of a job's sources, with the other inputs of its keys.
struct SourceTable {
  std::uint32_t sources;                   // their number
  std::uint32_t begins[most_sources + 1];  // number of each source's first element, and the end of the last one
  std::uint32_t blocks[most_sources + 1];  // number of its first block of that kernel, and the number of blocks
  TableSource source[most_sources];
  const std::uint32_t* ids;  // null: all elements, each at its own place
  Count elements;            // of the job
  const float* eye;          // null: `view` is valid
  Viewpoint view;
  keys::Steps steps;
  std::uint32_t* keys;
  std::uint32_t* unsorted;

  __device__ Viewpoint viewpoint() const { return eye != nullptr ? view_at(eye) : view; }
  __device__ std::uint32_t first() const { return begins[0]; }
  __device__ std::uint32_t end() const { return begins[sources]; }
  /// The source of an element from first() to before end().
  __device__ unsigned source_of(std::uint32_t element) const { return last_at_or_before(begins, element); }
  __device__ unsigned source_of_block(std::uint32_t block) const { return last_at_or_before(blocks, block); }

 private:
  using Begins = std::uint32_t[most_sources + 1];
  __device__ unsigned last_at_or_before(const Begins& of_sources, std::uint32_t place) const {
    unsigned low = 0, high = sources;
    while (high - low > 1) {
      const unsigned middle = (low + high) / 2;
      if (of_sources[middle] <= place) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

/// The table of a job with at most most_sources that are not empty.
SourceTable table_of(const DistanceJob& job);

}  // namespace farfirst::cuda
