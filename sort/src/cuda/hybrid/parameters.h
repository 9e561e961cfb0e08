#pragma once
// The parameters of the hybrid, on one GPU and on several.

#include <farfirst/sort.h>

namespace farfirst::cuda::hybrid {

inline constexpr std::int64_t any_key = 0xFFFFFFFF;
inline constexpr Parameter parameters[] = {
    {.name = "sublists",
     .meaning = "sublists of the bucketsort, rounded up to a power of two (the papers: 1024); 0 = one for 128 "
                "elements, at most 65536",
     .maximum = 1 << 17},
    {.name = "histogram_bins",
     .meaning =
         "bins of the histogram that gives the first pivots, at most as many as shared memory holds; 0 = four for "
         "each sublist",
     .maximum = 1 << 15},
    {.name = "value_bins",
     .meaning =
         "1 = bins of equal width in values, from the lowest to the highest key, as in the papers; 0 = in the bits "
         "of the items, a power of two wide, so that a bin is a shift away",
     .maximum = 1},
    {.name = "global_histogram",
     .meaning = "1 = each element increments its bin in device memory, as in the paper of 2007; 0 = a block counts in "
                "shared memory, as in that of 2008",
     .maximum = 1},
    {.name = "refinements",
     .meaning = "maximum number of rounds of pivots and counting; rounds continue while sublists are unequal",
     .minimum = 1,
     .maximum = 16,
     .default_value = 3},
    {.name = "shuffle", .meaning = "1 = shuffle the elements first, by atomic exchange", .maximum = 1},
    {.name = "block_counters",
     .meaning = "1 = a block counts its elements in shared memory, up to 32768 sublists; 0 = each element increments "
                "its sublist's size in device memory, as in the papers",
     .maximum = 1},
    {.name = "vector",
     .meaning = "items that a thread merges at once: 4, or 1 for scalar merging",
     .minimum = 1,
     .maximum = 4,
     .default_value = 4},
    {.name = "shared_merge",
     .meaning =
         "1 = passes over runs of less than 1024 items work in shared memory; 0 = all passes work in global memory, "
         "as in the papers",
     .maximum = 1,
     .default_value = 1},
    {.name = "lowest_key",
     .meaning = "lower bound of the keys (of floats: of their ordered bits), if the caller knows it: see highest_key",
     .maximum = any_key,
     .default_value = 1},
    {.name = "highest_key",
     .meaning = "upper bound; if it is less than lowest_key, both are found by reduction; keys outside given bounds "
                "are sorted correctly too",
     .maximum = any_key},
};

}  // namespace farfirst::cuda::hybrid
