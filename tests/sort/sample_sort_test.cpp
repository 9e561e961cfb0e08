// Tests of the arithmetic of cuda.sample_sort and of Batcher's network, without a GPU: the splitter tree, the search
// for buckets, equality buckets, sampling, the plan of levels, and the schedule of the network.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "cuda/prim/odd_even_network.h"
#include "cuda/sample_sort/items.h"
#include "cuda/sample_sort/plan.h"
#include "cuda/sample_sort/splitters.h"
#include "cuda/sample_sort/tuning.h"

namespace farfirst::cuda::sample_sort_test {
namespace {

constexpr std::uint32_t seed = 2009;

// ------------------------------------------------------------------------------------------------------- splitters

using sample_sort::Keys;
using sample_sort::Records;

TEST(SampleSortTree, NodesAndSplittersAreOneToOne) {
  for (unsigned log_k = 1; log_k <= 10; ++log_k) {
    const std::uint32_t k = 1u << log_k;
    std::vector<bool> seen(k, false);
    for (std::uint32_t node = 1; node < k; ++node) {
      const std::uint32_t i = sample_sort::splitter_of_node(node, log_k);
      ASSERT_GE(i, 1u);
      ASSERT_LT(i, k);
      EXPECT_FALSE(seen[i]) << "k " << k << ", splitter " << i;
      seen[i] = true;
      EXPECT_EQ(sample_sort::node_of_splitter(i, log_k), node);
    }
  }
}

TEST(SampleSortTree, IsTheOneOfThePaper) {
  // bt = s[k/2], s[k/4], s[3k/4], s[k/8], s[3k/8], s[5k/8], s[7k/8]
  const std::uint32_t expected[] = {8, 4, 12, 2, 6, 10, 14};
  for (std::uint32_t node = 1; node <= 7; ++node) {
    EXPECT_EQ(sample_sort::splitter_of_node(node, 4), expected[node - 1]);
  }
}

/// A tree of splitters s[1] .. s[k - 1], given ascending as splitters[1] and so on.
template <class Item>
std::vector<Item> tree_of(const std::vector<Item>& splitters, unsigned log_k) {
  std::vector<Item> tree(splitters.size());
  for (std::uint32_t node = 1; node < tree.size(); ++node) {
    tree[node] = splitters[sample_sort::splitter_of_node(node, log_k)];
  }
  return tree;
}

/// The bucket by definition: the number of splitters below the item.
template <class Order>
std::uint32_t expected_bucket(const std::vector<typename Order::Item>& splitters, const typename Order::Item& item) {
  return static_cast<std::uint32_t>(std::lower_bound(splitters.begin() + 1, splitters.end(), item, Order()) -
                                    (splitters.begin() + 1));
}

TEST(SampleSortTree, FindsTheBucketOfEveryItem) {
  std::mt19937 twister(seed);
  for (unsigned log_k = 1; log_k <= 10; ++log_k) {
    std::vector<std::uint32_t> splitters(std::size_t{1} << log_k);
    for (std::uint32_t& splitter : splitters) splitter = static_cast<std::uint32_t>(twister() % 4000);
    std::sort(splitters.begin() + 1, splitters.end());
    const std::vector<std::uint32_t> tree = tree_of(splitters, log_k);
    for (int round = 0; round < 200; ++round) {
      std::uint32_t items[4], buckets[4];
      for (std::uint32_t& item : items) item = static_cast<std::uint32_t>(twister() % 4002);
      items[0] = splitters[1 + twister() % (splitters.size() - 1)];
      sample_sort::find_buckets<Keys>(items, tree.data(), log_k, buckets);
      for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(buckets[i], expected_bucket<Keys>(splitters, items[i])) << "k 2^" << log_k << ", seed " << seed;
      }
    }
  }
}

TEST(SampleSortTree, RecordsCompareByKeyThenIndex) {
  const std::vector<Records::Item> splitters = {{0, 0}, {5, 1}, {5, 7}, {9, 0}};
  const std::vector<Records::Item> tree = tree_of(splitters, 2);
  const Records::Item items[] = {{5, 0}, {5, 1}, {5, 2}, {5, 7}, {5, 8}, {4, 99}, {9, 1}};
  const std::uint32_t expected[] = {0, 0, 1, 1, 2, 0, 3};
  std::uint32_t buckets[7];
  sample_sort::find_buckets<Records>(items, tree.data(), 2, buckets);
  EXPECT_TRUE(std::equal(buckets, buckets + 7, expected));
}

TEST(SampleSortTree, EqualSplittersMakeEqualityBuckets) {
  //                                           1  2  3  4  5  6  7
  const std::vector<std::uint32_t> splitters{0, 3, 7, 7, 7, 8, 9, 9};
  const std::vector<std::uint32_t> tree = tree_of(splitters, 3);
  const auto bucket_of = [&](std::uint32_t item) {
    const std::uint32_t items[1] = {item};
    std::uint32_t buckets[1];
    sample_sort::find_buckets<Keys>(items, tree.data(), 3, buckets);
    return sample_sort::equality_follows<Keys>(tree.data(), 3, buckets[0])
               ? sample_sort::with_equality<Keys>(item, tree.data(), 3, buckets[0])
               : buckets[0];
  };
  EXPECT_EQ(bucket_of(2), 0u);
  EXPECT_EQ(bucket_of(3), 0u);  // a splitter that occurs once has no bucket of its own
  EXPECT_EQ(bucket_of(6), 1u);
  EXPECT_EQ(bucket_of(7), 2u);  // 7 and nothing else
  EXPECT_EQ(bucket_of(8), 4u);
  EXPECT_EQ(bucket_of(9), 6u);  // 9 and nothing else
  EXPECT_EQ(bucket_of(10), 7u);
  for (const std::uint32_t b : {0u, 3u, 4u, 6u, 7u}) {
    EXPECT_FALSE(sample_sort::equality_follows<Keys>(tree.data(), 3, b)) << b;
  }
}

TEST(SampleSortTree, EqualityBucketsHoldEqualItemsOnlyAndKeepTheOrder) {
  std::mt19937 twister(seed);
  for (int round = 0; round < 300; ++round) {
    const unsigned log_k = 1 + static_cast<unsigned>(twister() % 7);
    std::vector<std::uint32_t> splitters(std::size_t{1} << log_k);
    const std::uint32_t values = 1 + static_cast<std::uint32_t>(twister() % 40);
    for (std::uint32_t& splitter : splitters) splitter = static_cast<std::uint32_t>(twister() % values);
    std::sort(splitters.begin() + 1, splitters.end());
    const std::vector<std::uint32_t> tree = tree_of(splitters, log_k);
    std::uint32_t last = 0;
    for (std::uint32_t item = 0; item <= values; ++item) {
      const std::uint32_t items[1] = {item};
      std::uint32_t buckets[1];
      sample_sort::find_buckets<Keys>(items, tree.data(), log_k, buckets);
      std::uint32_t bucket = buckets[0];
      if (sample_sort::equality_follows<Keys>(tree.data(), log_k, bucket)) {
        bucket = sample_sort::with_equality<Keys>(item, tree.data(), log_k, bucket);
      }
      ASSERT_GE(bucket, last) << "seed " << seed << ", round " << round;
      ASSERT_LT(bucket, splitters.size());
      if (bucket > 0 && sample_sort::equality_follows<Keys>(tree.data(), log_k, bucket - 1)) {
        EXPECT_EQ(item, splitters[bucket]) << "seed " << seed << ", round " << round;
      }
      last = bucket;
    }
  }
}

// -------------------------------------------------------------------------------------------------------- sampling

TEST(SampleSortSampling, StaysInTheSegmentAndSpreads) {
  for (const std::uint32_t size : {1u, 2u, 1000u, 1u << 20, 0xFFFFFFFEu}) {
    std::vector<int> eighths(8, 0);
    for (std::uint32_t i = 0; i < 8000; ++i) {
      const std::uint32_t place = sample_sort::sample_place(seed, i, size);
      ASSERT_LT(place, size);
      ++eighths[static_cast<std::size_t>(std::uint64_t{place} * 8 / size)];
    }
    if (size < 8) continue;
    for (const int count : eighths) EXPECT_NEAR(count, 1000, 150) << "size " << size;  // five standard deviations
  }
}

TEST(SampleSortSampling, SeedsGiveDifferentSamples) {
  int same = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    same += sample_sort::sample_place(1, i, 1u << 30) == sample_sort::sample_place(0x9E3779B9u, i, 1u << 30) ? 1 : 0;
  }
  EXPECT_LT(same, 5);
}

