// See radix_path.h. The histogram pass makes the keys and counts the digits of all passes; each radix pass reads and
// writes the items once. The host never waits for a decision: the device finds the number of passes.
#include "radix_path.h"

#include <algorithm>
#include <utility>

#include "cuda/launch.h"
#include "cuda/prim/ordered_access.cuh"
#include "cuda/prim/overlap.cuh"
#include "element_count.cuh"
#include "histogram.cuh"
#include "hybrid/end_of_call.cuh"
#include "pass.cuh"
#include "task.h"
#include "tuning.h"

namespace farfirst::cuda::farfirst {

struct Work {
  HistogramJob histogram;
  Arrays arrays;
  HybridState* hybrid;    // RadixPath::Memory::hybrid
  HistoryCounts* counts;  // may be null
  ElementCount count;     // of a call that is not plain: its number of elements
  Ids ids;                // and its ids
};

namespace {

/// The work, with its number of elements: see element_count.cuh. Unchanged parts stay in the kernel's parameter.
template <class Method>
__device__ __forceinline__ std::conditional_t<Method::plain, const Work&, Work> work_of_call(const Work& given) {
  if constexpr (Method::plain) {
    return given;
  } else {
    Work work = given;
    const std::uint32_t n = given.count.elements(), tiles = (n + Method::Tile::size - 1) / Method::Tile::size;
    work.histogram.n = work.arrays.n = n;
    work.arrays.ids = ids_of_elements(given.ids);
    work.histogram.source.elements = with_view(given.histogram.source.elements);
    work.histogram.cleared_words = static_cast<std::uint32_t>(status_rows(tiles) * most_digits);
    return work;
  }
}

/// Has the hybrid path sorted? Then no work is left.
__device__ bool is_done(const Work& work) { return work.hybrid != nullptr && work.hybrid->done != 0; }

/// A pass of the plan, if it is part of this launch.
template <class Method, bool is_first>
__device__ __forceinline__ void sort_by_pass(const Work& work, TicketScheduler& scheduler, unsigned pass,
                                             std::uint32_t first_tile, StageRange launched) {
  constexpr unsigned tile = Method::Tile::size;
  const unsigned stage = first_pass + pass;
  if (stage < launched.begin || stage >= launched.end) return;
  const Plan* plan = work.histogram.plan;
  const bool is_last = pass + 1 == plan->passes;
  const auto first = [&] {
    return is_first ? first_tile : scheduler.enter(stage, {stage - 1, (work.arrays.n + tile - 1) / tile});
  };
  const std::uint32_t done = TileSorter<Method, is_first>(work.arrays, plan, scheduler, pass).run(first);
  if (!is_last) scheduler.finish(stage, done);
}

/// The passes of the plan that are part of this launch. `first_tile` is the block's first tile of the first pass.
template <class Method>
__device__ __forceinline__ void sort_by_plan(const Work& work, TicketScheduler& scheduler, unsigned passes,
                                             std::uint32_t first_tile, StageRange launched) {
  if (passes == 0) {
    if (launched.begin <= first_pass) write_in_sequence<Method::plain>(work.arrays);
    return;
  }
  sort_by_pass<Method, true>(work, scheduler, 0, first_tile, launched);
#pragma unroll 1
  for (unsigned pass = 1; pass < passes; ++pass) {
    sort_by_pass<Method, false>(work, scheduler, pass, 0, launched);
  }
}

/// Counts the call as steady, or as one that could not use the last call's state. Called by one thread.
__device__ void count_call(const Work& work, bool is_steady) {
  if (work.counts == nullptr) return;
  count_one(is_steady ? work.counts->steady : work.counts->first);
}

/// Called when this block has finished its passes; the last block ends the call. The call is steady if its first
/// attempt had the last call's range; after the hybrid path it is not. Not inlined, so that it takes no registers from
/// the passes.
template <class Method>
__device__ __noinline__ void leave(const Work& work) {
  State& state = *work.histogram.state;
  if (!TicketScheduler(&state).leave()) return;
  HybridOutcome hybrid;
  if (threadIdx.x == 0) {
    count_call(work, work.hybrid == nullptr && load_relaxed(&state.range_was_wrong) == 0);
    state.range_was_wrong = 0;
    if (work.hybrid != nullptr) hybrid = HybridOutcome(*work.hybrid);
  }
  if (work.hybrid != nullptr) end_call<Method::Tile::threads>(work.hybrid, hybrid);
}

/// Runs those stages of the sort that are part of this launch.
template <class Method>
__global__ void __launch_bounds__(Method::Tile::threads, Method::Tile::blocks)
    run_stages(const __grid_constant__ Work given, StageRange launched) {
  wait_for_kernels_before();
  HybridOutcome hybrid;  // if it has sorted
  if (blockIdx.x == 0 && threadIdx.x == 0 && given.hybrid != nullptr) hybrid = HybridOutcome(*given.hybrid);
  const bool done_before = is_done(given), is_empty = !Method::plain && given.count.elements() == 0;
  if (is_empty || done_before) {
    if (blockIdx.x != 0 || launched.end != all_stages) return;
    if (threadIdx.x == 0) count_call(given, is_empty || hybrid.sampled == 0);
    if (!is_empty) end_call<Method::Tile::threads>(given.hybrid, hybrid);
    return;
  }
  const Work& work = work_of_call<Method>(given);  // not earlier: the copy takes time even if no work is left
  TicketScheduler scheduler(work.histogram.state);
  HistogramBlock<typename Method::Tile> block(work.histogram, scheduler);
  // All warps must branch alike here, too: the last block may just have kept the range that it found.
  if (launched.begin <= find_range && __syncthreads_or(!block.range_is_known())) block.find_range();
  unsigned stage = count_digits, passes = no_plan;
  std::uint32_t first_tile = 0;
  bool counts = launched.begin <= count_digits && launched.end > count_digits;
  while (passes == no_plan) {
    if (counts) block.count(stage == count_again);
    if (launched.end <= first_pass) return;
    if (stage == count_digits && launched.begin <= first_pass) {
      first_tile = scheduler.enter(first_pass, block.when_done(stage));
    } else {
      scheduler.wait(block.when_done(stage));
    }
    // Loaded once, since the next stage may end before other warps load it.
    passes = TicketScheduler::of_first_thread(load_acquire(&work.histogram.plan->passes));
    stage = count_again;
    counts = true;
  }
  sort_by_plan<Method>(work, scheduler, passes, first_tile, launched);
  if (launched.end == all_stages) leave<Method>(given);
}

template <class T>
T* at(const RadixPath::Memory& memory, std::size_t place) {
  return reinterpret_cast<T*>(memory.scratch + place);
}

}  // namespace

template <class Tile>
RadixPath::MethodFrom RadixPath::methods_from(std::uint32_t n) {
  const auto of = []<class M>(M) { return Method{run_stages<M>, shared_bytes<M>, Tile::threads, Tile::size}; };
  return {n, of(farfirst::Method<Tile, true>()), of(farfirst::Method<Tile, false>())};
}

/// Allows the kernel its shared memory, and finds how many blocks the GPU holds.
void RadixPath::prepare(const CudaDevice& device, Method& method) {
  allow_shared(method.run, method.shared);
  int blocks = 0;
  FARFIRST_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, method.run, static_cast<int>(method.threads),
                                                              method.shared));
  method.most_blocks = std::max(1u, static_cast<unsigned>(blocks)) * device.limits().multiprocessors;
}

