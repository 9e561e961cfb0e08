// Stand-in for opengl.cpp in builds without OpenGL.
#include "opengl.h"

namespace farfirst::bench {

struct OpenGL::Parts {};

OpenGL::OpenGL(int) { throw Error("OpenGL: this farfirst-bench was built without it"); }
OpenGL::~OpenGL() = default;
std::unique_ptr<Device> OpenGL::open_device() const { return nullptr; }
std::unique_ptr<DeviceTimer> OpenGL::make_timer(Device&) const { return nullptr; }
std::string OpenGL::version() const { return {}; }

}  // namespace farfirst::bench
