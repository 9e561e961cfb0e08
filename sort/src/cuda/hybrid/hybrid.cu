// cuda.hybrid: bucketsort into sublists, then a vector mergesort of all sublists at once. Erik Sintorn and Ulf
// Assarsson, Fast Parallel GPU-Sorting Using a Hybrid Algorithm: Workshop on General Purpose Processing on Graphics
// Processing Units, 2007, and Journal of Parallel and Distributed Computing 68(10), 2008.
//
// The host reads nothing back. It enqueues the rounds of counting and the passes of merging that any input may need; if
// this input does not need one of them, its blocks end at once.
#include <algorithm>
#include <bit>

#include "cuda/launch.h"
#include "cuda/prim/reduce.h"
#include "merge_sublists.cuh"
#include "partition.cuh"
#include "shuffle.cuh"

namespace farfirst::cuda::hybrid {
namespace {

/// The values of the parameters; 0 = chosen from n, for some of them.
struct Request {
  std::uint32_t sublists, bins, lowest_key, highest_key;
  unsigned rounds;
  bool shuffle, tiles, shared_merge, value_bins, global_histogram;
};

Request request_of(const core::MakeOptions& options) {
  const auto value = [&options](std::string_view name) { return static_cast<std::uint32_t>(options[name]); };
  return {.sublists = value("sublists"),
          .bins = value("histogram_bins"),
          .lowest_key = value("lowest_key"),
          .highest_key = value("highest_key"),
          .rounds = value("refinements"),
          .shuffle = value("shuffle") != 0,
          .tiles = value("block_counters") != 0,
          .shared_merge = value("shared_merge") != 0,
          .value_bins = value("value_bins") != 0,
          .global_histogram = value("global_histogram") != 0};
}

/// The parameters of a sort of n elements, by vectors of `width`.
struct Plan {
  std::uint32_t n;
  std::uint32_t sublists, bins;
  std::uint32_t fast_nodes;  // of the search tree, in shared memory
  std::uint32_t tiles;       // counted by blocks; 0 = elements are counted one by one
  std::uint32_t tile;        // elements
  std::uint32_t mean;        // mean items of a sublist
  std::uint32_t padded;      // items with all padding, at most
};

/// The shared memory of a block that counts a tile: pivots, and counters of 16 bits.
constexpr std::size_t tile_bytes(std::uint32_t sublists) { return std::size_t{sublists} * 6 + sizeof(std::uint32_t); }

/// Cuts n elements into tiles that keep all multiprocessors busy for the same time.
void plan_tiles(Plan& plan, const Limits& limits) {
  const std::size_t bytes = tile_bytes(plan.sublists);
  if (bytes > limits.shared_bytes || plan.sublists >> (32 - Targets::place_bits) != 0) return;
  const auto together = static_cast<unsigned>(std::clamp<std::size_t>(limits.shared_bytes / bytes, 1, 2));
  const std::size_t at_once = together * limits.multiprocessors;
  const std::size_t waves = (plan.n + at_once * most_in_tile - 1) / (at_once * most_in_tile);
  const auto even = static_cast<std::uint32_t>((plan.n + at_once * waves - 1) / (at_once * waves));
  plan.tile = std::max(even, least_in_tile);
  plan.tiles = blocks_for(plan.n, plan.tile);
}

Plan make_plan(std::uint32_t n, const Request& request, unsigned width, const Limits& limits) {
  const std::size_t shared_bytes = limits.shared_bytes;
  const auto fits = static_cast<std::uint32_t>(std::bit_floor(shared_bytes / sizeof(std::uint32_t)));
  const std::uint32_t tuned = std::min((n + elements_per_sublist - 1) / elements_per_sublist, most_tuned_sublists);
  Plan plan{};
  plan.n = n;
  plan.sublists = std::bit_ceil(std::max(request.sublists != 0 ? request.sublists : tuned, 1u));
  const std::uint32_t bins = request.bins != 0 ? request.bins : plan.sublists * bins_per_sublist;
  plan.bins = std::clamp(bins, 2u, std::min(fits, most_bins));
  plan.fast_nodes = std::min({plan.sublists, fits, most_fast_nodes});
  plan.mean = (n + plan.sublists - 1) / plan.sublists;
  plan.padded = most_padded(n, plan.sublists, width);
  if (request.tiles && n != 0) plan_tiles(plan, limits);
  return plan;
}

/// The parts of scratch, as offsets.
struct Parts {
  std::size_t items = 0, spare = 0, tile_offsets = 0, shuffled = 0, control = 0, bin_counts = 0, bins_before = 0,
              measured = 0, counts = 0, begin = 0, padded = 0, nodes = 0, smallest = 0, largest = 0, at_window = 0,
              bytes = 0;
};

Parts lay_out_scratch(const Plan& plan, const Request& request, std::size_t item_bytes, std::size_t tile_offsets) {
  Parts at;
  const auto take = [&at](std::size_t number, std::size_t bytes) {
    const std::size_t begin = at.bytes;
    at.bytes += core::aligned(number * bytes);
    return begin;
  };
  constexpr std::size_t word = sizeof(std::uint32_t);
  at.items = take(plan.padded, item_bytes);
  // The targets of the elements until they are repositioned, then the second buffer of merging.
  at.spare = take(1, std::max(plan.padded * item_bytes, plan.n * 2 * word));
  if (request.shuffle) at.shuffled = take(plan.n, item_bytes);
  at.tile_offsets = take(tile_offsets, word);
  at.control = take(1, sizeof(Control));
  at.bin_counts = take(plan.bins, word);
  at.bins_before = take(plan.bins + std::size_t{1}, word);
  at.measured = take(2, word);
  at.counts = take(plan.sublists, word);
  at.begin = take(plan.sublists + std::size_t{1}, word);
  at.padded = take(plan.sublists + std::size_t{1}, word);
  at.nodes = take(plan.sublists, item_bytes);
  if (request.rounds > 1) {
    at.smallest = take(plan.sublists, item_bytes);
    at.largest = take(plan.sublists, item_bytes);
  }
  at.at_window = take(windows_of(plan.padded), word);
  return at;
}

template <class Form, unsigned width>
class Hybrid final : public core::Implementation {
 public:
  using Key = typename Form::Key;
  using Item = typename Form::Item;

