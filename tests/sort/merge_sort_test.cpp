// Tests of the arithmetic of merging by ranks, without a GPU: parts begin at the right places and can be merged
// independently, and nothing overflows near 2^32.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "cuda/prim/ranks.h"

namespace farfirst::cuda::merge_sort_test {
namespace {

using Keys = std::vector<std::uint32_t>;

struct Less {
  bool operator()(std::uint32_t a, std::uint32_t b) const { return a < b; }
};

Keys sorted_keys(std::size_t count, std::uint32_t values, std::mt19937& twister) {
  Keys keys(count);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(twister()) % values;
  std::sort(keys.begin(), keys.end());
  return keys;
}

/// The search as 32 lanes do it.
std::uint32_t first_false_in_rounds(std::uint32_t low, std::uint32_t high,
                                    const std::function<bool(std::uint32_t)>& holds, int& rounds) {
  SearchRound round{low, high};
  for (rounds = 0; round.low < round.high; ++rounds) {
    std::uint32_t holding = 0;
    for (std::uint32_t lane = 0; lane < SearchRound::lanes; ++lane) {
      const std::uint32_t place = round.place(lane);
      if (place < round.high - round.low && holds(round.low + place)) ++holding;
    }
    round = round.after(holding);
  }
  return round.low;
}

TEST(MergeRanks, SearchesFindEveryPlace) {
  for (const std::uint32_t length : {0u, 1u, 2u, 31u, 32u, 33u, 34u, 65u, 66u, 1000u, 1089u, 1090u}) {
    for (const std::uint32_t low : {0u, 7u, 0xFFFFFFFEu - length}) {
      for (std::uint32_t answer = low; answer <= low + length; ++answer) {
        const auto holds = [&](std::uint32_t i) { return i < answer; };
        int rounds = 0;
        ASSERT_EQ(first_false(low, low + length, holds), answer) << "from " << low << ", " << length << " places";
        ASSERT_EQ(first_false_in_rounds(low, low + length, holds, rounds), answer)
            << "from " << low << ", " << length << " places";
      }
    }
  }
}

TEST(MergeRanks, SearchesOfLongRunsAreShort) {
  // Each round leaves a 33rd: 33^6 < 2^31 < 33^7.
  std::mt19937 twister(5);
  for (int i = 0; i < 1000; ++i) {
    const auto answer = static_cast<std::uint32_t>(twister()) >> 1;
    int rounds = 0;
    ASSERT_EQ(first_false_in_rounds(
                  0, 1u << 31, [&](std::uint32_t place) { return place < answer; }, rounds),
              answer);
    ASSERT_LE(rounds, 7);
  }
}

TEST(MergeRanks, RanksOfElementsAreTheMerge) {
  const std::uint32_t seed = 20261121;
  std::mt19937 twister(seed);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(testing::Message() << "round " << round << ", seed " << seed);
    const Keys a = sorted_keys(twister() % 100, 1 + static_cast<std::uint32_t>(twister() % 50), twister);
    const Keys b = sorted_keys(twister() % 100, 1 + static_cast<std::uint32_t>(twister() % 50), twister);
    const auto count_a = static_cast<std::uint32_t>(a.size()), count_b = static_cast<std::uint32_t>(b.size());
    // The elements that come from A in the stable merge, named by their places in A and B.
    std::vector<std::uint32_t> expected(a.size() + b.size(), 0), by_rank(expected.size(), 0xFFFFFFFFu);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> both;
    for (std::uint32_t i = 0; i < count_a; ++i) both.emplace_back(a[i], i);
    for (std::uint32_t i = 0; i < count_b; ++i) both.emplace_back(b[i], count_a + i);
    std::sort(both.begin(), both.end());
    for (std::size_t i = 0; i < both.size(); ++i) expected[i] = both[i].second;

    for (std::uint32_t i = 0; i < count_a; ++i) by_rank.at(i + rank_of_a(b, count_b, a[i], Less())) = i;
    for (std::uint32_t i = 0; i < count_b; ++i) by_rank.at(i + rank_of_b(a, count_a, b[i], Less())) = count_a + i;
    ASSERT_EQ(by_rank, expected);
    for (std::uint32_t rank = 0; rank <= expected.size(); ++rank) {
      const auto from_a =
          std::count_if(expected.begin(), expected.begin() + rank, [&](std::uint32_t i) { return i < count_a; });
      ASSERT_EQ(split_at(rank, a, count_a, b, count_b, Less()), static_cast<std::uint32_t>(from_a)) << "rank " << rank;
    }
  }
}

/// The cuts of a level as the kernel computes them, for a pair of runs.
std::vector<Cut> cuts_of(const MergeLevel& level, const RunPair& pair, const Keys& a, const Keys& b) {
  const Cut none{0xFFFFFFFFu, 0xFFFFFFFFu};
  std::vector<Cut> cuts(level.parts(pair), none);
  const auto set = [&](std::uint32_t part, Cut cut) {
    ASSERT_LT(part, cuts.size());
    ASSERT_EQ(cuts[part].a, none.a) << "two samples claim part " << part;
    cuts[part] = cut;
  };
  if (!level.by_samples) {
    for (std::uint32_t part = 0; part < cuts.size(); ++part) {
      const std::uint32_t rank = part * level.distance, from_a = split_at(rank, a, pair.a, b, pair.b, Less());
      set(part, {from_a, rank - from_a});
    }
    return cuts;
  }
  for (std::uint32_t sample = 0; sample * level.distance < pair.a; ++sample) {
    const std::uint32_t place = sample * level.distance, rank = rank_of_a(b, pair.b, a[place], Less());
    set(part_of_sample(sample, rank, level.distance), {place, rank});
  }
  for (std::uint32_t sample = 0; sample * level.distance < pair.b; ++sample) {
    const std::uint32_t place = sample * level.distance, rank = rank_of_b(a, pair.a, b[place], Less());
    set(part_of_sample(sample, rank, level.distance), {rank, place});
  }
  return cuts;
}

/// Parts in sequence, none too large, each greater than those before: together they are the merge.
void expect_parts(const MergeLevel& level, const RunPair& pair, const Keys& a, const Keys& b) {
  std::vector<Cut> cuts = cuts_of(level, pair, a, b);
  ASSERT_FALSE(testing::Test::HasFatalFailure());
  ASSERT_FALSE(cuts.empty());
  EXPECT_EQ(cuts[0].a + cuts[0].b, 0u);
  cuts.push_back({pair.a, pair.b});
  Keys merged;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const Cut from = cuts[i], to = cuts[i + 1];
    ASSERT_LE(from.a, to.a);
    ASSERT_LE(from.b, to.b);
    ASSERT_LE(to.a - from.a + to.b - from.b, level.largest_part());
    if (level.by_samples) {
      ASSERT_LE(to.a - from.a, level.distance);
      ASSERT_LE(to.b - from.b, level.distance);
    }
    std::merge(a.begin() + from.a, a.begin() + to.a, b.begin() + from.b, b.begin() + to.b, std::back_inserter(merged));
  }
  Keys expected;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
  ASSERT_EQ(merged, expected);
}

