#pragma once
// The arithmetic of merging by ranks (Satish, Harris, Garland, Designing efficient sorting algorithms for manycore
// GPUs, IPDPS 2009, as Misic & Tomasevic describe it in section IV.B): the place of an element in the merge of two
// sorted sequences A and B, and cuts of A and B into parts that can be merged independently. For host and device.
//
// Equal elements of A come before those of B, so ranks are a permutation for any keys.

#include <farfirst/keys.h>

#include <cstdint>

namespace farfirst::cuda {

// ----------------------------------------------------------------------------------------------------------- searching

/// The first i in [low, high) for which `holds` is false, or high. It is true before that and false after.
template <class Predicate>
FARFIRST_HOST_DEVICE std::uint32_t first_false(std::uint32_t low, std::uint32_t high, const Predicate& holds) {
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (holds(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// One round of the same search by the 32 lanes of a warp. The lanes try evenly spaced places, and the number of lanes
/// for which `holds` is true gives the next interval.
struct SearchRound {
  static constexpr std::uint32_t lanes = 32;
  std::uint32_t low, high;  // low < high

  FARFIRST_HOST_DEVICE constexpr std::uint32_t step() const { return (high - low + lanes) / (lanes + 1); }
  /// Counted from `low`; has nothing to try if not below high - low.
  FARFIRST_HOST_DEVICE constexpr std::uint32_t place(std::uint32_t lane) const { return (lane + 1) * step() - 1; }
  FARFIRST_HOST_DEVICE constexpr SearchRound after(std::uint32_t holding) const {
    const std::uint32_t length = high - low;
    const std::uint32_t next = holding < lanes && place(holding) < length ? place(holding) : length;
    return {low + holding * step(), low + next};
  }
};

/// The predicates of the searches. `Sequence` has operator[], `less` is the order of the sequences.
template <class Sequence, class Item, class Less>
struct IsLess {
  Sequence sequence;
  Item item;
  Less less;
  FARFIRST_HOST_DEVICE bool operator()(std::uint32_t i) const { return less(sequence[i], item); }
};
template <class Sequence, class Item, class Less>
struct IsNotGreater {
  Sequence sequence;
  Item item;
  Less less;
  FARFIRST_HOST_DEVICE bool operator()(std::uint32_t i) const { return !less(item, sequence[i]); }
};
/// Is a[i] among the first `rank` elements of the merge? For i within split_range().
template <class A, class B, class Less>
struct IsBeforeRank {
  A a;
  B b;
  std::uint32_t rank;
  Less less;
  FARFIRST_HOST_DEVICE bool operator()(std::uint32_t i) const { return !less(b[rank - 1 - i], a[i]); }
};

/// The number of elements of a sorted sequence that are less than `item`: the rank in B of an element of A.
template <class Sequence, class Item, class Less>
FARFIRST_HOST_DEVICE std::uint32_t rank_of_a(const Sequence& b, std::uint32_t count, Item item, Less less) {
  return first_false(0, count, IsLess<Sequence, Item, Less>{b, item, less});
}
/// The number that are less or equal: the rank in A of an element of B.
template <class Sequence, class Item, class Less>
FARFIRST_HOST_DEVICE std::uint32_t rank_of_b(const Sequence& a, std::uint32_t count, Item item, Less less) {
  return first_false(0, count, IsNotGreater<Sequence, Item, Less>{a, item, less});
}

struct Range {
  std::uint32_t low, high;
};
/// The possible numbers of elements of A among the first `rank` of the merge.
FARFIRST_HOST_DEVICE constexpr Range split_range(std::uint32_t rank, std::uint32_t count_a, std::uint32_t count_b) {
  return {rank > count_b ? rank - count_b : 0, rank < count_a ? rank : count_a};
}
/// The number of elements of A among the first `rank` of the merge.
template <class A, class B, class Less>
FARFIRST_HOST_DEVICE std::uint32_t split_at(std::uint32_t rank, const A& a, std::uint32_t count_a, const B& b,
                                            std::uint32_t count_b, Less less) {
  const Range range = split_range(rank, count_a, count_b);
  return first_false(range.low, range.high, IsBeforeRank<A, B, Less>{a, b, rank, less});
}

// ----------------------------------------------------------------------------------------- one level of the merge tree

FARFIRST_HOST_DEVICE constexpr std::uint32_t parts_of(std::uint64_t count, std::uint32_t size) {
  return static_cast<std::uint32_t>((count + size - 1) / size);
}

/// Two neighbouring sorted runs; the last pair may lack some or all of B.
struct RunPair {
  std::uint32_t begin, a, b;  // elements before the pair, in A, in B
};
/// Elements of A and of B before a cut.
struct Cut {
  std::uint32_t a, b;
};

/// The cuts of pairs of runs into parts that are merged independently.
///   by rank     every `distance` elements of the merge: all parts but a pair's last one have that size
///   by samples  at every `distance`th element of A and of B, as published: a part has at most `distance` elements of
///               each, and on average half as many
struct MergeLevel {
  std::uint32_t n;
  std::uint32_t run;
  std::uint32_t distance;
  bool by_samples;

  FARFIRST_HOST_DEVICE constexpr RunPair pair(std::uint32_t number) const {
    const std::uint64_t begin = std::uint64_t{number} * 2 * run;
    const std::uint64_t rest = n - begin;
    const std::uint32_t a = rest < run ? static_cast<std::uint32_t>(rest) : run;
    const std::uint64_t behind = rest - a;
    return {static_cast<std::uint32_t>(begin), a, behind < run ? static_cast<std::uint32_t>(behind) : run};
  }
  FARFIRST_HOST_DEVICE constexpr std::uint32_t parts(const RunPair& p) const {
    return by_samples ? parts_of(p.a, distance) + parts_of(p.b, distance)
                      : parts_of(std::uint64_t{p.a} + p.b, distance);
  }
  FARFIRST_HOST_DEVICE constexpr std::uint32_t parts_per_pair() const { return parts({0, run, run}); }
  /// Parts of all pairs. Part i belongs to pair i / parts_per_pair().
  constexpr std::uint32_t parts() const {
    if (n == 0) return 0;
    const auto last = static_cast<std::uint32_t>((n - 1) / (std::uint64_t{2} * run));
    return last * parts_per_pair() + parts(pair(last));
  }
  /// The most elements of a part.
  constexpr std::uint32_t largest_part() const {
    const std::uint64_t elements = by_samples ? std::uint64_t{2} * distance : distance;
    return static_cast<std::uint32_t>(elements < std::uint64_t{2} * run ? elements : std::uint64_t{2} * run);
  }
};

/// The number of the part that begins at sample `sample` of one run, with `rank` elements of the other run before it:
/// the number of earlier samples of the own run, and of the other one.
FARFIRST_HOST_DEVICE constexpr std::uint32_t part_of_sample(std::uint32_t sample, std::uint32_t rank,
                                                            std::uint32_t distance) {
  return sample + parts_of(rank, distance);
}

}  // namespace farfirst::cuda