// ------------------------------------------------------------------------------------------------------ size classes

TEST(SampleSortSizes, LargerBucketsAreInEarlierClasses) {
  for (const std::uint32_t small : {2048u, 4096u, 131072u}) {
    std::uint32_t last = sample_sort::size_class(0, small);
    EXPECT_EQ(last, sample_sort::size_classes - 1);
    for (std::uint32_t size = 1; size < 4 * small; size += 7) {
      const std::uint32_t own = sample_sort::size_class(size, small);
      ASSERT_LE(own, last);
      last = own;
    }
    EXPECT_EQ(last, 0u);
    EXPECT_EQ(sample_sort::size_class(0xFFFFFFFFu, small), 0u);
  }
}

// ------------------------------------------------------------------------------------------------------------- plan

struct Case {
  sample_sort::Request request;
  sample_sort::Defaults defaults;
};
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const std::uint32_t bytes : {4u, 8u, 16u}) {
    for (const std::uint32_t buckets : {0u, 1u, 16u, 128u, 1000u, 1024u}) {
      for (const std::uint32_t small : {0u, 1u, 5000u, 131072u, 1u << 24}) {
        for (const std::uint32_t threads : {0u, 1u, 100u, 256u, 1024u}) {
          for (const std::uint32_t elements : {0u, 1u, 8u, 16u}) {
            all.push_back({{buckets, small, threads % 7, threads, elements}, sample_sort::defaults(bytes)});
          }
        }
      }
    }
  }
  return all;
}

