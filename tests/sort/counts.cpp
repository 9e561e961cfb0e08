// Tests of every entry and form with the options of frames: a count in device memory, keys that differ in few bits
// only, and the other direction. Compared with orders computed without the library.

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "guarded.h"
#include "simulated.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::counts {
namespace {

using inputs::Distribution;

constexpr std::uint32_t seed = 18;

/// The counts to try for jobs of n elements. A larger one means n.
std::vector<std::uint32_t> counts_for(std::uint32_t n) { return {0, 1, n / 16, n - 1, n, n + 5}; }

class Counts : public TestOfEach<const Algorithm*> {
 protected:
  /// The outputs of a job, up to the count.
  template <class Key>
  struct Results {
    std::vector<std::uint32_t> order, values;
    std::vector<Key> keys;
  };

  /// Sorts the first `count` of these keys; n remains the number of all.
  template <class Key>
  Results<Key> sorted(FormSorter& sorter, Form form, const std::vector<Key>& keys, std::uint32_t given,
                      Direction direction, KeyBits bits = {}) {
    const auto n = static_cast<std::uint32_t>(keys.size()), count = std::min(n, given);
    const bool order_wanted = form == Form::argsort || form == Form::argsort64;
    const bool values_wanted = form == Form::pairs || form == Form::pairs64 || form == Form::paper_pairs;
    std::vector<std::uint32_t> values(n);
    for (std::uint32_t i = 0; i < n; ++i) values[i] = (n - i) * 2654435761u;
    const Guarded keys_in(*device_, keys), values_in(*device_, values),
        count_in(*device_, std::vector<std::uint32_t>{given});
    const Guarded order(*device_, n * 4, 0xFF), keys_out(*device_, n * sizeof(Key), 0xFF),
        values_out(*device_, n * 4, 0xFF);
    const GuardedWorkspace workspace(*device_, sorter.requirements(), 0xFF);
    FormJob job{.n = n,
                .keys = keys_in.buffer(),
                .count = count_in.buffer(),
                .key_bits = bits,
                .direction = direction,
                .sorted_keys = keys_out.buffer()};
    if (order_wanted) job.order = order.buffer();
    if (values_wanted) job.values = values_in.buffer(), job.sorted_values = values_out.buffer();
    workspace.attach(job);
    sorter.sort(job);
    device_->finish();
    EXPECT_EQ(keys_in.read<Key>(), keys) << "the keys were written to";
    for (const Guarded* memory : {&keys_in, &values_in, &count_in, &order, &keys_out, &values_out}) {
      memory->expect_intact("a buffer of the job");
    }
    workspace.expect_intact();
    return {first_of(order.read<std::uint32_t>(), order_wanted ? count : 0),
            first_of(values_out.read<std::uint32_t>(), values_wanted ? count : 0),
            first_of(keys_out.read<Key>(), count)};
  }

  /// The stable order of the first `count` keys, in this direction.
  template <class Key>
  static std::vector<std::uint32_t> right_order(const std::vector<Key>& keys, std::uint32_t count,
                                                Direction direction) {
    std::vector<std::uint32_t> order = expected_order(first_of(keys, count));
    if (direction == Direction::front_to_back) std::ranges::reverse(order);
    return order;
  }

