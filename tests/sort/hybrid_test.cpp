// Tests of the arithmetic of cuda.hybrid: vectors and their merge, pivots, refinement, the search for a bucket.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "cuda/hybrid/forms.h"
#include "cuda/hybrid/pivots.h"
#include "cuda/hybrid/vectors.h"

namespace farfirst::cuda::hybrid {
namespace {

constexpr std::uint32_t seed = 2007;

using Four = Vector<std::uint32_t, 4>;

/// Vector number `bits` of the 16 of zeros and ones: a network that is right for all of these is right for any.
Four zeros_and_ones(unsigned bits) { return {{bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1}}; }
/// The sorted one with `ones` ones.
Four sorted_ones(unsigned ones) { return zeros_and_ones(0xF0u >> ones & 0xFu); }
unsigned ones_of(const Four& v) { return std::accumulate(v.lane, v.lane + 4, 0u); }
bool is_sorted(const Four& v) { return std::is_sorted(v.lane, v.lane + 4); }

TEST(HybridVectors, ThreeStepsSortAnyVector) {
  for (unsigned bits = 0; bits < 16; ++bits) {
    Four v = zeros_and_ones(bits);
    const unsigned ones = ones_of(v);
    sort_elements(v);
    EXPECT_TRUE(is_sorted(v)) << bits;
    EXPECT_EQ(ones_of(v), ones) << bits;
  }
}

TEST(HybridVectors, TwoStepsSortBitonicVectors) {
  for (unsigned bits = 0; bits < 16; ++bits) {
    if (bits == 0b0101 || bits == 0b1010) continue;  // the only ones that turn twice
    Four v = zeros_and_ones(bits);
    const unsigned ones = ones_of(v);
    sort_bitonic(v);
    EXPECT_TRUE(is_sorted(v)) << bits;
    EXPECT_EQ(ones_of(v), ones) << bits;
  }
}

TEST(HybridVectors, ExchangeLeavesTheLowestInAAndTheHighestInB) {
  for (unsigned i = 0; i <= 4; ++i) {
    for (unsigned j = 0; j <= 4; ++j) {
      Four a = sorted_ones(i), b = sorted_ones(j);
      ASSERT_TRUE(is_sorted(a) && ones_of(a) == i);
      exchange(a, b);
      EXPECT_TRUE(is_sorted(a) && is_sorted(b)) << i << " " << j;
      EXPECT_EQ(ones_of(b), std::min(i + j, 4u)) << i << " " << j;
      EXPECT_EQ(ones_of(a) + ones_of(b), i + j) << i << " " << j;
    }
  }
}

/// Merges sorted lists of `first` and `second` vectors that begin at an offset, and compares with std::sort.
template <unsigned width>
void expect_merged(std::uint32_t first, std::uint32_t second, std::uint32_t different) {
  SCOPED_TRACE(testing::Message() << first << " and " << second << " vectors of " << width << ", " << different
                                  << " values, seed " << seed);
  constexpr std::uint32_t offset = 3;
  std::mt19937 twister(seed + first + 100 * second);
  std::vector<std::uint64_t> items((offset + first + second + 1) * width);
  for (auto& item : items) item = twister() % different;
  const auto begin = items.begin() + offset * width, middle = begin + first * width, end = middle + second * width;
  std::sort(begin, middle);
  std::sort(middle, end);
  std::vector<Vector<std::uint64_t, width>> in(items.size() / width), out(in.size());
  for (std::size_t i = 0; i < items.size(); ++i) in[i / width].lane[i % width] = items[i];
  merge_lists(in.data(), out.data(), offset, offset + first, offset + first + second);
  std::sort(begin, end);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool inside = i >= offset * width && i < (offset + first + second) * width;
    ASSERT_EQ(out[i / width].lane[i % width], inside ? items[i] : 0) << "item " << i;
  }
}

TEST(HybridVectors, MergesListsOfAnyLengths) {
  for (std::uint32_t first = 1; first <= 9; ++first) {
    for (std::uint32_t second = 0; second <= first; ++second) {
      for (const std::uint32_t different : {1u, 3u, 1000000u}) {
        expect_merged<4>(first, second, different);
        expect_merged<1>(first, second, different);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(HybridVectors, ThePendingVectorIsMergedWithTheRest) {
  // The first list ends while the pending vector holds 100: figure 3 would append 8 .. 11 after it.
  const Four in[] = {{{1, 2, 3, 100}}, {{4, 5, 6, 7}}, {{8, 9, 10, 11}}};
  Four out[3] = {};
  merge_lists(in, out, 0, 1, 3);
  std::vector<std::uint32_t> flat;
  for (const Four& v : out) flat.insert(flat.end(), v.lane, v.lane + 4);
  EXPECT_EQ(flat, (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 100}));
}

template <class Item>
void expect_bins(Item lowest, Item highest, std::uint32_t bins) {
  SCOPED_TRACE(testing::Message() << lowest << " .. " << highest << " in " << bins << " bins, seed " << seed);
  const auto even = EvenBins<Item>::between(lowest, highest, bins);
  EXPECT_EQ(even.of(lowest), 0u);
  EXPECT_LT(even.of(highest), bins);
  if (highest - lowest >= bins) {
    EXPECT_GE(even.of(highest), bins / 2) << "at least half of the bins are used";
  }
  std::mt19937_64 twister(seed);
  for (int i = 0; i < 1000; ++i) {
    const Item range = static_cast<Item>(highest - lowest);
    const Item item = static_cast<Item>(
        lowest + (range == std::numeric_limits<Item>::max() ? twister() : twister() % (std::uint64_t{range} + 1)));
    const std::uint32_t bin = even.of(item);
    ASSERT_LE(bin, even.last);
    ASSERT_GE(item, even[bin].begin);
    ASSERT_LE(item - even[bin].begin, even[bin].span);
  }
  for (std::uint32_t bin = 0; bin < even.last; ++bin) {
    ASSERT_EQ(static_cast<Item>(even[bin].begin + even[bin].span + 1), even[bin + 1].begin);
  }
}

TEST(HybridPivots, EveryItemIsInItsBin) {
  for (const std::uint32_t bins : {2u, 3u, 1000u, 32768u}) {
    expect_bins<std::uint32_t>(0, 0xFFFFFFFFu, bins);
    expect_bins<std::uint32_t>(7, 7, bins);
    expect_bins<std::uint32_t>(0x80000000u, 0x80000400u, bins);
    expect_bins<std::uint64_t>(0, ~std::uint64_t{0}, bins);
    expect_bins<std::uint64_t>(~std::uint64_t{0} - 5, ~std::uint64_t{0}, bins);
    expect_bins<std::uint64_t>(std::uint64_t{1} << 40, (std::uint64_t{1} << 63) + 12345, bins);
  }
}

TEST(HybridPivots, ItemsBeyondGivenBoundsAreInTheOuterBins) {
  const auto even = EvenBins<std::uint32_t>::between(1000, 5000, 64);
  EXPECT_EQ(even.of(0), 0u);
  EXPECT_EQ(even.of(999), 0u);
  EXPECT_EQ(even.of(0xFFFFFFFFu), even.last);
}

TEST(HybridPivots, InterpolationStaysInItsBinAndAscends) {
  for (const std::uint64_t span :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, std::uint64_t{1} << 45, ~std::uint64_t{0}}) {
    for (const std::uint32_t count : {1u, 2u, 3u, 1000u, 0xFFFFFFFFu}) {
      const Bin<std::uint64_t> bin{0, span};
      std::uint64_t before = 0;
      for (std::uint32_t part = 0; part <= 100; ++part) {
        const auto rank = static_cast<std::uint32_t>(std::uint64_t{count - 1} * part / 100);
        const std::uint64_t pivot = interpolate(bin, rank, count);
        ASSERT_LE(pivot, span);
        ASSERT_GE(pivot, before) << "span " << span << ", rank " << rank << " of " << count;
        before = pivot;
      }
    }
  }
  EXPECT_EQ(interpolate(Bin<std::uint32_t>{100, 1000}, 1, 4), 350u);
  EXPECT_EQ(interpolate(Bin<std::uint64_t>{0, std::uint64_t{1} << 62}, 3, 4), std::uint64_t{3} << 60);
}

TEST(HybridPivots, TheBinOfARankIsNeverEmpty) {
  const std::vector<std::uint32_t> before = {0, 0, 0, 5, 5, 5, 6, 6, 20, 20};  // 9 bins
  const std::vector<std::uint32_t> expected = {2, 2, 2, 2, 2, 5, 7, 7, 7};
  for (std::uint32_t rank = 0; rank < 9; ++rank) EXPECT_EQ(bin_of_rank(before.data(), 9, rank), expected[rank]) << rank;
  EXPECT_EQ(bin_of_rank(before.data(), 9, 19), 7u);
}

/// The sizes of the sublists that pivots give.
template <class Item>
std::vector<std::uint32_t> sizes_of(const std::vector<Item>& items, const std::vector<Item>& pivots) {
  std::vector<std::uint32_t> sizes(pivots.size() + 1);
  for (const Item item : items) {
    ++sizes[static_cast<std::size_t>(std::upper_bound(pivots.begin(), pivots.end(), item) - pivots.begin())];
  }
  return sizes;
}
std::vector<std::uint32_t> sums_before(const std::vector<std::uint32_t>& counts) {
  std::vector<std::uint32_t> before(counts.size() + 1);
  std::partial_sum(counts.begin(), counts.end(), before.begin() + 1);
  return before;
}
/// All pivots, from bins.
template <class Item, class Bins>
std::vector<Item> pivots_from(const Bins& bins, const std::vector<std::uint32_t>& counts, std::uint32_t sublists) {
  const auto before = sums_before(counts);
  std::vector<Item> pivots;
  for (std::uint32_t k = 1; k < sublists; ++k) {
    const Filled<Bins> from{bins, before.data(), static_cast<std::uint32_t>(counts.size()), before.back()};
    pivots.push_back(refined_pivot(from, k, sublists));
  }
  return pivots;
}
/// First pivots from a histogram, then from the sublists they give, `rounds` in all: the longest sublist of each.
template <class Item>
std::vector<std::uint32_t> longest_of_rounds(const std::vector<Item>& items, std::uint32_t bins, std::uint32_t sublists,
                                             unsigned rounds) {
  const auto [lowest, highest] = std::minmax_element(items.begin(), items.end());
  const auto even = EvenBins<Item>::between(*lowest, *highest, bins);
  std::vector<std::uint32_t> counts(bins);
  for (const Item item : items) ++counts[even.of(item)];
  std::vector<Item> pivots = pivots_from<Item>(even, counts, sublists);
  std::vector<std::uint32_t> longest;
  for (unsigned round = 0; round < rounds; ++round) {
    EXPECT_TRUE(std::is_sorted(pivots.begin(), pivots.end())) << "round " << round;
    const std::vector<std::uint32_t> sizes = sizes_of(items, pivots);
    longest.push_back(*std::max_element(sizes.begin(), sizes.end()));
    std::vector<Item> smallest(sublists, std::numeric_limits<Item>::max()), largest(sublists, 0);
    for (const Item item : items) {
      const auto s = static_cast<std::size_t>(std::upper_bound(pivots.begin(), pivots.end(), item) - pivots.begin());
      smallest[s] = std::min(smallest[s], item);
      largest[s] = std::max(largest[s], item);
    }
    pivots = pivots_from<Item>(MeasuredBins<Item>{smallest.data(), largest.data()}, sizes, sublists);
  }
  return longest;
}

TEST(HybridPivots, AHistogramOfEvenItemsSplitsThemEvenly) {
  std::vector<std::uint32_t> items(64000);
  for (std::uint32_t i = 0; i < items.size(); ++i) items[i] = 1000 + i * 17;
  EXPECT_LE(longest_of_rounds(items, 256, 64, 1).back(), 1002u);
}

TEST(HybridPivots, ABinGivesAsManyPivotsAsItHoldsSublists) {
  // Two bins of very different weight: 1 item in 10 below 1000, the others evenly in 1000 .. 1999.
  const std::vector<std::uint32_t> counts = {100, 900};
  const EvenBins<std::uint32_t> bins{0, 10, 1};
  const auto pivots = pivots_from<std::uint32_t>(bins, counts, 10);
  ASSERT_EQ(pivots.size(), 9u);
  EXPECT_EQ(pivots[0], 1024u);
  for (std::uint32_t k = 1; k < 9; ++k) EXPECT_NEAR(pivots[k], 1024 + 1023.0 * k / 9, 1.0) << k;
}

TEST(HybridPivots, WordsOfAFewKeysAreSplitByTheirIndices) {
  std::mt19937 twister(seed);
  std::vector<std::uint64_t> items(20000);
  const std::uint32_t keys[] = {0, 5, 6, 0x80000000u, 0xFFFFFFFFu};
  for (std::uint32_t i = 0; i < items.size(); ++i) items[i] = std::uint64_t{keys[twister() % 5]} << 32 | i;
  const auto longest = longest_of_rounds(items, 256, 64, 6);
  EXPECT_GT(longest[0], 10000u) << "0, 5 and 6 are in one bin";
  for (unsigned round = 2; round < 6; ++round) {
    EXPECT_LE(longest[round], 3 * items.size() / 64) << "round " << round << ", seed " << seed;
  }
}

TEST(HybridPivots, OneHeavyKeyIsSplitByItsIndices) {
  std::mt19937 twister(seed);
  std::vector<std::uint64_t> items(20000);
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    items[i] = std::uint64_t{twister() % 10 != 0 ? 77 : static_cast<std::uint32_t>(twister())} << 32 | i;
  }
  EXPECT_LE(longest_of_rounds(items, 2048, 512, 3).back(), 3 * items.size() / 512) << "seed " << seed;
}

TEST(HybridPivots, ExponentialKeysAreSplitInAFewRounds) {
  std::mt19937 twister(seed);
  std::vector<std::uint64_t> items(20000);
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    items[i] = std::uint64_t{static_cast<std::uint32_t>(twister()) >> (twister() % 32)} << 32 | i;
  }
  EXPECT_LE(longest_of_rounds(items, 2048, 512, 4).back(), 3 * items.size() / 512) << "seed " << seed;
}

TEST(HybridSearch, NodesAreThePivotsInTheSequenceOfTheSearch) {
  for (std::uint32_t sublists = 2; sublists <= 1024; sublists *= 2) {
    std::vector<int> met(sublists);
    for (std::uint32_t node = 1; node < sublists; ++node) {
      const std::uint32_t pivot = pivot_of_node(node, sublists);
      ASSERT_LT(pivot, sublists);
      ++met[pivot];
      if (2 * node < sublists) {
        EXPECT_LT(pivot_of_node(2 * node, sublists), pivot);
        EXPECT_GT(pivot_of_node(2 * node + 1, sublists), pivot);
      }
    }
    EXPECT_EQ(met[0], 0);
    EXPECT_EQ(std::count(met.begin(), met.end(), 1), static_cast<std::ptrdiff_t>(sublists) - 1);
  }
  EXPECT_EQ(pivot_of_node(1, 8), 4u);
  EXPECT_EQ(pivot_of_node(7, 8), 7u);
}

/// The bucket from the tree is the number of pivots at or below the item, however much of the tree is in fast memory.
template <class Item>
void expect_found(const std::vector<Item>& pivots, const std::vector<Item>& items) {
  const auto sublists = static_cast<std::uint32_t>(pivots.size() + 1);
  std::vector<Item> nodes(sublists);
  std::vector<std::uint32_t> heads(sublists);
  for (std::uint32_t node = 1; node < sublists; ++node) {
    nodes[node] = pivots[pivot_of_node(node, sublists) - 1];
    heads[node] = head_of(nodes[node]);
  }
  for (const std::uint32_t fast : {sublists, std::max(sublists / 4, 1u), 1u}) {
    const SearchTree<Item> tree{heads.data(), nodes.data(), fast, sublists};
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
      const Item pair[2] = {items[i], items[i + 1]};
      std::uint32_t buckets[2] = {};
      tree.search(pair, buckets);
      for (int k = 0; k < 2; ++k) {
        const auto expected = std::upper_bound(pivots.begin(), pivots.end(), pair[k]) - pivots.begin();
        ASSERT_EQ(buckets[k], static_cast<std::uint32_t>(expected)) << "item " << pair[k] << ", fast " << fast;
      }
    }
  }
}

