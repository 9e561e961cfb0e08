// Tests of cuda.hybrid_tf, seen from the driver's side: a sort's calls, and another GPU than the one that draws. Also
// of the tracer that makes one trace of two.
#include "cuda/hybrid_tf/tracer.h"

#include <cuda_runtime.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::hybrid_tf {
namespace {

class EmulatedHybridTf : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_unavailable(algorithm_).empty()) GTEST_SKIP() << why_unavailable(algorithm_);
    device_ = shared_device(Backend::gl);
    if (device_ == nullptr) GTEST_SKIP() << "no gl device can be opened here";
  }
  ~EmulatedHybridTf() override { cuda_emulation::gl_is_same_gpu = true; }

  const Algorithm& algorithm_ = *find("cuda.hybrid_tf");
  Device* device_ = nullptr;
};

TEST_F(EmulatedHybridTf, ASortMapsOnceAndNeitherWaitsNorAllocatesNorRegisters) {
  constexpr std::uint32_t n = 3000;
  const cuda_emulation::GlCounts unmade = cuda_emulation::gl_counts;
  {
    const auto sorter = make_sorter(*device_, algorithm_, n);
    const Workspace workspace(*device_, sorter->requirements());
    const Guarded keys(*device_, inputs::make_keys(inputs::Distribution::uniform, n, 5)), order(*device_, n * 4, 0);
    ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
    workspace.attach(job);
    const cuda_emulation::GlCounts before = cuda_emulation::gl_counts;
    const cuda_emulation::Counts host = cuda_emulation::counts;
    sorter->sort(job);
    EXPECT_EQ(cuda_emulation::gl_counts.maps - before.maps, 1);
    EXPECT_EQ(cuda_emulation::gl_counts.unmaps - before.unmaps, 1);
    EXPECT_EQ(cuda_emulation::gl_counts.registered, before.registered);
    EXPECT_EQ(cuda_emulation::counts.waits, host.waits);
    EXPECT_EQ(cuda_emulation::counts.allocations, host.allocations);
  }
  EXPECT_EQ(cuda_emulation::gl_counts.registered - unmade.registered,
            cuda_emulation::gl_counts.unregistered - unmade.unregistered);
}

TEST_F(EmulatedHybridTf, AnotherGpuThanTheOneThatDrawsIsAnError) {
  cuda_emulation::gl_is_same_gpu = false;
  try {
    make_sorter(*device_, algorithm_, 10);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("cuda.hybrid_tf: OpenGL draws with "), std::string::npos) << error.what();
  }
}

/// Returns traces once the test makes them known.
struct FakeTracer final : core::Tracer {
  void begin() override { open.clear(); }
  void pass(std::string_view name) override { open.push_back({name, milliseconds}); }
  void end() override { ended.push_back(open); }
  bool take(std::vector<Pass>& passes) override {
    if (!known || ended.empty()) return false;
    passes.insert(passes.end(), ended.front().begin(), ended.front().end());
    ended.erase(ended.begin());
    return true;
  }
  explicit FakeTracer(double of_each) : milliseconds(of_each) {}
  double milliseconds;
  bool known = true;
  std::vector<Pass> open;
  std::vector<std::vector<Pass>> ended;
};

TEST(TwoTracers, TheRestOfTheTimeIsTheSwitch) {
  using cuda::hybrid_tf::TwoTracers;
  auto cuda = std::make_unique<FakeTracer>(2.0);
  FakeTracer& of_cuda = *cuda;
  TwoTracers tracer(std::make_unique<FakeTracer>(5.0), std::move(cuda));
  std::vector<Pass> passes;
  EXPECT_FALSE(tracer.take(passes));
  tracer.begin();
  tracer.pass("before");
  tracer.pass(cuda::hybrid_tf::in_cuda);
  tracer.cuda_passes().begin("first");
  tracer.cuda_passes().begin("second");
  tracer.end_cuda();
  tracer.pass("after");
  tracer.end();
  of_cuda.known = false;
  EXPECT_FALSE(tracer.take(passes)) << "CUDA's times are not known yet";
  EXPECT_TRUE(passes.empty());
  of_cuda.known = true;
  ASSERT_TRUE(tracer.take(passes));
  const std::vector<std::pair<std::string_view, double>> expected{
      {"before", 5.0}, {"first", 2.0}, {"second", 2.0}, {cuda::hybrid_tf::there_and_back, 1.0}, {"after", 5.0}};
  ASSERT_EQ(passes.size(), expected.size());
  for (std::size_t i = 0; i < passes.size(); ++i) {
    EXPECT_EQ(passes[i].name, expected[i].first);
    EXPECT_DOUBLE_EQ(passes[i].milliseconds, expected[i].second);
  }
  EXPECT_FALSE(tracer.take(passes));
}

}  // namespace
}  // namespace farfirst::test::hybrid_tf
