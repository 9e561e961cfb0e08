#pragma once
// Launch parameters of cuda.merge_sort, with reasons.

namespace farfirst::cuda::merge_sort {

// The items that a thread sorts in registers. 16 words are 32 registers, half of the share of each of a
// multiprocessor's 1,024 threads; 8 would cost another merge in shared memory.
inline constexpr unsigned per_thread = 16;

// The largest tile, 8,192 items: 68 KiB of words. Two such blocks share a multiprocessor; more would not have 64
// registers per thread. It is the default: on an H200, 8 M words take 0.163 ms to sort tiles of 8,192 and 0.134 ms for
// 4,096, and the level of merging that is saved takes 0.058 ms and 0.011 ms for its splitters. Parts of 8,192 items
// cost as much in merging as they save in splitters.
inline constexpr unsigned most_threads = 512;

// The published tile: a block of 256 threads, 256 items (Leischner, Osipov, Sanders, section 3).
inline constexpr unsigned network_threads = 256;

}  // namespace farfirst::cuda::merge_sort
