#pragma once
// Launch parameters of cuda.radix_split.

namespace farfirst::cuda::radix_split {

/// The paper's. Each split has two barriers, so small blocks, of which a multiprocessor holds many, hide more latency
/// than large ones.
inline constexpr unsigned threads = 256;

}  // namespace farfirst::cuda::radix_split
