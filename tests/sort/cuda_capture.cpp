// Tests of sorts captured into CUDA graphs. Capture fails at once if the host waits or allocates. A replayed graph
// orders whatever the keys are then, with any scratch, and its calls use and update the history. On a GPU or in the
// emulation.
#include <cuda_runtime.h>
#include <farfirst/cuda.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "cuda/farfirst/ids.h"
#include "cuda/farfirst/radix_path.h"
#include "cuda_farfirst_calls.h"
#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::cuda_capture {
namespace {

using inputs::Distribution;

class CudaCapture : public testing::TestWithParam<const Algorithm*> {};

template <class AnySorter, class Job>
cudaGraphExec_t captured(cudaStream_t stream, AnySorter& sorter, const Job& job) {
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

/// Fills scratch with values that no kernel would leave there.
void spoil(Device& device, std::span<const Buffer> scratch) {
  for (const Buffer& piece : scratch) {
    const std::vector<std::uint8_t> garbage(piece.bytes, 0xC3);
    device.upload(piece, garbage.data(), garbage.size());
  }
}

TEST_P(CudaCapture, NeitherWaitsNorAllocates) {
  const Algorithm& algorithm = *GetParam();
  if (const std::string absent = why_unavailable(algorithm); !absent.empty()) GTEST_SKIP() << absent;
  if (algorithm.round_trips) GTEST_SKIP() << algorithm.id << " declares that the host decides between its passes";
  if (algorithm.allocates) GTEST_SKIP() << algorithm.id << " declares that it allocates";
  Device& device = *shared_device(Backend::cuda);
  const cudaStream_t stream = static_cast<cudaStream_t>(cuda_stream(device));
  for (const std::uint32_t n : {1u, 1000u, at_most(300007u)}) {
    SCOPED_TRACE(n);
    const auto sorter = make_sorter(device, algorithm, n);
    Guarded keys(device, inputs::make_keys(Distribution::uniform, n, 1));
    const Guarded order(device, n * 4, 0);
    const Workspace workspace(device, sorter->requirements());
    ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
    workspace.attach(job);
    cudaGraphExec_t graph = captured(stream, *sorter, job);
    ASSERT_NE(graph, nullptr);
    for (const Distribution distribution : {Distribution::uniform, Distribution::few_unique, Distribution::sorted}) {
      const std::vector<std::uint32_t> content = inputs::make_keys(distribution, n, 2);
      keys.write(content);
      spoil(device, job.scratch);
      ASSERT_EQ(cudaGraphLaunch(graph, stream), cudaSuccess);
      device.finish();
      EXPECT_EQ(order.read<std::uint32_t>(), expected_order(content)) << name_of(distribution);
    }
    cudaGraphExecDestroy(graph);
  }
}

/// Every replay would clear the history.
TEST(CudaCaptureOfFarfirst, ACallThatMustClearItsHistoryIsRefused) {
  std::string absent;
  Device* device = device_for(Backend::cuda, absent);
  if (device == nullptr) GTEST_SKIP() << absent;
  const std::uint32_t n = at_most(100003);
  const auto sorter = make_sorter(*device, *find("cuda.farfirst"), n);
  const Workspace workspace(*device, sorter->requirements());
  const Keys content = inputs::make_keys(Distribution::uniform, n, 1);
  const Guarded keys(*device, content), order(*device, n * 4, 0xFF);
  ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
  workspace.attach(job);
  sorter->sort(job);
  sorter->history().reset();
  const auto stream = static_cast<cudaStream_t>(cuda_stream(*device));
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_THROW(sorter->sort(job), Error);
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  if (graph != nullptr) cudaGraphDestroy(graph);
  sorter->sort(job);  // and clears its history
  cudaGraphExec_t instance = captured(stream, *sorter, job);
  ASSERT_NE(instance, nullptr);
  ASSERT_EQ(cudaGraphLaunch(instance, stream), cudaSuccess);
  device->finish();
  EXPECT_EQ(order.read<std::uint32_t>(), expected_order(content));
  EXPECT_EQ(sorter->history().counts().first, 2u);
  EXPECT_EQ(sorter->history().counts().steady, 1u);
  cudaGraphExecDestroy(instance);
}

/// A stream of the test's own, as a job may name.
struct OwnStream {
  OwnStream() { EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess); }
  ~OwnStream() { cudaStreamDestroy(stream); }
  cudaStream_t stream = nullptr;
};

enum class More { nothing, count, ids };

/// Every other element, in their own sequence or backwards.
Keys every_other(std::uint32_t n, bool backwards) {
  Keys ids(n);
  for (std::uint32_t i = 0; i < n; ++i) ids[i] = 2 * (backwards ? n - 1 - i : i);
  return ids;
}

/// Does the history record that the last call's ids do not ascend?
bool found_unsorted(Device& device, SorterBase& sorter) {
  using cuda::farfirst::HybridState, cuda::farfirst::RadixPath, cuda::farfirst::UnsortedIds;
  const std::size_t at = core::aligned(sizeof(HybridState)) + core::aligned(RadixPath::state_bytes);
  return history_at<UnsortedIds>(device, sorter, at).found != 0;
}

/// The graph of the first call for a moving eye, of points that the sort reads itself or whose keys are made before.
void expect_graph_stays_steady(Device& device, More more) {
  const std::uint32_t n = at_most(300007);
  const std::vector<float> points = cube(2 * n);
  const Guarded positions(device, points), order(device, n * 4, 0xFF), count(device, std::vector<std::uint32_t>{n});
  Guarded eye(device, 24, 0), ids(device, n * 4, 0);
  const Source source{.n = more == More::ids ? 2 * n : n, .positions = positions.buffer()};
  const auto sorter = make_farfirst_by_distance(device, n, emulated ? smallest : Switches{});
  const Workspace workspace(device, sorter->requirements());
  const OwnStream own;
  DistanceJob job{.n = n, .sources = {&source, 1}, .order = order.buffer(), .stream = own.stream};
  job.eye_on_device = eye.buffer();
  if (more == More::count) job.count = count.buffer();
  if (more == More::ids) job.ids = ids.buffer();
  workspace.attach(job);
  cudaGraphExec_t graph = captured(own.stream, *sorter, job);
  ASSERT_NE(graph, nullptr);
  constexpr int frames = 6;
  for (int frame = 0; frame < frames; ++frame) {
    job.eye[0] = 3;
    job.eye[1] = 0.01f * static_cast<float>(frame);
    eye.write(std::vector<float>{job.eye[0], job.eye[1], job.eye[2], 0, 0, -1});
    const Keys keys = keys_from(points, job);
    Keys elements(n);
    std::iota(elements.begin(), elements.end(), 0u);
    if (more == More::ids) {
      elements = every_other(n, frame / 2 % 2 == 1);
      ids.write(elements);
    }
    spoil(device, job.scratch);
    ASSERT_EQ(cudaGraphLaunch(graph, own.stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(own.stream), cudaSuccess);
    ASSERT_EQ(order.read<std::uint32_t>(), gathered(elements, expected_order(gathered(keys, elements))))
        << "frame " << frame;
    if (more == More::ids) {
      EXPECT_FALSE(found_unsorted(device, *sorter)) << "the sort after frame " << frame << " is gathered";
    }
  }
  EXPECT_EQ(sorter->history().counts().first, 1u);
  EXPECT_EQ(sorter->history().counts().steady, std::uint64_t{frames - 1});
  cudaGraphExecDestroy(graph);
}

/// Jobs of twenty sources (two launches make their keys), with a count, an eye on the device and the other direction.
TEST_P(CudaCapture, JobsByDistanceOfManySources) {
  const Algorithm& algorithm = *GetParam();
  if (const std::string absent = why_unavailable(algorithm); !absent.empty()) GTEST_SKIP() << absent;
  if (algorithm.round_trips) GTEST_SKIP() << algorithm.id << " declares that the host decides between its passes";
  Device& device = *shared_device(Backend::cuda);
  constexpr std::uint32_t pieces = 20;
  const std::uint32_t n = at_most(40009) / pieces * pieces;
  const std::vector<float> points = cube(n);
  const Guarded positions(device, points), order(device, n * 4, 0xFF);
  Guarded eye(device, 24, 0), count(device, 4, 0);
  std::vector<Source> sources;
  for (std::uint32_t i = 0; i < pieces; ++i) {
    sources.push_back(
        {.n = n / pieces, .positions = core::part(positions.buffer(), n / pieces * i * 12, n / pieces * 12)});
  }
  const auto sorter = make_distance_sorter(device, algorithm, n);
  const Workspace workspace(device, sorter->requirements());
  const OwnStream own;
  DistanceJob job{.n = n,
                  .sources = sources,
                  .count = count.buffer(),
                  .eye_on_device = eye.buffer(),
                  .direction = Direction::front_to_back,
                  .order = order.buffer(),
                  .stream = own.stream};
  workspace.attach(job);
  cudaGraphExec_t graph = captured(own.stream, *sorter, job);
  ASSERT_NE(graph, nullptr);
  for (std::uint32_t frame = 0; frame < 4; ++frame) {
    const std::uint32_t some = n - 1001 * frame;
    job.eye[0] = 3;
    job.eye[1] = 0.01f * static_cast<float>(frame);
    eye.write(std::vector<float>{job.eye[0], job.eye[1], job.eye[2], 0, 0, -1});
    count.write(Keys{some});
    Keys keys = keys_from(points, job);
    keys.resize(some);
    Keys expected = expected_order(keys);
    std::ranges::reverse(expected);
    spoil(device, job.scratch);
    ASSERT_EQ(cudaGraphLaunch(graph, own.stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(own.stream), cudaSuccess);
    Keys found = order.read<std::uint32_t>();
    found.resize(some);
    ASSERT_EQ(found, expected) << "frame " << frame;
  }
  cudaGraphExecDestroy(graph);
}

class CudaGraph : public TestOn<Backend::cuda> {};

TEST_F(CudaGraph, ReplaysOfTheFirstCallUseAndKeepTheHistory) { expect_graph_stays_steady(*device_, More::nothing); }
TEST_F(CudaGraph, ReplaysOfTheFirstCallWithACount) { expect_graph_stays_steady(*device_, More::count); }
TEST_F(CudaGraph, ReplaysOfTheFirstCallWithIdsThatAscendOrNot) { expect_graph_stays_steady(*device_, More::ids); }

TEST_F(CudaGraph, CallsAndReplaysInTurn) {
  const std::uint32_t n = at_most(300007);
  const auto sorter = make_farfirst(*device_, n, emulated ? smallest : Switches{});
  const Workspace workspace(*device_, sorter->requirements());
  Guarded keys(*device_, uniform(n));
  const Guarded order(*device_, n * 4, 0xFF);
  ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
  workspace.attach(job);
  const auto stream = static_cast<cudaStream_t>(cuda_stream(*device_));
  cudaGraphExec_t graph = captured(stream, *sorter, job);
  ASSERT_NE(graph, nullptr);
  for (std::uint32_t call = 0; call < 6; ++call) {
    const Keys content = uniform(n, call);
    keys.write(content);
    spoil(*device_, job.scratch);
    if (call % 2 == 0) {
      sorter->sort(job);
    } else {
      ASSERT_EQ(cudaGraphLaunch(graph, stream), cudaSuccess);
    }
    device_->finish();
    ASSERT_EQ(order.read<std::uint32_t>(), expected_order(content)) << "call " << call;
  }
  EXPECT_EQ(sorter->history().counts().first, 1u);
  EXPECT_EQ(sorter->history().counts().steady, 5u);
  cudaGraphExecDestroy(graph);
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
}  // namespace farfirst::test::cuda_capture
