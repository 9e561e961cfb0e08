// See elements.h.
#include "gl/prim/elements.h"

#include <farfirst/keys.h>

#include <algorithm>
#include <array>

#include "gl/launch.h"

namespace farfirst::gl {
namespace {

/// Vectors travel as bits, so that no driver changes them.
void set_vector(const GladGLContext& gl, GLuint program, GLint location, const float (&vector)[3]) {
  const std::array<GLuint, 3> words{keys::bits(vector[0]), keys::bits(vector[1]), keys::bits(vector[2])};
  gl.ProgramUniform3uiv(program, location, 1, words.data());
}

}  // namespace

void set_elements(const GlDevice& device, const Program& program, const DistanceJob& job) {
  const GladGLContext& gl = device.gl();
  const GLuint name = program.name();
  const bool of_triangles = static_cast<bool>(job.triangles);
  const std::size_t position_bytes = job.vertex_count == 0 ? 0 : (job.vertex_count - std::size_t{1}) * job.stride + 12;
  const farfirst::Buffer positions = core::part(job.positions, 0, position_bytes);
  const farfirst::Buffer corners = of_triangles ? core::part(job.triangles, 0, job.n * std::size_t{12}) : positions;
  require_storage(device, "a distance job", std::max(positions.bytes, corners.bytes));
  gl.ProgramUniform1ui(name, 16, job.stride / 4);
  gl.ProgramUniform1ui(name, 17, bind(device, 6, positions));
  gl.ProgramUniform1ui(name, 18, bind(device, 7, corners));
  gl.ProgramUniform1ui(name, 19, of_triangles ? 1 : 0);
  gl.ProgramUniform1ui(name, 20, static_cast<GLuint>(job.metric));
  gl.ProgramUniform1ui(name, 21, static_cast<GLuint>(job.sort_point));
  set_vector(gl, name, 22, job.eye);
  set_vector(gl, name, 23, job.axis);
}

}  // namespace farfirst::gl
