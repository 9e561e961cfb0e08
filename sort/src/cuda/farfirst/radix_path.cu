// See radix_path.h. The histogram pass makes the keys and counts the digits of all passes; each radix pass reads and
// writes the items once. Very many elements do without the histogram pass if the call before left good estimates:
// no_histogram.cuh. The host never waits for a decision: the device finds how many passes there are.
#include "radix_path.h"

#include <algorithm>
#include <utility>

#include "count.cuh"
#include "cuda/launch.h"
#include "cuda/prim/overlap.cuh"
#include "extent.cuh"
#include "hybrid/carry.cuh"
#include "no_histogram.cuh"
#include "pass.cuh"
#include "task.h"
#include "tuning.h"
#include "untried.cuh"

namespace farfirst::cuda::farfirst {

struct Work {
  Counted counted;
  Arrays arrays;
  Regions regions;
  Carry carry;
  HistoryCounts* counts;  // may be null
  Extent extent;          // of a call that is not plain: it says what every n is
  Ids ids;                // and this what all ids are
};

namespace {

/// The work, with its number of elements: see extent.cuh. What is not changed stays in the kernel's parameter.
template <class Method>
__device__ __forceinline__ std::conditional_t<Method::plain, const Work&, Work> work_of_call(const Work& given) {
  if constexpr (Method::plain) {
    return given;
  } else {
    Work work = given;
    const std::uint32_t n = given.extent.elements(), tiles = (n + Method::Tile::size - 1) / Method::Tile::size;
    work.counted.n = work.arrays.n = n;
    work.arrays.ids = work.regions.ids = ids_of_elements(given.ids);
    work.counted.source.elements = with_view(given.counted.source.elements);
    work.counted.cleared_words = static_cast<std::uint32_t>(status_rows(tiles) * most_digits);
    if (n <= given.carry.few.most) work.carry.buckets.bits = given.carry.few.bucket_bits;
    return work;
  }
}

/// Has the hybrid path sorted? Then there is nothing left to do.
__device__ bool is_done(const Work& work) { return work.carry.state != nullptr && work.carry.state->done != 0; }

/// The first pass without a histogram.
template <class Method>
__global__ void __launch_bounds__(Method::Tile::threads, Method::Tile::blocks)
    first_pass_no_histogram(const __grid_constant__ Work given) {
  wait_for_kernels_before();
  const Work& work = work_of_call<Method>(given);
  const bool done = is_done(work), is_possible = does_without_histogram(work.counted, work.regions);  // loaded together
  // All warps go the same way: those of a block that begins late may see what the last block has just changed.
  if (done || __syncthreads_or(is_possible) == 0) return;
  Stages stages(work.counted.state);
  NoHistogramInput<Method> input(work.counted, work.regions, stages);
  TileSorter<Method, NoHistogramInput<Method>> sorter(work.arrays, work.counted.plan, stages, input.pass(), input);
  input.end(sorter.run([&] { return stages.enter(no_histogram_pass, {}); }));
}

/// A pass after it, when `before` tiles of the pass before are done.
template <class Method, class Input>
__device__ __forceinline__ void sort_by_next_pass(const Work& work, Stages& stages, unsigned pass,
                                                  std::uint32_t before) {
  const Plan* plan = work.counted.plan;
  const unsigned stage = first_pass + pass;
  const ThisPass this_pass = pass_of(plan, pass);
  Input input(work.arrays, work.regions, plan, pass);
  TileSorter<Method, Input> sorter(work.arrays, plan, stages, this_pass, input);
  const std::uint32_t done = sorter.run([&] { return stages.enter(stage, {stage - 1, before}); });
  if (!this_pass.is_last) stages.finish(stage, done);
}

/// The passes after it, from number `begin` on to before number `end`.
template <class Method>
__global__ void __launch_bounds__(Method::Tile::threads, Method::Tile::blocks)
    next_passes_no_histogram(const __grid_constant__ Work given, unsigned begin, unsigned end) {
  using Tile = typename Method::Tile;
  let_next_kernel_in();  // it waits until this one has ended
  wait_for_kernels_before();
  const Work& work = work_of_call<Method>(given);
  const bool done = is_done(work), has_begun = work.counted.state->shortcut == one_pass_done;  // loaded together
  if (done || !has_begun) return;
  const Plan* plan = work.counted.plan;
  Stages stages(work.counted.state);
  if (begin == 1) sort_by_next_pass<Method, RegionInput<Tile>>(work, stages, 1, 0);
#pragma unroll 1
  for (unsigned pass = max(begin, 2u); pass < min(plan->passes, end); ++pass) {
    const std::uint32_t before = pass == 2 ? plan->region_tiles : (work.arrays.n + Tile::size - 1) / Tile::size;
    sort_by_next_pass<Method, ItemInput<Tile>>(work, stages, pass, before);
  }
}

/// A pass of the plan, if it is part of this launch. With `is_first` as a constant, a pass spills fewer registers.
template <class Method, bool is_first>
__device__ __forceinline__ void sort_by_pass(const Work& work, Stages& stages, unsigned pass, std::uint32_t first_tile,
                                             StageRange launched) {
  using Input = DenseInput<typename Method::Tile, is_first, Method::plain>;
  const unsigned stage = first_pass + pass;
  if (stage < launched.begin || stage >= launched.end) return;
  const Plan* plan = work.counted.plan;
  const ThisPass this_pass = pass_of(plan, pass);
  Input input(work.arrays, plan, pass);
  const auto first = [&] { return is_first ? first_tile : stages.enter(stage, {stage - 1, input.number_of_tiles()}); };
  const std::uint32_t done = TileSorter<Method, Input>(work.arrays, plan, stages, this_pass, input).run(first);
  if (!this_pass.is_last) stages.finish(stage, done);
}

/// The passes of the plan that are part of this launch. `first_tile` is the block's first tile of the first pass.
template <class Method>
__device__ __forceinline__ void sort_by_plan(const Work& work, Stages& stages, unsigned passes,
                                             std::uint32_t first_tile, StageRange launched) {
  if (passes == 0) {
    if (launched.begin <= first_pass) write_in_sequence<Method::plain>(work.arrays);
    return;
  }
  sort_by_pass<Method, true>(work, stages, 0, first_tile, launched);
#pragma unroll 1
  for (unsigned pass = 1; pass < passes; ++pass) {
    sort_by_pass<Method, false>(work, stages, pass, 0, launched);
  }
}

/// Takes pivots from the order. Called by one block.
template <class Method>
__device__ void carry_from(const Work& work) {
  const Arrays& arrays = work.arrays;
  const Plan* const plan = work.counted.plan;
  with_keys(work.counted.source, [&](const auto& keys) {
    carry_pivots<Method::Tile::threads>(
        [&](std::uint32_t place) {
          if (Method::plain || !arrays.keeps_keys)
            return keys.take(load_cg(arrays.order + arrays.template in_order<Method::plain>(place)));
          if (plan->passes == 0) return keys.take(place);
          return with_floor(load_cg(arrays.kept_keys(plan->passes) + place), plan->range.floor);
        },
        keys.scale, arrays.n, work.carry.buckets, work.carry.state);
  });
}

/// What decides how a call that the radix passes have sorted ends. All loads at once, as of HybridOutcome. All threads
/// may use `passes`; only thread 0 the rest, which it changes while others may still load it.
struct Ending {
  std::uint32_t shortcut, backoff, range_was_wrong, passes;
  HybridOutcome hybrid;

