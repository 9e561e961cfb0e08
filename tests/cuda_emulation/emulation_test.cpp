// Tests of the emulation itself: barriers, warp operations and launches behave as in the CUDA programming guide.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

cudaError_t run(unsigned blocks, unsigned threads, const std::function<void()>& thread, std::size_t shared = 0) {
  cudaLaunchConfig_t config;
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  config.dynamicSmemBytes = shared;
  return cuda_emulation::run(config, thread);
}

TEST(CudaEmulation, RunsEveryThreadOnce) {
  std::vector<int> met(7 * 96);
  EXPECT_EQ(run(7, 96, [&] { ++met[blockIdx.x * blockDim.x + threadIdx.x]; }), cudaSuccess);
  EXPECT_EQ(met, std::vector<int>(7 * 96, 1));
}

TEST(CudaEmulation, RefusesTheSameLaunchesAsAGpu) {
  EXPECT_EQ(run(1, 1025, [] {}), cudaErrorInvalidConfiguration);
  EXPECT_EQ(run(0, 32, [] {}), cudaErrorInvalidConfiguration);
}

TEST(CudaEmulation, MuchSharedMemoryMustBeRequested) {
  cudaLaunchConfig_t config;
  config.gridDim = config.blockDim = dim3(1);
  config.dynamicSmemBytes = 49 << 10;
  void (*kernel)(int) = [](int) {};
  EXPECT_EQ(cudaLaunchKernelEx(&config, kernel, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 << 10),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 49 << 10), cudaSuccess);
  EXPECT_EQ(cudaLaunchKernelEx(&config, kernel, 0), cudaSuccess);
}

TEST(CudaEmulation, BarrierOrdersWritesAndReads) {
  std::vector<unsigned> sums(4);
  run(4, 256, [&] {
    __shared__ unsigned values[256];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (unsigned half = 128; half > 0; half /= 2) {
      if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
      __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = values[0];
  });
  EXPECT_EQ(sums, std::vector<unsigned>(4, 255 * 128));
}

TEST(CudaEmulation, AMissingBarrierShows) {
  int wrong = 0;
  run(8, 256, [&] {
    __shared__ unsigned values[256];
    values[threadIdx.x] = blockIdx.x + 1;
    if (values[255 - threadIdx.x] != blockIdx.x + 1) ++wrong;
  });
  EXPECT_GT(wrong, 0);
}

TEST(CudaEmulation, ThreadsMayLeaveBeforeABarrier) {
  int came = 0;
  run(1, 64, [&] {
    if (threadIdx.x % 2 == 0) return;
    EXPECT_EQ(__syncthreads_count(threadIdx.x < 10), 5);
    EXPECT_EQ(__syncthreads_or(threadIdx.x == 1), 1);
    EXPECT_EQ(__syncthreads_and(threadIdx.x != 1), 0);
    ++came;
  });
  EXPECT_EQ(came, 32);
}

TEST(CudaEmulation, WarpOperations) {
  run(2, 64, [&] {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long value = 1000ull * warp + lane;
    EXPECT_EQ(__shfl_sync(0xFFFFFFFFu, value, 5), 1000ull * warp + 5);
    EXPECT_EQ(__shfl_up_sync(0xFFFFFFFFu, value, 3), lane < 3 ? value : value - 3);
    EXPECT_EQ(__shfl_down_sync(0xFFFFFFFFu, value, 3), lane > 28 ? value : value + 3);
    EXPECT_EQ(__shfl_xor_sync(0xFFFFFFFFu, value, 16), 1000ull * warp + (lane ^ 16u));
    EXPECT_EQ(__shfl_down_sync(0xFFFFFFFFu, lane, 4, 8), lane % 8 < 4 ? lane + 4 : lane);
    EXPECT_EQ(__ballot_sync(0xFFFFFFFFu, lane % 2), 0xAAAAAAAAu);
    EXPECT_EQ(__match_any_sync(0xFFFFFFFFu, lane % 4), 0x11111111u << lane % 4);
    if (lane < 8) {
      EXPECT_EQ(__ballot_sync(0xFFu, lane == 3), 8u);
    }
    EXPECT_TRUE(__any_sync(0xFFFFFFFFu, lane == 31));
    EXPECT_FALSE(__all_sync(0xFFFFFFFFu, lane == 31));
  });
}

TEST(CudaEmulation, AtomicsCount) {
  unsigned counter = 0, inside = 0;
  run(3, 128, [&] {
    atomicAdd(&counter, 2);
    atomicInc(&inside, 9);
  });
  EXPECT_EQ(counter, 3u * 128 * 2);
  EXPECT_EQ(inside, 3u * 128 % 10);
}

TEST(CudaEmulationDeathTest, ABarrierNotAllReachIsFound) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(run(1, 64,
                   [] {
                     if (threadIdx.x < 32) {
                       __syncthreads();
                     } else {
                       __shfl_sync(0xFFFFFFFFu, 1, 0);
                       __syncwarp(threadIdx.x == 40 ? 0x300u : 0xFFFFFFFFu);
                     }
                   }),
               "different barriers|leaves it out");
}

#if defined(__SANITIZE_ADDRESS__)
TEST(CudaEmulationDeathTest, AccessesOutsideABufferAreFound) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  void* address = nullptr;
  ASSERT_EQ(cudaMalloc(&address, 256), cudaSuccess);
  std::vector<char> host(257);
  unsigned* const words = static_cast<unsigned*>(address);
  EXPECT_DEATH(run(1, 65, [words] { words[threadIdx.x] = 1; }), "heap-buffer-overflow");
  EXPECT_DEATH(cudaMemcpyAsync(address, host.data(), host.size(), cudaMemcpyHostToDevice, nullptr),
               "heap-buffer-overflow");
  EXPECT_DEATH(cudaMemcpyAsync(host.data(), address, host.size(), cudaMemcpyDeviceToHost, nullptr),
               "heap-buffer-overflow");
  EXPECT_DEATH(cudaMemsetAsync(address, 0, 257, nullptr), "heap-buffer-overflow");
  EXPECT_DEATH(run(
                   1, 33, [] { static_cast<unsigned*>(cuda_emulation::dynamic_shared())[threadIdx.x] = 1; }, 4 * 28),
               "heap-buffer-overflow");
  EXPECT_EQ(cudaFree(address), cudaSuccess);
}
#endif

TEST(CudaEmulation, MemoryIsLimited) {
  void* address = nullptr;
  EXPECT_EQ(cudaMalloc(&address, cuda_emulation::memory_limit + 1), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaMalloc(&address, 100), cudaSuccess);
  EXPECT_EQ(cudaFree(address), cudaSuccess);
}

}  // namespace
