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

#include "scene/units.h"

namespace farfirst::app {

namespace {

std::string line(std::string_view name, std::string_view value) { return fmt::format("  {:<24}{}\n", name, value); }

std::string text_of(const GladGLContext& gl, GLenum name) {
  const auto* text = reinterpret_cast<const char*>(gl.GetString(name));
  return text == nullptr ? "unknown" : text;
}

std::size_t number_of(const GladGLContext& gl, GLenum name) {
  GLint64 value = 0;
  gl.GetInteger64v(name, &value);
  return static_cast<std::size_t>(std::max<GLint64>(value, 0));
}

bool has_extension(const GladGLContext& gl, std::string_view wanted) {
  for (GLuint i = 0; i < number_of(gl, GL_NUM_EXTENSIONS); ++i) {
    const auto* name = reinterpret_cast<const char*>(gl.GetStringi(GL_EXTENSIONS, i));
    if (name != nullptr && wanted == name) return true;
  }
  return false;
}

/// Numbers of samples that a render target can have.
std::string samples(const GladGLContext& gl) {
  std::array<GLint, 16> numbers{};
  GLint count = 0;
  gl.GetInternalformativ(GL_RENDERBUFFER, GL_RGBA16F, GL_NUM_SAMPLE_COUNTS, 1, &count);
  count = std::clamp(count, 0, static_cast<GLint>(numbers.size()));
  if (count > 0) gl.GetInternalformativ(GL_RENDERBUFFER, GL_RGBA16F, GL_SAMPLES, count, numbers.data());
  std::string text = "1";
  for (GLint i = count; i-- > 0;) text += fmt::format(", {}", numbers[static_cast<std::size_t>(i)]);
  return text;
}

std::string subgroups(const GladGLContext& gl) {
  if (!has_extension(gl, "GL_KHR_shader_subgroup")) return "none";
  return fmt::format("{} threads", number_of(gl, GL_SUBGROUP_SIZE_KHR));
}

std::string opengl_lines(const GladGLContext& gl) {
  std::array<GLfloat, 2> points{};
  gl.GetFloatv(GL_POINT_SIZE_RANGE, points.data());
  return line("OpenGL", text_of(gl, GL_VERSION)) + line("GPU that draws", text_of(gl, GL_RENDERER)) +
         line("vendor", text_of(gl, GL_VENDOR)) + line("GLSL", text_of(gl, GL_SHADING_LANGUAGE_VERSION)) +
         line("storage block", byte_size(number_of(gl, GL_MAX_SHADER_STORAGE_BLOCK_SIZE))) +
         line("storage blocks", fmt::format("{} of a compute shader, {} of a vertex shader",
                                            number_of(gl, GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
                                            number_of(gl, GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS))) +
         line("work group",
              fmt::format("{} threads, {} of shared memory", number_of(gl, GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS),
                          byte_size(number_of(gl, GL_MAX_COMPUTE_SHARED_MEMORY_SIZE)))) +
         line("subgroup", subgroups(gl)) + line("samples a pixel", samples(gl)) +
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
