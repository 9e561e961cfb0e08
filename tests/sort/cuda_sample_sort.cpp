// Tests of cuda.sample_sort beyond the conformance test: every branch of buckets, in every form, at sizes that an
// emulation can handle. On a GPU or in the emulation.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "guarded.h"
#include "sizes.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::cuda_sample_sort {
namespace {

using inputs::Distribution;

constexpr std::uint32_t seed = 128;

/// Parameters that select different code.
struct Path {
  const char* name;
  std::vector<ParameterValue> parameters;
};
const Path paths[] = {
    {"as chosen", {}},
    {"two levels", {{"buckets", 16}, {"small", 1}}},
    {"the network alone", {{"buckets", 16}, {"cells", 0}}},
    {"quicksort alone", {{"small", 1 << 17}}},
    {"a level, then quicksort", {{"buckets", 16}, {"small", 6000}, {"oversampling", 1}}},
    {"the tiles of the paper",
     {{"buckets", 128}, {"oversampling", 30}, {"threads", 256}, {"elements", 8}, {"staged", 0}}},
    {"without equality buckets", {{"buckets", 16}, {"small", 6000}, {"equality", 0}, {"cells", 0}, {"staged", 0}}},
    {"poor samples", {{"buckets", 32}, {"small", 1}, {"oversampling", 2}, {"counters", 1}}},
};

class CudaSampleSort : public TestOn<Backend::cuda, testing::TestWithParam<std::size_t>> {
 protected:
  const Path& path() const { return paths[GetParam()]; }
  std::unique_ptr<FormSorter> make(Form form, std::uint32_t n) {
    return make_form_sorter(*device_, *find("cuda.sample_sort"), n, form, {.parameters = path().parameters});
  }
  /// Sorts `job`, whose n is set, in guarded scratch.
  void run(FormSorter& sorter, FormJob job) {
    const GuardedWorkspace workspace(*device_, sorter.requirements(), 0xFF);
    workspace.attach(job);
    sorter.sort(job);
    device_->finish();
    workspace.expect_intact();
  }
};

const std::uint32_t n = at_most(50021);
constexpr Distribution all[] = {Distribution::uniform, Distribution::sorted, Distribution::few_unique,
                                Distribution::zero, Distribution::duplicates};

/// The keys of a distribution as 64-bit ones, with the same ties.
std::vector<std::uint64_t> wide_keys(Distribution distribution) {
  std::vector<std::uint64_t> wide;
  for (const std::uint32_t key : inputs::make_keys(distribution, n, seed)) wide.push_back(key * 0x100000001ull);
  return wide;
}

template <class Key>
std::vector<Key> ascending(std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end());
  return keys;
}

TEST_P(CudaSampleSort, Argsort) {
  const auto sorter = make(Form::argsort, n);
  for (const Distribution distribution : all) {
    SCOPED_TRACE(testing::Message() << path().name << ", " << name_of(distribution) << ", seed " << seed);
    const std::vector<std::uint32_t> keys = inputs::make_keys(distribution, n, seed);
    const Guarded in(*device_, keys), order(*device_, n * 4, 0xFF), out(*device_, n * 4, 0xFF);
    run(*sorter, {.n = n, .keys = in.buffer(), .order = order.buffer(), .sorted_keys = out.buffer()});
    ASSERT_EQ(order.read<std::uint32_t>(), expected_order(keys));
    ASSERT_EQ(out.read<std::uint32_t>(), ascending(keys));
    order.expect_intact("order");
  }
}

TEST_P(CudaSampleSort, KeysOfBothWidths) {
  const auto narrow = make(Form::keys, n), wide = make(Form::keys64, n);
  for (const Distribution distribution : all) {
    SCOPED_TRACE(testing::Message() << path().name << ", " << name_of(distribution) << ", seed " << seed);
    const std::vector<std::uint32_t> keys = inputs::make_keys(distribution, n, seed);
    const Guarded in(*device_, keys), out(*device_, n * 4, 0xFF);
    run(*narrow, {.n = n, .keys = in.buffer(), .sorted_keys = out.buffer()});
    ASSERT_EQ(out.read<std::uint32_t>(), ascending(keys));
    const std::vector<std::uint64_t> keys64 = wide_keys(distribution);
    const Guarded in64(*device_, keys64), out64(*device_, n * 8, 0xFF);
    run(*wide, {.n = n, .keys = in64.buffer(), .sorted_keys = out64.buffer()});
    ASSERT_EQ(out64.read<std::uint64_t>(), ascending(keys64));
  }
}

