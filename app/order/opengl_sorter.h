#pragma once
// Orders by entries of the OpenGL back end, in the context that draws: distances, sort, order and draw are commands of
// one stream, and nothing is read back.

#include <string>

#include "gpu_context.h"
#include "gpu_sorter.h"
#include "timer.h"

namespace farfirst::app {

class OpenGlSorter final : public GpuSorter {
 public:
  explicit OpenGlSorter(GpuContext& gpu) : gl_(gpu.gl), device_(gpu.opengl), upload_timer_(gl_) {}

  std::string description() const override;
  bool is_ready() const override { return !device_.is_compiling(); }

 private:
  Device& open(const Task&) override { return device_.get(); }
  void prepare_memory(const Task& task, ElementSource& source, SortTimings& timings) override;
  void begin_upload() override { upload_timer_.begin(0); }
  void end_upload() override { upload_timer_.end(); }
  bool take_upload(double& milliseconds) override;

  const GladGLContext& gl_;
  OpenGlDevice& device_;
  GlTimer upload_timer_;
};

}  // namespace farfirst::app
