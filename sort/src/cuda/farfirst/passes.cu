// See passes.h. One sweep makes the keys and counts the digits of all passes; each pass is one sweep too. Very many
// elements do without the first one, where the call before tells enough: unswept.cuh. The host decides nothing that it
// does not know before: how many passes there are is found on the device.
#include "passes.h"

#include <algorithm>
#include <utility>

#include "count.cuh"
#include "cuda/launch.h"
#include "cuda/prim/key_range.h"
#include "cuda/prim/overlap.cuh"
#include "hybrid/carry.cuh"
#include "lane_order.h"
#include "pass.cuh"
#include "tuning.h"
#include "unswept.cuh"
#include "values.cuh"

namespace farfirst::cuda::farfirst {

struct Work {
  Counted counted;
  Arrays arrays;
  Regions regions;
  const std::uint32_t* unless;
  Carry carry;
};

namespace {

/// Is nothing left to do?
__device__ bool is_done(const Work& work) { return work.unless != nullptr && read_shared_by_blocks(work.unless) != 0; }

/// The first pass without a sweep. All blocks that get a tile agree whether it can be done.
template <class Method>
__global__ void __launch_bounds__(Method::Tile::threads, Method::Tile::blocks)
    first_pass_unswept(const __grid_constant__ Work work) {
  wait_for_kernels_before();
  if (is_done(work) || !can_go_unswept(work.counted, work.regions)) return;
  Stages stages(work.counted.state);
  UnsweptInput<Method> input(work.counted, work.regions, stages);
  TileSorter<Method, UnsweptInput<Method>> sorter(work.arrays, work.counted.plan, stages, input.pass(), input);
  input.end(sorter.run([&] { return stages.enter(unswept_pass, {}); }));
}

/// A pass behind it. Each is a kernel of its own, which spills fewer registers than one for all of them.
template <class Method, class Input>
__global__ void __launch_bounds__(Method::Tile::threads, Method::Tile::blocks)
    next_pass_unswept(const __grid_constant__ Work work, unsigned pass) {
  wait_for_kernels_before();
  const Plan* plan = work.counted.plan;
  if (is_done(work) || work.counted.state->unswept != one_pass_done || pass >= plan->passes) return;
  Stages stages(work.counted.state);
  Input input(work.arrays, work.regions, plan, pass);
  TileSorter<Method, Input> sorter(work.arrays, plan, stages, pass_of(plan, pass), input);
  sorter.run([&] { return stages.enter(first_pass + pass, {}); });
}

/// A pass of the plan, if it is launched. Where `is_first` is known, a pass spills fewer registers.
template <class Method, bool is_first>
__device__ __forceinline__ void sort_by_pass(const Work& work, Stages& stages, unsigned pass, std::uint32_t first_tile,
                                             StageRange launched) {
  using Input = DenseInput<typename Method::Tile, is_first>;
  const unsigned stage = first_pass + pass;
  if (stage < launched.begin || stage >= launched.end) return;
  const Plan* plan = work.counted.plan;
  const ThisPass this_pass = pass_of(plan, pass);
  Input input(work.arrays, plan, pass);
  const auto first = [&] { return is_first ? first_tile : stages.enter(stage, {stage - 1, input.number_of_tiles()}); };
  const std::uint32_t done = TileSorter<Method, Input>(work.arrays, plan, stages, this_pass, input).run(first);
  if (!this_pass.is_last) stages.finish(stage, done);
}

/// The passes that the plan has, of those that are launched. `first_tile` is the block's of the first pass, which keys
/// that are numbered have behind them.
template <class Method>
__device__ __forceinline__ void sort_by_plan(const Work& work, Stages& stages, unsigned passes,
                                             std::uint32_t first_tile, StageRange launched, bool numbered) {
  if (passes == 0) {
    if (launched.begin <= first_pass) write_in_sequence(work.arrays);
    return;
  }
  if (!numbered) sort_by_pass<Method, true>(work, stages, 0, first_tile, launched);
#pragma unroll 1
  for (unsigned pass = 1; pass < passes; ++pass) sort_by_pass<Method, false>(work, stages, pass, 0, launched);
}

/// Pivots from the order, by one block.
template <unsigned threads>
__device__ void carry_from(const Work& work) {
  with_keys(work.counted.source, [&]<class Keys>(const Keys& keys) {
    carry_pivots<threads, Keys::scale>([&](std::uint32_t i) { return keys.take(i); }, work.arrays.order, work.arrays.n,
                                       work.carry.buckets, work.carry.state);
  });
}

/// Thread 0, when all passes are done: is it of use to try without a sweep again?
__device__ void end_unswept(State& state) {
  Kept& kept = state.kept;
  if (state.unswept == failed) {
    count_failure(kept);
  } else if (state.unswept == one_pass_done) {
    kept.failures = 0;
  } else if (kept.rests != 0) {
    --kept.rests;
  }
}

/// Thread 0, when the call has ended: is it of use to list values in the next?
__device__ void end_alike(HybridState& state, const State& passes, const Plan& plan) {
  const bool is_dear = passes.kept.last == are_numbered || plan.passes >= 3;
  if (state.alike == many_equal) state.alike = is_dear ? few_values : differ;
}

/// All passes are done, as far as this block is concerned: the last one to leave does what is left. Not inlined, so
/// that it takes no registers from the passes.
template <unsigned threads>
__device__ __noinline__ void leave(const Work& work) {
  State& state = *work.counted.state;
  if (!Stages(&state).leave()) return;
  if (work.regions.tried && threadIdx.x == 0) end_unswept(state);
  if (threadIdx.x == 0) {
    state.kept.last = state.unswept;
    state.unswept = not_tried;
  }
  if (work.counted.plan->near_count != 0) order_near(work.arrays, work.counted.plan);
  __syncthreads();
  if (work.carry.state == nullptr) return;
  if (end_call<threads>(work.carry.state)) carry_from<threads>(work);
  if (threadIdx.x == 0) end_alike(*work.carry.state, state, *work.counted.plan);
}

/// The stages of the whole sort that are to be done.
template <class Method>
__global__ void __launch_bounds__(Method::Tile::threads, Method::Tile::blocks)
    run_stages(const __grid_constant__ Work work, StageRange launched) {
  wait_for_kernels_before();
  if (is_done(work)) {
    const bool ends = work.carry.state != nullptr && blockIdx.x == 0 && launched.end == all_stages;
    if (ends) end_call<Method::Tile::threads>(work.carry.state);
    return;
  }
  const std::uint32_t how_far = work.counted.state->unswept;
  if (how_far == one_pass_done) {
    if (launched.end == all_stages) leave<Method::Tile::threads>(work);
    return;
  }
  Stages stages(work.counted.state);
  Counter<typename Method::Tile> counter(work.counted, stages);
  const bool numbered = how_far == are_numbered;
  if (launched.begin <= find_range && !numbered && !counter.range_is_known()) counter.find_range();
  unsigned stage = count_digits, passes = numbered ? 2 : no_plan;
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
    passes = work.counted.plan->passes;
    stage = count_again;
    counts = true;
  }
  sort_by_plan<Method>(work, stages, passes, first_tile, launched, numbered);
  if (launched.end == all_stages) leave<Method::Tile::threads>(work);
}

/// The values of the parameter of this name.
enum class Rank : std::uint8_t { chosen, documented, by_lanes, by_lanes_checked };
enum class Launches : std::uint8_t { chosen, one, one_a_stage };
enum class Sweep : std::uint8_t { chosen, always, avoided };

bool ranks_by_lanes(const CudaDevice& device, Rank rank) {
  return rank == Rank::by_lanes_checked || (rank != Rank::documented && atomics_follow_lanes(device));
}

template <class T>
T* at(const Passes::Memory& memory, std::size_t place) {
  return reinterpret_cast<T*>(memory.scratch + place);
}

}  // namespace

