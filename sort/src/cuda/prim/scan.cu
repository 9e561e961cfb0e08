// See scan.h.
#include "cuda/prim/scan.h"

#include "cuda/launch.h"
#include "cuda/prim/block.cuh"

namespace farfirst::cuda {
namespace {

constexpr unsigned per_thread = 8;
constexpr unsigned tile = pass_threads * per_thread;

__global__ void __launch_bounds__(pass_threads)
    sum_scanned_tiles(const std::uint32_t* __restrict__ in, std::size_t n, std::uint32_t* __restrict__ sums) {
  const std::size_t base = std::size_t{blockIdx.x} * tile;
  std::uint32_t sum = 0;
#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) {
    const std::size_t i = base + k * pass_threads + threadIdx.x;
    if (i < n) sum += in[i];
  }
  std::uint32_t total;
  block_exclusive_sum<pass_threads>(sum, total);
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

/// Sums each tile, after `offsets`, or nothing for a single tile. The tile passes through shared memory, so that a
/// thread can sum neighbours while the block reads and writes whole lines.
__global__ void __launch_bounds__(pass_threads)
    scan_tiles(const std::uint32_t* in, std::uint32_t* out, std::size_t n, const std::uint32_t* __restrict__ offsets) {
  __shared__ std::uint32_t words[tile + tile / 32];  // one word of padding per 32: no bank conflicts
  const auto place = [](unsigned i) { return i + i / 32; };
  const std::size_t base = std::size_t{blockIdx.x} * tile;
#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) {
    const unsigned at = k * pass_threads + threadIdx.x;
    words[place(at)] = base + at < n ? in[base + at] : 0;
  }
  __syncthreads();
  std::uint32_t own[per_thread];
  std::uint32_t sum = 0;
#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) {
    own[k] = sum;
    sum += words[place(threadIdx.x * per_thread + k)];
  }
  std::uint32_t total;
  std::uint32_t before = block_exclusive_sum<pass_threads>(sum, total);
  if (offsets != nullptr) before += offsets[blockIdx.x];
#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) words[place(threadIdx.x * per_thread + k)] = before + own[k];
  __syncthreads();
#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) {
    const unsigned at = k * pass_threads + threadIdx.x;
    if (base + at < n) out[base + at] = words[place(at)];
  }
}

std::size_t tiles_of(std::size_t n) { return (n + tile - 1) / tile; }

}  // namespace

std::size_t scan_scratch(std::size_t n) noexcept {
  std::size_t words = 0;
  for (std::size_t tiles = tiles_of(n); tiles > 1; tiles = tiles_of(tiles)) words += tiles;
  return words * sizeof(std::uint32_t);
}

void exclusive_sum(const CudaDevice& device, const std::uint32_t* in, std::uint32_t* out, std::size_t n,
                   std::uint32_t* scratch) {
  const std::size_t tiles = tiles_of(n);
  const Shape shape{.blocks = static_cast<unsigned>(tiles), .threads = pass_threads};
  if (tiles > 1) {
    launch(device, shape, sum_scanned_tiles, in, n, scratch);
    exclusive_sum(device, scratch, scratch, tiles, scratch + tiles);
  }
  launch(device, shape, scan_tiles, in, out, n, tiles > 1 ? scratch : nullptr);
}

}  // namespace farfirst::cuda
