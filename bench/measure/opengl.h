#pragma once
// The OpenGL context of farfirst-bench, without a window, and how long what was enqueued there took.

#include <farfirst/sort.h>

#include <memory>
#include <string>

#include "device_timer.h"

namespace farfirst::bench {

/// Current on the thread that made it, until it ends. One at a time.
class OpenGL {
 public:
  /// On the GPU that CUDA counts as `cuda_device`, else on any, else on a software renderer. Throws Error.
  explicit OpenGL(int cuda_device);
  ~OpenGL();

  std::unique_ptr<Device> open_device() const;
  /// By two timestamps of the GPU. Null on a software renderer: it runs what was enqueued when somebody waits for it,
  /// and its timestamps miss most of that.
  std::unique_ptr<DeviceTimer> make_timer(Device& device) const;
  std::string version() const;  // "4.6.0 NVIDIA 580.159.04"

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst::bench
