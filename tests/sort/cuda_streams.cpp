// Tests of calls of one sorter on several streams: calls with shared state run one after the other, even if the caller
// does not wait. On a GPU or in the emulation, which defers work and mixes the streams.
#include <cuda_runtime.h>
#include <farfirst/cuda.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "cuda_farfirst_calls.h"
#include "guarded.h"
#include "several_gpus.h"

namespace farfirst::test::cuda_streams {
namespace {

constexpr int stream_count = 3;

/// Data that concurrent calls must not share: stream, inputs, outputs and scratch.
struct Lane {
  Lane(Device& device, const SorterBase& sorter, std::uint32_t n)
      : content(uniform(n)),
        keys(device, content),
        order(device, n * 4, 0xFF),
        workspace(device, sorter.requirements()) {}

  ArgsortJob job(void* stream) const {
    ArgsortJob job{.n = static_cast<std::uint32_t>(content.size()), .keys = keys.buffer(), .order = order.buffer()};
    job.stream = stream;
    workspace.attach(job);
    return job;
  }
  void expect_order() const { ASSERT_EQ(order.read<std::uint32_t>(), expected_order(content)); }

  const Keys content;
  const Guarded keys, order;
  const Workspace workspace;
};

class CudaStreams : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    std::string absent;
    device_ = open_gpus({"one", {0}}, absent);
    if (device_ == nullptr) GTEST_SKIP() << absent;
    if (std::string why = why_unavailable(entry()); !why.empty()) GTEST_SKIP() << why;
    for (cudaStream_t& stream : streams_)
      ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  }
  void TearDown() override {
    if (device_ == nullptr) return;
    for (const cudaStream_t stream : streams_)
      if (stream != nullptr) cudaStreamDestroy(stream);
    device_.reset();
    close_gpus();
  }

  static const Algorithm& entry() { return *find(GetParam()); }
  std::unique_ptr<Sorter> sorter(std::uint32_t n) {
    if (emulated && entry().id == "cuda.farfirst") return make_farfirst(*device_, n, smallest);
    return make_sorter(*device_, entry(), n);
  }
  void wait_for_all() {
    for (const cudaStream_t stream : streams_) ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    device_->finish();
  }

  std::unique_ptr<Device> device_;
  cudaStream_t streams_[stream_count] = {};
};

TEST_P(CudaStreams, CallsThatShareAHistoryWaitForEachOther) {
  const std::uint32_t n = emulated ? 8009 : 1u << 20;
  const int rounds = emulated ? 4 : 200;
  const auto shared = sorter(n);
  std::vector<std::unique_ptr<Lane>> lanes;
  for (int i = 0; i <= stream_count; ++i) lanes.push_back(std::make_unique<Lane>(*device_, *shared, n));
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < stream_count; ++i) shared->sort(lanes[static_cast<std::size_t>(i)]->job(streams_[i]));
    shared->sort(lanes.back()->job(nullptr));
  }
  wait_for_all();
  for (const auto& lane : lanes) lane->expect_order();
}

TEST_P(CudaStreams, TheStreamOfTheLastCallMayBeDestroyed) {
  const std::uint32_t n = emulated ? 8009 : 1u << 20;
  const auto shared = sorter(n);
  const Lane first(*device_, *shared, n), second(*device_, *shared, n);
  shared->sort(first.job(streams_[0]));
  if (emulated) {  // streams take their work with them
    ASSERT_EQ(cudaStreamSynchronize(streams_[0]), cudaSuccess);
  }
  cudaStreamDestroy(std::exchange(streams_[0], nullptr));
  shared->sort(second.job(streams_[1]));
  ASSERT_EQ(cudaStreamSynchronize(streams_[1]), cudaSuccess);
  first.expect_order();
  second.expect_order();
}

TEST_P(CudaStreams, ACaptureAfterACallOnAnotherStreamIsRefused) {
  const std::uint32_t n = 8009;
  const auto shared = sorter(n);
  const Lane lane(*device_, *shared, n);
  shared->sort(lane.job(streams_[0]));
  wait_for_all();
  ASSERT_EQ(cudaStreamBeginCapture(streams_[1], cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_THROW(shared->sort(lane.job(streams_[1])), Error);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(streams_[1], &graph), cudaSuccess);
  cudaGraphDestroy(graph);
  shared->sort(lane.job(streams_[1]));
  ASSERT_EQ(cudaStreamSynchronize(streams_[1]), cudaSuccess);
  lane.expect_order();
  ASSERT_EQ(cudaStreamBeginCapture(streams_[1], cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_NO_THROW(shared->sort(lane.job(streams_[1])));
  ASSERT_EQ(cudaStreamEndCapture(streams_[1], &graph), cudaSuccess);
  cudaGraphDestroy(graph);
}

INSTANTIATE_TEST_SUITE_P(Entries, CudaStreams, testing::Values("cuda.farfirst", "cuda.farfirst_multi"),
                         [](const auto& entry) { return test_name(entry.param); });

}  // namespace
}  // namespace farfirst::test::cuda_streams
