#pragma once
// The bucketsort's arithmetic: histogram bins, refined pivots and the search for an item's bucket. Sintorn, Assarsson,
// journal version section 5.1 (workshop version section IV). For host and device.
//
// Everything is done on unsigned integers whose order is that of the items, exactly: no range of keys, infinities
// included, can make an interpolation overflow.

#include <farfirst/keys.h>

#include <cstdint>

namespace farfirst::cuda::hybrid {

/// The items from `begin` to `begin + span` that a bin can hold.
template <class Item>
struct Bin {
  Item begin;
  Item span;
};

/// The histogram's bins: equally wide, from the lowest to the highest item. The papers interpolate between the two.
/// Here the width is the power of two that gives at most `bins` of them, so that an item's bin is a shift away.
template <class Item>
struct EvenBins {
  Item lowest;
  unsigned shift;
  std::uint32_t last;  // the bin of the highest item

  /// bins >= 2, lowest <= highest.
  FARFIRST_HOST_DEVICE static constexpr EvenBins between(Item lowest, Item highest, std::uint32_t bins) {
    const Item range = static_cast<Item>(highest - lowest);
    unsigned shift = 0;
    while ((range >> shift) >= bins) ++shift;
    return {lowest, shift, static_cast<std::uint32_t>(range >> shift)};
  }
  /// Items outside given bounds belong to the first and the last bin.
  FARFIRST_HOST_DEVICE constexpr std::uint32_t of(Item item) const {
    if (item < lowest) return 0;
    const Item bin = static_cast<Item>(item - lowest) >> shift;
    return bin < last ? static_cast<std::uint32_t>(bin) : last;
  }
  FARFIRST_HOST_DEVICE constexpr Bin<Item> operator[](std::uint32_t bin) const {
    const Item begin = static_cast<Item>(lowest + (static_cast<Item>(bin) << shift));
    const Item width = static_cast<Item>((Item{1} << shift) - 1), rest = static_cast<Item>(~begin);
    return {begin, width < rest ? width : rest};
  }
};

/// The same as in the papers: equally wide in values, by linear interpolation. For floats, EvenBins has bins that widen
/// with the magnitude, and most of a bell curve falls into few.
template <class Form>
struct ValueBins {
  using Item = typename Form::Item;
  double lowest;
  double range;  // 0: all items are in the first bin
  std::uint32_t number;

  /// bins >= 2, lowest <= highest.
  FARFIRST_HOST_DEVICE static ValueBins between(Item lowest, Item highest, std::uint32_t bins) {
    return {Form::value(lowest), Form::value(highest) - Form::value(lowest), bins};
  }
  /// Figure 7 of 2007: ((element - min) / (max - min)) * L.
  FARFIRST_HOST_DEVICE std::uint32_t of(Item item) const {
    const double share = range > 0 ? (Form::value(item) - lowest) / range : 0;
    const double bin = share * number;
    return bin < 0 ? 0 : bin < number ? static_cast<std::uint32_t>(bin) : number - 1;
  }
  /// The item at `share` of the width of a bin: it never falls as `share` grows.
  FARFIRST_HOST_DEVICE Item within(std::uint32_t bin, double share) const {
    return Form::at_value(lowest + (bin + share) / number * range);
  }
};

/// The bins of a further refinement: the sublists of the last count, each with the range of its own items. That range
/// is never wider than the papers', between pivots, and separates the few values of a sublist at once.
template <class Item>
struct MeasuredBins {
  const Item* smallest;
  const Item* largest;

