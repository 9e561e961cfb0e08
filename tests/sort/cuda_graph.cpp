// The example of docs/embedding.md that captures a sort into a CUDA graph, compiled and run on a GPU.

#include <cuda_runtime.h>
#include <farfirst/cuda.h>
#include <gtest/gtest.h>

#include <vector>

namespace farfirst::test {
namespace {

TEST(CudaGraphExample, OneGraphServesAMovingEye) {
  if (const std::string absent = why_unavailable(Backend::cuda); !absent.empty()) GTEST_SKIP() << absent;
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  {
    const auto device = open(Backend::cuda, cuda_options(stream));
    const std::vector<float> cloud = {0, 0, -1, 0, 0, -5, 0, 0, -3};
    const OwnedBuffer positions(*device, 36), order(*device, 12), view(*device, 24);
    device->upload(positions, cloud.data(), 36);
    // [graph]
    const Source points{.n = 3, .positions = positions};
    auto sorter = make_distance_sorter(*device, *choose(*device), 3);
    Workspace memory(*device, sorter->requirements());
    DistanceJob job{.n = 3, .sources = {&points, 1}, .eye_on_device = view, .order = order};
    memory.attach(job);

    cudaGraph_t graph = nullptr;
    cudaGraphExec_t frame = nullptr;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    sorter->sort(job);  // any call, also the first
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&frame, graph, 0);
    for (const float z : {10.0f, -10.0f}) {
      const float eye_and_axis[6] = {0, 0, z, 0, 0, -1};
      device->upload(view, eye_and_axis, sizeof eye_and_axis);
      cudaGraphLaunch(frame, stream);
    }
    // [/graph]
    device->finish();
    std::vector<std::uint32_t> found(3);
    device->download(found.data(), order, 12);
    EXPECT_EQ(found, (std::vector<std::uint32_t>{0, 2, 1}));
    cudaGraphExecDestroy(frame);
    cudaGraphDestroy(graph);
  }
  cudaStreamDestroy(stream);
}

}  // namespace
}  // namespace farfirst::test
