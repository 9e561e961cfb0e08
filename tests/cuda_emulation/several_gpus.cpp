// Emulated GPUs: see tests/sort/several_gpus.h. Enqueued work is deferred, so that a missing event shows. Also tests of
// the emulation of several GPUs.
#include "several_gpus.h"

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace farfirst::test {

std::unique_ptr<Device> open_gpus(const GpuSet& gpus, std::string&) {
  cuda_emulation::devices = *std::ranges::max_element(gpus.ordinals) + 1;
  cuda_emulation::has_peer_access = !gpus.only_emulated;
  cuda_emulation::defers = true;
  return open(Backend::cuda, {.cuda_devices = gpus.ordinals, .validate = Validate::always});
}

void close_gpus() {
  cuda_emulation::do_what_is_enqueued();
  cuda_emulation::devices = 1;
  cuda_emulation::has_peer_access = true;
  cuda_emulation::defers = false;
}

namespace {

__global__ void add_one(int* word) { ++*word; }

class SeveralGpus : public testing::Test {
 protected:
  void SetUp() override {
    cuda_emulation::devices = 2;
    cuda_emulation::defers = true;
    for (int i = 0; i < 2; ++i) {
      cudaSetDevice(i);
      ASSERT_EQ(cudaStreamCreateWithFlags(&stream_[i], cudaStreamNonBlocking), cudaSuccess);
      ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&word_[i]), sizeof(int)), cudaSuccess);
      *word_[i] = 0;
      ASSERT_EQ(cudaEventCreateWithFlags(&event_[i], cudaEventDisableTiming), cudaSuccess);
    }
    cudaSetDevice(0);
  }
  void TearDown() override {
    for (int i = 0; i < 2; ++i) {
      cudaFree(word_[i]);
      cudaEventDestroy(event_[i]);
      cudaStreamDestroy(stream_[i]);
    }
    cudaSetDevice(0);
    close_gpus();
  }
  cudaError_t launch_add(cudaStream_t stream, int* word) {
    cudaLaunchConfig_t config;
    config.stream = stream;
    return cudaLaunchKernelEx(&config, add_one, word);
  }
  cudaStream_t stream_[2];
  cudaEvent_t event_[2];
  int* word_[2];
};

TEST_F(SeveralGpus, AStreamBelongsToTheDeviceThatWasCurrent) {
  EXPECT_EQ(launch_add(stream_[1], word_[1]), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventRecord(event_[0], stream_[1]), cudaErrorInvalidResourceHandle);
}

TEST_F(SeveralGpus, AnEventOrdersTwoStreams) {
  for (int round = 0; round < 20; ++round) {
    *word_[0] = *word_[1] = 0;
    cudaSetDevice(0);
    ASSERT_EQ(launch_add(stream_[0], word_[0]), cudaSuccess);
    cudaEventRecord(event_[0], stream_[0]);
    cudaSetDevice(1);
    cudaStreamWaitEvent(stream_[1], event_[0], 0);
    cudaMemcpyPeerAsync(word_[1], 1, word_[0], 0, sizeof(int), stream_[1]);
    EXPECT_EQ(*word_[1], 0) << "it was not deferred";
    ASSERT_EQ(cudaStreamSynchronize(stream_[1]), cudaSuccess);
    ASSERT_EQ(*word_[1], 1);
  }
}

TEST_F(SeveralGpus, WithoutAnEventTheSequenceIsUndefined) {
  bool early = false, late = false;
  for (int round = 0; round < 40; ++round) {
    *word_[0] = 0;
    cudaSetDevice(0);
    ASSERT_EQ(launch_add(stream_[0], word_[0]), cudaSuccess);
    cudaSetDevice(1);
    cudaMemcpyPeerAsync(word_[1], 1, word_[0], 0, sizeof(int), stream_[1]);
    cudaStreamSynchronize(stream_[1]);
    (*word_[1] == 0 ? early : late) = true;
  }
  EXPECT_TRUE(early && late);
}

#if defined(__SANITIZE_ADDRESS__)
TEST_F(SeveralGpus, MemoryOfAnotherGpuIsOutOfReachWithoutAccess) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto reach = [&] {
    launch_add(stream_[0], word_[1]);
    cudaStreamSynchronize(stream_[0]);
  };
  cuda_emulation::has_peer_access = false;
  EXPECT_DEATH(reach(), "use-after-poison");
  cuda_emulation::has_peer_access = true;
  cudaDeviceEnablePeerAccess(1, 0);  // an earlier test may have done it
  reach();
  EXPECT_EQ(*word_[1], 1);
}
#endif

}  // namespace
}  // namespace farfirst::test