  Hybrid(CudaDevice& device, const core::MakeOptions& options)
      : device_(device),
        request_(request_of(options)),
        parts_(lay_out_scratch(plan_for(options.max_n), request_, sizeof(Item), most_tile_offsets(options.max_n))),
        merge_(device, request_.shared_merge) {
    requirements_.scratch = {parts_.bytes};
    const Plan plan = plan_for(options.max_n);
    allow_shared(count_bins<Form, Even>, plan.bins * sizeof(std::uint32_t));
    allow_shared(count_bins<Form, ByValue>, plan.bins * sizeof(std::uint32_t));
    allow_shared(count_sublists<Form>, plan.fast_nodes * sizeof(std::uint32_t));
    allow_shared(count_tiles<Form>, device.limits().shared_bytes);
    allow_shared(reposition_tiles<Form>, device.limits().shared_bytes);
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    const Work work = work_for(job);
    call.passes.begin("clear");
    fill(device_, work.control, 0, parts_.bins_before - parts_.control);
    const Elements<Form> elements{data<const Key>(job.keys), request_.shuffle ? shuffle(work, job, call) : nullptr,
                                  job.n, data<const std::uint32_t>(call.ids)};
    const Bounds<Form> bounds = find_bounds(work, job, call);
    find_sublists(work, elements, bounds, call);
    call.passes.begin("reposition");
    move(work, elements);
    const Longest longest{work.control->longest, request_.rounds};
    merge_.enqueue(
        {work.sublists, work.layout.at_window, longest, work.plan.mean, work.plan.padded, work.items, work.spare},
        out_of(job), call.passes);
  }

 private:
  using Even = EvenBins<Item>;
  using ByValue = ValueBins<Form>;

  /// The plan and the addresses of one call.
  struct Work {
    Plan plan;
    Item *items, *spare, *shuffled, *nodes;
    Control* control;
    std::uint32_t *bin_counts, *bins_before, *counts, *holes;
    Key* measured;
    Targets targets;
    Tiles tiles;
    Layout<Item> layout;
    Sublists sublists;
  };

  Plan plan_for(std::uint32_t n) const { return make_plan(n, request_, width, device_.limits()); }

  /// The tables of tiles for any n up to max_n: the maximum for each number of sublists.
  std::size_t most_tile_offsets(std::uint32_t max_n) const {
    std::size_t most = 0;
    for (std::uint64_t n = elements_per_sublist;; n *= 2) {
      const Plan plan = plan_for(static_cast<std::uint32_t>(std::min<std::uint64_t>(n, max_n)));
      most = std::max(most, std::size_t{plan.tiles} * plan.sublists);
      if (n >= max_n) return most;
    }
  }

