#pragma once
// The sort library's device in the context that draws.

#include <farfirst/gl.h>

#include <memory>
#include <string>

namespace farfirst::app {

/// As farfirst::DeviceOptions::gl_proc.
using GlProc = void* (*)(const char*);

/// Opened when it is first asked for, and shared by all that sort or check in this context.
class OpenGlDevice {
 public:
  /// Without `gl_proc` it cannot be opened.
  explicit OpenGlDevice(GlProc gl_proc) : proc_(gl_proc) {}

  GlProc proc() const { return proc_; }
  /// Throws Error; of a context that cannot sort, the same one every time.
  Device& get() {
    if (device_ == nullptr && failure_.empty()) {
      try {
        if (proc_ == nullptr) throw Error("OpenGL: nothing tells where its functions are");
        device_ = open(Backend::gl, gl_options(proc_));
      } catch (const Error& error) {
        failure_ = error.what();
      }
    }
    if (device_ == nullptr) throw Error(failure_);
    return *device_;
  }
  /// Null while it is not open.
  const Device* opened() const { return device_.get(); }

 private:
  GlProc proc_;
  std::unique_ptr<Device> device_;
  std::string failure_;
};

}  // namespace farfirst::app