  __device__ explicit Ending(const Work& work)
      : shortcut(load_volatile(&work.counted.state->shortcut)),
        backoff(load_volatile(&work.counted.state->kept.backoff)),
        range_was_wrong(load_volatile(&work.counted.state->range_was_wrong)),
        passes(load_volatile(&work.counted.plan->passes)) {
    if (work.carry.state != nullptr) hybrid = HybridOutcome(*work.carry.state);
  }
};

/// Called by thread 0 when all passes are done. Decides whether the next call may do without a histogram.
__device__ void end_no_histogram(Kept& kept, const Ending& ending) {
  if (ending.shortcut == failed) {
    count_failure(kept);
  } else if (ending.shortcut == one_pass_done) {
    kept.failures = 0;
  } else if (ending.backoff != 0) {
    kept.backoff = ending.backoff - 1;
  }
}

/// Are passes, if they are two at most, faster than the largest buckets?
__device__ bool passes_are_faster(const Work& work, const Ending& ending) {
  const std::uint32_t least =
      work.counted.source.given != nullptr ? least_keys_of_two_passes : least_points_of_two_passes;
  return work.carry.buckets.bits == most_bucket_bits && ending.passes <= 2 && work.arrays.n >= least;
}

/// Adds the call to those that used what the call before left, or to the others. Called by one thread.
__device__ void count_call(const Work& work, bool is_steady) {
  if (work.counts == nullptr) return;
  count_one(is_steady ? work.counts->steady : work.counts->first);
}

/// Did the radix passes use what the call before left? If they were to begin with a histogram, that is the range.
__device__ bool was_steady(const Work& work, const Ending& ending) {
  if (ending.shortcut == one_pass_done) return true;
  return work.carry.state == nullptr && !work.regions.attempted && ending.range_was_wrong == 0;
}

/// Called by thread 0 when all passes are done.
__device__ void end_passes(const Work& work, const Ending& ending) {
  State& state = *work.counted.state;
  if (work.regions.attempted) end_no_histogram(state.kept, ending);
  count_call(work, was_steady(work, ending));
  state.kept.last = ending.shortcut;
  state.shortcut = not_attempted;
  state.range_was_wrong = 0;
}

/// One block ends a call that tried the hybrid path, or could have. Decides whether the next call tries it.
template <class Method>
__device__ void end_hybrid(const Work& work, const Ending& ending) {
  HybridState& state = *work.carry.state;
  if (!end_call<Method::Tile::threads>(&state, ending.hybrid)) return;
  if (!passes_are_faster(work, ending)) return carry_from<Method>(work);
  if (threadIdx.x == 0) count_failure(state);
}

/// Called when this block has finished its passes; the last block to leave does what is left. Not inlined, so that it
/// takes no registers from the passes.
template <class Method>
__device__ __noinline__ void leave(const Work& given) {
  if (!Stages(given.counted.state).leave()) return;
  const Work& work = work_of_call<Method>(given);
  const Ending ending(work);
  if (threadIdx.x == 0) end_passes(work, ending);
  __syncthreads();
  if (work.carry.state != nullptr) end_hybrid<Method>(work, ending);
}

/// Runs those stages of the sort that are part of this launch.
template <class Method>
__global__ void __launch_bounds__(Method::Tile::threads, Method::Tile::blocks)
    run_stages(const __grid_constant__ Work given, StageRange launched) {
  wait_for_kernels_before();
  HybridOutcome hybrid;  // if it has sorted
  if (blockIdx.x == 0 && threadIdx.x == 0 && given.carry.state != nullptr) hybrid = HybridOutcome(*given.carry.state);
  const std::uint32_t how_far = given.counted.state->shortcut;
  const bool done_before = is_done(given), is_empty = !Method::plain && given.extent.elements() == 0;
  if (is_empty || done_before) {
    if (blockIdx.x != 0 || launched.end != all_stages) return;
    if (threadIdx.x == 0) count_call(given, true);
    if (!is_empty) end_call<Method::Tile::threads>(given.carry.state, hybrid);
    return;
  }
  if (how_far == one_pass_done) {  // and the passes after it, too
    if (launched.end == all_stages) leave<Method>(given);
    return;
  }
  const Work& work = work_of_call<Method>(given);  // not before: to copy it takes time where nothing is left to do
  Stages stages(work.counted.state);
  Counter<typename Method::Tile> counter(work.counted, stages);
  // All warps go the same way here, too: the last block may just have kept the range that it found.
  if (launched.begin <= find_range && __syncthreads_or(!counter.range_is_known())) counter.find_range();
  unsigned stage = count_digits, passes = no_plan;
  std::uint32_t first_tile = 0;
  bool counts = launched.begin <= count_digits && launched.end > count_digits;
  while (passes == no_plan) {
    if (counts) counter.count(stage == count_again);
    if (launched.end <= first_pass) return;
    if (stage == count_digits && launched.begin <= first_pass) {
      first_tile = stages.enter(first_pass, counter.when_done(stage));
    } else {
      stages.wait(counter.when_done(stage));
    }
    passes = Stages::of_first_thread(work.counted.plan->passes);  // the next stage may end before other warps load it
    stage = count_again;
    counts = true;
  }
  sort_by_plan<Method>(work, stages, passes, first_tile, launched);
  if (launched.end == all_stages) leave<Method>(given);
}

// The values of the parameters with these names.
enum class Launches : std::uint8_t { chosen, one, one_a_stage };
enum class Histogram : std::uint8_t { chosen, always, avoided };

template <class T>
T* at(const RadixPath::Memory& memory, std::size_t place) {
  return reinterpret_cast<T*>(memory.scratch + place);
}

}  // namespace

template <class Tile>
RadixPath::MethodFrom RadixPath::methods_from(std::uint32_t n) {
  const auto of = []<class M>(M) {
    return Method{{run_stages<M>, shared_bytes<M>},
                  {first_pass_no_histogram<M>, NoHistogramInput<M>::shared_bytes},
                  {next_passes_no_histogram<M>, shared_bytes<M>},
                  Tile::threads,
                  Tile::size};
  };
  return {n, of(farfirst::Method<Tile, true>()), of(farfirst::Method<Tile, false>())};
}

/// Allows kernels their shared memory, and finds how many blocks the GPU holds.
void RadixPath::prepare(const CudaDevice& device, Method& method) {
  const auto prepare_one = [&](auto& kernel) {
    allow_shared(kernel.run, kernel.shared);
    int blocks = 0;
    FARFIRST_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.run, static_cast<int>(method.threads),
                                                                kernel.shared));
    kernel.most_blocks = std::max(1u, static_cast<unsigned>(blocks)) * device.limits().multiprocessors;
  };
  prepare_one(method.stages);
  if (method.first.shared > device.limits().shared_bytes) return;
  prepare_one(method.first);
  prepare_one(method.next);
}