/// The requested tile, or larger ones for more elements; tiny ones if the GPU has too little shared memory.
std::vector<RadixPath::MethodFrom> RadixPath::chosen_methods(const CudaDevice& device, std::uint32_t tile) {
  const unsigned processors = device.limits().multiprocessors;
  const std::vector<MethodFrom> sets[] = {
      {methods_from<TinyTile>(0), methods_from<SmallTile>(SmallTile::size * processors),
       methods_from<LargeTile>(LargeTile::size * LargeTile::blocks * processors)},
      {methods_from<LargeTile>(0)},
      {methods_from<SmallTile>(0)},
      {methods_from<TinyTile>(0)}};
  std::vector<MethodFrom> chosen = sets[tile];
  for (MethodFrom& from : chosen) {
    if (from.plain.shared > device.limits().shared_bytes) from = methods_from<TinyTile>(from.n);
    prepare(device, from.plain);
    prepare(device, from.other);
  }
  return chosen;
}

/// Status words of the tiles: the most for any n up to the largest.
std::size_t RadixPath::most_status_words(std::uint32_t most_n) const {
  std::size_t most = 0;
  for (std::size_t i = 0; i < methods_.size(); ++i) {
    const std::uint32_t n = i + 1 < methods_.size() ? std::min(most_n, methods_[i + 1].n) : most_n;
    most = std::max(most, status_rows(blocks_for(n, methods_[i].plain.tile)) * most_digits);
  }
  return most;
}