TEST(SampleSortPlan, KeepsWithinTheKernelsLimits) {
  for (const auto& [request, defaults] : cases()) {
    for (const std::uint32_t n : {1u, 4096u, 4097u, 100003u, 1u << 23, 1u << 28, 0xFFFFFFFEu}) {
      const sample_sort::Plan plan = sample_sort::make_plan(n, request, defaults);
      ASSERT_LE(plan.levels, sample_sort::most_levels);
      EXPECT_EQ(plan.levels == 0, n <= plan.small);
      EXPECT_GE(plan.threads, 32u);
      EXPECT_EQ(plan.threads % 32, 0u);
      EXPECT_LE(plan.threads, sample_sort::most_threads(plan.elements));
      EXPECT_LE(plan.tile(), sample_sort::most_tile);
      std::uint32_t buckets = plan.levels == 0 ? 1 : 0;
      for (unsigned i = 0; i < plan.levels; ++i) {
        const sample_sort::LevelPlan& level = plan.level[i];
        EXPECT_GE(level.log_k, 1u);
        EXPECT_LE(level.log_k, sample_sort::most_log_k);
        EXPECT_GE(level.oversampling, 1u);
        EXPECT_LE(level.oversampling << level.log_k, std::max(defaults.sample, 2u << level.log_k));
        EXPECT_LE(level.counters(), std::size_t{n} + (std::size_t{level.most_segments} << level.log_k));
        EXPECT_EQ(level.first_bucket, buckets);
        buckets += level.most_segments << level.log_k;
      }
      EXPECT_EQ(plan.most_buckets, buckets);
    }
  }
}

TEST(SampleSortPlan, HasSpaceForTheWorstSplit) {
  // Segments are longer than `small` and disjoint; each has at most one tile that is not full.
  for (const auto& [request, defaults] : cases()) {
    const sample_sort::Plan plan = sample_sort::make_plan(30000001, request, defaults);
    for (unsigned i = 1; i < plan.levels; ++i) {
      const sample_sort::LevelPlan &before = plan.level[i - 1], &level = plan.level[i];
      const std::uint64_t by_width = std::uint64_t{before.most_segments} << before.log_k;
      const std::uint64_t by_size = plan.n / (plan.small + 1);
      EXPECT_EQ(level.most_segments, std::min(by_width, by_size));
      EXPECT_GE(level.most_tiles, plan.n / plan.tile() + level.most_segments);
    }
  }
}

TEST(SampleSortPlan, TakesThePapersValues) {
  const sample_sort::Request paper{.buckets = 128, .small = 1 << 17, .oversampling = 30, .threads = 256, .elements = 8};
  const sample_sort::Plan plan = sample_sort::make_plan(1 << 23, paper, sample_sort::defaults(8));
  ASSERT_EQ(plan.levels, 1u);
  EXPECT_EQ(plan.level[0].log_k, 7u);
  EXPECT_EQ(plan.level[0].oversampling, 30u);
  EXPECT_EQ(plan.small, 1u << 17);
  EXPECT_EQ(plan.tile(), 2048u);
  EXPECT_EQ(sample_sort::make_plan(1 << 25, paper, sample_sort::defaults(8)).levels, 2u);
}

