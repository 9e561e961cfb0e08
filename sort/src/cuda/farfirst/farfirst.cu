// cuda.farfirst: positions and an eye in, the far-first order out. Up to some millions by the hybrid path, behind which
// the passes stand ready; beyond by the passes alone.
#include <algorithm>

#include "cuda/launch.h"
#include "cuda/prim/make_keys.h"
#include "hybrid/hybrid.h"
#include "passes.h"
#include "values.cuh"

namespace farfirst::cuda::farfirst {
namespace {

Hybrid::Options hybrid_options(const core::MakeOptions& options) {
  return {.max_n = options["hybrid"] != 0 ? options.max_n : 0,
          .bucket_bits = static_cast<std::uint32_t>(options["bucket"]),
          .tile = static_cast<std::uint32_t>(options["scatter"])};
}

class Farfirst final : public core::Implementation {
 public:
  Farfirst(const CudaDevice& device, const core::MakeOptions& options)
      : device_(device),
        passes_(device, options),
        hybrid_(device, hybrid_options(options)),
        numbers_values_(options["values"] != 0) {
    if (options.max_n == 0) return;
    const std::size_t regions = hybrid_.words_needed() * sizeof(Word);
    keys_at_ = core::aligned(std::max(passes_.scratch_bytes(), regions));
    const std::size_t keys = options.form == Form::distance ? std::min(options.max_n, hybrid_.largest_n()) : 0;
    requirements_ = {.scratch = {keys_at_ + keys * sizeof(std::uint32_t)}, .state = states_end};
  }

  void sort(const SortJob& job, const core::Call& call) override {
    forget_if_told(job.state, call);
    sort_by_a_path(job, call, false);
  }
  void sort(const DistanceJob& job, const core::Call& call) override {
    forget_if_told(job.state, call);
    if (!passes_.want_keys(job)) return sort_by_a_path(job, call, false);
    DistanceJob with_keys = job;
    if (!job.keys) {
      with_keys.keys = job.scratch[0];
      with_keys.keys.offset += hybrid_.takes(job.n) ? keys_at_ : passes_.place_for_keys();
    }
    call.passes.begin("keys");
    make_keys(device_, with_keys);
    sort_by_a_path(with_keys, call, true);
  }

 private:
  // Parts of state. Tests look into the first.
  static constexpr std::size_t passes_at = core::aligned(sizeof(HybridState));
  static constexpr std::size_t states_end = passes_at + Passes::state_bytes;

  /// Before the keys are made, behind which the next kernel begins early.
  void forget_if_told(const Buffer& state, const core::Call& call) const {
    if (call.forget && state.bytes != 0) fill(device_, data<std::byte>(state), 0, states_end);
  }

  /// What the hybrid path cannot sort the passes do; the host does not get to know which of them it was. They use the
  /// same scratch.
  template <class Job>
  void sort_by_a_path(const Job& job, const core::Call& call, bool keys_are_made) {
    if (job.n == 0) return;
    auto* state = data<std::byte>(job.state);
    auto* scratch = data<std::byte>(job.scratch[0]);
    Passes::Memory memory{.scratch = scratch, .state = state + passes_at, .keys_are_made = keys_are_made};
    if (!hybrid_.takes(job.n)) return passes_.sort(job, memory, call.passes);
    const ValuesJob values = passes_.values_job(job, memory);
    const Hybrid::Memory hybrid{.state = reinterpret_cast<HybridState*>(state),
                                .words = reinterpret_cast<Word*>(scratch),
                                .keys_are_made = keys_are_made,
                                .values = numbers_values_ && passes_.take_numbers(job.n) ? &values : nullptr};
    if (hybrid_.sort(job, hybrid, call.passes)) return;
    memory.unless = hybrid.done();
    memory.behind_early = true;
    memory.carry = {hybrid.state, hybrid_.buckets(job.n)};
    passes_.sort(job, memory, call.passes);
  }

  const CudaDevice& device_;
  const Passes passes_;
  Hybrid hybrid_;
  const bool numbers_values_;
  std::size_t keys_at_ = 0;  // in scratch, where keys are made before
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<Farfirst>(cuda_device(device), options);
}

}  // namespace farfirst::cuda::farfirst