  template <class Key>
  void expect_form(Form form, const std::vector<Key>& keys, const std::vector<std::uint32_t>& counts) {
    const auto n = static_cast<std::uint32_t>(keys.size());
    const auto sorter = make_form_sorter(*device_, *GetParam(), n, form, {.counted = true});
    for (const Direction direction : {Direction::back_to_front, Direction::front_to_back}) {
      for (const std::uint32_t given : counts) {
        SCOPED_TRACE(testing::Message() << name_of(form) << ", " << given << " of " << n << ", direction "
                                        << int(direction) << ", seed " << seed);
        const Results<Key> found = sorted(*sorter, form, keys, given, direction);
        const std::uint32_t count = std::min(n, given);
        const std::vector<std::uint32_t> expected = right_order(keys, count, direction);
        ASSERT_EQ(found.keys, gathered(keys, expected));
        if (!found.order.empty()) {
          ASSERT_EQ(found.order, expected);
        }
        const bool has_values = form == Form::pairs || form == Form::pairs64;
        for (std::uint32_t i = 0; has_values && i < count; ++i) {
          ASSERT_EQ(found.values[i], (n - expected[i]) * 2654435761u) << "at " << i;
        }
      }
    }
  }
};

TEST_P(Counts, ArgsortOfTheFirst) {
  const std::uint32_t n = at_most_on(*device_, 40009);
  for (const Distribution distribution : {Distribution::uniform, Distribution::few_unique}) {
    expect_form(Form::argsort, inputs::make_keys(distribution, n, seed), counts_for(n));
    if (HasFatalFailure()) return;
  }
  expect_form(Form::argsort, inputs::make_keys(Distribution::uniform, 200, seed), {0, 1, 12, 199, 200});
}

TEST_P(Counts, LargestKeysAreNotPadding) {
  // Keys as large as those that may replace keys beyond the count.
  const std::uint32_t n = at_most(6007);
  std::vector<std::uint32_t> keys(n, 0xFFFFFFFFu);
  for (std::uint32_t i = 0; i < n; i += 3) keys[i] = 0xFFFFFFFEu;
  expect_form(Form::argsort, keys, counts_for(n));
}

TEST_P(Counts, OtherForms) {
  const std::uint32_t n = at_most(5003);
  const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::few_unique, n, seed);
  std::mt19937_64 twister(seed);
  std::vector<std::uint64_t> wide(n);
  for (std::uint64_t& key : wide) key = twister() >> (twister() % 64);
  expect_form(Form::pairs, keys, counts_for(n));
  if (HasFatalFailure()) return;
  if (GetParam()->forms.has(Form::keys)) expect_form(Form::keys, keys, counts_for(n));
  if (GetParam()->forms.has(Form::argsort64)) expect_form(Form::argsort64, wide, counts_for(n));
  if (GetParam()->forms.has(Form::pairs64)) expect_form(Form::pairs64, wide, counts_for(n));
  if (GetParam()->forms.has(Form::keys64)) expect_form(Form::keys64, wide, counts_for(n));
}

TEST_P(Counts, PaperForms) {
  // Equal keys may have any order, so only the keys are compared.
  const std::uint32_t n = at_most(5003);
  std::mt19937 twister(seed);
  std::vector<float> keys(n);
  for (float& key : keys)
    key = std::ldexp(static_cast<float>(twister() % 4096) - 2048, static_cast<int>(twister() % 8));
  bool any = false;
  for (const Form form : {Form::paper_keys, Form::paper_pairs}) {
    if (!GetParam()->forms.has(form)) continue;
    any = true;
    const auto sorter = make_form_sorter(*device_, *GetParam(), n, form, {.counted = true});
    for (const Direction direction : {Direction::back_to_front, Direction::front_to_back}) {
      for (const std::uint32_t count : counts_for(n)) {
        SCOPED_TRACE(testing::Message() << name_of(form) << ", " << count << " of " << n << ", direction "
                                        << int(direction));
        std::vector<float> expected = first_of(keys, std::min(n, count));
        std::ranges::sort(expected);
        if (direction == Direction::front_to_back) std::ranges::reverse(expected);
        ASSERT_EQ(sorted(*sorter, form, keys, count, direction).keys, expected);
      }
    }
  }
  if (!any) GTEST_SKIP() << GetParam()->id << " has no paper form";
}

TEST_P(Counts, ChangingFromCallToCall) {
  // One sorter and its history: the state from one count must suit another one.
  const std::uint32_t n = at_most_on(*device_, 40009);
  const auto sorter = make_form_sorter(*device_, *GetParam(), n, Form::argsort, {.counted = true});
  std::mt19937 twister(seed);
  for (int round = 0; round < (is_simulated(*device_) ? 8 : 24); ++round) {
    const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::gaussian, n, seed + unsigned(round) / 3);
    const std::uint32_t count = round % 4 == 3 ? n : static_cast<std::uint32_t>(twister() % (n + 1));
    SCOPED_TRACE(testing::Message() << "round " << round << ", " << count << " of " << n << ", seed " << seed);
    ASSERT_EQ(sorted(*sorter, Form::argsort, keys, count, Direction::back_to_front).order,
              right_order(keys, count, Direction::back_to_front));
  }
}