TEST_P(CudaSampleSort, WideKeysWithIndicesAndWithValues) {
  const auto argsort = make(Form::argsort64, n), pairs = make(Form::pairs64, n);
  for (const Distribution distribution : all) {
    SCOPED_TRACE(testing::Message() << path().name << ", " << name_of(distribution) << ", seed " << seed);
    const std::vector<std::uint64_t> keys = wide_keys(distribution);
    const std::vector<std::uint32_t> expected = expected_order(keys);
    std::vector<std::uint32_t> values(n);
    for (std::uint32_t i = 0; i < n; ++i) values[i] = (n - i) * 2654435761u;
    const Guarded in(*device_, keys), order(*device_, n * 4, 0xFF), out(*device_, n * 8, 0xFF);
    run(*argsort, {.n = n, .keys = in.buffer(), .order = order.buffer()});
    ASSERT_EQ(order.read<std::uint32_t>(), expected);
    const Guarded values_in(*device_, values), values_out(*device_, n * 4, 0xFF);
    run(*pairs, {.n = n,
                 .keys = in.buffer(),
                 .values = values_in.buffer(),
                 .sorted_keys = out.buffer(),
                 .sorted_values = values_out.buffer()});
    ASSERT_EQ(out.read<std::uint64_t>(), ascending(keys));
    ASSERT_EQ(values_out.read<std::uint32_t>(), gathered(values, expected));
  }
}

/// Floats of both signs, infinities and both zeros among them, with ties where the keys have them.
std::vector<float> floats_of(Distribution distribution) {
  std::vector<float> floats;
  for (const std::uint32_t key : inputs::make_keys(distribution, n, seed)) {
    const float number = std::bit_cast<float>(key * 2654435761u);
    floats.push_back(number == number ? number : static_cast<float>(key));
  }
  for (std::size_t i = 0; distribution == Distribution::uniform && i < 100; ++i) {
    floats[i * 7] = i % 4 == 0   ? 0.0f
                    : i % 4 == 1 ? -0.0f
                                 : std::bit_cast<float>(i % 4 == 2 ? 0x7F800000u : 0xFF800000u);
  }
  return floats;
}

TEST_P(CudaSampleSort, PaperForms) {
  const auto keys_only = make(Form::paper_keys, n), pairs = make(Form::paper_pairs, n);
  for (const Distribution distribution : all) {
    SCOPED_TRACE(testing::Message() << path().name << ", " << name_of(distribution) << ", seed " << seed);
    const std::vector<float> keys = floats_of(distribution), expected = ascending(keys);
    const Guarded in(*device_, keys), out(*device_, n * 4, 0xFF), values_out(*device_, n * 4, 0xFF);
    run(*keys_only, {.n = n, .keys = in.buffer(), .sorted_keys = out.buffer()});
    ASSERT_EQ(out.read<float>(), expected);
    std::vector<std::uint32_t> values(n);
    for (std::uint32_t i = 0; i < n; ++i) values[i] = i;
    const Guarded values_in(*device_, values);
    run(*pairs, {.n = n,
                 .keys = in.buffer(),
                 .values = values_in.buffer(),
                 .sorted_keys = out.buffer(),
                 .sorted_values = values_out.buffer()});
    ASSERT_EQ(out.read<float>(), expected);
    const std::vector<std::uint32_t> order = values_out.read<std::uint32_t>();
    ASSERT_EQ(ascending(order), values) << "a value was lost";
    ASSERT_EQ(gathered(keys, order), expected) << "values did not stay with their keys";
  }
}

TEST_P(CudaSampleSort, ScratchForTheLargestServesAllSmaller) {
  const auto sorter = make(Form::argsort, n);
  std::mt19937 twister(seed);
  for (const std::uint32_t count : {2047u, 2049u, 4095u, 4097u, 8193u, 32768u, 32769u, n}) {
    if (count > n) continue;
    SCOPED_TRACE(testing::Message() << path().name << ", n " << count << ", seed " << seed);
    const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::uniform16, count, seed);
    const Guarded in(*device_, keys), order(*device_, count * 4, 0xFF);
    run(*sorter, {.n = count, .keys = in.buffer(), .order = order.buffer()});
    ASSERT_EQ(order.read<std::uint32_t>(), expected_order(keys));
  }
}

INSTANTIATE_TEST_SUITE_P(Paths, CudaSampleSort, testing::Range(std::size_t{0}, std::size(paths)),
                         [](const auto& index) {
                           std::string name = paths[index.param].name;
                           std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
                           return name;
                         });

}  // namespace
}  // namespace farfirst::test::cuda_sample_sort
