#pragma once
// Smallest and largest key of an array, on the device.

#include "cuda/device.h"

namespace farfirst::cuda {

/// Enqueues out[0] = smallest, out[1] = largest of n keys; of no keys: all ones and 0.
void min_max(const CudaDevice& device, const std::uint32_t* keys, std::uint32_t n, std::uint32_t* out);
/// The same of floats without NaN; of no floats: +infinity and -infinity.
void min_max(const CudaDevice& device, const float* keys, std::uint32_t n, float* out);

}  // namespace farfirst::cuda