TEST_P(Counts, KeysThatDifferInFewBits) {
  const std::uint32_t n = at_most_on(*device_, 20011);
  const auto sorter = make_form_sorter(*device_, *GetParam(), n, Form::argsort, {.counted = true});
  struct Case {
    KeyBits bits;
    std::uint32_t fixed;  // the other bits
  };
  for (const auto& [bits, fixed] : {Case{{0, 13}, 0}, Case{{0, 1}, 0xABCDE000u}, Case{{7, 7}, 0x12345678u},
                                    Case{{20, 32}, 0x000BEEF5u}, Case{{3, 30}, 0xC0000005u}, Case{{0, 32}, 0}}) {
    const std::uint32_t free = static_cast<std::uint32_t>((std::uint64_t{1} << bits.end) - 1) &
                               ~static_cast<std::uint32_t>((std::uint64_t{1} << bits.begin) - 1);
    std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::uniform, n, seed);
    for (std::uint32_t& key : keys) key = (key & free) | (fixed & ~free);
    for (const std::uint32_t count : {n, n / 16}) {
      for (const Direction direction : {Direction::back_to_front, Direction::front_to_back}) {
        SCOPED_TRACE(testing::Message() << "bits " << int(bits.begin) << " to " << int(bits.end) << ", " << count
                                        << " of " << n << ", direction " << int(direction));
        ASSERT_EQ(sorted(*sorter, Form::argsort, keys, count, direction, bits).order,
                  right_order(keys, count, direction));
      }
    }
  }
}

TEST_P(Counts, TheCoreAddsThePassesThatTheEntryLacks) {
  const std::uint32_t n = at_most(6007);
  const auto sorter = make_sorter(*device_, *GetParam(), n, {.counted = true});
  const auto by_distance = make_distance_sorter(*device_, *GetParam(), n);
  const Guarded keys(*device_, inputs::make_keys(Distribution::uniform, n, seed)),
      count(*device_, std::vector<std::uint32_t>{n / 2});
  const Guarded positions(*device_, std::vector<float>(3 * n)), order(*device_, n * 4, 0xFF);
  std::vector<std::uint32_t> identity(n);
  std::iota(identity.begin(), identity.end(), 0u);
  const Guarded ids(*device_, identity);
  const Source source{.n = n, .positions = positions.buffer()};
  const auto passes_of = [&](auto& its, auto& job) {
    const Workspace workspace(*device_, its.requirements());
    workspace.attach(job);
    its.sort(job);
    device_->finish();
    std::vector<Pass> passes;
    EXPECT_TRUE(its.take_trace(passes));
    std::set<std::string_view> names;
    for (const Pass& pass : passes) names.insert(pass.name);
    return names;
  };
  const Set<Feature> features = GetParam()->features;
  const bool counts = features.has(Feature::count) || device_->backend() == Backend::cpu;
  ArgsortJob job{
      .n = n, .keys = keys.buffer(), .direction = Direction::front_to_back, .order = order.buffer(), .trace = true};
  EXPECT_EQ(passes_of(*sorter, job).contains("reverse"), !features.has(Feature::direction));
  job.count = count.buffer();
  const auto counted = passes_of(*sorter, job);
  EXPECT_EQ(counted.contains("pad keys"), !counts);
  EXPECT_EQ(counted.contains("reverse"), !(features.has(Feature::direction) && counts));
  DistanceJob with_ids{.n = n, .sources = {&source, 1}, .ids = ids.buffer(), .order = order.buffer(), .trace = true};
  EXPECT_EQ(passes_of(*by_distance, with_ids).contains("gather ids"), !features.has(Feature::ids));
}

TEST_P(Counts, ACallThatClearsItsHistoryIsRight) {
  const std::uint32_t n = at_most(20011);
  const auto sorter = make_form_sorter(*device_, *GetParam(), n, Form::argsort, {.counted = true});
  const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::uniform, n, seed);
  for (int call = 0; call < 4; ++call) {
    if (call == 2) sorter->history().reset();
    ASSERT_EQ(sorted(*sorter, Form::argsort, keys, n, Direction::back_to_front).order,
              right_order(keys, n, Direction::back_to_front));
  }
  const HistoryCounts counts = sorter->history().counts();
  if (sorter->requirements().history == 0) {
    EXPECT_EQ(counts.first + counts.steady, 0u);
  } else {
    EXPECT_EQ(counts.first + counts.steady, 4u);
    EXPECT_GE(counts.first, 2u);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Counts, testing::ValuesIn(entries_with(Form::argsort)), entry_name);

}  // namespace
}  // namespace farfirst::test::counts
