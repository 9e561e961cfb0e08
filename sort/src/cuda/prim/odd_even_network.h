#pragma once
// Batcher's odd-even merge sort (Sorting networks and their applications, AFIPS 1968; Knuth, TAOCP vol. 3, 5.3.4,
// Algorithm M) as arithmetic: the two elements that a comparator compares. For host and device.
//
// The network is a sequence of merges of neighbouring sorted runs of 1, 2, 4, ... elements. A merge of runs of `run`
// elements is a sequence of steps with distance run, run / 2, ..., 1. All comparators point the same way: the smaller
// element goes to the lower place. So elements beyond the end, larger than all others, would never move, and
// comparators that reach beyond the end are left out: any n is sorted without padding.

#include <farfirst/keys.h>

#include <cstdint>

namespace farfirst::cuda::odd_even {

/// One step of a merge. Both are powers of two, distance <= run.
struct Step {
  std::uint32_t run = 1;       // length of the sorted runs that are merged in pairs
  std::uint32_t distance = 1;  // between compared elements
};

/// The step after this one; the network for n elements ends where run >= n.
FARFIRST_HOST_DEVICE constexpr Step next(Step step) {
  return step.distance > 1 ? Step{step.run, step.distance / 2} : Step{step.run * 2, step.run * 2};
}

/// Comparators of a step are numbered 0 .. comparators(n, run) - 1; some numbers have none.
FARFIRST_HOST_DEVICE constexpr std::uint32_t comparators(std::uint32_t n, std::uint32_t run) {
  const std::uint64_t pairs = (n + std::uint64_t{2} * run - 1) / (std::uint64_t{2} * run);
  return static_cast<std::uint32_t>(pairs * run);
}

inline constexpr std::uint32_t no_comparator = 0xFFFFFFFFu;

/// The lower place that comparator c compares; the other is `distance` above it, if that is below n. In its first step
/// a merge compares all of the lower run with all of the upper one; later it leaves out the first and the last
/// `distance` elements of the pair of runs and compares every odd group of `distance` with the next even one.
FARFIRST_HOST_DEVICE constexpr std::uint32_t lower_place(std::uint32_t c, Step step) {
  const std::uint32_t in_pair = c & (step.run - 1);
  const std::uint32_t pair_begin = (c - in_pair) * 2;
  const std::uint32_t in_group = in_pair & (step.distance - 1);
  const std::uint32_t spread = 2 * in_pair - in_group;  // every other group of `distance` elements
  if (step.distance == step.run) return pair_begin + spread;
  return in_pair < step.run - step.distance ? pair_begin + step.distance + spread : no_comparator;
}

}  // namespace farfirst::cuda::odd_even
