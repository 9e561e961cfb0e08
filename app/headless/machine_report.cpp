#include "machine_report.h"

#include <farfirst/cuda.h>
#include <farfirst/sort.h>
#include <fmt/format.h>
#include <glad/gl.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "object/context.h"
#include "render/context.h"
#include "scene/units.h"

namespace farfirst::app {

namespace {

std::string line(std::string_view name, std::string_view value) { return fmt::format("  {:<24}{}\n", name, value); }

std::size_t number_of(const GladGLContext& gl, GLenum name) {
  GLint64 value = 0;
  gl.GetInteger64v(name, &value);
  return static_cast<std::size_t>(std::max<GLint64>(value, 0));
}

std::string subgroups(const GladGLContext& gl) {
  if (!gl::has_extension(gl, "GL_KHR_shader_subgroup")) return "none";
  return fmt::format("{} threads", number_of(gl, GL_SUBGROUP_SIZE_KHR));
}

std::string opengl_lines(const GladGLContext& gl) {
  std::array<GLfloat, 2> points{};
  gl.GetFloatv(GL_POINT_SIZE_RANGE, points.data());
  return line("OpenGL", gl::text_of(gl, GL_VERSION)) + line("GPU that draws", gl::text_of(gl, GL_RENDERER)) +
         line("vendor", gl::text_of(gl, GL_VENDOR)) + line("GLSL", gl::text_of(gl, GL_SHADING_LANGUAGE_VERSION)) +
         line("storage block", byte_size(number_of(gl, GL_MAX_SHADER_STORAGE_BLOCK_SIZE))) +
         line("storage blocks", fmt::format("{} of a compute shader, {} of a vertex shader",
                                            number_of(gl, GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
                                            number_of(gl, GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS))) +
         line("work group",
              fmt::format("{} threads, {} of shared memory", number_of(gl, GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS),
                          byte_size(number_of(gl, GL_MAX_COMPUTE_SHARED_MEMORY_SIZE)))) +
         line("subgroup", subgroups(gl)) +
         line("samples a pixel", fmt::format("{}", fmt::join(sample_counts(gl), ", "))) +
         line("corners", fmt::format("rounded to 1/{} of a pixel", 1u << number_of(gl, GL_SUBPIXEL_BITS))) +
         line("points", fmt::format("up to {} pixels", points[1])) +
         line("picture", fmt::format("up to {0} x {0}", number_of(gl, GL_MAX_RENDERBUFFER_SIZE)));
}

std::string system_name() {
  utsname names{};
  if (uname(&names) != 0) return "unknown";
  return fmt::format("{} {}, {}", names.sysname, names.release, names.machine);
}

std::string cuda_lines(const std::vector<int>& cuda_devices) {
  try {
    const std::unique_ptr<Device> device = open(Backend::cuda, {.cuda_devices = cuda_devices});
    const GlMatch match = match_gl(*device, HeadlessContext::proc());
    return line("CUDA", device->description()) +
           line("CUDA and OpenGL", match.same ? "the same GPU: they share buffers" : match.sentence());
  } catch (const Error& error) {
    return line("CUDA", error.what());
  }
}

}  // namespace

std::string machine_report(const HeadlessContext& context, const std::vector<int>& cuda_devices) {
  return line("system", system_name()) + line("processor", open(Backend::cpu)->description()) +
         opengl_lines(context.gl()) + cuda_lines(cuda_devices);
}

}  // namespace farfirst::app
