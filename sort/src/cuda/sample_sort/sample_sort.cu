// cuda.sample_sort: k-way sample sort (Leischner, Osipov, Sanders, GPU sample sort, 2009).
//
// The input is distributed to k buckets by splitters from a sorted random sample, and large buckets again, until they
// are small (distribute.cuh: the four phases of section 4, for all large buckets of a level at once). Then one block
// sorts each bucket, the largest first (sort_buckets.cuh). The paper's host examines the buckets after each level. Here
// the device lists the buckets that need splitting, and the host enqueues the levels that the size requires, for the
// largest possible number of segments: blocks without work end at once. So nothing is read back.
//
// The sort is comparison-based throughout: items.h has the comparison of each form.
#include <algorithm>
#include <random>

#include "cuda/launch.h"
#include "cuda/prim/scan.h"
#include "distribute.cuh"
#include "items.h"
#include "plan.h"
#include "sort_buckets.cuh"
#include "tuning.h"

namespace farfirst::cuda::sample_sort {
namespace {

constexpr std::string_view names[][4] = {
    {"splitters 1", "count 1", "prefix sum 1", "scatter 1"},
    {"splitters 2", "count 2", "prefix sum 2", "scatter 2"},
    {"splitters 3", "count 3", "prefix sum 3", "scatter 3"},
    {"further splitters", "further count", "further prefix sum", "further scatter"}};

/// The parts of scratch for a plan, as offsets.
struct Layout {
  std::size_t items[2] = {}, samples[most_levels] = {};
  std::size_t counts = 0, scan = 0, kept = 0, flags = 0, segments[2] = {}, segment_of_tile = 0, buckets = 0, order = 0,
              control = 0;
  std::size_t bytes = 0;
};

Layout lay_out(const Plan& plan, std::size_t item_bytes, std::uint32_t capacity, bool staged) {
  std::size_t counters = 0, flags = 0, segments = 0, tiles = 0;
  for (unsigned i = 0; i < plan.levels; ++i) {
    const LevelPlan& level = plan.level[i];
    counters = std::max(counters, level.counters());
    flags = std::max(flags, std::size_t{level.most_segments} * flag_words(level.log_k));
    segments = std::max(segments, std::size_t{level.most_segments});
    tiles = std::max(tiles, std::size_t{level.most_tiles});
  }
  Layout at;
  const auto take = [&at](std::size_t bytes) {
    const std::size_t begin = at.bytes;
    at.bytes += core::aligned(bytes);
    return begin;
  };
  if (plan.levels == 0 && plan.n <= capacity) return at;
  for (std::size_t& items : at.items) items = take(plan.n * item_bytes);
  if (plan.levels == 0) return at;
  at.counts = take(counters * sizeof(std::uint32_t));
  at.scan = take(scan_scratch(counters));
  if (staged) at.kept = take(plan.n * sizeof(std::uint16_t));
  for (unsigned i = 0; i < plan.levels; ++i) at.samples[i] = take(plan.level[i].samples() * item_bytes);
  at.flags = take(flags * sizeof(std::uint32_t));
  for (std::size_t& list : at.segments) list = take(segments * sizeof(Segment));
  at.segment_of_tile = take(tiles * sizeof(std::uint32_t));
  at.buckets = take(plan.most_buckets * sizeof(Bucket));
  at.order = take(plan.most_buckets * sizeof(std::uint32_t));
  at.control = take(sizeof(Control));
  return at;
}

template <class Order>
class SampleSort final : public core::Implementation {
 public:
  using Item = typename Order::Item;

  SampleSort(CudaDevice& device, const core::MakeOptions& options)
      : device_(device),
        form_(options.form),
        request_{.buckets = value(options, "buckets"),
                 .small = value(options, "small"),
                 .oversampling = value(options, "oversampling"),
                 .threads = value(options, "threads"),
                 .elements = value(options, "elements"),
                 .strict = value(options, "strict") != 0},
        arrays_(value(options, "counters")),
        staged_(value(options, "staged") != 0),
        cells_(value(options, "cells") != 0),
        equality_(value(options, "equality") != 0) {
    const std::size_t bytes = scratch_for(options.max_n);
    if (bytes > 0) requirements_.scratch = {bytes};
    prepare_kernels();
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    const Plan plan = make_plan(job.n, request_, defaults_);
    const Layout layout = lay_out(plan, sizeof(Item), defaults_.small, staged_);
    auto* scratch = layout.bytes > 0 ? data<std::byte>(job.scratch[0]) : nullptr;
    Buffers<Order> buffers{{at<Item>(scratch, layout.items[0]), at<Item>(scratch, layout.items[1])},
                           items::source_of(job, form_),
                           sink_of(job),
                           {}};
    if (plan.levels == 0) {
      call.passes.begin("sort bucket");
      launch(device_, {.blocks = 1, .threads = bucket_threads, .shared = bucket_bytes}, sort_whole<Order>, buffers,
             job.n);
      return;
    }
    distribute(plan, layout, scratch, buffers, call);
    call.passes.begin("sort buckets");
    launch(device_, {.blocks = sorting_blocks_, .threads = bucket_threads, .shared = bucket_bytes}, sort_buckets<Order>,
           buffers, at<const Bucket>(scratch, layout.buckets), at<const std::uint32_t>(scratch, layout.order),
           at<Control>(scratch, layout.control));
  }

