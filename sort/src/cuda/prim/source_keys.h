#pragma once
// Makes keys of elements of any sources: several, in all formats, with transforms, and of selected elements.

#include <farfirst/keys.h>

#include "cuda/device.h"

namespace farfirst::cuda {

/// The key of elements beyond the count.
inline constexpr std::uint32_t no_key = 0xFFFFFFFFu;

/// Loads the kernels of make_keys_of_sources().
void load_source_key_kernels();

/// Enqueues the keys of the job's elements into job.keys. If the job's ids do not ascend, 1 is written to `unsorted`,
/// if that is not null.
void make_keys_of_sources(const CudaDevice& device, const DistanceJob& job, std::uint32_t* unsorted = nullptr);

}  // namespace farfirst::cuda
