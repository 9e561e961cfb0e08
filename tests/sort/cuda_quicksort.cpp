// Tests of cuda.quicksort beyond the conformance test: many partitions in phase two, both block synchronisations,
// blocks of all sizes, on different and on equal keys, whose words have no gaps between them. On a GPU or in the
// emulation.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::cuda_quicksort {
namespace {

using inputs::Distribution;

constexpr std::uint32_t seed = 2009;
constexpr std::uint32_t n = 9001;
constexpr Distribution all[] = {Distribution::uniform, Distribution::sorted, Distribution::few_unique,
                                Distribution::zero};

/// Parameters that select different code.
struct Path {
  const char* name;
  std::vector<ParameterValue> parameters;
};
const Path paths[] = {
    {"as chosen", {}},
    {"phase two alone", {{"max_sequences", 1}, {"min_size", 40}}},
    {"phase one for long", {{"max_sequences", 300}, {"min_size", 16}, {"threads", 64}}},
    {"both phases", {{"max_sequences", 8}, {"min_size", 100}, {"threads", 64}}},
    {"both phases, large blocks", {{"max_sequences", 8}, {"min_size", 1000}, {"threads", 1024}}},
    {"sums on the CPU", {{"max_sequences", 32}, {"min_size", 100}, {"threads", 128}, {"synchronisation", 1}}},
    {"as published", {{"max_sequences", 32}, {"min_size", 100}, {"threads", 64}, {"passes", 2}, {"stop", 1}}},
    {"as published, sums on the CPU",
     {{"max_sequences", 32}, {"min_size", 100}, {"threads", 128}, {"passes", 2}, {"stop", 1}, {"synchronisation", 1}}},
    {"as published, phase one below min_size", {{"max_sequences", 200}, {"min_size", 500}, {"passes", 2}, {"stop", 1}}},
    {"the network as far as it goes", {{"max_sequences", 2}, {"min_size", 16384}}},
};

class CudaQuicksort : public TestOn<Backend::cuda, testing::TestWithParam<std::size_t>> {
 protected:
  /// Sorts `job`, whose n is set, in guarded scratch.
  void run(Form form, FormJob job) {
    const auto sorter =
        make_form_sorter(*device_, *find("cuda.quicksort"), n, form, {.parameters = paths[GetParam()].parameters});
    const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    workspace.expect_intact();
  }
};

TEST_P(CudaQuicksort, Argsort) {
  for (const Distribution distribution : all) {
    SCOPED_TRACE(testing::Message() << inputs::name_of(distribution) << ", seed " << seed);
    const std::vector<std::uint32_t> keys = inputs::make_keys(distribution, n, seed);
    const Guarded keys_in(*device_, keys), order_out(*device_, n * sizeof(std::uint32_t), 0xFF);
    run(Form::argsort, {.n = n, .keys = keys_in.buffer(), .order = order_out.buffer()});
    ASSERT_EQ(order_out.read<std::uint32_t>(), expected_order(keys));
    order_out.expect_intact("order");
  }
}

TEST_P(CudaQuicksort, PaperKeys) {
  for (const Distribution distribution : all) {
    SCOPED_TRACE(testing::Message() << inputs::name_of(distribution) << ", seed " << seed);
    const std::vector<std::uint32_t> integers = inputs::make_keys(distribution, n, seed);
    std::vector<float> keys(integers.begin(), integers.end());
    const Guarded keys_in(*device_, keys), keys_out(*device_, n * sizeof(float), 0xFF);
    run(Form::paper_keys, {.n = n, .keys = keys_in.buffer(), .sorted_keys = keys_out.buffer()});
    std::sort(keys.begin(), keys.end());
    ASSERT_EQ(keys_out.read<float>(), keys);
    keys_out.expect_intact("sorted keys");
  }
}

TEST_P(CudaQuicksort, Keys) {
  for (const Distribution distribution : all) {
    SCOPED_TRACE(testing::Message() << inputs::name_of(distribution) << ", seed " << seed);
    std::vector<std::uint32_t> keys = inputs::make_keys(distribution, n, seed);
    const Guarded keys_in(*device_, keys), keys_out(*device_, n * sizeof(std::uint32_t), 0xFF);
    run(Form::keys, {.n = n, .keys = keys_in.buffer(), .sorted_keys = keys_out.buffer()});
    std::sort(keys.begin(), keys.end());
    ASSERT_EQ(keys_out.read<std::uint32_t>(), keys);
    keys_out.expect_intact("sorted keys");
  }
}

INSTANTIATE_TEST_SUITE_P(Paths, CudaQuicksort, testing::Range<std::size_t>(0, std::size(paths)), [](const auto& path) {
  std::string name = paths[path.param].name;
  std::erase_if(name, [](char letter) { return letter == ' ' || letter == ','; });
  return name;
});

}  // namespace
}  // namespace farfirst::test::cuda_quicksort