 private:
  static constexpr Defaults defaults_ = defaults(sizeof(Item));
  static constexpr std::size_t bucket_bytes = sizeof(BucketShared<Item>);

  static std::uint32_t value(const core::MakeOptions& options, std::string_view name) {
    return static_cast<std::uint32_t>(options[name]);
  }
  template <class T>
  static T* at(std::byte* scratch, std::size_t offset) {
    return reinterpret_cast<T*>(scratch + offset);
  }

  /// Enough for every n up to max_n. Fewer elements may use wider levels, so the largest n of each number of buckets is
  /// checked.
  std::size_t scratch_for(std::uint32_t max_n) const {
    std::size_t bytes = 0;
    for (std::uint64_t n = small_of(request_, defaults_);; n *= 2) {
      const auto here = static_cast<std::uint32_t>(std::min<std::uint64_t>(n, max_n));
      bytes =
          std::max(bytes, lay_out(make_plan(here, request_, defaults_), sizeof(Item), defaults_.small, staged_).bytes);
      if (n >= max_n) return bytes;
    }
  }

  void prepare_kernels() {
    allow_shared(sample_segments<Order>, bucket_bytes);
    allow_shared(sort_buckets<Order>, bucket_bytes);
    allow_shared(sort_whole<Order>, bucket_bytes);
    const std::size_t most = tile_shared(most_log_k, counter_arrays, sizeof(Item), most_tile).bytes;
    for (const unsigned choice : {4u, 8u, 16u}) {
      with_elements(choice, [&]<unsigned elements>() {
        allow_shared(count_tiles<Order, elements>, most);
        allow_shared(scatter_tiles<Order, elements, true>, most);
        allow_shared(scatter_tiles<Order, elements, false>, most);
      });
    }
    int blocks = 0;
    FARFIRST_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sort_buckets<Order>,
                                                                static_cast<int>(bucket_threads), bucket_bytes));
    sorting_blocks_ = static_cast<unsigned>(std::max(blocks, 1)) * device_.limits().multiprocessors;
  }

  Sink sink_of(const FormJob& job) const {
    return {items::sink_of(job, form_), form_ == Form::pairs64 ? data<const std::uint32_t>(job.values) : nullptr};
  }

  /// Enqueues the levels of distribution, and the list of their buckets.
  void distribute(const Plan& plan, const Layout& layout, std::byte* scratch, Buffers<Order>& buffers,
                  const core::Call& call) {
    auto* control = at<Control>(scratch, layout.control);
    auto* buckets = at<Bucket>(scratch, layout.buckets);
    call.passes.begin("begin");
    const std::uint32_t tiles = blocks_for(plan.n, plan.tile());
    launch(device_,
           {.blocks = blocks_for(std::max(tiles, size_classes), planning_threads), .threads = planning_threads},
           begin_levels, control, at<Segment>(scratch, layout.segments[0]),
           at<std::uint32_t>(scratch, layout.segment_of_tile), plan.n, tiles);
    Stage<Order> from{nullptr, buffers.source};
    for (unsigned i = 0; i < plan.levels; ++i) {
      const LevelPlan& level_plan = plan.level[i];
      const Level<Item> level = level_of(plan, i, layout, scratch);
      choose_splitters(level_plan, level, from, call, i);
      buffers.levels[i] = {level.samples, cells_ ? level.oversampling : 0, level_plan.first_bucket};
      Item* to = buffers.items[i % 2];
      move_tiles(plan, i, level, from, buffers.sink, to, at<std::uint32_t>(scratch, layout.scan), call);
      const bool last = i + 1 == plan.levels;
      const NextLevel next{last ? nullptr : control->parts + i + 1, at<Segment>(scratch, layout.segments[(i + 1) % 2]),
                           at<std::uint32_t>(scratch, layout.segment_of_tile)};
      const std::uint32_t numbers = level_plan.most_segments << level_plan.log_k;
      launch(device_, {.blocks = blocks_for(numbers, planning_threads), .threads = planning_threads},
             list_buckets<Item>, level, next, plan.small, i, i % 2, numbers, buckets + level_plan.first_bucket,
             control);
      from.items = to;
    }
    call.passes.begin("order of buckets");
    launch(device_, {.blocks = blocks_for(plan.most_buckets, size_classes), .threads = size_classes}, order_buckets,
           buckets, plan.most_buckets, plan.small, control, at<std::uint32_t>(scratch, layout.order));
  }

