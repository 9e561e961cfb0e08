#pragma once
// The key kernel of the CPU: farfirst/keys.h over a range of points or triangles.

#include <farfirst/sort.h>

namespace farfirst::cpu {

/// keys[i] = key of element i of `job`, for begin <= i < end.
void make_keys(const DistanceJob& job, std::size_t begin, std::size_t end, std::uint32_t* keys);

}  // namespace farfirst::cpu
