// The examples of docs/embedding.md and farfirst/cuda.h that capture a sort into a CUDA graph and that sort on several
// GPUs, compiled and run on a GPU.

#include <cuda_runtime.h>
#include <farfirst/cuda.h>
#include <farfirst/parts.h>
#include <gtest/gtest.h>

#include <vector>

namespace farfirst::test::cuda_graph {
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
    auto sorter = make_distance_sorter(*device, choose(*device), 3);
    Workspace memory(*device, sorter->requirements());
    DistanceJob job{.sources = {&points, 1}, .eye_on_device = view, .order = order};
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

/// The examples of farfirst/cuda.h for callers with memory and a stream of their own.
TEST(CudaGraphExample, TheCallersMemoryAndStream) {
  if (const std::string absent = why_unavailable(Backend::cuda); !absent.empty()) GTEST_SKIP() << absent;
  const std::uint32_t n = 3;
  const float cloud[] = {0, 0, -1, 0, 0, -5, 0, 0, -3}, view[] = {0, 0, -4, 0, 0, -1};
  cudaStream_t stream = nullptr;
  float3* positions = nullptr;
  float* eye_axis = nullptr;
  std::uint32_t* order = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&positions, sizeof cloud), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&eye_axis, sizeof view), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&order, n * 4), cudaSuccess);
  cudaMemcpyAsync(positions, cloud, sizeof cloud, cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(eye_axis, view, sizeof view, cudaMemcpyHostToDevice, stream);
  std::uint32_t found[n] = {};
  {
    Source source{.n = n};
    auto device = farfirst::open(farfirst::Backend::cuda, farfirst::cuda_options(stream));
    source.positions = farfirst::cuda_buffer(positions, n);
    auto sorter = make_distance_sorter(*device, choose(*device), n);
    Workspace memory(*device, sorter->requirements());
    DistanceJob job{.sources = {&source, 1}, .order = cuda_buffer(order, n)};
    memory.attach(job);
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t frame = nullptr;
    job.stream = stream;
    job.eye_on_device = farfirst::cuda_buffer(eye_axis, 6);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    sorter->sort(job);
    cudaStreamEndCapture(stream, &graph);
    ASSERT_EQ(cudaGraphInstantiate(&frame, graph, 0), cudaSuccess);
    cudaGraphLaunch(frame, stream);
    cudaMemcpyAsync(found, order, sizeof found, cudaMemcpyDeviceToHost, stream);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    cudaGraphExecDestroy(frame);
    cudaGraphDestroy(graph);
  }
  EXPECT_EQ(std::vector(found, found + n), (std::vector<std::uint32_t>{0, 1, 2}));
  cudaFree(positions);
  cudaFree(eye_axis);
  cudaFree(order);
  cudaStreamDestroy(stream);
}

TEST(CudaGroupExample, PositionsAndOrderInParts) {
  if (const std::string absent = why_unavailable(Backend::cuda); !absent.empty()) GTEST_SKIP() << absent;
  const std::vector<int> gpus = {0, 0};  // so that it runs with one
  const std::vector<float> cloud = {0, 0, -1, 0, 0, -5, 0, 0, -3, 0, 0, -2};
  // [gpus]
  auto device = open(Backend::cuda, {.cuda_devices = gpus});  // {0, 1}
  const Buffer here = device->allocate(24), there = allocate_on(*device, 1, 24);
  device->upload(here, cloud.data(), 24);
  device->upload(there, cloud.data() + 6, 24);
  const Source sources[] = {{.n = 2, .positions = here}, {.n = 2, .positions = there}};
  const Buffer orders[] = {device->allocate(8), allocate_on(*device, 1, 8)};

  auto sorter = make_distance_sorter(*device, *find("cuda.farfirst_multi"), 4);
  Workspace memory(*device, sorter->requirements());
  DistanceJob job{.sources = sources};
  memory.attach(job);
  sort_in_parts(*sorter, job, orders);  // 1, 2: the far half, on GPU 0; 3, 0: the near half, on GPU 1
  // [/gpus]
  device->finish();
  std::vector<std::uint32_t> found(4);
  device->download(found.data(), orders[0], 8);
  device->download(found.data() + 2, orders[1], 8);
  EXPECT_EQ(found, (std::vector<std::uint32_t>{1, 2, 3, 0}));
  for (const Buffer& buffer : {here, there, orders[0], orders[1]}) device->release(buffer);
}

}  // namespace
}  // namespace farfirst::test::cuda_graph
