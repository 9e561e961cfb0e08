// See elements.h.
#include "gl/prim/elements.h"

#include <farfirst/keys.h>

#include <algorithm>
#include <array>

#include "gl/launch.h"

namespace farfirst::gl {
namespace {

/// Passes vectors as bits, so that no driver changes them.
void set_vector(const GladGLContext& gl, GLuint program, GLint location, const float (&vector)[3]) {
  const std::array<GLuint, 3> words{keys::bits(vector[0]), keys::bits(vector[1]), keys::bits(vector[2])};
  gl.ProgramUniform3uiv(program, location, 1, words.data());
}

void set_transform(const GladGLContext& gl, GLuint program, const Transform& transform) {
  std::array<GLuint, 12> words{};
  std::ranges::transform(transform.rows, words.begin(),
                         [](float number) { return keys::bits(keys::without_tiny(number)); });
  gl.ProgramUniform4uiv(program, 29, 3, words.data());
}

void set_source(const GlDevice& device, const Program& program, const DistanceJob& job, const Source& source) {
  const GladGLContext& gl = device.gl();
  const GLuint name = program.name();
  const bool of_triangles = static_cast<bool>(source.triangles);
  const ::farfirst::Buffer positions = core::part(source.positions, 0, core::position_bytes(source));
  const ::farfirst::Buffer corners =
      of_triangles ? core::part(source.triangles, 0, source.n * std::size_t{12}) : positions;
  require_storage(device, "a distance job", std::max(positions.bytes, corners.bytes));
  gl.ProgramUniform1ui(name, 16, source.stride / 4);
  gl.ProgramUniform1ui(name, 17, bind(device, 6, positions));
  gl.ProgramUniform1ui(name, 18, bind(device, 7, corners));
  gl.ProgramUniform1ui(name, 19, of_triangles ? 1 : 0);
  gl.ProgramUniform1ui(name, 20, static_cast<GLuint>(job.metric));
  gl.ProgramUniform1ui(name, 21, static_cast<GLuint>(source.sort_point));
  set_vector(gl, name, 22, job.eye);
  set_vector(gl, name, 23, job.axis);
}

}  // namespace

void set_elements(const GlDevice& device, const Program& program, const DistanceJob& job) {
  set_source(device, program, job, job.sources[0]);
}

void set_any_elements(const GlDevice& device, const Program& program, const DistanceJob& job, const Source& source) {
  set_source(device, program, job, source);
  const GladGLContext& gl = device.gl();
  const GLuint name = program.name();
  const ::farfirst::Buffer& view = job.eye_on_device;
  gl.ProgramUniform1ui(name, 24, view ? bind(device, 2, core::part(view, 0, 6 * sizeof(float))) : absent);
  gl.ProgramUniform1ui(name, 25, static_cast<GLuint>(source.format));
  float scale[3], offset[3];
  for (int i = 0; i < 3; ++i) {
    scale[i] = keys::without_tiny(source.scale[i]);
    offset[i] = keys::without_tiny(source.offset[i]);
  }
  set_vector(gl, name, 26, scale);
  set_vector(gl, name, 27, offset);
  gl.ProgramUniform1ui(name, 28, source.transform.is_identity() ? 0 : 1);
  if (!source.transform.is_identity()) set_transform(gl, name, source.transform);
}

}  // namespace farfirst::gl
