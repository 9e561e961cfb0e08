#pragma once
// The vector mergesort's arithmetic: Sintorn, Assarsson, Fast parallel GPU-sorting using a hybrid algorithm, journal
// version section 4 (workshop version section III). For host and device.
//
// A vector is four items, or one: with one the same merge is the scalar merge that the papers compare with.

#include <farfirst/keys.h>

#include <cstdint>

namespace farfirst::cuda::hybrid {

/// `width` items that are loaded and stored together, 128 bits at a time.
template <class Item, unsigned width>
struct alignas(width == 1 ? alignof(Item) : 16) Vector {
  Item lane[width];
};

/// The smaller item to a, the larger one to b.
template <class Item>
FARFIRST_HOST_DEVICE constexpr void compare_and_swap(Item& a, Item& b) {
  const bool swap = b < a;
  const Item low = swap ? b : a, high = swap ? a : b;
  a = low;
  b = high;
}

/// sortElements: any vector in ascending order, by three steps.
template <class Item>
FARFIRST_HOST_DEVICE constexpr void sort_elements(Vector<Item, 4>& r) {
  compare_and_swap(r.lane[0], r.lane[1]);
  compare_and_swap(r.lane[2], r.lane[3]);
  compare_and_swap(r.lane[0], r.lane[2]);
  compare_and_swap(r.lane[1], r.lane[3]);
  compare_and_swap(r.lane[1], r.lane[2]);
}
template <class Item>
FARFIRST_HOST_DEVICE constexpr void sort_elements(Vector<Item, 1>&) {}

/// The same for a vector that rises and then falls, or falls and then rises: two steps are enough.
template <class Item>
FARFIRST_HOST_DEVICE constexpr void sort_bitonic(Vector<Item, 4>& r) {
  compare_and_swap(r.lane[0], r.lane[2]);
  compare_and_swap(r.lane[1], r.lane[3]);
  compare_and_swap(r.lane[0], r.lane[1]);
  compare_and_swap(r.lane[2], r.lane[3]);
}
template <class Item>
FARFIRST_HOST_DEVICE constexpr void sort_bitonic(Vector<Item, 1>&) {}

/// getLowest and getHighest of two sorted vectors, and the internal sort of both: a receives the lowest items of the
/// two, b the highest. a[i] is among the lowest exactly if it is below b[width - 1 - i], its partner: one comparison
/// serves both vectors. (The papers' code takes the highest from an a that getLowest has already overwritten.) The rest
/// of each is bitonic.
template <class Item, unsigned width>
FARFIRST_HOST_DEVICE constexpr void exchange(Vector<Item, width>& a, Vector<Item, width>& b) {
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (unsigned i = 0; i < width; ++i) compare_and_swap(a.lane[i], b.lane[width - 1 - i]);
  sort_bitonic(a);
  sort_bitonic(b);
}

/// One thread's merge (figure 3): in[begin, middle) and in[middle, end) are sorted; out[begin, end) receives both,
/// sorted. If there is no second list, the first is copied.
///
/// The figure's loop ends when one list is exhausted, writes the pending vector and appends the rest of the other list.
/// The intended loop continues to merge the pending vector with that rest, since its items may be larger than the next
/// ones there.
template <class Item, unsigned width>
FARFIRST_HOST_DEVICE constexpr void merge_lists(const Vector<Item, width>* in, Vector<Item, width>* out,
                                                std::uint32_t begin, std::uint32_t middle, std::uint32_t end) {
  if (middle >= end) {
    for (std::uint32_t i = begin; i < end; ++i) out[i] = in[i];
    return;
  }
  std::uint32_t next_a = begin + 1, next_b = middle + 1;
  Vector<Item, width> a = in[begin], b = in[middle];
  // The lowest items of the two lists' next vectors decide which is fetched; they are read one step ahead.
  Item head_a{}, head_b{};
  if (next_a < middle) head_a = in[next_a].lane[0];
  if (next_b < end) head_b = in[next_b].lane[0];
  std::uint32_t at = begin;
  for (; at + 2 < end; ++at) {
    exchange(a, b);
    out[at] = a;
    a = b;
    const bool from_a = next_b >= end || (next_a < middle && head_a < head_b);
    const std::uint32_t next = from_a ? next_a : next_b;
    b = in[next];
    Item head{};
    if (next + 1 < (from_a ? middle : end)) head = in[next + 1].lane[0];
    if (from_a) {
      ++next_a;
      head_a = head;
    } else {
      ++next_b;
      head_b = head;
    }
  }
  exchange(a, b);
  out[at] = a;
  out[at + 1] = b;
}

}  // namespace farfirst::cuda::hybrid
