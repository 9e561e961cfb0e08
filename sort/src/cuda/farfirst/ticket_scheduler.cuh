#pragma once
// Blocks go through the stages of the sort together, in one kernel. Between two stages there is no launch, and no
// barrier of the grid, for which all blocks would have to run at once.
//
// The items of a stage (chunks of keys, tiles) are assigned by tickets. When there are no more, a block goes on to the
// next stage, and waits there until all items of the last stage are done. It waits only for blocks with tickets. Such
// blocks are running, and wait only for blocks with earlier tickets. So no block waits forever, however few blocks the
// GPU holds.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/ordered_access.cuh"
#include "plan.h"

namespace farfirst::cuda::farfirst {

/// A condition for the start of a stage: the number of finished items of another stage.
struct After {
  unsigned stage = 0;
  std::uint32_t items = 0;
};

/// One block's progress through the stages. All threads of the block make the same calls. So a word that the last block
/// of a stage may change must not be read by each warp for itself: the warps of a late block would diverge.
class TicketScheduler {
 public:
  __device__ explicit TicketScheduler(State* state) : state_(state) {}

  /// The next ticket of a stage. One thread calls it.
  __device__ std::uint32_t take(unsigned stage) const { return atomicAdd(&state_->tickets[stage], 1u); }

  /// Returns this block's first ticket of a stage, after the items named by `after` are done and visible. Has a
  /// barrier.
  __device__ std::uint32_t enter(unsigned stage, After after) {
    std::uint32_t ticket = 0;
    if (threadIdx.x == 0) {
      ticket = take(stage);
      wait_for(after);
    }
    return of_first_thread(ticket);
  }

  /// The same without a ticket.
  __device__ void wait(After after) {
    if (threadIdx.x == 0) wait_for(after);
    __syncthreads();
  }

  /// Calls f(item) for this block's items of a stage; `item` is the first. Returns their number. Blocks take tickets,
  /// not warps, since a word that all increment yields at most one ticket in two nanoseconds.
  template <class Function>
  __device__ std::uint32_t for_items(unsigned stage, std::uint32_t item, std::uint32_t items, Function f) const {
    std::uint32_t count = 0;
    for (; item < items; ++count) {
      const std::uint32_t next = threadIdx.x == 0 ? take(stage) : 0;  // arrives while f works
      f(item);
      item = of_first_thread(next);
    }
    return count;
  }

  /// Adds `count` to the finished items of a stage.
  __device__ void finish(unsigned stage, std::uint32_t count) const {
    __syncthreads();
    if (threadIdx.x == 0 && count != 0) add_release(&state_->finished[stage], count);
  }
  /// The same. Returns true in all threads of the block that did the last of `items`; this block sees the results of
  /// all the others.
  __device__ bool finish_last(unsigned stage, std::uint32_t count, std::uint32_t items) {
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0 && count != 0) {
      last = fetch_add_acquire_release(&state_->finished[stage], count) + count == items;
    }
    return of_first_thread(last ? 1 : 0) != 0;
  }

  /// The block takes no more tickets. Returns true in all threads of the last block to leave. That block sees the
  /// results of all blocks, and has reset the counters for the next call.
  __device__ bool leave() const {
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
      last = fetch_add_acquire_release(&state_->left, 1) == gridDim.x - 1;
      if (last) state_->left = 0;
      for (unsigned stage = 0; last && stage < all_stages; ++stage)
        state_->tickets[stage] = state_->finished[stage] = 0;
    }
    return of_first_thread(last ? 1 : 0) != 0;
  }

  /// Broadcasts the first thread's value. Has two barriers, since saving one would take a register throughout.
  __device__ static std::uint32_t of_first_thread(std::uint32_t value) {
    __shared__ std::uint32_t word;
    if (threadIdx.x == 0) word = value;
    __syncthreads();
    value = word;
    __syncthreads();
    return value;
  }

 private:
  __device__ void wait_for(After after) const {
    if (after.items != 0) wait_for_at_least(&state_->finished[after.stage], after.items);
  }

  State* const state_;
};

}  // namespace farfirst::cuda::farfirst