  FARFIRST_HOST_DEVICE constexpr Bin<Item> operator[](std::uint32_t bin) const {
    return {smallest[bin], static_cast<Item>(largest[bin] - smallest[bin])};
  }
};

/// The place of item number `rank` of `count` in a bin if they were spread evenly.
template <class Item>
FARFIRST_HOST_DEVICE constexpr Item interpolate(Bin<Item> bin, std::uint32_t rank, std::uint32_t count) {
  const std::uint64_t share = (std::uint64_t{rank} << 32) / count;  // in 2^-32
  const std::uint64_t span = bin.span;
  const std::uint64_t offset = (span >> 32) * share + (((span & 0xFFFFFFFFu) * share) >> 32);
  return static_cast<Item>(bin.begin + static_cast<Item>(offset));
}

/// The last of `bins` bins with before[bin] <= rank; before[] ascends from 0. Since it is the last, it is not empty.
FARFIRST_HOST_DEVICE constexpr std::uint32_t bin_of_rank(const std::uint32_t* before, std::uint32_t bins,
                                                         std::uint32_t rank) {
  std::uint32_t low = 0, high = bins;
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (before[middle] <= rank) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Bins in ascending sequence, and the number of items in lower bins: before[number] = n.
template <class Bins>
struct Filled {
  Bins bins;
  const std::uint32_t* before;
  std::uint32_t number;
  std::uint32_t n;

  FARFIRST_HOST_DEVICE constexpr std::uint32_t size(std::uint32_t bin) const { return before[bin + 1] - before[bin]; }
  FARFIRST_HOST_DEVICE constexpr std::uint32_t holding(std::uint32_t rank) const {
    return bin_of_rank(before, number, rank);
  }
};

/// The intended number of items below pivot k.
FARFIRST_HOST_DEVICE constexpr std::uint32_t rank_of_pivot(std::uint32_t k, std::uint32_t n, std::uint32_t sublists) {
  return static_cast<std::uint32_t>(std::uint64_t{k} * n / sublists);
}

/// Pivot k of the `sublists` - 1 that give each sublist n / sublists items, if each bin's items are spread evenly
/// (figure 5).
///
/// The figure walks through the bins and takes what it needs from each. It ignores that taking from a bin narrows it,
/// and it subtracts a whole N / L although it takes only the missing part. The intended pivot k is at rank k N / L,
/// which can be found for each pivot independently.
template <class Item>
FARFIRST_HOST_DEVICE constexpr Item refined_pivot(const Filled<EvenBins<Item>>& from, std::uint32_t k,
                                                  std::uint32_t sublists) {
  const std::uint32_t rank = rank_of_pivot(k, from.n, sublists), at = from.holding(rank);
  return interpolate<Item>(from.bins[at], rank - from.before[at], from.size(at));
}

template <class Item, class Form>
FARFIRST_HOST_DEVICE Item refined_pivot(const Filled<ValueBins<Form>>& from, std::uint32_t k, std::uint32_t sublists) {
  const std::uint32_t rank = rank_of_pivot(k, from.n, sublists), at = from.holding(rank);
  return from.bins.within(at, static_cast<double>(rank - from.before[at]) / from.size(at));
}

/// The same from unequal sublists. A sublist that is too long is closed at both ends: the first pivot in it, and the
/// first one after it, are where a sublist begins. Otherwise a few items of a distant neighbour would belong to its
/// first or last part, and the next round would look for its items in the whole range between.
template <class Item>
FARFIRST_HOST_DEVICE constexpr Item refined_pivot(const Filled<MeasuredBins<Item>>& from, std::uint32_t k,
                                                  std::uint32_t sublists) {
  const std::uint32_t rank = rank_of_pivot(k, from.n, sublists), at = from.holding(rank);
  const std::uint32_t before = from.holding(rank_of_pivot(k - 1, from.n, sublists));
  const std::uint64_t twice_the_mean = std::uint64_t{2} * from.n;
  const bool long_one = std::uint64_t{from.size(at)} * sublists > twice_the_mean ||
                        std::uint64_t{from.size(before)} * sublists > twice_the_mean;
  if (at != before && long_one) return from.bins[at].begin;
  return interpolate<Item>(from.bins[at], rank - from.before[at], from.size(at));
}

/// The pivots are stored in the order of the binary search: node 1 is the middle one, nodes 2i and 2i + 1 follow node
/// i. So the nodes of one step lie side by side, in different banks of shared memory. The function returns the pivot of
/// a node, counted from 1; `sublists` is a power of two.
FARFIRST_HOST_DEVICE constexpr std::uint32_t pivot_of_node(std::uint32_t node, std::uint32_t sublists) {
  // The first node of the level, and the distance in pivots between its nodes.
  std::uint32_t first = 1, spacing = sublists;
  while (2 * first <= node) {
    first *= 2;
    spacing /= 2;
  }
  return (node - first) * spacing + spacing / 2;
}

/// The part of an item that is compared first: its upper 32 bits.
FARFIRST_HOST_DEVICE constexpr std::uint32_t head_of(std::uint64_t item) {
  return static_cast<std::uint32_t>(item >> 32);
}
FARFIRST_HOST_DEVICE constexpr std::uint32_t head_of(std::uint32_t item) { return item; }

/// The pivots: the heads of the first nodes in fast memory, and all nodes in full in slow memory.
template <class Item>
struct SearchTree {
  const std::uint32_t* heads;  // of nodes 1 .. fast - 1
  const Item* nodes;
  std::uint32_t fast;
  std::uint32_t sublists;  // a power of two

  /// Is `item` at or above the node's pivot? The full pivot is only read if the heads are equal.
  FARFIRST_HOST_DEVICE constexpr bool right_of(std::uint32_t node, Item item) const {
    if (node >= fast) return item >= nodes[node];
    const std::uint32_t head = head_of(item), pivot = heads[node];
    if constexpr (sizeof(Item) == sizeof(std::uint32_t)) return head >= pivot;
    return head > pivot || (head == pivot && item >= nodes[node]);
  }

  /// The buckets of `count` items (figure 4): the number of pivots at or below each. The searches run side by side.
  template <unsigned count>
  FARFIRST_HOST_DEVICE constexpr void search(const Item (&items)[count], std::uint32_t (&buckets)[count]) const {
    for (unsigned k = 0; k < count; ++k) buckets[k] = 1;
    for (std::uint32_t level = 1; level < sublists; level *= 2) {
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
      for (unsigned k = 0; k < count; ++k) {
        buckets[k] = 2 * buckets[k] + (right_of(buckets[k], items[k]) ? 1u : 0u);
      }
    }
    for (unsigned k = 0; k < count; ++k) buckets[k] -= sublists;
  }
};

}  // namespace farfirst::cuda::hybrid
