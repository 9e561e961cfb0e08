#pragma once
// Launch parameters of cuda.bitonic.

#include <cstdint>

namespace farfirst::cuda::bitonic {

/// Rows of 32 items in the registers of a warp: 8 strides without shared memory.
inline constexpr unsigned warp_rows = 8;
/// Three strides at a time are done on 8 items of a thread.
inline constexpr std::uint32_t items_per_thread = 8;
inline constexpr unsigned most_threads = 1024;
/// The smallest tile.
inline constexpr std::uint32_t pair = 2;

/// For the passes over memory: nothing is shared, so a block is just large enough to fill a multiprocessor.
inline constexpr unsigned wide_threads = 256;

}  // namespace farfirst::cuda::bitonic
