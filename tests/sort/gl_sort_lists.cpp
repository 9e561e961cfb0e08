// Tests of the sort of many short lists of words in OpenGL: lists of every length around the limits, none, one, very
// many, and lists that are much longer than a work group's memory.
#include "gl/prim/sort_lists.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "guarded.h"

namespace farfirst::test::gl_sort_lists {
namespace {

constexpr std::uint32_t seed = 512;

std::uint64_t word_of(std::uint32_t key, std::uint32_t index) { return std::uint64_t{key} << 32 | index; }

/// Keys in words of indices that are their places.
struct Lists {
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> bounds = {0};

  std::uint32_t count() const { return static_cast<std::uint32_t>(bounds.size() - 1); }
  template <class Key>
  void add(std::uint32_t length, Key key) {
    // Indices descend and differ from places, so that mixing them up shows.
    for (std::uint32_t i = 0; i < length; ++i) words.push_back(word_of(key(), 0xFFFFFFFEu - bounds.back() - i));
    bounds.push_back(static_cast<std::uint32_t>(words.size()));
  }
  std::vector<std::uint64_t> sorted() const {
    std::vector<std::uint64_t> result = words;
    for (std::uint32_t list = 0; list < count(); ++list) {
      std::sort(result.begin() + bounds[list], result.begin() + bounds[list + 1]);
    }
    return result;
  }
};

class GlSortLists : public TestOn<Backend::gl> {
 protected:
  gl::GlDevice& device() const { return static_cast<gl::GlDevice&>(*device_); }
  std::vector<std::uint32_t> thresholds() const {
    const std::uint32_t largest = gl::ListSorter::largest_threshold(device());
    EXPECT_GE(largest, 4096u) << "less than every OpenGL 4.5 has";
    return {gl::ListSorter::smallest_threshold, largest};
  }

  gl::ListSorter sorter_for(std::uint32_t threshold, const Lists& lists) const {
    return {device(), threshold, static_cast<std::uint32_t>(lists.words.size())};
  }

