#pragma once
// Launch parameters of cuda.odd_even_merge.

#include <cstdint>

namespace farfirst::cuda::odd_even_merge {

inline constexpr std::uint32_t tile =
    4096;  // sorted in shared memory: 32 KiB, so that several blocks share a processor
inline constexpr unsigned tile_threads = 512;

inline constexpr unsigned rows = 32;  // of a column: 64 registers hold its words
inline constexpr unsigned log_rows = 5;
inline constexpr unsigned register_threads = 128;

/// Steps with distances up to this are done together in shared memory. Each reaches by its distance across the window's
/// ends, so together they invalidate less than twice the largest distance on either side.
inline constexpr std::uint32_t window_distance = 512;
inline constexpr std::uint32_t window_margin = 2 * window_distance;
inline constexpr std::uint32_t window = 8192;  // 64 KiB
inline constexpr std::uint32_t window_output = window - 2 * window_margin;
inline constexpr unsigned window_threads = 1024;

/// The same in registers, for larger distances: steps, and outputs of a thread.
inline constexpr unsigned most_steps = 3;
inline constexpr unsigned outputs = 16;

}  // namespace farfirst::cuda::odd_even_merge
