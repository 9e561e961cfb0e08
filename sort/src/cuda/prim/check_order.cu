// See check_order.h.
#include "cuda/prim/check_order.h"

#include "cuda/launch.h"
#include "cuda/prim/block.cuh"

namespace farfirst::cuda {
namespace {

using core::CheckedOrder;

constexpr unsigned threads = 256;

/// The word of the thread before this one.
__device__ CheckedOrder::Word word_before(const CheckedOrder& checked, std::size_t place, CheckedOrder::Word word) {
  CheckedOrder::Word before;
  before.index = __shfl_up_sync(all_lanes, word.index, 1);
  before.key = __shfl_up_sync(all_lanes, word.key, 1);
  if (lane_of_thread() == 0 && place != 0 && place < checked.n) {
    before = checked.word_at(static_cast<std::uint32_t>(place - 1));
  }
  return before;
}

__global__ void __launch_bounds__(threads) find_first_fault(CheckedOrder checked, OrderCheckResult* result) {
  const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
  const auto place = static_cast<std::uint32_t>(i);
  CheckedOrder::Word word;
  if (i < checked.n) word = checked.word_at(place);
  const CheckedOrder::Word before = word_before(checked, i, word);
  const bool wrong = i < checked.n && checked.is_wrong(place, before, word);
  const unsigned faults = __ballot_sync(all_lanes, wrong);
  const bool first_of_warp = wrong && (faults & ((1u << lane_of_thread()) - 1)) == 0;
  if (first_of_warp) atomicMin(&result->first, place);
}

/// One thread, when all have looked.
__global__ void name_fault(CheckedOrder checked, OrderCheckResult* result) {
  const std::uint32_t first = result->first;
  if (first == OrderCheckResult::none) return;
  result->fault = static_cast<std::uint32_t>(checked.fault_at(first));
  result->value = checked.order[first];
}

}  // namespace

void enqueue_check_order(const CudaDevice& device, const CheckedOrder& checked, OrderCheckResult* result) {
  fill(device, &result->first, 0xFF, sizeof result->first);
  launch(device, {.blocks = blocks_for(checked.n, threads), .threads = threads}, find_first_fault, checked, result);
  launch(device, {.blocks = 1, .threads = 1}, name_fault, checked, result);
}

}  // namespace farfirst::cuda