  /// Sorts the first `sorted` lists in guarded memory, after `shift` words of each output.
  void expect_sorted(const gl::ListSorter& sorter, const Lists& lists, std::uint32_t sorted, bool with_count,
                     bool with_keys, std::size_t shift = 0) {
    const std::size_t n = lists.words.size();
    const Guarded words(*device_, lists.words), bounds(*device_, lists.bounds),
        count(*device_, std::vector<std::uint32_t>{sorted});
    const Guarded order(*device_, (n + shift) * 4, 0xFF), keys(*device_, (n + shift) * 4, 0xFF);
    const auto behind = [shift, n](const Guarded& memory) { return core::part(memory.buffer(), shift * 4, n * 4); };
    gl::ShortLists job{.words = words.buffer(),
                       .bounds = bounds.buffer(),
                       .lists = with_count ? lists.count() : sorted,
                       .order = behind(order)};
    if (with_count) job.count = count.buffer();
    if (with_keys) job.sorted_keys = behind(keys);
    sorter.sort(job);
    device().end_call();
    device_->finish();

    const std::vector<std::uint64_t> expected = lists.sorted();
    std::vector<std::uint32_t> expected_order(n + shift, 0xFFFFFFFFu), expected_keys = expected_order;
    for (std::size_t i = 0; i < lists.bounds[sorted]; ++i) {
      expected_order[shift + i] = static_cast<std::uint32_t>(expected[i]);
      if (with_keys) expected_keys[shift + i] = static_cast<std::uint32_t>(expected[i] >> 32);
    }
    ASSERT_EQ(order.read<std::uint32_t>(), expected_order);
    ASSERT_EQ(keys.read<std::uint32_t>(), expected_keys);
    EXPECT_EQ(bounds.read<std::uint32_t>(), lists.bounds);
    words.expect_intact("words");
    order.expect_intact("order");
    keys.expect_intact("keys");
  }
};

TEST_F(GlSortLists, EveryLengthAroundTheEdges) {
  for (const std::uint32_t threshold : thresholds()) {
    std::vector<std::uint32_t> lengths(70);
    std::iota(lengths.begin(), lengths.end(), 0u);
    for (std::uint32_t power = 128; power <= 8 * threshold; power *= 2) {
      lengths.insert(lengths.end(), {power - 1, power, power + 1});
    }
    lengths.insert(lengths.end(), {0, 0, 3 * threshold, 3 * threshold + 5, 5 * threshold - 1});
    std::mt19937 twister(seed);
    std::shuffle(lengths.begin(), lengths.end(), twister);
    Lists lists;
    for (const std::uint32_t length : lengths) {
      lists.add(length, [&] { return static_cast<std::uint32_t>(twister()) % 1000; });
    }
    SCOPED_TRACE(testing::Message() << "threshold " << threshold << ", seed " << seed);
    expect_sorted(sorter_for(threshold, lists), lists, lists.count(), false, true, 3);
    if (HasFatalFailure()) return;
  }
}

TEST_F(GlSortLists, ExtremeKeys) {
  // Padding must not count as a word, nor a word as padding.
  Lists lists;
  for (const std::uint32_t length : {1u, 17u, 200u, 257u, 1000u, 2600u}) {
    lists.add(length, [] { return 0xFFFFFFFFu; });
    lists.add(length, [] { return 0u; });
    lists.add(length, [i = 0u]() mutable { return ++i % 2 == 0 ? 0xFFFFFFFFu : 0u; });
  }
  for (const std::uint32_t threshold : thresholds()) {
    SCOPED_TRACE(testing::Message() << "threshold " << threshold);
    expect_sorted(sorter_for(threshold, lists), lists, lists.count(), false, true);
    if (HasFatalFailure()) return;
  }
}

TEST_F(GlSortLists, OneHugeList) {
  std::mt19937 twister(seed);
  for (const std::uint32_t threshold : thresholds()) {
    Lists lists;
    lists.add(100003, [&] { return static_cast<std::uint32_t>(twister()); });
    SCOPED_TRACE(testing::Message() << "threshold " << threshold << ", seed " << seed);
    expect_sorted(sorter_for(threshold, lists), lists, 1, false, false, 1);
    if (HasFatalFailure()) return;
  }
}

TEST_F(GlSortLists, LongListsComeAndGo) {
  // The next call must not see what one call noted.
  std::mt19937 twister(seed);
  const auto key = [&] { return static_cast<std::uint32_t>(twister()); };
  Lists short_ones, all_long, one_long;
  for (std::uint32_t list = 0; list < 30; ++list) {
    short_ones.add(200, key);
    all_long.add(300, key);
    one_long.add(list == 17 ? 1500 : 10, key);
  }
  const gl::ListSorter sorter(device(), gl::ListSorter::smallest_threshold, 9000);
  for (const Lists* lists : {&all_long, &short_ones, &one_long, &short_ones, &all_long}) {
    SCOPED_TRACE(testing::Message() << lists->words.size() << " words, seed " << seed);
    expect_sorted(sorter, *lists, lists->count(), false, true);
    if (HasFatalFailure()) return;
  }
}

TEST_F(GlSortLists, MoreListsThanAnAxisHasGroups) {
  std::mt19937 twister(seed);
  Lists lists;
  for (int list = 0; list < 70000; ++list) {
    lists.add(static_cast<std::uint32_t>(twister() % 4), [&] { return static_cast<std::uint32_t>(twister() % 8); });
  }
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  expect_sorted({device(), gl::ListSorter::smallest_threshold}, lists, lists.count(), false, true);
}

TEST_F(GlSortLists, TheirNumberIsKnownToTheGpuOnly) {
  std::mt19937 twister(seed);
  Lists lists;
  for (std::uint32_t list = 0; list < 40; ++list)
    lists.add(list * 9, [&] { return static_cast<std::uint32_t>(twister()); });
  const gl::ListSorter sorter = sorter_for(gl::ListSorter::smallest_threshold, lists);
  for (const std::uint32_t count : {0u, 1u, 23u, 39u, 40u}) {
    SCOPED_TRACE(testing::Message() << count << " of 40 lists, seed " << seed);
    expect_sorted(sorter, lists, count, true, count % 2 == 0, 5);
    if (HasFatalFailure()) return;
  }
  expect_sorted(sorter, lists, 0, false, true);  // none at all
}

}  // namespace
}  // namespace farfirst::test::gl_sort_lists
