// cuda.farfirst takes keys, or positions and an eye, and returns the order back to front. Up to 32 million elements
// it tries the hybrid path, with the radix path as fallback; for more it takes the radix path alone.
#include <algorithm>

#include "cuda/launch.h"
#include "cuda/prim/key_range.h"
#include "cuda/prim/ordered_access.cuh"
#include "cuda/prim/overlap.cuh"
#include "cuda/prim/source_keys.h"
#include "element_count.cuh"
#include "hybrid/hybrid_path.h"
#include "radix_path.h"
#include "switches.h"
#include "task.h"

namespace farfirst::cuda::farfirst {
namespace {

HybridPath::Options hybrid_options(const core::MakeOptions& options, const Switches& switches) {
  return {.form = options.form,
          .max_n = switches.hybrid ? options.max_n : 0,
          .bucket_bits = switches.bucket,
          .tile = switches.scatter};
}

/// Gathers the ids that did not move with the elements. It has few blocks, since it seldom has work. It leaves no
/// state, so that each replay of a graph finds by itself whether its ids ascend.
__global__ void __launch_bounds__(pass_threads) gather_unsorted_ids(ElementCount count, Ids ids, std::uint32_t* order) {
  wait_for_kernels_before();
  if (!are_unsorted(ids)) return;
  const std::uint32_t n = count.elements();
  constexpr unsigned at_once = 4;
  const std::size_t all = std::size_t{gridDim.x} * pass_threads;
  for (std::size_t i = std::size_t{blockIdx.x} * pass_threads + threadIdx.x; i < n; i += at_once * all) {
    std::uint32_t id[at_once];
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) id[k] = i + k * all < n ? order[i + k * all] : 0;
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) id[k] = i + k * all < n ? __ldg(ids.ids + id[k]) : 0;
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) {
      if (i + k * all < n) order[i + k * all] = id[k];
    }
  }
  __syncthreads();
  if (threadIdx.x == 0 && fetch_add_acquire_release(&ids.unsorted->readers, 1) == gridDim.x - 1) {
    ids.unsorted->readers = ids.unsorted->found = 0;
  }
}

class Farfirst final : public core::Implementation {
 public:
  Farfirst(CudaDevice& device, const core::MakeOptions& options, const Switches& switches)
      : device_(device),
        hybrid_(device, hybrid_options(options, switches)),
        passes_(device, options.max_n, switches.tile),
        uses_bounds_(switches.bounds) {
    if (options.max_n == 0) return;
    keys_at_ = core::aligned(std::max(passes_.scratch_bytes(), hybrid_.words_needed() * sizeof(Word)));
    const std::size_t keys = options.form == Form::distance ? std::min(options.max_n, hybrid_.largest_n()) : 0;
    requirements_ = {.scratch = {keys_at_ + keys * sizeof(std::uint32_t)}, .history = history_end};
    // Beside kernels with much shared memory it would begin with little L1 cache, and keep that until its end.
    prefer_cache(gather_unsorted_ids);
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    Task task{.n = job.n,
              .count = data<const std::uint32_t>(job.count),
              .reversed = job.direction == Direction::front_to_back,
              .source = {.given = data<const std::uint32_t>(job.keys), .scale = Scale::number},
              .ids = {.ids = data<const std::uint32_t>(call.ids), .end = call.ids_end},
              .order = data<std::uint32_t>(job.order),
              .sorted_keys = data<std::uint32_t>(job.sorted_keys),
              .one_by_one = job.trace};
    if (job.key_bits.end != 0 && job.key_bits.end < 32) task.guess = range_of(0, (1u << job.key_bits.end) - 1);
    if (call.distance != nullptr) {
      if (call.distance->precision.is_full()) describe_keys(*call.distance, task);
      task.keys_are_made = !call.forget;  // otherwise the memory is cleared between the two launches
    }
    sort_by_a_path(task, job.scratch[0], call);
  }
  void sort(const DistanceJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    if (job.ids) return sort_with_ids(job, call);
    if (!core::has_plain_source(job)) return sort_points_of_sources(job, call);
    Task task{.n = job.n,
              .count = data<const std::uint32_t>(job.count),
              .reversed = job.direction == Direction::front_to_back,
              .source = {.made = data<std::uint32_t>(job.keys), .elements = elements_of(job)},
              .order = data<std::uint32_t>(job.order),
              .one_by_one = job.trace};
    describe_keys(job, task);
    sort_by_a_path(task, job.scratch[0], call);
  }

  /// Keys of triangles need many threads, since these wait for corners.
  bool takes(const DistanceJob& job) const override {
    if (job.ids) return true;
    if (!job.precision.is_full()) return false;
    if (std::ranges::any_of(job.sources, [](const auto& source) { return bool{source.triangles}; })) {
      return false;
    }
    if (core::has_plain_source(job)) return true;
    const auto sources = std::ranges::count_if(job.sources, [](const auto& source) { return source.n != 0; });
    return sources <= std::ptrdiff_t{most_sources} && hybrid_.makes_keys_of_sources(job.n, bool{job.count});
  }
  bool takes_any_sources() const override { return true; }
  bool has_place_for_keys() const override { return true; }
  Buffer place_for_keys(std::span<const Buffer> scratch, std::uint32_t n) const override {
    const std::size_t at = hybrid_.takes(n) ? keys_at_ : passes_.place_for_keys();
    return core::part(scratch[0], at, n * sizeof(std::uint32_t));
  }

