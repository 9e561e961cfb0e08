// The context without a window, on Linux: EGL, on a hardware device or on Mesa's software renderer. The library is
// found at run time: where there is none, the program draws without OpenGL.

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "context.h"
#include "object/context.h"
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

/// The functions of libEGL in use.
struct Egl {
  decltype(&eglGetProcAddress) get_proc_address = nullptr;
  decltype(&eglQueryString) query_string = nullptr;
  decltype(&eglGetDisplay) get_display = nullptr;
  decltype(&eglInitialize) initialize = nullptr;
  decltype(&eglBindAPI) bind_api = nullptr;
  decltype(&eglChooseConfig) choose_config = nullptr;
  decltype(&eglCreateContext) create_context = nullptr;
  decltype(&eglDestroyContext) destroy_context = nullptr;
  decltype(&eglMakeCurrent) make_current = nullptr;
};

template <class Function>
bool find_in(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

/// Empty if no library has all of it. It stays loaded: contexts live in it.
Egl load_egl() {
  void* const library = dlopen("libEGL.so.1", RTLD_LAZY | RTLD_LOCAL);
  Egl egl;
  const bool has_all =
      library != nullptr && find_in(library, "eglGetProcAddress", egl.get_proc_address) &&
      find_in(library, "eglQueryString", egl.query_string) && find_in(library, "eglGetDisplay", egl.get_display) &&
      find_in(library, "eglInitialize", egl.initialize) && find_in(library, "eglBindAPI", egl.bind_api) &&
      find_in(library, "eglChooseConfig", egl.choose_config) &&
      find_in(library, "eglCreateContext", egl.create_context) &&
      find_in(library, "eglDestroyContext", egl.destroy_context) &&
      find_in(library, "eglMakeCurrent", egl.make_current);
  return has_all ? egl : Egl{};
}

const Egl& egl() {
  static const Egl loaded = load_egl();
  return loaded;
}

template <class Function>
Function egl_function(const char* name) {
  return reinterpret_cast<Function>(egl().get_proc_address(name));
}

/// Is the GPU CUDA's device `ordinal`?
bool is_cuda_device(EGLDeviceEXT device, const char* extensions, int ordinal) {
  const auto query = egl_function<PFNEGLQUERYDEVICEATTRIBEXTPROC>("eglQueryDeviceAttribEXT");
  EGLAttrib value = -1;
  return query != nullptr && has_word(extensions, "EGL_NV_device_cuda") &&
         query(device, EGL_CUDA_DEVICE_NV, &value) == EGL_TRUE && value == ordinal;
}

/// CUDA's device first, then other hardware, then Mesa's software renderer.
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
  const char* extensions = egl().query_string(EGL_NO_DISPLAY, EGL_EXTENSIONS);
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
  result.push_back(egl().get_display(EGL_DEFAULT_DISPLAY));
  std::erase(result, EGL_NO_DISPLAY);
  return result;
}

EGLConfig config_for(EGLDisplay display) {
  if (has_word(egl().query_string(display, EGL_EXTENSIONS), "EGL_KHR_no_config_context")) return EGL_NO_CONFIG_KHR;
  constexpr std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
  EGLConfig config = EGL_NO_CONFIG_KHR;
  EGLint count = 0;
  egl().choose_config(display, wanted.data(), &config, 1, &count);
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
  return egl().create_context(display, config_for(display), EGL_NO_CONTEXT, attributes.data());
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
    egl().make_current(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    egl().destroy_context(display_, context_);
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

/// The reasons why the attempts failed, for the sentence.
struct Tries {
  bool any_display = false;
  bool any_context = false;
};

std::optional<Current> try_display(EGLDisplay display, bool debug, Tries& tries) {
  if (egl().initialize(display, nullptr, nullptr) == EGL_FALSE || egl().bind_api(EGL_OPENGL_API) == EGL_FALSE)
    return {};
  tries.any_display = true;
  for (const int minor : {6, 5}) {
    const EGLContext context = create_context(display, minor, debug);
    if (context == EGL_NO_CONTEXT) continue;
    tries.any_context = true;
    if (egl().make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE)
      return Current(display, context);
    egl().destroy_context(display, context);
  }
  return {};
}

Current make_current(bool debug, int cuda_device) {
  if (egl().get_proc_address == nullptr)
    throw NoOpenGL(
        "no usable OpenGL without a window: there is no libEGL (on Debian or Ubuntu: apt-get install libegl1)");
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

std::string HeadlessContext::renderer() const { return gl::text_of(parts_->gl, GL_RENDERER); }

std::string HeadlessContext::version() const { return gl::text_of(parts_->gl, GL_VERSION); }

void* (*HeadlessContext::proc())(const char*) {
  return [](const char* name) { return reinterpret_cast<void*>(egl().get_proc_address(name)); };
}

}  // namespace farfirst::app
