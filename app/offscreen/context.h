#pragma once
// An OpenGL 4.5 core context without a window, through EGL.

#include <memory>
#include <stdexcept>
#include <string>

struct GladGLContext;

namespace farfirst::app {

/// No usable OpenGL: exit code 4.
struct NoOpenGL : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class HeadlessContext {
 public:
  /// Hardware devices first, that of CUDA's device `cuda_device` before others, then Mesa's surfaceless platform. Keeps
  /// a complete framebuffer bound. With `debug`, asks the driver to report every misuse (gl::DebugLog), at some cost.
  /// Throws NoOpenGL.
  explicit HeadlessContext(bool debug = false, int cuda_device = 0);
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

  const GladGLContext& gl() const;
  std::string renderer() const;         // GL_RENDERER
  std::string version() const;          // GL_VERSION
  static void* (*proc())(const char*);  // for farfirst::DeviceOptions::gl_proc

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst::app
