// See opengl.h.
#include "opengl.h"

#include <farfirst/gl.h>
#include <glad/gl.h>

#include "object/query.h"
#include "offscreen/context.h"

namespace farfirst::bench {

namespace {

class TimestampTimer final : public DeviceTimer {
 public:
  explicit TimestampTimer(const GladGLContext& gl)
      : start_(gl, GLenum{GL_TIMESTAMP}), stop_(gl, GLenum{GL_TIMESTAMP}) {}
  void start() override { mark(start_); }
  void stop() override { mark(stop_); }
  double milliseconds() override { return static_cast<double>(time(stop_) - time(start_)) * 1e-6; }

 private:
  static void mark(const gl::Query& query) { query.gl().QueryCounter(query.name(), GL_TIMESTAMP); }
  static GLuint64 time(const gl::Query& query) {
    GLuint64 nanoseconds = 0;
    query.gl().GetQueryObjectui64v(query.name(), GL_QUERY_RESULT, &nanoseconds);
    return nanoseconds;
  }
  gl::Query start_, stop_;
};

}  // namespace

struct OpenGL::Parts {
  explicit Parts(int cuda_device) : context(/*debug=*/false, cuda_device) {}
  app::HeadlessContext context;
};

OpenGL::OpenGL(int cuda_device) try : parts_(std::make_unique<Parts>(cuda_device)) {
} catch (const app::NoOpenGL& none) {
  throw Error(none.what());
}
OpenGL::~OpenGL() = default;

std::unique_ptr<Device> OpenGL::open_device() const {
  return open(Backend::gl, gl_options(app::HeadlessContext::proc()));
}

std::unique_ptr<DeviceTimer> OpenGL::make_timer(Device& device) const {
  if (is_software(device)) return nullptr;
  return std::make_unique<TimestampTimer>(parts_->context.gl());
}

std::string OpenGL::version() const { return parts_->context.version(); }

}  // namespace farfirst::bench
