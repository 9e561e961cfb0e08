#pragma once
// Ids of elements that ascend within three parts and not over all: see one_pass.cuh.

#include <cstdint>

namespace farfirst::cuda {

/// The elements lie in this sequence: ids below `split`, keys from low to high, the others. Those with equal keys lie
/// in one part.
struct IdParts {
  std::uint32_t low, high, split;
};

}  // namespace farfirst::cuda
