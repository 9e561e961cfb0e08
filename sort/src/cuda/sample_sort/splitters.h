#pragma once
// The splitters of a segment as a search tree (section 5, Algorithm 2 of the paper), and the buckets they bound. For
// host and device.
//
// k - 1 splitters s[1] <= ... <= s[k - 1], k a power of two, lie in an array of k items so that they form a complete
// binary search tree: the root is tree[1] = s[k / 2], the children of tree[j] are tree[2 j] and tree[2 j + 1]; tree[0]
// is not used. Bucket b, counted from 0, takes the items s[b] < item <= s[b + 1].
//
// Equality buckets. If s[b + 1] = s[b + 2], bucket b + 1 would stay empty. Instead it takes the items equal to s[b +
// 1], and needs no sorting. Its items move to their final places at once, and a key that makes up more than about two
// k-ths of a segment leaves the recursion. (The paper's predecessor does so: Sanders & Winkel, Super scalar sample
// sort, 2004. This paper has none; they can be switched off.)

#include <farfirst/keys.h>

#include <cstdint>

namespace farfirst::cuda::sample_sort {

/// The splitter, 1 .. k - 1, of node j of the tree.
FARFIRST_HOST_DEVICE constexpr std::uint32_t splitter_of_node(std::uint32_t node, unsigned log_k) {
  unsigned depth = 0;
  while ((node >> depth) > 1) ++depth;
  const std::uint32_t in_row = node - (1u << depth);
  return (2 * in_row + 1) << (log_k - 1 - depth);
}

/// The node of the tree with splitter i, 1 .. k - 1.
FARFIRST_HOST_DEVICE constexpr std::uint32_t node_of_splitter(std::uint32_t i, unsigned log_k) {
  unsigned zeros = 0;
  while (((i >> zeros) & 1u) == 0) ++zeros;
  const unsigned depth = log_k - 1 - zeros;
  return (1u << depth) + (i >> (zeros + 1));
}

/// Algorithm 2 for several items at once, so that the loads of one do not wait for those of another. `buckets` receives
/// their buckets, without regard to equality buckets.
template <class Order, unsigned items_count>
FARFIRST_HOST_DEVICE inline void find_buckets(const typename Order::Item (&items)[items_count],
                                              const typename Order::Item* tree, unsigned log_k,
                                              std::uint32_t (&buckets)[items_count]) {
  const Order less;
  for (std::uint32_t& node : buckets) node = 1;
  for (unsigned step = 0; step < log_k; ++step) {
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (unsigned i = 0; i < items_count; ++i) {
      buckets[i] = 2 * buckets[i] + static_cast<std::uint32_t>(less(tree[buckets[i]], items[i]));
    }
  }
  for (std::uint32_t& node : buckets) node -= 1u << log_k;
}

/// Is bucket b + 1 between equal splitters? Then it is an equality bucket.
template <class Order>
FARFIRST_HOST_DEVICE inline bool equality_follows(const typename Order::Item* tree, unsigned log_k, std::uint32_t b) {
  if (b + 2 >= (1u << log_k)) return false;
  return !Order()(tree[node_of_splitter(b + 1, log_k)], tree[node_of_splitter(b + 2, log_k)]);
}

/// The bucket of an item that find_buckets sent to b, if an equality bucket follows b.
template <class Order>
FARFIRST_HOST_DEVICE inline std::uint32_t with_equality(const typename Order::Item& item,
                                                        const typename Order::Item* tree, unsigned log_k,
                                                        std::uint32_t b) {
  return Order()(item, tree[node_of_splitter(b + 1, log_k)]) ? b : b + 1;
}

/// Bit b of the flags: an equality bucket follows bucket b.
FARFIRST_HOST_DEVICE constexpr std::uint32_t flag_words(unsigned log_k) { return ((1u << log_k) + 31) / 32; }
FARFIRST_HOST_DEVICE inline bool flag(const std::uint32_t* flags, std::uint32_t b) {
  return ((flags[b / 32] >> (b % 32)) & 1u) != 0;
}

/// Buckets are sorted in the sequence of these classes: the largest first. `small` is the largest expected size; the
/// first class is for at least twice that size.
inline constexpr std::uint32_t size_classes = 256;
FARFIRST_HOST_DEVICE constexpr std::uint32_t size_class(std::uint32_t size, std::uint32_t small) {
  const std::uint64_t scaled = std::uint64_t{size} * (size_classes / 2) / small;
  return scaled < size_classes ? size_classes - 1 - static_cast<std::uint32_t>(scaled) : 0;
}

/// The place of sample i of a segment: a linear congruential generator, as in the paper, whose output is permuted
/// (O'Neill, PCG, 2014). Neighbouring seeds of a plain one give evenly spaced numbers, and evenly spaced samples miss
/// patterns that repeat with their distance.
FARFIRST_HOST_DEVICE inline std::uint32_t sample_place(std::uint32_t seed, std::uint32_t i, std::uint32_t size) {
  const std::uint32_t state = (seed + i) * 747796405u + 2891336453u;
  const std::uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
  return static_cast<std::uint32_t>((std::uint64_t{(word >> 22) ^ word} * size) >> 32);
}

}  // namespace farfirst::cuda::sample_sort
