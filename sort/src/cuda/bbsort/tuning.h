#pragma once
// Launch numbers of cuda.bbsort.

#include <cstdint>

namespace farfirst::cuda::bbsort {

inline constexpr unsigned threads = 256;  // of the passes over all elements

/// Items that a block sorts in shared memory: 32 KiB of packed words, so that seven blocks share a multiprocessor.
inline constexpr std::uint32_t capacity = 4096;
inline constexpr unsigned bucket_threads = 256;
inline constexpr unsigned bucket_rows = 4;  // of 32 items in the registers of a warp: all warps have work from 1024 on

/// The radix sort of overfull buckets: tiles of 4096 items. One block waits at barriers while the other works.
inline constexpr unsigned overfull_blocks = 2;  // on a multiprocessor
inline constexpr unsigned overfull_threads = 512;
inline constexpr unsigned overfull_rows = 8;
inline constexpr unsigned overfull_bits = 8;

}  // namespace farfirst::cuda::bbsort
