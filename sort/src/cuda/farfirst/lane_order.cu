// See lane_order.h.
#include "lane_order.h"

#include <map>
#include <memory>
#include <mutex>

#include "cuda/launch.h"
#include "cuda/prim/block.cuh"
#include "plan.h"

namespace farfirst::cuda::farfirst {
namespace {

constexpr unsigned threads = 512, warps = threads / warp_threads, rounds = 128;

__device__ std::uint32_t mixed(std::uint32_t i) {  // a bijection of 32 bits
  i = (i ^ (i >> 16)) * 0x7FEB352Du;
  i = (i ^ (i >> 15)) * 0x846CA68Bu;
  return i ^ (i >> 16);
}

/// The digit of a lane: one of all digits, one of few, mostly the same, or always the same, depending on the block.
__device__ std::uint32_t digit_for(std::uint32_t random) {
  const std::uint32_t any = random % most_digits;
  switch (blockIdx.x % 4) {
    case 0:
      return any;
    case 1:
      return any % 8;
    case 2:
      return random >> 16 & 1u ? any : 5;
    default:
      return 77;
  }
}

/// Sets *fault if a warp finds ranks that do not follow the order of its lanes.
__global__ void __launch_bounds__(threads) try_lanes(std::uint32_t* fault) {
  __shared__ std::uint32_t counters[warps][most_digits];
  std::uint32_t* own = counters[warp_of_thread()];
  for (unsigned d = lane_of_thread(); d < most_digits; d += warp_threads) own[d] = 0;
  __syncwarp();
  for (unsigned round = 0; round < rounds; ++round) {
    const std::uint32_t digit = digit_for(mixed((round * gridDim.x + blockIdx.x) * threads + threadIdx.x));
    const std::uint32_t rank = atomicAdd(&own[digit], 1u);
    const unsigned same = __match_any_sync(all_lanes, digit);
    const std::uint32_t of_first = __shfl_sync(all_lanes, rank, __ffs(static_cast<int>(same)) - 1);
    const unsigned before = same & ((1u << lane_of_thread()) - 1);
    const bool wrong = rank != of_first + static_cast<std::uint32_t>(__popc(before));
    if (wrong) *fault = 1;
    if (__any_sync(all_lanes, wrong)) return;
  }
}

struct Free {
  void operator()(std::uint32_t* memory) const noexcept { cudaFree(memory); }
};

bool try_on(const CudaDevice& device) {
  std::uint32_t* memory = nullptr;
  FARFIRST_CUDA(cudaMalloc(reinterpret_cast<void**>(&memory), sizeof *memory));
  const std::unique_ptr<std::uint32_t, Free> fault(memory);
  fill(device, fault.get(), 0, sizeof *memory);
  launch(device, {.blocks = 4 * device.limits().multiprocessors, .threads = threads}, try_lanes, fault.get());
  std::uint32_t found = 0;
  read_back(device, &found, fault.get(), sizeof found);
  device.wait();
  return found == 0;
}

}  // namespace

bool atomics_follow_lanes(const CudaDevice& device) {
  static std::mutex mutex;
  static std::map<int, bool> results;  // by ordinal
  const std::scoped_lock lock(mutex);
  const auto known = results.find(device.ordinal());
  return known != results.end() ? known->second : results.emplace(device.ordinal(), try_on(device)).first->second;
}

}  // namespace farfirst::cuda::farfirst