 private:
  // Parts of the history, which tests read.
  static constexpr std::size_t passes_at = core::aligned(sizeof(HybridState));
  static constexpr std::size_t unsorted_at = passes_at + core::aligned(RadixPath::state_bytes);
  static constexpr std::size_t history_end = unsorted_at + sizeof(UnsortedIds);

  /// Describes keys, whichever kernel makes them.
  void describe_keys(const DistanceJob& job, Task& task) const {
    task.source.scale = job.metric == Metric::radial ? Scale::squared_distance : Scale::depth;
    if (!uses_bounds_ || job.bounds.is_empty() || job.eye_on_device) return;
    const KeyRange bounds = key_range_of(job);
    task.range = range_of(bounds.smallest, bounds.largest);
    task.range_is_known = true;
  }

  /// The distribution of the hybrid path makes and keeps the keys, so the radix path can use them.
  void sort_points_of_sources(const DistanceJob& job, const core::Call& call) {
    DistanceJob with_keys = job;
    if (!with_keys.keys) with_keys.keys = place_for_keys(job.scratch, job.n);
    const SourceTable table = table_of(with_keys);
    Task task{.n = job.n,
              .count = data<const std::uint32_t>(job.count),
              .reversed = job.direction == Direction::front_to_back,
              .source = {.given = data<const std::uint32_t>(with_keys.keys)},
              .sources = &table,
              .order = data<std::uint32_t>(job.order),
              .one_by_one = job.trace};
    describe_keys(job, task);
    sort_by_a_path(task, job.scratch[0], call);
  }

  /// The kernel that makes the keys also finds whether the ids ascend.
  void sort_with_ids(const DistanceJob& job, core::Call call) {
    auto* history = data<std::byte>(call.history);
    if (call.forget) fill(device_, history, 0, history_end);
    call.forget = false;
    DistanceJob with_keys = job;
    if (!with_keys.keys) with_keys.keys = place_for_keys(job.scratch, job.n);
    auto* unsorted = reinterpret_cast<UnsortedIds*>(history + unsorted_at);
    call.passes.begin("keys");
    make_keys_of_sources(device_, with_keys, &unsorted->found);
    const auto elements = static_cast<std::uint32_t>(core::elements_of(job.sources));
    Task task{.n = job.n,
              .count = data<const std::uint32_t>(job.count),
              .reversed = job.direction == Direction::front_to_back,
              .source = {.given = data<const std::uint32_t>(with_keys.keys), .scale = Scale::number},
              .ids = {data<const std::uint32_t>(job.ids), elements, unsorted},
              .order = data<std::uint32_t>(job.order),
              .keys_are_made = true,
              .one_by_one = job.trace};
    if (job.precision.is_full()) {
      describe_keys(job, task);
    } else {
      task.guess = range_of(0, job.precision.largest());
    }
    sort_by_a_path(task, job.scratch[0], call);
    gather_if_unsorted(task);
  }

  void gather_if_unsorted(const Task& task) const {
    task.passes.begin("gather ids, if unsorted");
    const unsigned most_blocks = 2048 / pass_threads * device_.limits().multiprocessors;
    launch(device_,
           {.blocks = std::min(most_blocks, blocks_for(task.n, pass_threads)),
            .threads = pass_threads,
            .early = device_.limits().overlaps},
           gather_unsorted_ids, ElementCount{task.n, task.count}, task.ids, task.order);
  }

  /// The radix path sorts if the hybrid path cannot; the host does not learn which of them did. Both use the same
  /// scratch.
  void sort_by_a_path(Task& task, const Buffer& scratch, const core::Call& call) {
    auto* history = data<std::byte>(call.history);
    task.passes = call.passes;
    task.counts = data<HistoryCounts>(call.counts);
    if (call.forget) fill(device_, history, 0, history_end);
    RadixPath::Memory memory{.scratch = data<std::byte>(scratch), .state = history + passes_at};
    if (!hybrid_.takes(task.n)) return passes_.sort(task, memory);
    const HybridPath::Memory hybrid{.state = reinterpret_cast<HybridState*>(history), .words = data<Word>(scratch)};
    if (hybrid_.sort(task, hybrid)) return;
    memory.behind_early = true;
    memory.hybrid = hybrid.state;
    passes_.sort(task, memory);
  }

  CudaDevice& device_;
  HybridPath hybrid_;
  const RadixPath passes_;
  const bool uses_bounds_;
  std::size_t keys_at_ = 0;  // in scratch, for keys that an earlier kernel makes
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<Farfirst>(cuda_device(device), options, Switches{});
}

core::Make make_with(const Switches& switches) {
  return [switches](core::DeviceCore& device, const core::MakeOptions& options) {
    return std::make_unique<Farfirst>(cuda_device(device), options, switches);
  };
}

}  // namespace farfirst::cuda::farfirst
