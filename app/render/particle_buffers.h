#pragma once
// The buffers of particles that OpenGL sorts and draws: their own or, for an object among others,
// parts of those of all objects.

#include <glad/gl.h>

#include <cstddef>
#include <optional>
#include <span>

#include "elements.h"
#include "object/buffer.h"

namespace farfirst::app {

class ParticleBuffers {
 public:
  /// Buffers of their own have these flags, as for glNamedBufferStorage. Each is made when it is first asked for.
  ParticleBuffers(const GladGLContext& gl, std::size_t slots, const std::optional<ParticleParts>& parts,
                  GLbitfield flags = 0);

  // Throw OutOfMemory.
  const VertexArrayView& vertices() { return made(vertices_); }
  const VertexArrayView& colors() { return made(colors_); }
  const VertexArrayView& lit_colors() { return made(lit_colors_); }
  const VertexArrayView& motions() { return made(motions_); }
  bool are_parts() const { return are_parts_; }
  std::size_t bytes() const;  // of buffers of their own

 private:
  struct Array {
    VertexArrayView view;
    gl::Buffer own{};
  };
  const VertexArrayView& made(Array& array);

  const GladGLContext& gl_;
  std::size_t slots_;
  GLbitfield flags_;
  bool are_parts_;
  Array vertices_, colors_, lit_colors_, motions_;
};

void bind_storage(const GladGLContext& gl, GLuint binding, const VertexArrayView& view);
/// `first`: in bytes. As gl::write().
void write(const GladGLContext& gl, const VertexArrayView& to, std::size_t first, std::span<const std::byte> bytes);
/// Reads it back, which waits for the GPU.
void read(const GladGLContext& gl, const VertexArrayView& from, void* to);

}  // namespace farfirst::app