TEST(SampleSortPlan, ExpectedBucketsFitABlock) {
  for (const std::uint32_t bytes : {4u, 8u, 16u}) {
    const sample_sort::Defaults defaults = sample_sort::defaults(bytes);
    for (std::uint32_t n = 5000; n < 1u << 29; n = n * 5 / 3) {
      const sample_sort::Plan plan = sample_sort::make_plan(n, {}, defaults);
      double expected = n;
      for (unsigned i = 0; i < plan.levels; ++i) expected /= 1u << plan.level[i].log_k;
      EXPECT_LE(expected, defaults.small / 2) << n;
      EXPECT_GE(expected, defaults.small / 4 - 1) << n;
    }
  }
}

// ---------------------------------------------------------------------------------------------------------- network

void run_network(std::vector<int>& items) {
  const auto n = static_cast<std::uint32_t>(items.size());
  for (odd_even::Step step; step.run < n; step = odd_even::next(step)) {
    for (std::uint32_t c = 0; c < odd_even::comparators(n, step.run); ++c) {
      const std::uint32_t low = odd_even::lower_place(c, step);
      if (low == odd_even::no_comparator || low + step.distance >= n) continue;
      if (items[low + step.distance] < items[low]) std::swap(items[low], items[low + step.distance]);
    }
  }
}

TEST(OddEvenNetwork, SortsEverySequenceOfZerosAndOnes) {
  // A network that sorts all of these sorts everything (Knuth, 5.3.4, theorem Z). Every n covers ends at all places.
  for (unsigned n = 0; n <= 17; ++n) {
    for (std::uint32_t bits = 0; bits < (1u << n); ++bits) {
      std::vector<int> items(n);
      for (unsigned i = 0; i < n; ++i) items[i] = static_cast<int>(bits >> i & 1);
      run_network(items);
      ASSERT_TRUE(std::is_sorted(items.begin(), items.end())) << "n " << n << ", bits " << bits;
    }
  }
}

TEST(OddEvenNetwork, SortsLongSequences) {
  std::mt19937 twister(seed);
  for (const std::size_t n : {31u, 64u, 100u, 1000u, 1023u, 4096u, 5001u}) {
    std::vector<int> items(n);
    for (int& item : items) item = static_cast<int>(twister() % 1000);
    run_network(items);
    EXPECT_TRUE(std::is_sorted(items.begin(), items.end())) << "n " << n << ", seed " << seed;
  }
}

TEST(OddEvenNetwork, HasAsManyComparatorsAsBatchers) {
  // (p^2 - p + 4) 2^(p - 2) - 1 for n = 2^p; no two of a step share an element.
  for (std::uint32_t p = 2; p <= 10; ++p) {
    const std::uint32_t n = 1u << p;
    std::uint32_t all = 0;
    for (odd_even::Step step; step.run < n; step = odd_even::next(step)) {
      std::vector<bool> taken(n, false);
      for (std::uint32_t c = 0; c < odd_even::comparators(n, step.run); ++c) {
        const std::uint32_t low = odd_even::lower_place(c, step);
        if (low == odd_even::no_comparator) continue;
        ASSERT_LT(low + step.distance, n);
        EXPECT_FALSE(taken[low] || taken[low + step.distance]);
        taken[low] = taken[low + step.distance] = true;
        ++all;
      }
    }
    EXPECT_EQ(all, (p * p - p + 4) * (n / 4) - 1) << "n " << n;
  }
}

/// Algorithm 1 sorts n < M at once. In the published form, a sort of M by one block keeps one of 132 multiprocessors
/// busy.
TEST(SampleSortPlan, StrictlyFewerThanMAreSmall) {
  using namespace sample_sort;
  constexpr std::uint32_t M = 1u << 17;
  Request request{.buckets = 128, .small = M, .oversampling = 30, .threads = 256, .elements = 8};
  EXPECT_EQ(make_plan(M, request, defaults(8)).levels, 0u);
  request.strict = true;
  EXPECT_EQ(make_plan(M - 1, request, defaults(8)).levels, 0u);
  EXPECT_EQ(make_plan(M, request, defaults(8)).levels, 1u);
  EXPECT_EQ(make_plan(64 * M, request, defaults(8)).levels, 1u) << "no level more than for M itself";
}

}  // namespace
}  // namespace farfirst::cuda::sample_sort_test