  Work work_for(const FormJob& job) const {
    auto* scratch = data<std::byte>(job.scratch[0]);
    const auto at = [scratch]<class T>(std::size_t offset, T*) { return reinterpret_cast<T*>(scratch + offset); };
    const auto words = [&at](std::size_t offset) { return at(offset, static_cast<std::uint32_t*>(nullptr)); };
    const auto items = [&at](std::size_t offset) { return at(offset, static_cast<Item*>(nullptr)); };
    const bool metrics = request_.rounds > 1;
    Work work{};
    work.plan = plan_for(job.n);
    work.items = items(parts_.items);
    work.spare = items(parts_.spare);
    work.shuffled = items(parts_.shuffled);
    work.nodes = items(parts_.nodes);
    work.control = at(parts_.control, static_cast<Control*>(nullptr));
    work.bin_counts = words(parts_.bin_counts);
    work.bins_before = words(parts_.bins_before);
    work.counts = words(parts_.counts);
    work.holes = words(parts_.spare);
    work.measured = at(parts_.measured, static_cast<Key*>(nullptr));
    work.targets = {words(parts_.spare), work.plan.tiles != 0 ? nullptr : words(parts_.spare) + job.n};
    work.tiles = {work.plan.tile, words(parts_.tile_offsets)};
    work.layout = {words(parts_.begin), words(parts_.padded), words(parts_.at_window),
                   metrics ? items(parts_.smallest) : nullptr, metrics ? items(parts_.largest) : nullptr};
    work.sublists = {work.layout.begin, work.layout.padded, work.plan.sublists};
    return work;
  }

  static typename Form::Out out_of(const FormJob& job) {
    auto* keys = job.sorted_keys ? data<std::uint32_t>(job.sorted_keys) : nullptr;
    if constexpr (std::is_same_v<Form, Argsort>) {
      return {data<std::uint32_t>(job.order), keys};
    } else {
      return {keys};
    }
  }

  /// The number of blocks with `shared` bytes each that fill the GPU, but not more than there are tiles of elements.
  unsigned partition_blocks(std::uint32_t n, std::size_t shared) const {
    const std::size_t together =
        std::clamp<std::size_t>(device_.limits().shared_bytes / std::max<std::size_t>(shared, 1), 1,
                                2);  // of 1024 threads, on a multiprocessor
    const unsigned enough = static_cast<unsigned>(together) * device_.limits().multiprocessors;
    return std::min(enough, blocks_for(n, elements_of(partition_threads)));
  }

  const Item* shuffle(const Work& work, const FormJob& job, const core::Call& call) const {
    call.passes.begin("shuffle");
    const std::uint32_t slots = std::min(job.n, pool_slots);
    // The padded array, and the targets that contain the holes, are both free until the elements are repositioned.
    Item* pool = work.items;
    fill(device_, pool, 0xFF, slots * sizeof(Item));
    const Elements<Form> elements{data<const Key>(job.keys), nullptr, job.n, data<const std::uint32_t>(call.ids)};
    launch(device_, {.blocks = blocks_for(job.n, small_threads), .threads = small_threads}, shuffle_through_pool<Form>,
           elements, pool, slots, work.shuffled, work.holes, work.control);
    launch(device_, {.blocks = blocks_for(slots, small_threads), .threads = small_threads}, pour_pool<Form>, pool,
           slots, work.holes, work.shuffled, work.control);
    return work.shuffled;
  }

  Bounds<Form> find_bounds(const Work& work, const FormJob& job, const core::Call& call) const {
    if (request_.lowest_key <= request_.highest_key) return {nullptr, request_.lowest_key, request_.highest_key};
    call.passes.begin("minimum and maximum");
    min_max(device_, data<const Key>(job.keys), job.n, work.measured);
    return {work.measured, 0, 0};
  }

  /// The first pivots.
  template <class Bins>
  void find_pivots(const Work& work, const Elements<Form>& elements, const Bounds<Form>& bounds,
                   const core::Call& call) const {
    const Plan& plan = work.plan;
    call.passes.begin("histogram");
    if (request_.global_histogram) {
      launch(device_, {.blocks = blocks_for(plan.n, small_threads), .threads = small_threads},
             count_bins_globally<Form, Bins>, elements, bounds, plan.bins, work.bin_counts);
    } else {
      const std::size_t bytes = plan.bins * sizeof(std::uint32_t);
      const unsigned blocks = std::min(partition_blocks(plan.n, bytes), blocks_for(plan.n, elements_per_histogram));
      launch(device_, {.blocks = blocks, .threads = partition_threads, .shared = bytes}, count_bins<Form, Bins>,
             elements, bounds, plan.bins, work.bin_counts);
    }
    call.passes.begin("pivots");
    launch(device_, {.blocks = blocks_for(plan.bins, layout_threads), .threads = layout_threads}, sum_bins,
           work.bin_counts, plan.bins, work.bins_before);
    launch(device_, {.blocks = blocks_for(plan.sublists, small_threads), .threads = small_threads},
           refine_from_histogram<Form, Bins>, bounds, plan.bins, work.bins_before, plan.n, plan.sublists, work.nodes,
           work.counts);
  }