TEST(HybridSearch, FindsTheBucketOfEveryItem) {
  std::mt19937 twister(seed);
  for (const std::uint32_t sublists : {1u, 2u, 8u, 256u}) {
    SCOPED_TRACE(testing::Message() << sublists << " sublists, seed " << seed);
    std::vector<std::uint32_t> pivots(sublists - 1);
    for (auto& pivot : pivots) pivot = static_cast<std::uint32_t>(twister()) % 300;  // some of them equal
    std::sort(pivots.begin(), pivots.end());
    std::vector<std::uint32_t> items(302);
    std::iota(items.begin(), items.end(), 0u);
    items.back() = 0xFFFFFFFFu;
    expect_found(pivots, items);
    // Words: few keys, so that heads are equal and indices decide.
    std::vector<std::uint64_t> word_pivots, words;
    for (const std::uint32_t pivot : pivots) word_pivots.push_back(std::uint64_t{pivot / 100} << 32 | pivot % 100);
    for (const std::uint32_t item : items) words.push_back(std::uint64_t{item / 100} << 32 | item % 100);
    expect_found(word_pivots, words);
  }
}

/// The longest sublist of `items` after one refinement of 1,024 bins, by the mean.
template <class Bins>
double longest_by_mean(const std::vector<std::uint32_t>& items) {
  constexpr std::uint32_t number = 1024;
  const auto n = static_cast<std::uint32_t>(items.size());
  const auto [low, high] = std::minmax_element(items.begin(), items.end());
  const Bins bins = Bins::between(*low, *high, number);
  std::vector<std::uint32_t> before(number + 1), pivots, counts(number);
  for (const std::uint32_t item : items) ++before[bins.of(item) + 1];
  std::partial_sum(before.begin(), before.end(), before.begin());
  const Filled<Bins> filled{bins, before.data(), number, n};
  for (std::uint32_t k = 1; k < number; ++k) pivots.push_back(refined_pivot<std::uint32_t>(filled, k, number));
  EXPECT_TRUE(std::is_sorted(pivots.begin(), pivots.end()));
  for (const std::uint32_t item : items) {
    ++counts[static_cast<std::size_t>(std::upper_bound(pivots.begin(), pivots.end(), item) - pivots.begin())];
  }
  return static_cast<double>(*std::max_element(counts.begin(), counts.end())) * number / n;
}