  Level<Item> level_of(const Plan& plan, unsigned i, const Layout& layout, std::byte* scratch) const {
    return {plan.level[i].log_k,
            std::min(arrays_, plan.threads / warp_threads),
            plan.tile(),
            at<Control>(scratch, layout.control)->parts + i,
            at<Segment>(scratch, layout.segments[i % 2]),
            at<std::uint32_t>(scratch, layout.segment_of_tile),
            plan.level[i].oversampling,
            at<Item>(scratch, layout.samples[i]),
            at<std::uint32_t>(scratch, layout.flags),
            at<std::uint32_t>(scratch, layout.counts),
            staged_ ? at<std::uint16_t>(scratch, layout.kept) : nullptr,
            equality_};
  }

  /// Phase 1.
  void choose_splitters(const LevelPlan& plan, const Level<Item>& level, const Stage<Order>& from,
                        const core::Call& call, unsigned i) {
    call.passes.begin(names[std::min(i, 3u)][0]);
    launch(device_, {.blocks = plan.most_segments, .threads = bucket_threads, .shared = bucket_bytes},
           sample_segments<Order>, from, level, static_cast<std::uint32_t>(twister_()));
  }

  /// The compiler knows the number of elements per thread, and keeps them in registers.
  template <class Function>
  static void with_elements(unsigned elements, Function f) {
    if (elements == 4) return f.template operator()<4>();
    if (elements == 8) return f.template operator()<8>();
    f.template operator()<16>();
  }

  /// Phases 2 to 4.
  void move_tiles(const Plan& plan, unsigned i, const Level<Item>& level, const Stage<Order>& from, const Sink& sink,
                  Item* to, std::uint32_t* scan, const core::Call& call) {
    const auto& name = names[std::min(i, 3u)];
    with_elements(plan.elements, [&]<unsigned elements>() {
      const TileShared plain = tile_shared(level.log_k, level.arrays, sizeof(Item), 0);
      const Shape shape{.blocks = plan.level[i].most_tiles, .threads = plan.threads, .shared = plain.bytes};
      call.passes.begin(name[1]);
      launch(device_, shape, count_tiles<Order, elements>, from, level, plain);
      call.passes.begin(name[2]);
      exclusive_sum(device_, level.counts, level.counts, plan.level[i].counters(), scan);
      call.passes.begin(name[3]);
      if (!staged_) return launch(device_, shape, scatter_tiles<Order, elements, false>, from, sink, to, level, plain);
      const TileShared staging = tile_shared(level.log_k, level.arrays, sizeof(Item), plan.tile());
      launch(device_, {.blocks = shape.blocks, .threads = shape.threads, .shared = staging.bytes},
             scatter_tiles<Order, elements, true>, from, sink, to, level, staging);
    });
  }

  CudaDevice& device_;
  const Form form_;
  const Request request_;
  const unsigned arrays_;
  const bool staged_;
  const bool cells_;
  const bool equality_;
  unsigned sorting_blocks_ = 0;
  std::mt19937 twister_;  // seeds the sampling, as in the paper
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  CudaDevice& cuda = cuda_device(device);
  switch (options.form) {
    case Form::keys:
    case Form::paper_keys:
      return std::make_unique<SampleSort<Keys>>(cuda, options);
    case Form::keys64:
      return std::make_unique<SampleSort<Keys64>>(cuda, options);
    case Form::argsort64:
    case Form::pairs64:
      return std::make_unique<SampleSort<Records>>(cuda, options);
    case Form::paper_pairs:
      return std::make_unique<SampleSort<Pairs>>(cuda, options);
    default:
      return std::make_unique<SampleSort<Words>>(cuda, options);
  }
}

}  // namespace farfirst::cuda::sample_sort
