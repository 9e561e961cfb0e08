// Tests of cuda.merge_sort and cuda.radix_merge beyond the conformance test: the published variants and all others that
// combinations of parameters select, in every form. On a GPU or in the emulation.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <bit>

#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::cuda_merge_sort {
namespace {

using inputs::Distribution;

constexpr std::uint32_t seed = 256;

struct Path {
  const char* name;
  const char* entry;
  std::vector<ParameterValue> parameters;
};
const Path paths[] = {
    {"merge_sort", "cuda.merge_sort", {}},
    {"published", "cuda.merge_sort", {{"tile", 256}, {"network", 1}, {"distance", 256}, {"samples", 1}, {"ranks", 1}}},
    {"published_merged_serially",
     "cuda.merge_sort",
     {{"tile", 256}, {"network", 1}, {"distance", 256}, {"samples", 1}}},
    {"small_parts", "cuda.merge_sort", {{"tile", 256}, {"distance", 300}}},
    {"small_parts_by_ranks", "cuda.merge_sort", {{"tile", 512}, {"distance", 300}, {"ranks", 1}}},
    {"small_parts_at_samples", "cuda.merge_sort", {{"tile", 1024}, {"distance", 300}, {"samples", 1}}},
    {"large_network", "cuda.merge_sort", {{"tile", 8192}, {"network", 1}, {"distance", 8192}, {"samples", 1}}},
    {"radix_merge", "cuda.radix_merge", {}},
    {"small_tiles", "cuda.radix_merge", {{"tile", 1024}, {"distance", 777}}},
    {"small_tiles_by_ranks", "cuda.radix_merge", {{"tile", 2048}, {"distance", 777}, {"ranks", 1}}},
};

class CudaMerges : public TestOn<Backend::cuda, testing::TestWithParam<Path>> {
 protected:
  /// Sorts `job` in guarded scratch.
  void run(Form form, FormJob job) {
    const auto sorter =
        make_form_sorter(*device_, *find(GetParam().entry), job.n, form, {.parameters = GetParam().parameters});
    const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    workspace.expect_intact();
  }
  template <class Key>
  void expect_sorted_keys(Form form, const std::vector<Key>& keys) {
    const Guarded in(*device_, keys), out(*device_, keys.size() * sizeof(Key), 0xFF);
    run(form, {.n = static_cast<std::uint32_t>(keys.size()), .keys = in.buffer(), .sorted_keys = out.buffer()});
    std::vector<Key> expected = keys;
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(out.read<Key>(), expected);
    out.expect_intact("sorted keys");
  }
};

/// One tile, a tile and one more, an odd number of runs, a last pair without B.
constexpr std::uint32_t counts[] = {2, 255, 257, 4097, 8193, 20011};
constexpr Distribution inputs[] = {Distribution::uniform, Distribution::few_unique, Distribution::reverse};

TEST_P(CudaMerges, Argsort) {
  for (const std::uint32_t n : counts) {
    for (const Distribution distribution : inputs) {
      SCOPED_TRACE(testing::Message() << "n " << n << ", " << name_of(distribution) << ", seed " << seed);
      const std::vector<std::uint32_t> keys = inputs::make_keys(distribution, n, seed);
      const Guarded in(*device_, keys), order(*device_, n * 4, 0xFF), out(*device_, n * 4, 0xFF);
      run(Form::argsort, {.n = n, .keys = in.buffer(), .order = order.buffer(), .sorted_keys = out.buffer()});
      const std::vector<std::uint32_t> expected = expected_order(keys);
      ASSERT_EQ(order.read<std::uint32_t>(), expected);
      ASSERT_EQ(out.read<std::uint32_t>(), gathered(keys, expected));
      order.expect_intact("order");
      out.expect_intact("sorted keys");
    }
  }
}

TEST_P(CudaMerges, Keys) {
  for (const std::uint32_t n : counts) {
    SCOPED_TRACE(testing::Message() << "n " << n << ", seed " << seed);
    std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::uniform16, n, seed);
    for (std::size_t i = 0; i < keys.size(); i += 5) keys[i] = 0xFFFFFFFFu;  // as padding
    expect_sorted_keys(Form::keys, keys);
    std::vector<std::uint64_t> wide;
    for (const std::uint32_t key : keys) wide.push_back(key * 0x100000001ull);
    expect_sorted_keys(Form::keys64, wide);
  }
}

/// Numbers of both signs with ties, infinities and both zeros among them.
std::vector<float> floats(std::uint32_t n) {
  std::vector<float> numbers;
  for (const std::uint32_t key : inputs::make_keys(Distribution::uniform16, n, seed)) {
    numbers.push_back(static_cast<float>(key) - 30000.0f);
  }
  for (std::size_t i = 0; i < numbers.size(); i += 11) {
    constexpr std::uint32_t special[] = {0, 0x80000000u, 0x7F800000u, 0xFF800000u, 1, 0x80000001u};
    numbers[i] = std::bit_cast<float>(special[i % std::size(special)]);
  }
  return numbers;
}

TEST_P(CudaMerges, PaperForms) {
  for (const std::uint32_t n : counts) {
    SCOPED_TRACE(testing::Message() << "n " << n << ", seed " << seed);
    const std::vector<float> keys = floats(n);
    expect_sorted_keys(Form::paper_keys, keys);
    std::vector<std::uint32_t> values(n);
    for (std::uint32_t i = 0; i < n; ++i) values[i] = n - 1 - i;
    const Guarded in(*device_, keys), values_in(*device_, values);
    const Guarded out(*device_, n * 4, 0xFF), values_out(*device_, n * 4, 0xFF);
    run(Form::paper_pairs, {.n = n,
                            .keys = in.buffer(),
                            .values = values_in.buffer(),
                            .sorted_keys = out.buffer(),
                            .sorted_values = values_out.buffer()});
    const std::vector<float> sorted = out.read<float>();
    std::vector<std::uint32_t> permutation = values_out.read<std::uint32_t>();
    ASSERT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
    for (std::uint32_t i = 0; i < n; ++i) {
      ASSERT_LT(permutation[i], n);
      ASSERT_EQ(std::bit_cast<std::uint32_t>(sorted[i]), std::bit_cast<std::uint32_t>(keys[n - 1 - permutation[i]]));
    }
    std::sort(permutation.begin(), permutation.end());
    std::sort(values.begin(), values.end());
    ASSERT_EQ(permutation, values) << "a value was lost";
    values_out.expect_intact("sorted values");
  }
}

INSTANTIATE_TEST_SUITE_P(Paths, CudaMerges, testing::ValuesIn(paths),
                         [](const auto& path) { return std::string(path.param.name); });

}  // namespace
}  // namespace farfirst::test::cuda_merge_sort
