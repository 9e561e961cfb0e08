#pragma once
// Launch numbers of cuda.radix_split.

namespace farfirst::cuda::radix_split {

/// The paper's. Each split has two barriers, so many small blocks for each multiprocessor hide more than few large
/// ones.
inline constexpr unsigned threads = 256;

}  // namespace farfirst::cuda::radix_split
