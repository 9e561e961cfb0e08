#pragma once
// Orders calls on several streams that use the same history, or a sorter with a state: they run one after the other.

#include <cuda_runtime.h>

#include "cuda/device.h"

namespace farfirst::cuda {

class CudaStreamOrder final : public core::StreamOrder {
 public:
  explicit CudaStreamOrder(CudaDevice& device);
  CudaStreamOrder(const CudaStreamOrder&) = delete;
  CudaStreamOrder& operator=(const CudaStreamOrder&) = delete;
  ~CudaStreamOrder() override;

  void begin() override;
  void end() noexcept override;

 private:
  void require_no_capture(cudaStream_t stream) const;

  CudaDevice& device_;
  cudaEvent_t event_ = nullptr;
  cudaStream_t last_ = nullptr;  // of the last direct call
  bool is_used_ = false;
};

}  // namespace farfirst::cuda