  /// Histogram, pivots, and rounds of counting until the sublists are sufficiently equal.
  void find_sublists(const Work& work, const Elements<Form>& elements, const Bounds<Form>& bounds,
                     const core::Call& call) const {
    const Plan& plan = work.plan;
    if (request_.value_bins) {
      find_pivots<ByValue>(work, elements, bounds, call);
    } else {
      find_pivots<Even>(work, elements, bounds, call);
    }
    const Shape per_sublist{.blocks = blocks_for(plan.sublists, small_threads), .threads = small_threads};
    const std::uint32_t mean = unequal * plan.mean + unequal_slack;
    Round round{work.control->longest, 0, request_.shared_merge ? std::max(mean, piece) : mean};
    call.passes.begin("count");
    count(work, elements, round);
    call.passes.begin("further rounds");
    for (round.number = 1; round.number < request_.rounds; ++round.number) {
      launch(device_, {.blocks = partition_blocks(plan.n, 0) * 4, .threads = reposition_threads},
             measure_sublists<Form>, round, elements, work.targets, work.layout.smallest, work.layout.largest);
      const Filled<MeasuredBins<Item>> from{
          {work.layout.smallest, work.layout.largest}, work.layout.begin, plan.sublists, plan.n};
      launch(device_, per_sublist, refine_from_sublists<Item>, round, from, plan.sublists, work.nodes, work.counts);
      count(work, elements, round);
    }
  }

  void count(const Work& work, const Elements<Form>& elements, const Round& round) const {
    const Plan& plan = work.plan;
    if (plan.tiles != 0) {
      launch(device_, {.blocks = plan.tiles, .threads = partition_threads, .shared = tile_bytes(plan.sublists)},
             count_tiles<Form>, round, elements, work.nodes, plan.sublists, work.counts, work.tiles,
             work.targets.words);
    } else {
      const std::size_t bytes = plan.fast_nodes * sizeof(std::uint32_t);
      launch(device_, {.blocks = partition_blocks(elements.n, bytes), .threads = partition_threads, .shared = bytes},
             count_sublists<Form>, round, elements, work.nodes, plan.sublists, plan.fast_nodes, work.counts,
             work.targets);
    }
    launch(device_, {.blocks = blocks_for(work.plan.sublists, layout_threads), .threads = layout_threads},
           lay_out<Item, width, const std::uint32_t*>, round, work.counts, work.plan.sublists, work.layout);
  }

  void move(const Work& work, const Elements<Form>& elements) const {
    const Plan& plan = work.plan;
    if (plan.tiles != 0) {
      launch(device_,
             {.blocks = plan.tiles, .threads = partition_threads, .shared = plan.sublists * sizeof(std::uint32_t)},
             reposition_tiles<Form>, elements, work.targets.words, work.tiles, work.sublists, work.items);
    } else {
      const unsigned blocks = blocks_for(plan.n, elements_of(reposition_threads));
      launch(device_, {.blocks = blocks, .threads = reposition_threads}, reposition<Form>, elements, work.targets,
             work.sublists, work.items);
    }
  }

  CudaDevice& device_;
  const Request request_;
  const Parts parts_;
  const MergeSublists<Form, width> merge_;
};

template <class Form>
std::unique_ptr<core::Implementation> make_form(CudaDevice& device, const core::MakeOptions& options) {
  switch (options["vector"]) {
    case 1:
      return std::make_unique<Hybrid<Form, 1>>(device, options);
    case 4:
      return std::make_unique<Hybrid<Form, 4>>(device, options);
    default:
      throw Error("cuda.hybrid: parameter 'vector' must be 4 or 1, not " + std::to_string(options["vector"]));
  }
}

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  CudaDevice& cuda = cuda_device(device);
  return options.form == Form::paper_keys ? make_form<PaperKeys>(cuda, options) : make_form<Argsort>(cuda, options);
}

}  // namespace farfirst::cuda::hybrid
