#pragma once
// Launch parameters of cuda.bbsort.

#include <cstdint>

namespace farfirst::cuda::bbsort {

inline constexpr unsigned threads = 256;  // of the passes over all elements

/// Items that a block sorts in shared memory: 16 KiB of packed words. At the default mean of 400, evenly spread keys
/// take
// a network of 512, even if they lie a quarter closer in places, as squared distances do; networks of 1024 and 2048
// remain for keys that are spread less evenly.
inline constexpr std::uint32_t capacity = 2048;
inline constexpr unsigned bucket_threads = 128;
/// Rows of 32 items in the registers of a warp: all warps have work in a network of 512.
inline constexpr unsigned bucket_rows = 4;

/// The radix sort of overfull buckets: tiles of 4096 items. One block waits at barriers while the other works.
inline constexpr unsigned overfull_blocks = 2;  // per multiprocessor
inline constexpr unsigned overfull_threads = 512;
inline constexpr unsigned overfull_rows = 8;
inline constexpr unsigned overfull_bits = 8;

}  // namespace farfirst::cuda::bbsort
