// Tests of cuda.hybrid_tf beyond the conformance test: combinations of parameters, buffers that are replaced between
// sorts, the times of both halves. On a GPU that draws and sorts, or in the emulation over any OpenGL.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <random>

#include "guarded.h"
#include "sizes.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::cuda_hybrid_tf {
namespace {

using inputs::Distribution;

constexpr std::uint32_t seed = 52;
using Words = std::vector<std::uint32_t>;

class CudaHybridTf : public testing::Test {
 protected:
  void SetUp() override {
    std::string absent;
    device_ = device_for(find("cuda.hybrid_tf"), absent);
    if (device_ == nullptr) GTEST_SKIP() << absent;
  }
  std::unique_ptr<Sorter> make(std::uint32_t max_n, std::vector<ParameterValue> parameters) {
    return make_sorter(*device_, *find("cuda.hybrid_tf"), max_n, {.parameters = std::move(parameters)});
  }

  Device* device_ = nullptr;
};

struct Path {
  const char* name;
  std::vector<ParameterValue> parameters;
};
const Path paths[] = {
    {"one_sublist", {{"sublists", 1}}},
    {"two_sublists_of_one_sample", {{"sublists", 2}, {"samples", 1}}},
    {"an_odd_number_of_bits", {{"sublists", 32}, {"vector", 1}}},
    {"many_unequal_sublists", {{"sublists", 4096}, {"samples", 1}}},
    {"in_global_memory", {{"sublists", 64}, {"shared_merge", 0}}},
    {"in_global_memory_scalar", {{"sublists", 16}, {"shared_merge", 0}, {"vector", 1}}},
};

class CudaHybridTfPaths : public CudaHybridTf, public testing::WithParamInterface<Path> {};

TEST_P(CudaHybridTfPaths, AnySizeByOneSorter) {
  const std::uint32_t most = at_most(100003);
  const auto sorter = make(most, GetParam().parameters);
  const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
  for (const std::uint32_t n : {most, 1u, 3u, 4097u}) {
    for (const Distribution distribution : {Distribution::uniform, Distribution::few_unique, Distribution::reverse}) {
      SCOPED_TRACE(testing::Message() << "n " << n << ", " << name_of(distribution) << ", seed " << seed);
      const Words keys = inputs::make_keys(distribution, n, seed);
      const Guarded in(*device_, keys), order(*device_, n * 4, 0xFF), out(*device_, n * 4, 0xFF);
      ArgsortJob job{.n = n, .keys = in.buffer(), .order = order.buffer(), .sorted_keys = out.buffer()};
      workspace.attach(job);
      sorter->sort(job);
      device_->finish();
      const Words expected = expected_order(keys);
      ASSERT_EQ(order.read<std::uint32_t>(), expected);
      ASSERT_EQ(out.read<std::uint32_t>(), gathered(keys, expected));
      order.expect_intact("order");
      out.expect_intact("sorted keys");
      workspace.expect_intact();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Paths, CudaHybridTfPaths, testing::ValuesIn(paths),
                         [](const auto& path) { return path.param.name; });

/// OpenGL uses the name of a deleted buffer again: the order must be in the new buffer of that name.
TEST_F(CudaHybridTf, BuffersThatComeAndGoBetweenSorts) {
  constexpr std::uint32_t n = 5000;
  const auto sorter = make(n, {});
  const Workspace workspace(*device_, sorter->requirements());
  for (std::uint32_t round = 0; round < 4; ++round) {
    const Words keys = inputs::make_keys(Distribution::gaussian, n, seed + round);
    const Guarded in(*device_, keys), order(*device_, n * 4, 0xFF);
    ArgsortJob job{.n = n, .keys = in.buffer(), .order = order.buffer()};
    workspace.attach(job);
    sorter->sort(job);
    ASSERT_EQ(order.read<std::uint32_t>(), expected_order(keys)) << "round " << round;
  }
}

/// Enqueued one after the other, without waiting: the next sort's partition overwrites what the last one merged.
TEST_F(CudaHybridTf, SortsInARow) {
  constexpr std::uint32_t n = 9001;
  const auto sorter = make(n, {}), other = make(n, {{"sublists", 4}});
  const Workspace workspace(*device_, sorter->requirements()), others(*device_, other->requirements());
  std::vector<Words> keys;
  std::vector<Guarded> in, orders;
  for (std::uint32_t k = 0; k < 6; ++k) {
    keys.push_back(inputs::make_keys(Distribution::uniform16, n, seed + k));
    in.emplace_back(*device_, keys.back());
    orders.emplace_back(*device_, n * 4, std::uint8_t{0xFF});
  }
  for (std::uint32_t k = 0; k < 6; ++k) {
    ArgsortJob job{.n = n, .keys = in[k].buffer(), .order = orders[k].buffer()};
    const bool first = k % 3 != 0;
    (first ? workspace : others).attach(job);
    (first ? sorter : other)->sort(job);
  }
  for (std::uint32_t k = 0; k < 6; ++k) EXPECT_EQ(orders[k].read<std::uint32_t>(), expected_order(keys[k])) << k;
}

TEST_F(CudaHybridTf, TracesOpenGlAndCuda) {
  constexpr std::uint32_t n = 10007;
  const auto sorter = make(n, {});
  const Workspace workspace(*device_, sorter->requirements());
  const Guarded in(*device_, inputs::make_keys(Distribution::uniform, n, seed)), order(*device_, n * 4, 0xFF);
  std::vector<Pass> passes;
  for (const std::uint32_t count : {n, 0u, n}) {
    ArgsortJob job{.n = count, .keys = in.buffer(), .order = order.buffer(), .trace = true};
    workspace.attach(job);
    sorter->sort(job);
  }
  device_->finish();
  for (const bool any : {true, false, true}) {
    passes.clear();
    ASSERT_TRUE(sorter->take_trace(passes));
    std::vector<std::string_view> names;
    for (const Pass& pass : passes) names.push_back(pass.name);
    const std::vector<std::string_view> expected{"samples",
                                                 "partition",
                                                 "join",
                                                 "set sublists apart",
                                                 "merge in shared memory",
                                                 "merge in global memory",
                                                 "remove padding",
                                                 "from OpenGL to CUDA and back",
                                                 "copy the order"};
    EXPECT_EQ(names, any ? expected : std::vector<std::string_view>{});
  }
  EXPECT_FALSE(sorter->take_trace(passes));
}

TEST_F(CudaHybridTf, VectorsAreOfFourOrOne) {
  for (const std::int64_t width : {2, 3}) EXPECT_THROW(make(10, {{"vector", width}}), Error);
}

}  // namespace
}  // namespace farfirst::test::cuda_hybrid_tf
