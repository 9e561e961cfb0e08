#pragma once
// The OpenGL context of farfirst-bench, without a window, and its timer.

#include <farfirst/sort.h>

#include <memory>
#include <string>

#include "device_timer.h"

namespace farfirst::bench {

/// A context that is current on its thread until it is destroyed. One at a time.
class OpenGL {
 public:
  /// Opens it on the GPU with the ordinal `cuda_device`, else on any, else on a software renderer. Throws Error.
  explicit OpenGL(int cuda_device);
  ~OpenGL();

  std::unique_ptr<Device> open_device() const;
  /// Times by two timestamps of the GPU. Null on a software renderer: it runs enqueued work only when the program
  /// waits, and its timestamps miss most of that.
  std::unique_ptr<DeviceTimer> make_timer(Device& device) const;
  std::string version() const;  // "4.6.0 NVIDIA 580.159.04"

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst::bench