/// The tile that the caller requested, or larger ones for more elements; tiny ones if the GPU has too little shared
/// memory.
std::vector<RadixPath::MethodFrom> RadixPath::chosen_methods(const CudaDevice& device,
                                                             const core::MakeOptions& options) {
  const unsigned processors = device.limits().multiprocessors;
  const std::vector<MethodFrom> sets[] = {
      {methods_from<TinyTile>(0), methods_from<SmallTile>(SmallTile::size * processors),
       methods_from<LargeTile>(LargeTile::size * LargeTile::blocks * processors)},
      {methods_from<LargeTile>(0)},
      {methods_from<SmallTile>(0)},
      {methods_from<TinyTile>(0)}};
  std::vector<MethodFrom> chosen = sets[options["tile"]];
  for (MethodFrom& from : chosen) {
    if (from.plain.stages.shared > device.limits().shared_bytes) from = methods_from<TinyTile>(from.n);
    prepare(device, from.plain);
    prepare(device, from.other);
  }
  return chosen;
}

/// Status words of the tiles, for the n up to the largest that takes most.
std::size_t RadixPath::most_status_words(std::uint32_t most_n) const {
  std::size_t most = 0;
  for (std::size_t i = 0; i < methods_.size(); ++i) {
    const std::uint32_t n = i + 1 < methods_.size() ? std::min(most_n, methods_[i + 1].n) : most_n;
    const unsigned tile = methods_[i].plain.tile;
    most = std::max(
        most, status_rows(skips_histogram(n, true) ? region_tiles_of(n, tile) : blocks_for(n, tile)) * most_digits);
  }
  return most;
}

