#pragma once
// The sort in few wide passes, for every n and all keys: cuda.farfirst's for many elements, and what stands behind its
// other one. Everything is one launch, or one for each stage, so that stages can be seen one by one. Before it there is
// one for each pass that needs no sweep.

#include <vector>

#include "cuda/device.h"
#include "hybrid/memory.h"
#include "hybrid/shape.h"
#include "plan.h"

namespace farfirst::cuda::farfirst {

struct Work;       // what the kernel is given: passes.cu
struct ValuesJob;  // values.cuh

/// Stages that are done in one launch, and the first behind them.
struct StageRange {
  unsigned begin = 0, end = all_stages;
};

/// The hybrid path that was tried before. It wants its call ended, whoever has sorted, and pivots from the order, if
/// the passes have.
struct Carry {
  HybridState* state = nullptr;  // null: there is none
  Buckets buckets{};
};

class Passes {
 public:
  /// Of the options: max_n, rank, tile, bounds, launches, sweep.
  Passes(const CudaDevice& device, const core::MakeOptions& options);

  std::size_t scratch_bytes() const { return places_.end; }
  /// Where in scratch keys may lie, until the second pass writes there.
  std::size_t place_for_keys() const { return places_.items[1]; }
  /// All zero before the first call, then kept from call to call.
  static constexpr std::size_t state_bytes = sizeof(State);

  /// Where a call works.
  struct Memory {
    std::byte *scratch, *state;
    /// A word on the device. If it is not zero when the call comes to run, it leaves at once. May be null.
    const std::uint32_t* unless = nullptr;
    /// The keys of a distance job are in job.keys.
    bool keys_are_made = false;
    /// The launch before in the stream is one of those that let the next be brought in early: see prim/overlap.cuh.
    bool behind_early = false;
    Carry carry{};
  };
  /// Must the keys of a distance job be made before? Those of triangles want many threads that wait for corners, and
  /// passes that make no sweep none that wait for positions.
  bool want_keys(const DistanceJob& job) const { return job.triangles || goes_unswept(job.n); }
  /// May keys of such a job be numbered by their values in a kernel before the passes?
  bool take_numbers(std::uint32_t n) const { return !goes_unswept(n); }
  /// What that kernel is to be given, for the same job.
  template <class Job>
  ValuesJob values_job(const Job& job, const Memory& memory) const;
  /// Enqueue a job; n is not 0.
  void sort(const SortJob& job, const Memory& memory, const core::Passes& trace) const;
  void sort(const DistanceJob& job, const Memory& memory, const core::Passes& trace) const;

 private:
  /// A kernel, and what its launch needs.
  template <class... Parameters>
  struct Kernel {
    void (*run)(Parameters...);
    std::size_t shared;
    unsigned most_blocks = 0;  // that the GPU holds
  };
  struct Method {
    Kernel<Work, StageRange> stages;
    Kernel<Work> first;  // passes without a sweep; no blocks: this GPU cannot hold them
    Kernel<Work, unsigned> second, later;
    unsigned threads, tile;
  };
  /// The one for so many elements and more.
  struct MethodFrom {
    std::uint32_t n;
    Method method;
  };
  /// Parts of scratch.
  struct Places {
    std::size_t plan, told[2], items[2], tiles, end;
    Places(std::uint32_t n, std::size_t told_words, std::size_t region_tiles);
  };

  template <class Tile>
  static Method method_of(bool by_lanes);
  static std::vector<MethodFrom> chosen_methods(const CudaDevice& device, const core::MakeOptions& options);
  bool goes_unswept(std::uint32_t n) const;
  std::size_t most_told_words(std::uint32_t most_n) const;
  std::size_t most_region_tiles(std::uint32_t most_n) const;
  const Method& method_for(std::uint32_t n) const;
  Work work_for(const SortJob& job, const Memory& memory) const;
  Work work_for(const DistanceJob& job, const Memory& memory) const;
  Work work_without_job(std::uint32_t n, const Memory& memory) const;
  void launch_stages(const Work& work, bool one_by_one, const Memory& memory, const core::Passes& trace) const;

  const CudaDevice& device_;
  const bool use_bounds_, checks_all_, overlaps_;
  const unsigned launches_, sweep_;
  const std::uint32_t max_n_;
  const std::vector<MethodFrom> methods_;  // by n, ascending
  const Places places_;
};

}  // namespace farfirst::cuda::farfirst
