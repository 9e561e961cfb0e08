#pragma once
// Do the lanes of one shared atomic operation get their results in the order of lanes? Today's NVIDIA GPUs did so in
// every test that was made, but no document promises it.

#include "cuda/device.h"

namespace farfirst::cuda::farfirst {

/// Tests it on this GPU, once in a process; the first call waits for the device.
bool atomics_follow_lanes(const CudaDevice& device);

}  // namespace farfirst::cuda::farfirst
