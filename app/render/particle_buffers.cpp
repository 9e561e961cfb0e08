#include "particle_buffers.h"

#include <algorithm>

namespace farfirst::app {

ParticleBuffers::ParticleBuffers(const GladGLContext& gl, std::size_t slots, const std::optional<ParticleParts>& parts,
                                 GLbitfield flags)
    : gl_(gl), slots_(std::max<std::size_t>(slots, 1)), flags_(flags), are_parts_(parts.has_value()) {
  const VertexArrayView color{.array = ElementArray::color, .words = 1};
  const ParticleParts views = parts.value_or(ParticleParts{
      {.array = ElementArray::vertex, .words = 4}, color, color, {.array = ElementArray::motion, .words = 4}});
  vertices_.view = views.vertices;
  colors_.view = views.colors;
  lit_colors_.view = views.lit_colors;
  motions_.view = views.motions;
}

const VertexArrayView& ParticleBuffers::made(Array& array) {
  if (array.view.buffer == 0) {
    array.own = gl::Buffer(gl_, slots_ * sizeof(GLuint) * static_cast<std::size_t>(array.view.words), nullptr, flags_);
    array.view.buffer = array.own.name();
    array.view.bytes = array.own.bytes();
  }
  return array.view;
}

std::size_t ParticleBuffers::bytes() const {
  return vertices_.own.bytes() + colors_.own.bytes() + lit_colors_.own.bytes() + motions_.own.bytes();
}

void bind_storage(const GladGLContext& gl, GLuint binding, const VertexArrayView& view) {
  gl.BindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, view.buffer, static_cast<GLintptr>(view.offset),
                     static_cast<GLsizeiptr>(view.bytes));
}

void write(const GladGLContext& gl, const VertexArrayView& to, std::size_t first, std::span<const std::byte> bytes) {
  gl::write(gl, to.buffer, to.offset + first, bytes);
}

void read(const GladGLContext& gl, const VertexArrayView& from, void* to) {
  gl.GetNamedBufferSubData(from.buffer, static_cast<GLintptr>(from.offset), static_cast<GLsizeiptr>(from.bytes), to);
}

}  // namespace farfirst::app