/// Tiles of the second pass without a histogram, for the n up to the largest that has most. None if there always is a
/// histogram.
std::size_t RadixPath::most_region_tiles(std::uint32_t most_n) const {
  if (!skips_histogram(most_n, true)) return 0;
  std::size_t most = 0;
  for (const MethodFrom& from : methods_) {
    most = std::max<std::size_t>(most, region_tiles_of(most_n, from.plain.tile));
  }
  return most;
}

RadixPath::Places::Places(std::uint32_t n, std::size_t status_words, std::size_t region_tiles) {
  std::size_t at = 0;
  const auto next = [&at](std::size_t bytes) { return std::exchange(at, at + core::aligned(bytes)); };
  plan = next(sizeof(Plan));
  for (std::size_t& part : tile_status) part = next(status_words * sizeof(std::uint32_t));
  items[0] = next((region_tiles == 0 ? n : region_words_of(n)) * sizeof(Word));
  items[1] = next(n * sizeof(Word));
  tiles = next(region_tiles * sizeof(RegionTile));
  end = at;
}

RadixPath::RadixPath(const CudaDevice& device, const core::MakeOptions& options, std::uint32_t after_hybrid)
    : device_(device),
      overlaps_(device.limits().overlaps),
      launches_(static_cast<unsigned>(options["launches"])),
      histogram_(static_cast<unsigned>(options["histogram"])),
      max_n_(options.max_n),
      after_hybrid_(after_hybrid),
      methods_(chosen_methods(device, options)),
      places_(options.max_n, most_status_words(options.max_n), most_region_tiles(options.max_n)) {}

