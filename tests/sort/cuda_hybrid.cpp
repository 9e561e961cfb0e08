// Tests of cuda.hybrid beyond the conformance test: the papers' form and all others that combinations of parameters
// select, sublists that stay unequal, given bounds. On a GPU or in the emulation.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include "guarded.h"
#include "sizes.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::cuda_hybrid {
namespace {

using inputs::Distribution;

constexpr std::uint32_t seed = 1024;

struct Path {
  const char* name;
  std::vector<ParameterValue> parameters;
};
const Path paths[] = {
    {"paper_of_2008",
     {{"sublists", 1024}, {"histogram_bins", 1024}, {"value_bins", 1}, {"refinements", 1}, {"shared_merge", 0}}},
    {"paper_of_2007",
     {{"sublists", 1024},
      {"histogram_bins", 1024},
      {"value_bins", 1},
      {"global_histogram", 1},
      {"refinements", 1},
      {"shared_merge", 0}}},
    {"papers_scalar",
     {{"sublists", 1024}, {"histogram_bins", 1024}, {"refinements", 1}, {"shared_merge", 0}, {"vector", 1}}},
    {"shuffled", {{"shuffle", 1}, {"block_counters", 1}}},
    {"shuffled_scalar", {{"shuffle", 1}, {"vector", 1}, {"shared_merge", 0}}},
    {"pieces_of_long_sublists", {{"sublists", 4}}},
    {"pieces_of_long_sublists_scalar", {{"sublists", 4}, {"vector", 1}}},
    {"counted_by_blocks", {{"block_counters", 1}}},
    {"one_sublist", {{"sublists", 1}}},
    {"unequal", {{"sublists", 64}, {"histogram_bins", 2}, {"refinements", 1}}},
    {"unequal_in_global_memory", {{"sublists", 64}, {"histogram_bins", 2}, {"refinements", 1}, {"shared_merge", 0}}},
    {"recounted", {{"sublists", 512}, {"histogram_bins", 2}, {"refinements", 16}, {"block_counters", 1}}},
    {"recounted_in_global_memory",
     {{"sublists", 512}, {"histogram_bins", 16}, {"refinements", 5}, {"shared_merge", 0}}},
    {"narrow_bounds", {{"lowest_key", 1000}, {"highest_key", 100000}}},
    {"wide_bounds", {{"lowest_key", 0}, {"highest_key", 0xFFFFFFFF}}},
    {"bounds_of_one_key", {{"lowest_key", 0x80000000}, {"highest_key", 0x80000000}}},
};

class CudaHybrid : public TestOn<Backend::cuda, testing::TestWithParam<Path>> {
 protected:
  /// Sorts `job` in guarded scratch, with a sorter made for more.
  void run(Form form, FormJob job) {
    const auto sorter =
        make_form_sorter(*device_, *find("cuda.hybrid"), job.n + 1000, form, {.parameters = GetParam().parameters});
    const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    workspace.expect_intact();
  }
};

TEST_P(CudaHybrid, Argsort) {
  for (const std::uint32_t n : {1u, 3u, 1025u, 12007u, at_most(300007u)}) {
    for (const Distribution distribution :
         {Distribution::uniform, Distribution::sorted, Distribution::few_unique, Distribution::gaussian}) {
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

/// Padding precedes a sublist's floats and is removed there: none of it may come out, and no float may be lost.
TEST_P(CudaHybrid, PaperKeys) {
  for (const std::uint32_t n : {1u, 6u, 1023u, 12007u, at_most(300007u)}) {
    for (const Distribution distribution : {Distribution::uniform, Distribution::few_unique, Distribution::zero}) {
      SCOPED_TRACE(testing::Message() << "n " << n << ", " << name_of(distribution) << ", seed " << seed);
      std::vector<float> keys;
      for (const std::uint32_t key : inputs::make_keys(distribution, n, seed)) {
        keys.push_back(static_cast<float>(key) - 2147483648.0f);
      }
      const Guarded in(*device_, keys), out(*device_, n * 4, 0xFF);
      run(Form::paper_keys, {.n = n, .keys = in.buffer(), .sorted_keys = out.buffer()});
      std::sort(keys.begin(), keys.end());
      ASSERT_EQ(out.read<float>(), keys);
      out.expect_intact("sorted keys");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Paths, CudaHybrid, testing::ValuesIn(paths), [](const auto& path) { return path.param.name; });

using CudaHybridParameters = TestOn<Backend::cuda>;

TEST_F(CudaHybridParameters, MoreSublistsThanBlocksInY) {
  const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::uniform, 3000, seed);
  const Guarded in(*device_, keys), order(*device_, keys.size() * 4, 0xFF);
  const auto sorter = make_sorter(*device_, *find("cuda.hybrid"), 3000,
                                  {.parameters = {{"sublists", 131072}, {"shared_merge", 0}, {"refinements", 1}}});
  const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
  ArgsortJob job{.n = 3000, .keys = in.buffer(), .order = order.buffer()};
  workspace.attach(job);
  sorter->sort(job);
  device_->finish();
  EXPECT_EQ(order.read<std::uint32_t>(), expected_order(keys));
}

TEST_F(CudaHybridParameters, VectorsAreOfFourOrOne) {
  for (const std::int64_t width : {2, 3}) {
    EXPECT_THROW(make_sorter(*device_, *find("cuda.hybrid"), 10, {.parameters = {{"vector", width}}}), Error);
  }
}

}  // namespace
}  // namespace farfirst::test::cuda_hybrid
