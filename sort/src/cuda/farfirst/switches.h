#pragma once
// Choices that cuda.farfirst makes by n and GPU, and that tests and measurements can override.

#include "core/make_sorter.h"

namespace farfirst::cuda::farfirst {

struct Switches {
  bool hybrid = true;         // up to 32 million elements are sorted by the hybrid path, if its buckets do not overflow
  bool bounds = true;         // the range of keys comes from the bounds of the distance job, if it has them
  std::uint32_t tile = 0;     // of the radix path, threads x items: 1 = 512 x 16, 2 = 512 x 8, 3 = 256 x 8; 0 = by n
  std::uint32_t bucket = 0;   // log2 of the mean number of elements in a bucket of the hybrid path: 9 to 14; 0 = by n
  std::uint32_t scatter = 0;  // number in scatter_tiles, from 1 on: the tile of the distribution; 0 = by n
};

/// For core::make_sorter and core::make_distance_sorter.
core::Make make_with(const Switches& switches);

}  // namespace farfirst::cuda::farfirst