RadixPath::Places::Places(std::uint32_t n, std::size_t status_words) {
  std::size_t at = 0;
  const auto next = [&at](std::size_t bytes) { return std::exchange(at, at + core::aligned(bytes)); };
  plan = next(sizeof(Plan));
  for (std::size_t& part : tile_status) part = next(status_words * sizeof(std::uint32_t));
  for (std::size_t& part : items) part = next(n * sizeof(Word));
  end = at;
}

RadixPath::RadixPath(const CudaDevice& device, std::uint32_t max_n, std::uint32_t tile)
    : device_(device),
      overlaps_(device.limits().overlaps),
      methods_(chosen_methods(device, tile)),
      places_(max_n, most_status_words(max_n)) {}

const RadixPath::Method& RadixPath::method_for(std::uint32_t n, bool plain) const {
  const auto above = std::find_if(methods_.begin() + 1, methods_.end(), [&](const MethodFrom& m) { return m.n > n; });
  return plain ? (above - 1)->plain : (above - 1)->other;
}

void RadixPath::sort(const Task& task, const Memory& memory) const {
  const Work work = work_for(task, memory);
  const Method& method = method_for(task.n, task.is_plain());
  bool early = overlaps_ && (memory.behind_early || task.keys_are_made);
  const auto launch_one = [&](const char* name, StageRange stages) {
    task.passes.begin(name);
    launch(device_,
           {.blocks = std::min(method.most_blocks, blocks_for(task.n, method.tile)),
            .threads = method.threads,
            .shared = method.shared,
            .early = std::exchange(early, overlaps_)},
           method.run, work, stages);
  };
  if (!task.one_by_one) return launch_one("all stages", {});
  static constexpr const char* names[] = {"range", "digits", "", "pass 1", "pass 2", "pass 3", "pass 4"};
  if (!work.histogram.range_is_known) launch_one(names[find_range], {find_range, count_digits});
  launch_one(names[count_digits], {count_digits, count_again});
  launch_one(names[first_pass], {count_again, first_pass + 1});
  for (unsigned stage = first_pass + 1; stage < all_stages; ++stage) launch_one(names[stage], {stage, stage + 1});
}

Work RadixPath::work_for(const Task& task, const Memory& memory) const {
  auto* state = reinterpret_cast<State*>(memory.state);
  std::uint32_t* tile_status[2] = {at<std::uint32_t>(memory, places_.tile_status[0]),
                                   at<std::uint32_t>(memory, places_.tile_status[1])};
  const std::uint32_t n = task.n;
  const unsigned tile = method_for(n, task.is_plain()).tile;
  const auto status_words = static_cast<std::uint32_t>(status_rows(blocks_for(n, tile)) * most_digits);
  Source source = task.source;
  if (source.given == nullptr && source.made == nullptr) source.made = at<std::uint32_t>(memory, place_for_keys());
  return {.histogram = {.source = source,
                        .range = task.range,
                        .range_is_known = task.range_is_known,
                        .guess = task.guess,
                        .n = n,
                        .state = state,
                        .plan = at<Plan>(memory, places_.plan),
                        .cleared = tile_status[0],
                        .cleared_words = status_words},
          .arrays = {.keys = source.given != nullptr ? source.given : source.made,
                     .ids = nullptr,
                     .items = {at<Word>(memory, places_.items[0]), at<Word>(memory, places_.items[1])},
                     .order = task.order,
                     .sorted_keys = task.sorted_keys,
                     .tile_status = {tile_status[0], tile_status[1]},
                     .n = n,
                     .reversed = task.reversed},
          .hybrid = memory.hybrid,
          .counts = task.counts,
          .count = {.n = n, .count = task.count},
          .ids = task.ids};
}

}  // namespace farfirst::cuda::farfirst
