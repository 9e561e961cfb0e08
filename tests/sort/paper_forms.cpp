// Tests of the forms that the papers measure: float32 keys, alone or with values, unstable, no NaN. Their promises are
// weaker: the keys ascend as floats, and the output is a permutation of the input.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <random>

#include "guarded.h"
#include "sizes.h"

namespace farfirst::test::paper_forms {
namespace {

constexpr std::uint32_t seed = 2008;

class PaperForm : public TestOfEach<const Algorithm*> {};
class PaperKeys : public PaperForm {};
class PaperPairs : public PaperForm {};

/// The kind of a test's keys.
struct Floats {
  const char* name;
  float (*draw)(std::mt19937&);
  bool sorted = false;
};

float any_bits(std::mt19937& twister) {
  for (;;) {
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(twister()));
    if (value == value) return value;
  }
}
float fraction(std::mt19937& twister) { return static_cast<float>(twister() >> 8) * 0x1p-24f; }
float signed_value(std::mt19937& twister) { return fraction(twister) * 200.0f - 100.0f; }
float tiny(std::mt19937& twister) {  // denormal, of either sign
  return std::bit_cast<float>(static_cast<std::uint32_t>(twister()) & 0x807FFFFFu);
}
float zero_of_either_sign(std::mt19937& twister) { return twister() % 2 == 0 ? 0.0f : -0.0f; }
float few_values(std::mt19937& twister) { return static_cast<float>(twister() % 5) - 2.0f; }
float often_infinite(std::mt19937& twister) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const std::uint32_t kind = static_cast<std::uint32_t>(twister() % 4);
  return kind == 0 ? infinity : kind == 1 ? -infinity : signed_value(twister);
}
float constant(std::mt19937&) { return 0.75f; }
float largest(std::mt19937&) { return std::numeric_limits<float>::infinity(); }
float skewed(std::mt19937& twister) {  // most of the range is empty: one far value stretches it
  return twister() % 1000 == 0 ? 1e30f : fraction(twister);
}

constexpr Floats all_floats[] = {{"fractions", fraction},
                                 {"of both signs", signed_value},
                                 {"any bits", any_bits},
                                 {"denormal", tiny},
                                 {"zeros of both signs", zero_of_either_sign},
                                 {"few values", few_values},
                                 {"infinite often", often_infinite},
                                 {"constant", constant},
                                 {"infinite", largest},
                                 {"skewed", skewed},
                                 {"sorted", fraction, true}};

std::vector<float> make_floats(const Floats& kind, std::uint32_t n) {
  std::mt19937 twister(seed + n);
  std::vector<float> keys(n);
  for (float& key : keys) key = kind.draw(twister);
  if (kind.sorted) std::sort(keys.begin(), keys.end());
  return keys;
}

std::vector<std::uint64_t> multiset_of(const std::vector<float>& keys, const std::vector<std::uint32_t>& values) {
  std::vector<std::uint64_t> words(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    words[i] = std::uint64_t{std::bit_cast<std::uint32_t>(keys[i])} << 32 | (values.empty() ? 0 : values[i]);
  }
  std::sort(words.begin(), words.end());
  return words;
}

/// Sorts keys, and values unless there are none, in guarded memory.
void expect_sorted(Device& device, FormSorter& sorter, const std::vector<float>& keys,
                   const std::vector<std::uint32_t>& values) {
  const Guarded keys_in(device, keys), values_in(device, values);
  const Guarded keys_out(device, keys.size() * 4, 0xFF), values_out(device, values.size() * 4, 0xFF);
  const GuardedWorkspace workspace(device, sorter.requirements(), 0xFF);
  FormJob job{.n = static_cast<std::uint32_t>(keys.size()), .keys = keys_in.buffer(), .sorted_keys = keys_out.buffer()};
  if (!values.empty()) {
    job.values = values_in.buffer();
    job.sorted_values = values_out.buffer();
  }
  workspace.attach(job);
  sorter.sort(job);
  device.finish();

  const std::vector<float> sorted = keys_out.read<float>();
  const auto descent = std::adjacent_find(sorted.begin(), sorted.end(), [](float a, float b) { return !(a <= b); });
  ASSERT_EQ(descent, sorted.end()) << "the keys descend behind place " << descent - sorted.begin();
  ASSERT_EQ(multiset_of(sorted, values_out.read<std::uint32_t>()), multiset_of(keys, values))
      << "what comes out is not what went in";
  ASSERT_EQ(multiset_of(keys_in.read<float>(), values_in.read<std::uint32_t>()), multiset_of(keys, values))
      << "an input was written to";
  keys_out.expect_intact("sorted keys");
  values_out.expect_intact("sorted values");
  workspace.expect_intact();
}

/// Values that identify their keys.
std::vector<std::uint32_t> make_values(std::uint32_t n) {
  std::vector<std::uint32_t> values(n);
  for (std::uint32_t i = 0; i < n; ++i) values[i] = ~(i * 2654435761u);
  return values;
}

void expect_every_kind(Device& device, const Algorithm& algorithm, Form form, std::uint32_t n) {
  const auto sorter = make_form_sorter(device, algorithm, n, form);
  const std::vector<std::uint32_t> values = form == Form::paper_pairs ? make_values(n) : std::vector<std::uint32_t>();
  for (const Floats& kind : all_floats) {
    SCOPED_TRACE(testing::Message() << kind.name << ", n " << n << ", seed " << seed + n);
    expect_sorted(device, *sorter, make_floats(kind, n), values);
    if (testing::Test::HasFatalFailure()) return;
  }
}

void expect_every_size(Device& device, const Algorithm& algorithm, Form form) {
  for (const std::uint32_t n : edge_sizes()) {
    const auto sorter = make_form_sorter(device, algorithm, n, form);
    SCOPED_TRACE(testing::Message() << "n " << n << ", seed " << seed + n);
    expect_sorted(device, *sorter, make_floats({"", signed_value}, n),
                  form == Form::paper_pairs ? make_values(n) : std::vector<std::uint32_t>());
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST_P(PaperKeys, EveryKindOfFloats) {
  expect_every_kind(*device_, *GetParam(), Form::paper_keys, 777);
  expect_every_kind(*device_, *GetParam(), Form::paper_keys, emulated ? 9001 : 50021);
}
TEST_P(PaperKeys, EverySizeAtTheEdges) { expect_every_size(*device_, *GetParam(), Form::paper_keys); }

TEST_P(PaperPairs, EveryKindOfFloats) {
  expect_every_kind(*device_, *GetParam(), Form::paper_pairs, 777);
  expect_every_kind(*device_, *GetParam(), Form::paper_pairs, emulated ? 9001 : 50021);
}
TEST_P(PaperPairs, EverySizeAtTheEdges) { expect_every_size(*device_, *GetParam(), Form::paper_pairs); }

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PaperKeys);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PaperPairs);
INSTANTIATE_TEST_SUITE_P(Catalogue, PaperKeys, testing::ValuesIn(entries_with(Form::paper_keys)), entry_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, PaperPairs, testing::ValuesIn(entries_with(Form::paper_pairs)), entry_name);

}  // namespace
}  // namespace farfirst::test::paper_forms
