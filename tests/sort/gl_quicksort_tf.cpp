// Tests of gl.quicksort_tf beyond the conformance test: the paper's form with both kinds of pivots, points of one and
// of several elements, and sublists that exceed the threshold after all levels.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::gl_quicksort_tf {
namespace {

using inputs::Distribution;

constexpr std::uint32_t seed = 2008;

/// Parameters that select different code.
struct Path {
  const char* name;
  std::vector<ParameterValue> parameters;
};
const Path paths[] = {
    {"one element a point", {{"per_point", 1}, {"threshold", 256}}},
    {"three elements a point", {{"per_point", 3}, {"threshold", 256}}},
    {"most elements a point", {{"per_point", 12}, {"threshold", 256}}},
    {"one sample a sublist", {{"samples", 1}, {"threshold", 256}}},
    {"one pass and long sublists", {{"levels", 1}, {"samples", 2}, {"threshold", 256}}},
    {"more sublists than elements", {{"levels", 64}, {"threshold", 256}}},
    {"recursion, means", {{"form", 1}, {"pivots", 0}, {"threshold", 256}}},
    {"recursion, medians", {{"form", 1}, {"pivots", 1}, {"threshold", 256}}},
    {"recursion cut short", {{"form", 1}, {"levels", 1}, {"threshold", 256}}},
};

class GlQuicksortTf : public TestOn<Backend::gl, testing::TestWithParam<std::size_t>> {
 protected:
  /// `job` lacks scratch.
  template <class AnySorter, class Job>
  void run(AnySorter& sorter, Job job) {
    const GuardedWorkspace workspace(*device_, sorter.requirements(), 0xFF);
    workspace.attach(job);
    sorter.sort(job);
    device_->finish();
    workspace.expect_intact();
  }
};

TEST_P(GlQuicksortTf, Argsort) {
  const auto sorter =
      make_sorter(*device_, *find("gl.quicksort_tf"), 9001, {.parameters = paths[GetParam()].parameters});
  for (const std::uint32_t n : {9001u, 257u}) {
    for (const Distribution distribution : {Distribution::uniform, Distribution::sorted, Distribution::few_unique,
                                            Distribution::zero, Distribution::distances}) {
      SCOPED_TRACE(testing::Message() << inputs::name_of(distribution) << ", n " << n << ", seed " << seed);
      const std::vector<std::uint32_t> keys = inputs::make_keys(distribution, n, seed);
      const Guarded keys_in(*device_, keys), order_out(*device_, n * sizeof(std::uint32_t), 0xFF);
      run(*sorter, ArgsortJob{.n = n, .keys = keys_in.buffer(), .order = order_out.buffer()});
      ASSERT_EQ(order_out.read<std::uint32_t>(), expected_order(keys));
      order_out.expect_intact("order");
    }
  }
}

TEST_P(GlQuicksortTf, Distance) {
  constexpr std::uint32_t n = 3001;
  std::vector<float> positions;
  for (const std::uint32_t word : inputs::make_keys(Distribution::uniform, 3 * n, seed)) {
    positions.push_back(static_cast<float>(word % 1000));  // distances are often equal
  }
  const Guarded positions_in(*device_, positions), order_out(*device_, n * 4, 0xFF), keys_out(*device_, n * 4, 0xFF),
      keys_wanted(*device_, n * 4, 0xFF);
  Source source{.n = n, .positions = positions_in.buffer()};
  DistanceJob job{.n = n, .sources = {&source, 1}};
  job.keys = keys_wanted.buffer();
  device_->make_keys(job);
  const std::vector<std::uint32_t> keys = keys_wanted.read<std::uint32_t>();
  const auto sorter = make_distance_sorter(*device_, *find("gl.quicksort_tf"), n, paths[GetParam()].parameters);
  job.order = order_out.buffer();
  for (const bool with_keys : {false, true}) {
    job.keys = with_keys ? keys_out.buffer() : Buffer{};
    run(*sorter, job);
    ASSERT_EQ(order_out.read<std::uint32_t>(), expected_order(keys)) << "with keys " << with_keys << ", seed " << seed;
  }
  // The core makes the keys, in the entry's scratch.
  source.transform = {{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};  // which keeps the distances
  job.keys = {};
  run(*sorter, job);
  ASSERT_EQ(order_out.read<std::uint32_t>(), expected_order(keys)) << "transformed, seed " << seed;
  EXPECT_EQ(keys_out.read<std::uint32_t>(), keys);
  order_out.expect_intact("order");
  keys_out.expect_intact("keys");
}

INSTANTIATE_TEST_SUITE_P(Paths, GlQuicksortTf, testing::Range<std::size_t>(0, std::size(paths)), [](const auto& path) {
  std::string name = paths[path.param].name;
  std::erase_if(name, [](char letter) { return letter == ' ' || letter == ','; });
  return name;
});

}  // namespace
}  // namespace farfirst::test::gl_quicksort_tf