template <class Tile>
Passes::Method Passes::method_of(bool by_lanes) {
  const auto of = []<class M>(M) {
    return Method{{run_stages<M>, shared_bytes<M>},
                  {first_pass_unswept<M>, UnsweptInput<M>::shared_bytes},
                  {next_pass_unswept<M, RegionInput<Tile>>, shared_bytes<M>},
                  {next_pass_unswept<M, ItemInput<Tile>>, shared_bytes<M>},
                  Tile::threads,
                  Tile::size};
  };
  return by_lanes ? of(farfirst::Method<Tile, LaneOrder>()) : of(farfirst::Method<Tile, Masks>());
}

/// The tile that the caller wants, or larger ones for more elements; where the GPU has too little shared memory, tiny
/// ones.
std::vector<Passes::MethodFrom> Passes::chosen_methods(const CudaDevice& device, const core::MakeOptions& options) {
  const bool by_lanes = ranks_by_lanes(device, static_cast<Rank>(options["rank"]));
  const Method large = method_of<LargeTile>(by_lanes), small = method_of<SmallTile>(by_lanes),
               tiny = method_of<TinyTile>(by_lanes);
  const unsigned processors = device.limits().multiprocessors;
  const std::vector<MethodFrom> sets[] = {
      {{0, tiny}, {small.tile * processors, small}, {large.tile * LargeTile::blocks * processors, large}},
      {{0, large}},
      {{0, small}},
      {{0, tiny}}};
  std::vector<MethodFrom> chosen = sets[options["tile"]];
  for (auto& [n, method] : chosen) {
    if (method.stages.shared > device.limits().shared_bytes) method = tiny;
    const auto prepare = [&, threads = method.threads](auto& kernel) {
      allow_shared(kernel.run, kernel.shared);
      int blocks = 0;
      FARFIRST_CUDA(
          cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.run, static_cast<int>(threads), kernel.shared));
      kernel.most_blocks = std::max(1u, static_cast<unsigned>(blocks)) * processors;
    };
    prepare(method.stages);
    if (method.first.shared > device.limits().shared_bytes) continue;
    prepare(method.first);
    prepare(method.second);
    prepare(method.later);
  }
  return chosen;
}