TEST(MergeRanks, PartsCanBeMergedIndependently) {
  const std::uint32_t seed = 20261122;
  std::mt19937 twister(seed);
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t run = 16u << twister() % 5, n = 1 + static_cast<std::uint32_t>(twister()) % (6 * run);
    const MergeLevel level{n, run, 8u << twister() % 6, round % 2 == 0};
    SCOPED_TRACE(testing::Message() << "round " << round << ", seed " << seed << ", n " << n << ", runs of " << run
                                    << ", distance " << level.distance);
    std::uint32_t parts = 0, elements = 0;
    for (std::uint32_t number = 0; elements < n; ++number) {
      const RunPair pair = level.pair(number);
      ASSERT_EQ(pair.begin, elements);
      ASSERT_EQ(parts, number * level.parts_per_pair());
      const std::uint32_t values = round % 3 == 0 ? 3 : 1000000;
      expect_parts(level, pair, sorted_keys(pair.a, values, twister), sorted_keys(pair.b, values, twister));
      if (HasFatalFailure()) return;
      elements += pair.a + pair.b;
      parts += level.parts(pair);
    }
    EXPECT_EQ(elements, n);
    EXPECT_EQ(parts, level.parts());
  }
}

TEST(MergeRanks, TheLargestSortsDoNotOverflow) {
  for (const std::uint32_t n : {0xFFFFFFFEu, (1u << 31) + 1, 1u << 31}) {
    for (std::uint32_t run = 256; run < n && run != 0; run *= 2) {
      for (const bool by_samples : {false, true}) {
        const MergeLevel level{n, run, 4096, by_samples};
        const auto last = static_cast<std::uint32_t>((n - 1) / (2ull * run));
        const RunPair pair = level.pair(last);
        EXPECT_EQ(std::uint64_t{pair.begin} + pair.a + pair.b, n);
        EXPECT_LE(pair.b, pair.a);
        EXPECT_EQ(level.parts(), last * level.parts_per_pair() + level.parts(pair));
        EXPECT_GE(std::uint64_t{level.parts()} * level.largest_part(), n);
        EXPECT_LE(level.parts(), 2 * (n / std::min(4096u, run)) + 2);
      }
    }
  }
}

}  // namespace
}  // namespace farfirst::cuda::merge_sort_test
