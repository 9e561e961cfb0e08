#pragma once
// The sort library's device in the context that draws.

#include <farfirst/gl.h>

#include <memory>
#include <string>

namespace farfirst::app {

/// See farfirst::DeviceOptions::gl_proc.
using GlProc = void* (*)(const char*);

/// Opened on first use, and shared by all that sort or check in this context.
class OpenGlDevice {
 public:
  /// Without `proc` it cannot be opened.
  explicit OpenGlDevice(GlProc proc) : proc_(proc) {}

  GlProc proc() const { return proc_; }
  /// Throws Error; for a context that cannot sort, the same one every time.
  Device& get() {
    if (device_ == nullptr && failure_.empty()) {
      try {
        if (proc_ == nullptr) throw Error("OpenGL: no function loader was given");
        DeviceOptions options = gl_options(proc_);
        options.gl_parallel_compile = true;
        device_ = open(Backend::gl, options);
      } catch (const Error& error) {
        failure_ = error.what();
      }
    }
    if (device_ == nullptr) throw Error(failure_);
    return *device_;
  }
  /// farfirst::is_compiling, for all programs so far.
  bool is_compiling() const { return device_ != nullptr && farfirst::is_compiling(*device_); }
  /// farfirst::complete_a_program.
  bool complete_a_program() const { return device_ != nullptr && farfirst::complete_a_program(*device_); }
  /// Null while it is not open.
  const Device* opened() const { return device_.get(); }

 private:
  const GlProc proc_;
  std::unique_ptr<Device> device_;
  std::string failure_;
};

}  // namespace farfirst::app
