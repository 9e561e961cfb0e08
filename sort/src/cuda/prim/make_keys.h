#pragma once
// Makes keys from positions and an eye in one kernel, bit for bit the same as farfirst/keys.h on the CPU.

#include "cuda/device.h"

namespace farfirst::cuda {

/// Loads the kernels of make_keys().
void load_key_kernels();

/// Enqueues the keys of the job's elements into job.keys.
void make_keys(const CudaDevice& device, const DistanceJob& job);

}  // namespace farfirst::cuda
