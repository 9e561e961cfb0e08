// cuda.farfirst takes keys, or positions and an eye, and returns the order back to front. Up to some millions of
// elements it tries the hybrid path, with the radix path as fallback; for more it takes the radix path alone.
#include <algorithm>

#include "cuda/launch.h"
#include "cuda/prim/make_keys.h"
#include "dictionary.cuh"
#include "hybrid/hybrid_path.h"
#include "radix_path.h"

namespace farfirst::cuda::farfirst {
namespace {

HybridPath::Options hybrid_options(const core::MakeOptions& options) {
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
        uses_dictionary_(options["dictionary"] != 0) {
    if (options.max_n == 0) return;
    const std::size_t regions = hybrid_.words_needed() * sizeof(Word);
    keys_at_ = core::aligned(std::max(passes_.scratch_bytes(), regions));
    const std::size_t keys = options.form == Form::distance ? std::min(options.max_n, hybrid_.largest_n()) : 0;
    requirements_ = {.scratch = {keys_at_ + keys * sizeof(std::uint32_t)}, .state = states_end};
  }

  void sort(const SortJob& job, const core::Call& call) override {
    forget_if_asked(job.state, call);
    sort_by_a_path(job, call, false);
  }
  void sort(const DistanceJob& job, const core::Call& call) override {
    forget_if_asked(job.state, call);
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
  static constexpr std::size_t states_end = passes_at + RadixPath::state_bytes;

  /// Called before the keys are made, since the kernel after that one begins early.
  void forget_if_asked(const Buffer& state, const core::Call& call) const {
    if (call.forget && state.bytes != 0) fill(device_, data<std::byte>(state), 0, states_end);
  }

  /// The radix path sorts what the hybrid path cannot; the host does not learn which of them it was. Both use the same
  /// scratch.
  template <class Job>
  void sort_by_a_path(const Job& job, const core::Call& call, bool keys_are_made) {
    if (job.n == 0) return;
    auto* state = data<std::byte>(job.state);
    auto* scratch = data<std::byte>(job.scratch[0]);
    RadixPath::Memory memory{.scratch = scratch, .state = state + passes_at, .keys_are_made = keys_are_made};
    if (!hybrid_.takes(job.n)) return passes_.sort(job, memory, call.passes);
    const DictionaryJob dictionary = passes_.dictionary_job(job, memory);
    const HybridPath::Memory hybrid{
        .state = reinterpret_cast<HybridState*>(state),
        .words = reinterpret_cast<Word*>(scratch),
        .keys_are_made = keys_are_made,
        .dictionary = uses_dictionary_ && passes_.may_use_dictionary(job.n) ? &dictionary : nullptr};
    if (hybrid_.sort(job, hybrid, call.passes)) return;
    memory.unless = hybrid.done();
    memory.behind_early = true;
    memory.carry = {hybrid.state, hybrid_.buckets(job.n)};
    passes_.sort(job, memory, call.passes);
  }

  const CudaDevice& device_;
  const RadixPath passes_;
  HybridPath hybrid_;
  const bool uses_dictionary_;
  std::size_t keys_at_ = 0;  // in scratch, where keys are made before
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<Farfirst>(cuda_device(device), options);
}

}  // namespace farfirst::cuda::farfirst
