// The context without a window, on Linux: EGL, on a hardware device or on Mesa's software renderer.

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "context.h"
#include "object/framebuffer.h"

namespace farfirst::app {

namespace {

/// Whole words: "EGL_EXT_device_drm" is also the beginning of "EGL_EXT_device_drm_render_node".
bool has_word(const char* list, std::string_view word) {
  std::string_view left = list == nullptr ? "" : list;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(' '), left.size());
    if (left.substr(0, end) == word) return true;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return false;
}

template <class Function>
Function egl_function(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// The GPU that CUDA calls device `ordinal`?
bool is_cuda_device(EGLDeviceEXT device, const char* extensions, int ordinal) {
  const auto query = egl_function<PFNEGLQUERYDEVICEATTRIBEXTPROC>("eglQueryDeviceAttribEXT");
  EGLAttrib value = -1;
  return query != nullptr && has_word(extensions, "EGL_NV_device_cuda") &&
         query(device, EGL_CUDA_DEVICE_NV, &value) == EGL_TRUE && value == ordinal;
}

/// That of CUDA's device, then other hardware, then Mesa's software renderer.
std::vector<EGLDeviceEXT> devices(int cuda_device) {
  const auto query_devices = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  const auto query_string = egl_function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  EGLint count = 0;
  if (query_devices == nullptr || query_devices(0, nullptr, &count) == EGL_FALSE) return {};
  std::vector<EGLDeviceEXT> result(static_cast<std::size_t>(count));
  query_devices(count, result.data(), &count);
  result.resize(static_cast<std::size_t>(count));
  if (query_string == nullptr) return result;
  const auto rank = [&](EGLDeviceEXT device) {
    const char* extensions = query_string(device, EGL_EXTENSIONS);
    if (is_cuda_device(device, extensions, cuda_device)) return 0;
    return has_word(extensions, "EGL_MESA_device_software") ? 2 : 1;
  };
  std::ranges::stable_sort(result, {}, rank);
  return result;
}

/// Every display worth trying, best first.
std::vector<EGLDisplay> displays(int cuda_device) {
  const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const auto get_display = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  std::vector<EGLDisplay> result;
  if (get_display != nullptr && has_word(extensions, "EGL_EXT_platform_device") &&
      (has_word(extensions, "EGL_EXT_device_enumeration") || has_word(extensions, "EGL_EXT_device_base"))) {
    for (EGLDeviceEXT device : devices(cuda_device))
      result.push_back(get_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
  }
  if (get_display != nullptr && has_word(extensions, "EGL_MESA_platform_surfaceless")) {
    result.push_back(get_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
  }
  result.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  std::erase(result, EGL_NO_DISPLAY);
  return result;
}

EGLConfig config_for(EGLDisplay display) {
  if (has_word(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_no_config_context")) return EGL_NO_CONFIG_KHR;
  constexpr std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
  EGLConfig config = EGL_NO_CONFIG_KHR;
  EGLint count = 0;
  eglChooseConfig(display, wanted.data(), &config, 1, &count);
  return config;
}

EGLContext create_context(EGLDisplay display, int minor, bool debug) {
  const std::array<EGLint, 9> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                         4,
                                         EGL_CONTEXT_MINOR_VERSION,
                                         minor,
                                         EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                         EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                         EGL_CONTEXT_OPENGL_DEBUG,
                                         debug ? EGL_TRUE : EGL_FALSE,
                                         EGL_NONE};
  return eglCreateContext(display, config_for(display), EGL_NO_CONTEXT, attributes.data());
}

/// A display with a context that is current. Ends both.
class Current {
 public:
  Current() = default;
  Current(EGLDisplay display, EGLContext context) : display_(display), context_(context) {}
  Current(Current&& other) noexcept { swap(other); }
  Current& operator=(Current&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Current() {
    if (context_ == EGL_NO_CONTEXT) return;
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
    // The display is the process's: another context may live on it. It is not terminated.
  }

 private:
  void swap(Current& other) noexcept {
    std::swap(display_, other.display_);
    std::swap(context_, other.context_);
  }
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
};

/// Why the tries failed, for the sentence.
struct Tries {
  bool any_display = false;
  bool any_context = false;
};

std::optional<Current> try_display(EGLDisplay display, bool debug, Tries& tries) {
  if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE || eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) return {};
  tries.any_display = true;
  for (const int minor : {6, 5}) {
    const EGLContext context = create_context(display, minor, debug);
    if (context == EGL_NO_CONTEXT) continue;
    tries.any_context = true;
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE) return Current(display, context);
    eglDestroyContext(display, context);
  }
  return {};
}

Current make_current(bool debug, int cuda_device) {
  Tries tries;
  for (EGLDisplay display : displays(cuda_device)) {
    if (auto current = try_display(display, debug, tries)) return std::move(*current);
  }
  if (!tries.any_display) {
    throw NoOpenGL(
        "no usable OpenGL without a window: EGL found no device and no software renderer (on Debian or Ubuntu: apt-get "
        "install libgl1-mesa-dri)");
  }
  if (!tries.any_context) {
    throw NoOpenGL("no usable OpenGL without a window: the driver has no OpenGL 4.5 core profile");
  }
  throw NoOpenGL("no usable OpenGL without a window: the driver cannot make a context current without a surface");
}

}  // namespace

struct HeadlessContext::Parts {
  Parts(bool debug, int cuda_device) : current(make_current(debug, cuda_device)) {
    if (gladLoadGLContext(&gl, reinterpret_cast<GLADloadfunc>(proc())) == 0) {
      throw NoOpenGL("no usable OpenGL without a window: the driver's functions cannot be loaded");
    }
    framebuffer = gl::Framebuffer::without_attachment(gl);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
  }

  Current current;
  GladGLContext gl{};
  gl::Framebuffer framebuffer;
};

HeadlessContext::HeadlessContext(bool debug, int cuda_device) : parts_(std::make_unique<Parts>(debug, cuda_device)) {}
HeadlessContext::~HeadlessContext() = default;

const GladGLContext& HeadlessContext::gl() const { return parts_->gl; }

std::string HeadlessContext::renderer() const {
  return reinterpret_cast<const char*>(parts_->gl.GetString(GL_RENDERER));
}

std::string HeadlessContext::version() const { return reinterpret_cast<const char*>(parts_->gl.GetString(GL_VERSION)); }

void* (*HeadlessContext::proc())(const char*) {
  return [](const char* name) { return reinterpret_cast<void*>(eglGetProcAddress(name)); };
}

}  // namespace farfirst::app
