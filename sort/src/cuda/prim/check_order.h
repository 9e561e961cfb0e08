#pragma once
// The order check on the GPU: is `order` a permutation that ascends in (key, index)? One pass over the order, with the
// keys gathered along it and one bit per element for the indices that were met.

#include "cuda/device.h"

namespace farfirst::cuda {

/// Bytes of device memory that the check of n elements needs.
std::size_t check_order_bytes(std::uint32_t n) noexcept;
/// Enqueues the check. The first word of `memory` receives 0 if the order is right, else 1.
void enqueue_check_order(const CudaDevice& device, const std::uint32_t* keys, const std::uint32_t* order,
                         std::uint32_t n, std::uint32_t* memory);

}  // namespace farfirst::cuda
