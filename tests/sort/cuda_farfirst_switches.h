#pragma once
// Sorters of cuda.farfirst with other choices than those by n and GPU.

#include <farfirst/sort.h>

#include "cuda/farfirst/switches.h"

namespace farfirst::test {

using cuda::farfirst::Switches;

/// With these, few elements are sorted like many.
inline constexpr Switches smallest{.bucket = 9, .scatter = 1};
inline constexpr Switches radix_path_alone{.hybrid = false};

inline std::unique_ptr<Sorter> make_farfirst(Device& device, std::uint32_t max_n, const Switches& switches,
                                             bool counted = false) {
  return core::make_sorter(device, *find("cuda.farfirst"), max_n, {.counted = counted}, make_with(switches));
}
inline std::unique_ptr<DistanceSorter> make_farfirst_by_distance(Device& device, std::uint32_t max_n,
                                                                 const Switches& switches) {
  return core::make_distance_sorter(device, *find("cuda.farfirst"), max_n, make_with(switches));
}

}  // namespace farfirst::test
