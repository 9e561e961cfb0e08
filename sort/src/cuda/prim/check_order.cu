// See check_order.h.
#include "cuda/prim/check_order.h"

#include "cuda/launch.h"
#include "cuda/prim/block.cuh"
#include "cuda/prim/counted.cuh"

namespace farfirst::cuda {
namespace {

using core::CheckedOrder;

/// Notes the place of each id.
__global__ void __launch_bounds__(pass_threads)
    write_places(const std::uint32_t* __restrict__ ids, Count count, std::uint32_t* places, std::uint32_t elements) {
  const std::size_t i = std::size_t{blockIdx.x} * pass_threads + threadIdx.x;
  if (i < count.get() && ids[i] < elements) places[ids[i]] = static_cast<std::uint32_t>(i);
}

/// The word of the thread before this one.
__device__ CheckedOrder::Word word_before(const CheckedOrder& checked, std::size_t step, CheckedOrder::Word word) {
  CheckedOrder::Word before;
  before.place = __shfl_up_sync(all_lanes, word.place, 1);
  before.key = __shfl_up_sync(all_lanes, word.key, 1);
  if (lane_of_thread() == 0 && step != 0 && step < checked.n) {
    before = checked.word_at(static_cast<std::uint32_t>(step - 1));
  }
  return before;
}

__global__ void __launch_bounds__(pass_threads)
    find_first_fault(CheckedOrder checked, Count count, OrderCheckResult* result) {
  checked.n = count.get();
  const std::size_t i = std::size_t{blockIdx.x} * pass_threads + threadIdx.x;
  const auto step = static_cast<std::uint32_t>(i);
  CheckedOrder::Word word;
  if (i < checked.n) word = checked.word_at(step);
  const CheckedOrder::Word before = word_before(checked, i, word);
  const bool wrong = i < checked.n && checked.is_wrong(step, before, word);
  const unsigned faults = __ballot_sync(all_lanes, wrong);
  const bool first_of_warp = wrong && (faults & ((1u << lane_of_thread()) - 1)) == 0;
  if (first_of_warp) atomicMin(&result->first, step);
}

/// Run by one thread after all others: turns the first wrong step into a position and a fault.
__global__ void name_fault(CheckedOrder checked, Count count, OrderCheckResult* result) {
  checked.n = count.get();
  const std::uint32_t first = result->first;
  if (first == OrderCheckResult::none) return;
  result->fault = static_cast<std::uint32_t>(checked.fault_at(first));
  result->first = checked.position_of(first);
  result->value = checked.order[result->first];
}

}  // namespace

void enqueue_check_order(const CudaDevice& device, const OrderToCheck& order, std::uint32_t* places,
                         OrderCheckResult* result) {
  const CheckedOrder checked{.keys = data<const std::uint32_t>(order.keys),
                             .order = data<const std::uint32_t>(order.order),
                             .n = order.n,
                             .places = order.ids ? places : nullptr,
                             .elements = order.elements,
                             .reversed = order.direction == Direction::front_to_back};
  const Count count = count_of({order.n, order.count});
  const Shape shape{.blocks = blocks_for(order.n, pass_threads), .threads = pass_threads};
  if (order.ids) {
    static_assert(CheckedOrder::nowhere == 0xFFFFFFFFu);
    fill(device, places, 0xFF, order.elements * sizeof *places);
    launch(device, shape, write_places, data<const std::uint32_t>(order.ids), count, places, order.elements);
  }
  fill(device, &result->first, 0xFF, sizeof result->first);
  launch(device, shape, find_first_fault, checked, count, result);
  launch(device, {.blocks = 1, .threads = 1}, name_fault, checked, count, result);
}

}  // namespace farfirst::cuda
