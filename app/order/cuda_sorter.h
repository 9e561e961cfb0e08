#pragma once
// Orders by entries of the CUDA back end: which GPU, and whether it shares OpenGL's buffers.

#include <farfirst/cuda.h>
#include <farfirst/cuda_timer.h>

#include <optional>
#include <string>

#include "gpu_sorter.h"
#include "opengl_device.h"

namespace farfirst::app {

class CudaSorter final : public GpuSorter {
 public:
  /// `proc` finds out whether OpenGL and CUDA use the same GPU; it may be null.
  CudaSorter(const GladGLContext& gl, GlProc proc) : gl_(gl), proc_(proc) {}
  /// Waits for the GPU.
  ~CudaSorter() override { close(); }

  void set_scene(std::size_t max_words) override;
  std::string description() const override;

 private:
  Device& open(const Task& task) override;
  void prepare_memory(const Task& task, ElementSource& source, SortTimings& timings) override;
  void begin_upload() override { upload_timer_->begin(); }
  void end_upload() override { upload_timer_->end(); }
  bool take_upload(double& milliseconds) override { return upload_timer_ && upload_timer_->take(milliseconds); }
  void after_failure(const Error& error) override;
  std::string remark(const Task& task) const override;

  void open_device(const Task& task);
  void close() noexcept;
  bool can_share(const Task& task);

  const GladGLContext& gl_;
  const GlProc proc_;
  std::unique_ptr<Device> device_;
  std::vector<int> ordinals_;
  std::string broken_;             // why the device cannot be used any more
  std::uint64_t unopened_in_ = 0;  // the frame in which it could not be opened
  std::string unopened_;           // and why
  std::optional<GlMatch> match_;
  std::optional<CudaTimer> upload_timer_;

  // For the present scene.
  bool shared_ = false;        // memory_ is
  std::string share_failure_;  // why it could not be, although it is the same GPU
};

}  // namespace farfirst::app
