#pragma once
// Launch parameters of cuda.radix_merge, with reasons.

namespace farfirst::cuda::radix_merge {

// A block has 256 threads, as in the CUDA sorts of the time (Misic & Tomasevic, section IV). A thread has 4 items, as
// published, 8 or 16. A larger tile costs no more, since the splits take the same time per item, and every doubling
// saves a level of merging. 16 words take 32 registers and leave 32, so that 1,024 threads run.
inline constexpr unsigned threads = 256;
inline constexpr unsigned fewest_rows = 4, most_rows = 16;

}  // namespace farfirst::cuda::radix_merge
