#pragma once
// The exclusive prefix sum of a long array, without a host round trip: sums of tiles, their prefix sum (recursively,
// until one tile holds them), then the tiles.

#include "cuda/device.h"

namespace farfirst::cuda {

/// Bytes of scratch for n elements, 4-byte aligned.
std::size_t scan_scratch(std::size_t n) noexcept;
/// Enqueues out[i] = in[0] + ... + in[i - 1] for i < n, modulo 2^32. `out` may be `in`.
void exclusive_sum(const CudaDevice& device, const std::uint32_t* in, std::uint32_t* out, std::size_t n,
                   std::uint32_t* scratch);

}  // namespace farfirst::cuda
