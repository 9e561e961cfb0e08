// cuda.farfirst: positions and an eye in, the far-first order out.
#include "cuda/launch.h"
#include "passes.h"

namespace farfirst::cuda::farfirst {
namespace {

class Farfirst final : public core::Implementation {
 public:
  Farfirst(const CudaDevice& device, const core::MakeOptions& options) : device_(device), passes_(device, options) {
    if (options.max_n != 0) requirements_ = {.scratch = {passes_.scratch_bytes()}, .state = Passes::state_bytes};
  }

  void sort(const SortJob& job, const core::Call& call) override { sort_any(job, call); }
  void sort(const DistanceJob& job, const core::Call& call) override { sort_any(job, call); }

 private:
  template <class Job>
  void sort_any(const Job& job, const core::Call& call) {
    if (job.n == 0) return;
    auto* state = data<std::byte>(job.state);
    if (call.forget) fill(device_, state, 0, Passes::state_bytes);
    passes_.sort(job, {.scratch = data<std::byte>(job.scratch[0]), .state = state}, call.passes);
  }

  const CudaDevice& device_;
  const Passes passes_;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<Farfirst>(cuda_device(device), options);
}

}  // namespace farfirst::cuda::farfirst