/// Words that tiles tell each other, of whichever n up to the largest takes most.
std::size_t Passes::most_told_words(std::uint32_t most_n) const {
  std::size_t most = 0;
  for (std::size_t i = 0; i < methods_.size(); ++i) {
    const std::uint32_t n = i + 1 < methods_.size() ? std::min(most_n, methods_[i + 1].n) : most_n;
    const unsigned tile = methods_[i].method.tile;
    most = std::max(most, told_rows(goes_unswept(n) ? region_tiles_of(n, tile) : blocks_for(n, tile)) * most_digits);
  }
  return most;
}

/// Tiles of the second pass without a sweep, of whichever n up to the largest has most. None if it has a sweep.
std::size_t Passes::most_region_tiles(std::uint32_t most_n) const {
  if (!goes_unswept(most_n)) return 0;
  std::size_t most = 0;
  for (const auto& [from, method] : methods_) most = std::max<std::size_t>(most, region_tiles_of(most_n, method.tile));
  return most;
}

Passes::Places::Places(std::uint32_t n, std::size_t told_words, std::size_t region_tiles) {
  std::size_t at = 0;
  const auto next = [&at](std::size_t bytes) { return std::exchange(at, at + core::aligned(bytes)); };
  plan = next(sizeof(Plan));
  for (std::size_t& part : told) part = next(told_words * sizeof(std::uint32_t));
  items[0] = next((region_tiles == 0 ? n : region_words_of(n)) * sizeof(Word));
  items[1] = next(n * sizeof(Word));
  tiles = next(region_tiles * sizeof(RegionTile));
  end = at;
}

Passes::Passes(const CudaDevice& device, const core::MakeOptions& options)
    : device_(device),
      use_bounds_(options["bounds"] != 0),
      checks_all_(static_cast<Rank>(options["rank"]) == Rank::by_lanes_checked),
      overlaps_(device.limits().overlaps),
      launches_(static_cast<unsigned>(options["launches"])),
      sweep_(static_cast<unsigned>(options["sweep"])),
      max_n_(options.max_n),
      methods_(chosen_methods(device, options)),
      places_(options.max_n, most_told_words(options.max_n), most_region_tiles(options.max_n)) {}

/// May a call of so many elements do without a sweep?
bool Passes::goes_unswept(std::uint32_t n) const {
  const auto sweep = static_cast<Sweep>(sweep_);
  const bool is_wanted = sweep == Sweep::avoided || (sweep == Sweep::chosen && n > most_swept);
  return is_wanted &&
         std::ranges::all_of(methods_, [](const MethodFrom& m) { return m.method.first.most_blocks != 0; });
}

const Passes::Method& Passes::method_for(std::uint32_t n) const {
  const auto above = std::find_if(methods_.begin() + 1, methods_.end(), [&](const MethodFrom& m) { return m.n > n; });
  return (above - 1)->method;
}

Work Passes::work_for(const SortJob& job, const Memory& memory) const {
  Work work = work_without_job(job.n, memory);
  work.counted.source = source_of(job);
  work.arrays.keys = work.counted.source.given;
  work.arrays.order = data<std::uint32_t>(job.order);
  if (job.sorted_keys) work.arrays.sorted_keys = data<std::uint32_t>(job.sorted_keys);
  work.regions.keys = work.arrays.keys;
  return work;
}

Work Passes::work_for(const DistanceJob& job, const Memory& memory) const {
  Work work = work_without_job(job.n, memory);
  auto* keys = job.keys ? data<std::uint32_t>(job.keys) : at<std::uint32_t>(memory, place_for_keys());
  work.counted.source = source_of(job, keys, memory.keys_are_made);
  work.regions.keys = work.counted.source.given;
  work.arrays.keys = keys;
  work.arrays.order = data<std::uint32_t>(job.order);
  if (use_bounds_ && job.bounds != nullptr) {
    const KeyRange bounds = key_range_of(job);
    work.counted.range = range_within(bounds.smallest, bounds.largest);
    work.counted.range_is_known = true;
  }
  return work;
}

