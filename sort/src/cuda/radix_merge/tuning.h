#pragma once
// Launch numbers of cuda.radix_merge and the reasons for them.

namespace farfirst::cuda::radix_merge {

// A block of 256 threads, as in the CUDA sorts of the time (Misic & Tomasevic, section IV). A thread holds 4 items, as
// published, 8 or 16: what a larger tile costs more is nothing, as the splits take the same time per item, and every
// doubling saves a level of merging. 16 words are 32 registers, so that 32 of them are left and 1,024 threads run.
inline constexpr unsigned threads = 256;
inline constexpr unsigned fewest_rows = 4, most_rows = 16;

}  // namespace farfirst::cuda::radix_merge
