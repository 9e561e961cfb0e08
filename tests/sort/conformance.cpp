// Walks the catalogue: every entry, every form it has or the core supplies, every distribution, sizes at all edges.
// Checks the promises: the one total order, inputs unchanged, nothing written outside the buffers, any scratch
// contents.

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "guarded.h"
#include "simulated.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::conformance {
namespace {

using inputs::Distribution;

constexpr std::uint32_t seed = 20261121;

class Conformance : public TestOfEach<const Algorithm*> {
 protected:
  std::unique_ptr<Sorter> make(std::uint32_t max_n) { return make_sorter(*device_, *GetParam(), max_n); }
  std::unique_ptr<FormSorter> make(Form form, std::uint32_t max_n) {
    return make_form_sorter(*device_, *GetParam(), max_n, form);
  }
};

// Forms that not every entry has: a suite each, over those that have it.
class Argsort64 : public Conformance {};
class Pairs64 : public Conformance {};
class KeysOnly : public Conformance {};
class KeysOnly64 : public Conformance {};

/// Runs one argsort in guarded memory and compares it with the expected order.
template <class Job, class Key>
void expect_argsort(Device& device, SorterOf<Job>& sorter, const std::vector<Key>& keys, bool with_sorted_keys,
                    std::uint8_t poison) {
  const std::uint32_t n = static_cast<std::uint32_t>(keys.size());
  const Guarded keys_in(device, keys);
  const Guarded order_out(device, n * sizeof(std::uint32_t), poison);
  const Guarded keys_out(device, n * sizeof(Key), poison);
  const GuardedWorkspace workspace(device, sorter.requirements(), poison);
  Job job{.n = n, .keys = keys_in.buffer(), .order = order_out.buffer()};
  if (with_sorted_keys) job.sorted_keys = keys_out.buffer();
  workspace.attach(job);
  sorter.sort(job);
  device.finish();

  const std::vector<std::uint32_t> expected = expected_order(keys);
  ASSERT_EQ(order_out.read<std::uint32_t>(), expected);
  if (with_sorted_keys) {
    ASSERT_EQ(keys_out.read<Key>(), gathered(keys, expected));
  }
  ASSERT_EQ(keys_in.read<Key>(), keys) << "the keys were written to";
  keys_in.expect_intact("keys");
  order_out.expect_intact("order");
  keys_out.expect_intact("sorted keys");
  workspace.expect_intact();
}

TEST_P(Conformance, EverySizeAtTheEdges) {
  for (const std::uint32_t n : edge_sizes()) {
    SCOPED_TRACE(testing::Message() << "n " << n << ", seed " << seed + n);
    const auto sorter = make(n);
    for (const Distribution distribution : {Distribution::uniform, Distribution::few_unique}) {
      const std::vector<std::uint32_t> keys = inputs::make_keys(distribution, n, seed + n);
      expect_argsort(*device_, *sorter, keys, n % 2 == 0, 0xFF);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Conformance, EveryDistribution) {
  const std::uint32_t largest = at_most_on(*device_, 70001);
  const auto sorter = make(largest);
  for (const Distribution distribution : inputs::distributions()) {
    for (const std::uint32_t n : {5u, 333u, 4099u, largest}) {
      SCOPED_TRACE(testing::Message() << name_of(distribution) << ", n " << n << ", seed " << seed);
      expect_argsort(*device_, *sorter, inputs::make_keys(distribution, n, seed), true, 0x00);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Conformance, AMillion) {
  const std::uint32_t n = 1u << 20;
  if (n + 1 > largest_n) GTEST_SKIP() << "only up to " << largest_n << " elements here";
  const bool slow = is_simulated(*device_);  // seconds for each sort
  const auto sorter = make(n + 1);
  for (const Distribution distribution : {Distribution::uniform, Distribution::distances, Distribution::duplicates}) {
    for (const std::uint32_t count : {n, n - 1, n + 1}) {
      if (count != n && distribution != Distribution::distances) continue;
      if (slow && (count != n + 1 || distribution != Distribution::distances)) continue;
      SCOPED_TRACE(testing::Message() << name_of(distribution) << ", n " << count << ", seed " << seed);
      expect_argsort(*device_, *sorter, inputs::make_keys(distribution, count, seed), false, 0x5A);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Conformance, ExtremeKeys) {
  // All ones and zero are keys like any other; padding must be distinct from them.
  const auto sorter = make(5000);
  for (const std::uint32_t extreme : {0u, 1u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFEu, 0xFFFFFFFFu}) {
    SCOPED_TRACE(extreme);
    std::vector<std::uint32_t> keys(4097, extreme);
    expect_argsort(*device_, *sorter, keys, true, 0xFF);
    for (std::size_t i = 0; i < keys.size(); i += 3) keys[i] = ~extreme;
    expect_argsort(*device_, *sorter, keys, true, 0xFF);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Conformance, OneSorterManySizes) {
  // A sorter made for the largest n serves all smaller ones, in any sequence, with any scratch contents, and repeats
  // itself.
  const std::uint32_t largest = at_most(50000);
  const auto sorter = make(largest);
  std::mt19937 twister(seed);
  for (int round = 0; round < (is_simulated(*device_) ? 12 : 40); ++round) {
    const std::uint32_t n = static_cast<std::uint32_t>(twister() % (largest + 1));
    SCOPED_TRACE(testing::Message() << "round " << round << ", n " << n << ", seed " << seed);
    expect_argsort(*device_, *sorter,
                   inputs::make_keys(Distribution::uniform16, n, seed + static_cast<std::uint32_t>(round)), false,
                   static_cast<std::uint8_t>(twister()));
    if (HasFatalFailure()) return;
  }
}

TEST_P(Conformance, HistoryIsKeptFromCallToCall) {
  // The history of a large sort must suit a small one, and vice versa.
  constexpr std::uint32_t most = 30000;
  const auto sorter = make(most);
  const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
  for (const std::uint32_t n : {most / 2, most, 1u, 0u, most, 333u}) {
    SCOPED_TRACE(testing::Message() << "n " << n << ", seed " << seed + n);
    const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::gaussian, n, seed + n);
    const Guarded keys_in(*device_, keys), order(*device_, n * 4, 0xFF);
    ArgsortJob job{.n = n, .keys = keys_in.buffer(), .order = order.buffer()};
    workspace.attach(job);
    if (n == 333) sorter->history().reset();
    sorter->sort(job);
    device_->finish();
    ASSERT_EQ(order.read<std::uint32_t>(), expected_order(keys));
    workspace.expect_intact();
  }
}

TEST_P(Conformance, ScratchAsItIsAllocated) {
  // Scratch is not initialised, so that compute-sanitizer's initcheck sees reads of words that were never written.
  for (const std::uint32_t n : {1u, 3000u, at_most_on(*device_, 300007)}) {
    const auto sorter = make(n);
    for (const Distribution distribution : {Distribution::uniform, Distribution::duplicates}) {
      SCOPED_TRACE(testing::Message() << name_of(distribution) << ", n " << n << ", seed " << seed);
      const std::vector<std::uint32_t> keys = inputs::make_keys(distribution, n, seed);
      const Guarded keys_in(*device_, keys);
      const OwnedBuffer order(*device_, n * sizeof(std::uint32_t));
      const Workspace workspace(*device_, sorter->requirements());
      ArgsortJob job{.n = n, .keys = keys_in.buffer(), .order = order};
      workspace.attach(job);
      sorter->sort(job);
      device_->finish();
      std::vector<std::uint32_t> found(n);
      device_->download(found.data(), order, n * sizeof(std::uint32_t));
      ASSERT_EQ(found, expected_order(keys));
    }
  }
}

TEST_P(Conformance, EveryParameterAtItsEnds) {
  const std::uint32_t n = at_most_on(*device_, 40009);
  const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::gaussian, n, seed);
  for (const Parameter& parameter : GetParam()->parameters) {
    for (const std::int64_t value : {parameter.minimum, parameter.default_value, parameter.maximum}) {
      SCOPED_TRACE(testing::Message() << parameter.name << " = " << value);
      const auto sorter = make_sorter(*device_, *GetParam(), n, {.parameters = {{std::string(parameter.name), value}}});
      expect_argsort(*device_, *sorter, keys, true, 0xFF);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Conformance, BuffersAtAnyAddress) {
  // Keys and order need only addresses that are multiples of 4.
  const std::uint32_t n = at_most(20011);
  const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::gaussian, n, seed);
  const std::vector<std::uint32_t> expected = expected_order(keys);
  const auto sorter = make(n);
  const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
  for (const std::size_t words : {1u, 2u, 3u, 5u}) {
    SCOPED_TRACE(testing::Message() << words << " words behind a multiple of 256 bytes, n " << n << ", seed " << seed);
    std::vector<std::uint32_t> shifted(words);
    shifted.insert(shifted.end(), keys.begin(), keys.end());
    const Guarded keys_in(*device_, shifted), order(*device_, shifted.size() * 4, 0xFF),
        keys_out(*device_, shifted.size() * 4, 0xFF);
    const auto behind = [&](const Guarded& memory) {
      Buffer buffer = memory.buffer();
      buffer.offset += words * 4;
      buffer.bytes -= words * 4;
      return buffer;
    };
    ArgsortJob job{.n = n, .keys = behind(keys_in), .order = behind(order), .sorted_keys = behind(keys_out)};
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    const std::vector<std::uint32_t> found = order.read<std::uint32_t>();
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), found.begin() + static_cast<std::ptrdiff_t>(words)));
    ASSERT_TRUE(std::all_of(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(words), [](std::uint32_t word) {
      return word == 0xFFFFFFFFu;
    })) << "something was written before the order";
    order.expect_intact("order");
    keys_out.expect_intact("sorted keys");
  }
}

TEST_P(Argsort64, AsTheOracle) {
  for (const std::uint32_t n : {0u, 1u, 2u, 4097u, at_most(100003)}) {
    SCOPED_TRACE(testing::Message() << "n " << n << ", seed " << seed);
    const auto sorter = make(Form::argsort64, n);
    std::mt19937_64 twister(seed);
    std::vector<std::uint64_t> keys(n);
    for (std::uint64_t& key : keys) key = twister() >> (twister() % 64);  // many magnitudes, many ties
    expect_argsort(*device_, *sorter, keys, true, 0xFF);
    if (HasFatalFailure()) return;
  }
}

/// Pairs: ordered by (key, input position), never by value.
template <class Job, class Key>
void expect_pairs(Device& device, SorterOf<Job>& sorter, const std::vector<Key>& keys) {
  const std::uint32_t n = static_cast<std::uint32_t>(keys.size());
  std::vector<std::uint32_t> values(n);
  for (std::uint32_t i = 0; i < n; ++i) values[i] = (n - i) * 2654435761u;
  const Guarded keys_in(device, keys), values_in(device, values);
  const Guarded keys_out(device, n * sizeof(Key), 0xFF), values_out(device, n * sizeof(std::uint32_t), 0xFF);
  const GuardedWorkspace workspace(device, sorter.requirements(), 0xFF);
  Job job{.n = n,
          .keys = keys_in.buffer(),
          .values = values_in.buffer(),
          .sorted_keys = keys_out.buffer(),
          .sorted_values = values_out.buffer()};
  workspace.attach(job);
  sorter.sort(job);
  device.finish();
  const std::vector<std::uint32_t> expected = expected_order(keys);
  ASSERT_EQ(keys_out.read<Key>(), gathered(keys, expected));
  ASSERT_EQ(values_out.read<std::uint32_t>(), gathered(values, expected));
  ASSERT_EQ(keys_in.read<Key>(), keys);
  ASSERT_EQ(values_in.read<std::uint32_t>(), values);
  keys_out.expect_intact("sorted keys");
  values_out.expect_intact("sorted values");
  workspace.expect_intact();
}

TEST_P(Conformance, Pairs) {
  for (const std::uint32_t n : {0u, 1u, 2u, 257u, at_most(30011)}) {
    SCOPED_TRACE(testing::Message() << "n " << n << ", seed " << seed);
    const auto sorter = make_pairs_sorter(*device_, *GetParam(), n);
    for (const Distribution distribution : {Distribution::uniform, Distribution::few_unique, Distribution::zero}) {
      expect_pairs(*device_, *sorter, inputs::make_keys(distribution, n, seed));
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Pairs64, AsTheOracle) {
  std::mt19937_64 twister(seed);
  std::vector<std::uint64_t> keys(at_most(20011));
  for (std::uint64_t& key : keys) key = twister() % 977;
  expect_pairs(*device_, *make(Form::pairs64, at_most(20011)), keys);
}

template <class Key>
void expect_sorted_keys(Device& device, FormSorter& sorter, const std::vector<Key>& keys) {
  const Guarded keys_in(device, keys), keys_out(device, keys.size() * sizeof(Key), 0xFF);
  const GuardedWorkspace workspace(device, sorter.requirements(), 0xFF);
  FormJob job{.n = static_cast<std::uint32_t>(keys.size()), .keys = keys_in.buffer(), .sorted_keys = keys_out.buffer()};
  workspace.attach(job);
  sorter.sort(job);
  device.finish();
  std::vector<Key> expected = keys;
  std::sort(expected.begin(), expected.end());
  ASSERT_EQ(keys_out.read<Key>(), expected);
  ASSERT_EQ(keys_in.read<Key>(), keys);
  keys_out.expect_intact("sorted keys");
  workspace.expect_intact();
}

TEST_P(KeysOnly, AsTheOracle) {
  for (const std::uint32_t n : {0u, 1u, 2u, 4097u, at_most(100003)}) {
    SCOPED_TRACE(testing::Message() << "n " << n << ", seed " << seed);
    expect_sorted_keys(*device_, *make(Form::keys, n), inputs::make_keys(Distribution::gaussian, n, seed));
  }
}

TEST_P(KeysOnly64, AsTheOracle) {
  std::mt19937_64 twister(seed);
  std::vector<std::uint64_t> keys(at_most(30011));
  for (std::uint64_t& key : keys) key = twister();
  expect_sorted_keys(*device_, *make(Form::keys64, at_most(30011)), keys);
}

TEST_P(Conformance, TracesItsPasses) {
  const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::uniform, 10007, seed);
  const auto sorter = make(10007);
  Workspace workspace(*device_, sorter->requirements());
  const Guarded keys_in(*device_, keys), order(*device_, keys.size() * 4, 0);
  ArgsortJob job{.n = 10007, .keys = keys_in.buffer(), .order = order.buffer()};
  workspace.attach(job);
  std::vector<Pass> passes;
  sorter->sort(job);
  device_->finish();
  EXPECT_FALSE(sorter->take_trace(passes)) << "a sort that was not traced left a trace";
  job.trace = true;
  sorter->sort(job);
  device_->finish();
  ASSERT_TRUE(sorter->take_trace(passes));
  ASSERT_FALSE(passes.empty());
  double sum = 0;
  for (const Pass& pass : passes) {
    EXPECT_FALSE(pass.name.empty());
    EXPECT_GE(pass.milliseconds, 0);
    sum += pass.milliseconds;
  }
  EXPECT_GT(sum, 0);
  EXPECT_FALSE(sorter->take_trace(passes)) << "a trace was handed out twice";
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Conformance, testing::ValuesIn(entries_with(Form::argsort)), entry_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, Argsort64, testing::ValuesIn(entries_with(Form::argsort64)), entry_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, Pairs64, testing::ValuesIn(entries_with(Form::pairs64)), entry_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, KeysOnly, testing::ValuesIn(entries_with(Form::keys)), entry_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, KeysOnly64, testing::ValuesIn(entries_with(Form::keys64)), entry_name);

}  // namespace
}  // namespace farfirst::test::conformance