/// Bins in the bits of floats widen with their magnitude, so few of them hold the bell; not so the papers' bins.
TEST(HybridBins, OfEqualWidthInValuesDivideABellOfFloatsBetter) {
  std::mt19937 twister(seed);
  std::vector<std::uint32_t> items(400000);
  for (std::uint32_t& item : items) {
    float sum = 0;
    for (int i = 0; i < 4; ++i) sum += static_cast<float>(twister() >> 8) * 0x1p-24f;
    item = PaperKeys::item(sum / 4, 0);
  }
  const double by_value = longest_by_mean<ValueBins<PaperKeys>>(items);
  EXPECT_LT(by_value, 1.3);
  EXPECT_LT(by_value, 0.9 * longest_by_mean<EvenBins<std::uint32_t>>(items));
}

/// The bins keep all floats, whatever the ends are.
TEST(HybridBins, OfValuesHoldInfinitiesAndOneValue) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const auto item = [](float value) { return PaperKeys::item(value, 0); };
  using Bins = ValueBins<PaperKeys>;
  const Bins whole = Bins::between(item(-infinity), item(infinity), 16);
  EXPECT_EQ(whole.of(item(-infinity)), 0u);
  EXPECT_EQ(whole.of(item(-1e30f)), 7u);
  EXPECT_EQ(whole.of(item(1.0f)), 8u);
  EXPECT_EQ(whole.of(item(infinity)), 15u);
  const Bins one = Bins::between(item(0.75f), item(0.75f), 16);
  EXPECT_EQ(one.of(item(0.75f)), 0u);
  EXPECT_EQ(one.within(0, 0.5), item(0.75f));
}

}  // namespace
}  // namespace farfirst::cuda::hybrid
