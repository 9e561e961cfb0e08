#include "elements.h"

namespace farfirst::app {

gl::Defines ElementVariant::defines() const {
  const std::string file(element_kinds.at(static_cast<std::size_t>(kind)));
  gl::Defines result{{"ELEMENT", "\"elements/" + file + ".glsl\""}};
  if (normals) result.emplace_back("NORMALS", "");
  if (colors) result.emplace_back("COLORS", "");
  if (colors_in_words) result.emplace_back("COLORS_IN_WORDS", "");
  if (encoded) result.emplace_back("ENCODED", "");
  if (spheres) result.emplace_back("SPHERES", "");
  return result;
}

void bind_in_storage(const GladGLContext& gl, const DrawnElements& elements) {
  if (elements.corners != 0) gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, elements.corners);
  for (const VertexArrayView& view : elements.arrays)
    gl.BindBufferRange(GL_SHADER_STORAGE_BUFFER, 2 + static_cast<GLuint>(view.array), view.buffer,
                       static_cast<GLintptr>(view.offset), static_cast<GLsizeiptr>(view.bytes));
}

void bind_storage(const GladGLContext& gl, GLuint first, std::initializer_list<GLuint> buffers) {
  for (const GLuint buffer : buffers) gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, first++, buffer);
}

}  // namespace farfirst::app
