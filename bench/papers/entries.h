#pragma once
// The sorts of the papers, as published: entries of the catalogue with the
// papers' parameters. Without parameters an entry is tuned for GPUs of today.

#include <cstdint>
#include <string>

namespace farfirst::bench::entries {

/// The entry with another value of a parameter.
std::string with(std::string entry, const std::string& theirs, const std::string& other);

inline const std::string hybrid = "cuda.hybrid";
/// Section 5.1 (2008): 1,024 sublists, a histogram of as many bins, equally wide in values; one refinement.
inline const std::string hybrid_then =
    "cuda.hybrid:sublists=1024:histogram_bins=1024:value_bins=1:refinements=1:block_counters=0:shared_merge=0";
/// Sections IV and VI (2007): the same with the histogram in device memory.
inline const std::string hybrid_2007 = hybrid_then + ":global_histogram=1";
inline const std::string hybrid_then_shuffled = hybrid_then + ":shuffle=1";
inline const std::string hybrid_2007_shuffled = hybrid_2007 + ":shuffle=1";
inline const std::string hybrid_refined_twice = with(hybrid_then, "refinements=1", "refinements=2");

inline const std::string bitonic = "cuda.bitonic";
/// GPUSort: one pass over memory for each step of the network.
inline const std::string bitonic_then = "cuda.bitonic:strides=1:tile=1";

inline const std::string radix = "cuda.radix_split";
/// Misic, Tomasevic, IV.C: digits of 4 bits, 256 threads of 4 elements. CUDPP's
/// of 2009.
inline const std::string radix_then = "cuda.radix_split:bits=4:elements=4";
inline const std::string radix_merge = "cuda.radix_merge";
/// A binary search per item, as in cuda.merge_sort's published form; the
/// block's size is the smallest there is.
inline const std::string radix_merge_then = "cuda.radix_merge:tile=1024:distance=256:ranks=1";

inline const std::string merge = "cuda.merge_sort";
/// Satish, Harris, Garland 2009, which was Thrust's.
inline const std::string merge_then = "cuda.merge_sort:network=1:tile=256:samples=1:distance=256:ranks=1";

inline const std::string quick = "cuda.quicksort";
/// Table II's constants for the 8800GTX, which had no atomic operations: the
/// CPU adds up between kernels.
std::string quick_8800(std::uint32_t n);
/// And for the 8600GTS, with fetch-and-add.
std::string quick_8600(std::uint32_t n);
/// The same as the survey has it, which leaves what is shorter than 1,024 to the bitonic sort.
std::string quick_of_survey(std::uint32_t n);

inline const std::string sample = "cuda.sample_sort";
/// Section 5: k = 128, M = 2^17, a = 30, t = 256, l = 8; Algorithm 1: n < M is sorted at once, and no bucket is for
/// equal keys.
inline const std::string sample_then =
    "cuda.sample_sort:buckets=128:small=131072:oversampling=30:threads=256:"
    "elements=8:staged=0:cells=0:equality=0:strict=1";
/// 15 samples for each splitter with 64-bit keys.
inline const std::string sample_then_wide =
    "cuda.sample_sort:buckets=128:small=131072:oversampling=15:threads=256:"
    "elements=8:staged=0:cells=0:equality=0:strict=1";
inline const std::string bbsort = "cuda.bbsort";

inline const std::string cub_radix = "cuda.cub_radix", cub_merge = "cuda.cub_merge", thrust = "cuda.thrust";
inline const std::string std_sort = "cpu.std_sort", qsort = "cpu.qsort";

}  // namespace farfirst::bench::entries
