#pragma once
// Orders by entries of the CUDA back end: which GPU, and whether it shares OpenGL's buffers.

#include <farfirst/cuda.h>

#include <optional>
#include <string>

#include "gpu.h"
#include "opengl_device.h"

namespace farfirst::app {

class OrderCuda final : public OrderGpu {
 public:
  /// `proc` serves to tell whether OpenGL and CUDA work on the same GPU; it may be null.
  OrderCuda(const GladGLContext& gl, GlProc proc) : gl_(gl), proc_(proc) {}
  /// Waits for the GPU.
  ~OrderCuda() override { close(); }

  void set_scene(std::uint64_t scene, std::size_t max_words) override;
  std::string description() const override;

 private:
  Device& open(const OrderRequest& request) override;
  void prepare_memory(const OrderRequest& request, OrderTimes& times) override;
  void begin_upload() override { upload_timer_->begin(); }
  void end_upload() override { upload_timer_->end(); }
  bool take_upload(double& milliseconds) override { return upload_timer_ && upload_timer_->take(milliseconds); }
  void after_failure(const Error& error) override;
  std::string remark(const OrderRequest& request) const override;

  void close() noexcept;
  bool can_share(const OrderRequest& request);

  const GladGLContext& gl_;
  const GlProc proc_;
  std::unique_ptr<Device> device_;
  int ordinal_ = 0;
  std::string broken_;  // why the device cannot be used any more
  std::optional<GlMatch> match_;
  std::optional<CudaTimer> upload_timer_;

  // Of the scene.
  bool shared_ = false;        // memory_ is
  std::string share_failure_;  // why it could not be, although it is the same GPU
};

}  // namespace farfirst::app