void Passes::sort(const SortJob& job, const Memory& memory, const core::Passes& trace) const {
  launch_stages(work_for(job, memory), job.trace, memory, trace);
}

void Passes::sort(const DistanceJob& job, const Memory& memory, const core::Passes& trace) const {
  launch_stages(work_for(job, memory), job.trace, memory, trace);
}

/// Items lie where the first pass leaves them, and the second wants the other words to be clear.
template <class Job>
ValuesJob Passes::values_job(const Job& job, const Memory& memory) const {
  const Work work = work_for(job, memory);
  ValuesJob values{work.counted, work.arrays.items[0]};
  values.counted.cleared = work.arrays.told[1];
  return values;
}
template ValuesJob Passes::values_job(const SortJob&, const Memory&) const;
template ValuesJob Passes::values_job(const DistanceJob&, const Memory&) const;

Work Passes::work_without_job(std::uint32_t n, const Memory& memory) const {
  auto* state = reinterpret_cast<State*>(memory.state);
  std::uint32_t* told[2] = {at<std::uint32_t>(memory, places_.told[0]), at<std::uint32_t>(memory, places_.told[1])};
  const unsigned tile = method_for(n).tile;
  const auto told_words = static_cast<std::uint32_t>(told_rows(blocks_for(n, tile)) * most_digits);
  return {.counted = {.source = {},
                      .range = {},
                      .range_is_known = false,
                      .n = n,
                      .state = state,
                      .plan = at<Plan>(memory, places_.plan),
                      .cleared = told[0],
                      .cleared_words = told_words},
          .arrays = {.keys = nullptr,
                     .items = {at<Word>(memory, places_.items[0]), at<Word>(memory, places_.items[1])},
                     .order = nullptr,
                     .sorted_keys = nullptr,
                     .told = {told[0], told[1]},
                     .n = n,
                     .disorder = &state->disorder,
                     .checked_mask = checks_all_ ? 0 : checked_mask},
          .regions = {.tried = goes_unswept(n),
                      .keys = nullptr,
                      .words = region_words_of(max_n_),
                      .tiles = at<RegionTile>(memory, places_.tiles),
                      .cleared = told[1],
                      .cleared_words = static_cast<std::uint32_t>(told_rows(region_tiles_of(n, tile)) * most_digits)},
          .unless = memory.unless,
          .carry = memory.carry};
}

void Passes::launch_stages(const Work& work, bool one_by_one, const Memory& memory, const core::Passes& trace) const {
  const Method& method = method_for(work.arrays.n);
  bool early = overlaps_ && memory.behind_early;
  const auto launch_kernel = [&](const char* name, const auto& kernel, unsigned tiles, auto... which) {
    trace.begin(name);
    launch(device_,
           {.blocks = std::min(kernel.most_blocks, tiles),
            .threads = method.threads,
            .shared = kernel.shared,
            .early = std::exchange(early, overlaps_)},
           kernel.run, work, which...);
  };
  const unsigned tiles = blocks_for(work.arrays.n, method.tile);
  if (work.regions.tried) {
    fill(device_, work.counted.cleared, 0, work.counted.cleared_words * sizeof(std::uint32_t));
    early = false;
    launch_kernel("pass 1, no sweep", method.first, tiles);
    launch_kernel("pass 2, no sweep", method.second, region_tiles_of(work.arrays.n, method.tile), 1u);
    launch_kernel("pass 3, no sweep", method.later, tiles, 2u);
    launch_kernel("pass 4, no sweep", method.later, tiles, 3u);
  }
  const auto launch_one = [&](const char* name, StageRange stages) {
    launch_kernel(name, method.stages, tiles, stages);
  };
  if (!one_by_one && static_cast<Launches>(launches_) != Launches::one_a_stage) return launch_one("all stages", {});
  static constexpr const char* names[] = {"", "range", "", "digits", "", "pass 1", "pass 2", "pass 3", "pass 4"};
  if (!work.counted.range_is_known) launch_one(names[find_range], {find_range, count_digits});
  launch_one(names[count_digits], {count_digits, count_again});
  launch_one(names[first_pass], {count_again, first_pass + 1});
  for (unsigned stage = first_pass + 1; stage < all_stages; ++stage) launch_one(names[stage], {stage, stage + 1});
}

}  // namespace farfirst::cuda::farfirst
