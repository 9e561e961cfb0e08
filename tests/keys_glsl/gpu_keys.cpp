#include "gpu_keys.h"

#include <farfirst/keys.h>

#include <string>

#include "object/buffer.h"
#include "object/framebuffer.h"
#include "object/program.h"
#include "object/texture.h"
#include "object/vertex_array.h"

namespace farfirst::gl {
std::span<const ShaderFile> keys_shaders() noexcept;
}

namespace farfirst::keys_test {
namespace {

// Positions travel as bits: a driver may change a NaN that it loads as a float.
constexpr const char* key_at = R"(
#include "keys/keys.glsl"
layout(std430, binding = 0) readonly buffer Positions { uint positions[]; };
layout(std430, binding = 1) readonly buffer Triangles { uint triangles[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform bool of_triangles;
layout(location = 2) uniform int metric;
layout(location = 3) uniform int sort_point;
layout(location = 4) uniform uvec3 eye;
layout(location = 5) uniform uvec3 axis;

uvec3 position_at(uint i) { return uvec3(positions[3u * i], positions[3u * i + 1u], positions[3u * i + 2u]); }

uint key_at(uint i) {
  farfirst_Viewpoint view = farfirst_prepared(uintBitsToFloat(eye), uintBitsToFloat(axis));
  if (!of_triangles) return farfirst_key_of_point(position_at(i), view, metric);
  return farfirst_key_of_triangle(position_at(triangles[3u * i]), position_at(triangles[3u * i + 1u]),
                                  position_at(triangles[3u * i + 2u]), view, metric, sort_point);
}
)";

constexpr const char* in_compute = R"(#version 450
#include "key_at.glsl"
layout(local_size_x = 64) in;
layout(std430, binding = 2) writeonly buffer Keys { uint keys[]; };
void main() {
  if (gl_GlobalInvocationID.x < count) keys[gl_GlobalInvocationID.x] = key_at(gl_GlobalInvocationID.x);
}
)";

constexpr const char* in_vertex = R"(#version 450
#include "key_at.glsl"
layout(xfb_buffer = 0, xfb_offset = 0, xfb_stride = 4) out uint key;
void main() {
  key = key_at(uint(gl_VertexID));
  gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
)";

constexpr const char* in_fragment = R"(#version 450
#include "key_at.glsl"
layout(location = 0) out uint key;
void main() {
  uint i = uint(gl_FragCoord.y) * WIDTH + uint(gl_FragCoord.x);
  key = i < count ? key_at(i) : 0u;
}
)";

constexpr const char* whole_picture = R"(#version 450
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
)";

constexpr int picture_width = 1024;

gl::Program make_program(const GladGLContext& context, Stage stage, std::string_view body) {
  std::vector<gl::ShaderFile> files(gl::keys_shaders().begin(), gl::keys_shaders().end());
  files.push_back({"key_at.glsl", body.empty() ? key_at : body});
  files.push_back({"keys.comp", in_compute});
  files.push_back({"keys.vert", in_vertex});
  files.push_back({"keys.frag", in_fragment});
  files.push_back({"whole_picture.vert", whole_picture});
  const gl::ShaderLibrary library(files, "");
  switch (stage) {
    case Stage::compute:
      return {context, library, {"keys.comp"}};
    case Stage::vertex:
      return {context, library, {"keys.vert"}};
    case Stage::fragment:
      break;
  }
  return {context, library, {"whole_picture.vert", "keys.frag"}, {{"WIDTH", std::to_string(picture_width) + "u"}}};
}

}  // namespace

struct GpuKeys::Parts {
  Parts(const GladGLContext& context, Stage where, const char* body)
      : gl(context), stage(where), program(make_program(context, where, body)), vertices(context) {}

  void set_uniforms(const Query& query, GLuint count) const {
    const GLuint p = program.name();
    const auto words = [](const float(&vector)[3]) {
      return std::array<GLuint, 3>{keys::bits(vector[0]), keys::bits(vector[1]), keys::bits(vector[2])};
    };
    gl.ProgramUniform1ui(p, 0, count);
    gl.ProgramUniform1i(p, 1, query.triangles.empty() ? 0 : 1);
    gl.ProgramUniform1i(p, 2, static_cast<GLint>(query.metric));
    gl.ProgramUniform1i(p, 3, static_cast<GLint>(query.sort_point));
    gl.ProgramUniform3uiv(p, 4, 1, words(query.view.eye).data());
    gl.ProgramUniform3uiv(p, 5, 1, words(query.view.axis).data());
  }

  void run_compute(GLuint count, const gl::Buffer& keys) const {
    gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, keys.name());
    gl.DispatchCompute((count + 63) / 64, 1, 1);
    gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  }

  void run_vertex(GLuint count, const gl::Buffer& keys) const {
    gl.BindVertexArray(vertices.name());
    gl.Enable(GL_RASTERIZER_DISCARD);
    gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, keys.name());
    gl.BeginTransformFeedback(GL_POINTS);
    gl.DrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count));
    gl.EndTransformFeedback();
    gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    gl.Disable(GL_RASTERIZER_DISCARD);
  }

  std::vector<std::uint32_t> run_fragment(GLuint count) const {
    const int rows = (static_cast<int>(count) + picture_width - 1) / picture_width;
    const gl::Texture picture(gl, GL_R32UI, picture_width, rows);
    const gl::Framebuffer framebuffer(gl, picture);
    GLint before = 0;
    gl.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    gl.Viewport(0, 0, picture_width, rows);
    gl.BindVertexArray(vertices.name());
    gl.DrawArrays(GL_TRIANGLES, 0, 3);
    std::vector<std::uint32_t> result(static_cast<std::size_t>(picture_width) * static_cast<std::size_t>(rows));
    gl.ReadPixels(0, 0, picture_width, rows, GL_RED_INTEGER, GL_UNSIGNED_INT, result.data());
    gl.BindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
    result.resize(count);
    return result;
  }

  const GladGLContext& gl;
  Stage stage;
  gl::Program program;
  gl::VertexArray vertices;
};

GpuKeys::GpuKeys(const GladGLContext& gl, Stage stage, const char* body)
    : parts_(std::make_unique<Parts>(gl, stage, body)) {}
GpuKeys::~GpuKeys() = default;

std::vector<std::uint32_t> GpuKeys::operator()(const Query& query) {
  const GladGLContext& gl = parts_->gl;
  const bool of_triangles = !query.triangles.empty();
  const std::size_t count = of_triangles ? query.triangles.size() : query.positions.size();
  const gl::Buffer positions(gl, query.positions.size_bytes(), query.positions.data());
  const gl::Buffer triangles =
      of_triangles ? gl::Buffer(gl, query.triangles.size_bytes(), query.triangles.data()) : gl::Buffer(gl, 12);
  gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, positions.name());
  gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, triangles.name());
  parts_->program.use();
  parts_->set_uniforms(query, static_cast<GLuint>(count));
  if (parts_->stage == Stage::fragment) return parts_->run_fragment(static_cast<GLuint>(count));

  const gl::Buffer keys(gl, count * sizeof(std::uint32_t));
  if (parts_->stage == Stage::compute)
    parts_->run_compute(static_cast<GLuint>(count), keys);
  else
    parts_->run_vertex(static_cast<GLuint>(count), keys);
  std::vector<std::uint32_t> result(count);
  gl.GetNamedBufferSubData(keys.name(), 0, static_cast<GLsizeiptr>(keys.bytes()), result.data());
  return result;
}

}  // namespace farfirst::keys_test
