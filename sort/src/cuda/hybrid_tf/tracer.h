#pragma once
// Times a sort that switches from OpenGL to CUDA and back. Each back end times its own passes. The time of the OpenGL
// pass in which CUDA works, minus CUDA's passes, is the cost of the switches.

#include <memory>
#include <vector>

#include "core/implementation.h"

namespace farfirst::cuda::hybrid_tf {

/// The name of the OpenGL pass in which CUDA works: replaced by CUDA's passes and the rest of the time.
inline constexpr std::string_view in_cuda = "in CUDA";
inline constexpr std::string_view there_and_back = "from OpenGL to CUDA and back";

class TwoTracers final : public core::Tracer {
 public:
  TwoTracers(std::unique_ptr<core::Tracer> gl, std::unique_ptr<core::Tracer> cuda)
      : gl_(std::move(gl)), cuda_(std::move(cuda)) {}

  void begin() override;
  void pass(std::string_view name) override { gl_->pass(name); }
  void end() override;
  bool take(std::vector<Pass>& passes) override;

  core::PassTrace cuda_passes() const { return core::PassTrace(cuda_.get()); }
  /// CUDA's last pass ends.
  void end_cuda();

 private:
  std::unique_ptr<core::Tracer> gl_, cuda_;
  bool cuda_works_ = false;
  std::vector<Pass> taken_;  // OpenGL's, of the sort whose CUDA passes are not known yet
  bool has_taken_ = false;
};

}  // namespace farfirst::cuda::hybrid_tf
