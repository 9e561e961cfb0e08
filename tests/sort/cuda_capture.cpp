// On a GPU: a sort can be captured into a CUDA graph, which fails at once if the host waits or allocates while it is
// enqueued; replayed, the graph gives the order of whatever the keys are then.
#include <cuda_runtime.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include "cuda/device.h"
#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test {
namespace {

using inputs::Distribution;

class CudaCapture : public testing::TestWithParam<const Algorithm*> {};

cudaGraphExec_t captured(cudaStream_t stream, Sorter& sorter, const SortJob& job) {
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  sorter.sort(job);
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess) << "the host waited or allocated";
  cudaGraphExec_t instance = nullptr;
  if (graph == nullptr) return nullptr;
  EXPECT_EQ(cudaGraphInstantiate(&instance, graph, 0), cudaSuccess);
  cudaGraphDestroy(graph);
  return instance;
}

TEST_P(CudaCapture, NeitherWaitsNorAllocates) {
  const Algorithm& algorithm = *GetParam();
  if (const std::string absent = why_unavailable(algorithm); !absent.empty()) GTEST_SKIP() << absent;
  if (algorithm.round_trips) GTEST_SKIP() << algorithm.id << " declares that the host decides between its passes";
  if (algorithm.allocates) GTEST_SKIP() << algorithm.id << " declares that it allocates";
  Device& device = *shared_device(Backend::cuda);
  const cudaStream_t stream = static_cast<cuda::CudaDevice&>(device).stream();
  for (const std::uint32_t n : {1u, 1000u, 300007u}) {
    SCOPED_TRACE(n);
    const auto sorter = make_sorter(device, algorithm, n);
    Guarded keys(device, inputs::make_keys(Distribution::uniform, n, 1));
    const Guarded order(device, n * 4, 0);
    const Workspace workspace(device, sorter->requirements());
    SortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
    workspace.attach(job);
    cudaGraphExec_t graph = captured(stream, *sorter, job);
    ASSERT_NE(graph, nullptr);
    for (const Distribution distribution : {Distribution::uniform, Distribution::few_unique, Distribution::sorted}) {
      const std::vector<std::uint32_t> content = inputs::make_keys(distribution, n, 2);
      keys.write(content);
      ASSERT_EQ(cudaGraphLaunch(graph, stream), cudaSuccess);
      device.finish();
      EXPECT_EQ(order.read<std::uint32_t>(), expected_order(content)) << name_of(distribution);
    }
    cudaGraphExecDestroy(graph);
  }
}

std::vector<const Algorithm*> cuda_entries() {
  std::vector<const Algorithm*> entries;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->backend == Backend::cuda) entries.push_back(algorithm);
  }
  return entries;
}
INSTANTIATE_TEST_SUITE_P(Catalogue, CudaCapture, testing::ValuesIn(cuda_entries()),
                         [](const auto& entry) { return test_name(entry.param->id); });

}  // namespace
}  // namespace farfirst::test
