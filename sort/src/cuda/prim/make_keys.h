#pragma once
// Positions and an eye in, keys out: one kernel, bit for bit the keys of farfirst/keys.h on the CPU.

#include "cuda/device.h"

namespace farfirst::cuda {

/// Enqueues the keys of the job's elements into job.keys.
void make_keys(const CudaDevice& device, const DistanceJob& job);

}  // namespace farfirst::cuda
