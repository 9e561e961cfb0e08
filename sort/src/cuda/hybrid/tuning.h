#pragma once
// Launch parameters of cuda.hybrid, for GPUs with 100 KiB or more of shared memory per multiprocessor.

#include <cstdint>

namespace farfirst::cuda::hybrid {

// Default size of sublists: short enough that a block merges several of them in its shared memory with all of its
// threads until the last passes.
inline constexpr std::uint32_t elements_per_sublist = 128;
inline constexpr std::uint32_t most_tuned_sublists = 1u << 16;
// Pivots of the search tree that are held in shared memory: 128 KiB.
inline constexpr std::uint32_t most_fast_nodes = 1u << 15;
// Default number of histogram bins per sublist.
inline constexpr std::uint32_t bins_per_sublist = 4;
inline constexpr std::uint32_t most_bins = 1u << 15;  // 128 KiB of counters

// Passes over the input: a thread takes several elements at once, to have several loads and atomics in flight.
inline constexpr unsigned partition_threads = 1024;
inline constexpr unsigned elements_per_thread = 4;
inline constexpr unsigned reposition_threads = 256;
inline constexpr unsigned small_threads = 256;  // passes over pivots and sublists
inline constexpr unsigned layout_threads = 1024;
// The largest tile of a block: its counters have 16 bits, and clearing and adding them should not dominate.
inline constexpr std::uint32_t most_in_tile = 0xFFFF;
inline constexpr std::uint32_t least_in_tile = 1u << 12;
// The fewest elements of one block's histogram, so that clearing and adding its bins does not dominate.
inline constexpr std::uint32_t elements_per_histogram = 1u << 14;

// Sublists are "sufficiently equal" (journal 5.1) up to this many times their mean length, or where the longest fits
// into a piece; the slack keeps chance from causing recounts of very short sublists.
inline constexpr std::uint32_t unequal = 2;
inline constexpr std::uint32_t unequal_slack = 64;

// Merging in shared memory. A piece is a sublist or a part of one, with a limited number of items. A block takes the
// pieces that begin in its window, so it holds at most window + piece items, twice: 64 KiB of words, three blocks per
// multiprocessor.
inline constexpr std::uint32_t piece = 1024;
inline constexpr std::uint32_t window = 3072;
inline constexpr unsigned piece_threads = 128;

// Merging in global memory: many small blocks, since threads that merge wait for memory most of the time.
inline constexpr unsigned merge_threads = 64;
// Passes that every sublist of up to this many times the mean length needs have their own launches; one block takes a
// longer sublist through the other passes.
inline constexpr std::uint32_t uncommon = 4;
inline constexpr unsigned long_threads = 512;

// The shuffle's pool: 8 MiB of words, which stay in the second-level cache.
inline constexpr std::uint32_t pool_slots = 1u << 20;

}  // namespace farfirst::cuda::hybrid
