#pragma once
// Launch parameters of cuda.radix_split.

namespace farfirst::cuda::radix_split {

/// The paper's. Each split has two barriers, so many small blocks per multiprocessor hide more latency than few large
/// ones.
inline constexpr unsigned threads = 256;

}  // namespace farfirst::cuda::radix_split