bool RadixPath::skips_histogram(std::uint32_t n, bool keys_are_given) const {
  const auto histogram = static_cast<Histogram>(histogram_);
  const std::uint32_t most = keys_are_given ? most_with_histogram : std::max(most_with_histogram, after_hybrid_);
  const bool is_wanted = histogram == Histogram::avoided || (histogram == Histogram::chosen && n > most);
  return is_wanted && std::ranges::all_of(methods_, [](const MethodFrom& m) { return m.plain.first.most_blocks != 0; });
}

const RadixPath::Method& RadixPath::method_for(std::uint32_t n, bool plain) const {
  const auto above = std::find_if(methods_.begin() + 1, methods_.end(), [&](const MethodFrom& m) { return m.n > n; });
  return plain ? (above - 1)->plain : (above - 1)->other;
}

void RadixPath::sort(const Task& task, const Memory& memory) const {
  const Work work = work_for(task, memory);
  const Method& method = method_for(task.n, task.is_plain());
  bool early = overlaps_ && (memory.behind_early || task.keys_are_made);
  const auto launch_kernel = [&](const char* name, const auto& kernel, unsigned tiles, auto... which) {
    task.passes.begin(name);
    launch(device_,
           {.blocks = std::min(kernel.most_blocks, tiles),
            .threads = method.threads,
            .shared = kernel.shared,
            .early = std::exchange(early, overlaps_)},
           kernel.run, work, which...);
  };
  const unsigned tiles = blocks_for(task.n, method.tile);
  const Regions& regions = work.regions;
  if (regions.attempted && !regions.behind_hybrid) {
    fill(device_, work.counted.cleared, 0, work.counted.cleared_words * sizeof(std::uint32_t));
  }
  if (regions.attempted) {
    // Not after a memory set; and begun before the hybrid path has ended, it takes 10 to 20 us longer (17, 32 M, H100).
    early = false;
    launch_kernel("pass 1, no histogram", method.first, tiles);
    const auto launch_next = [&](const char* name, unsigned begin, unsigned end) {
      launch_kernel(name, method.next, region_tiles_of(task.n, method.tile), begin, end);
    };
    // With launches of their own 64 million elements take 0.8 % less, equal keys of 17 to 32 million 2 us more (H100).
    if (regions.behind_hybrid && !task.one_by_one) {
      launch_next("next passes, no histogram", 1, most_passes);
    } else {
      launch_next("pass 2, no histogram", 1, 2);
      launch_next("pass 3, no histogram", 2, 3);
      launch_next("pass 4, no histogram", 3, 4);
    }
  }
  const auto launch_one = [&](const char* name, StageRange stages) {
    launch_kernel(name, method.stages, tiles, stages);
  };
  if (!task.one_by_one && static_cast<Launches>(launches_) != Launches::one_a_stage) {
    return launch_one("all stages", {});
  }
  static constexpr const char* names[] = {"", "range", "digits", "", "pass 1", "pass 2", "pass 3", "pass 4"};
  if (!work.counted.range_is_known) launch_one(names[find_range], {find_range, count_digits});
  launch_one(names[count_digits], {count_digits, count_again});
  launch_one(names[first_pass], {count_again, first_pass + 1});
  for (unsigned stage = first_pass + 1; stage < all_stages; ++stage) launch_one(names[stage], {stage, stage + 1});
}

UntriedJob RadixPath::untried_job(const Task& task, const Memory& memory) const {
  const Work work = work_for(task, memory);
  return {work.counted, work.regions};
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
  return {.counted = {.source = source,
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
                     .reversed = task.reversed,
                     .keeps_keys = task.ids.ids != nullptr && memory.carry.state != nullptr},
          .regions = {.attempted = source.given != nullptr && skips_histogram(n, true),
                      .behind_hybrid = memory.carry.state != nullptr && memory.carry.buckets.may_be_hard(),
                      .keys = source.given,
                      .ids = nullptr,
                      .words = region_words_of(max_n_),
                      .tiles = at<RegionTile>(memory, places_.tiles),
                      .cleared = tile_status[1],
                      .cleared_words = static_cast<std::uint32_t>(status_rows(region_tiles_of(n, tile)) * most_digits)},
          .carry = memory.carry,
          .counts = task.counts,
          .extent = {.n = n, .count = task.count},
          .ids = task.ids};
}

}  // namespace farfirst::cuda::farfirst
