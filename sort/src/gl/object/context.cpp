#include "object/context.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace farfirst::gl {

std::size_t largest_block(const GladGLContext& gl) {
  GLint64 bytes = 0;
  gl.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
  return static_cast<std::size_t>(std::max<GLint64>(bytes, 0));
}

void dispatch(const GladGLContext& gl, std::size_t groups) {
  constexpr std::size_t most = 65535;  // the least that every context allows
  const std::size_t rows = groups / most + 1;
  gl.DispatchCompute(static_cast<GLuint>((groups + rows - 1) / rows), static_cast<GLuint>(rows), 1);
}

std::string text_of(const GladGLContext& gl, GLenum name) {
  const auto* text = reinterpret_cast<const char*>(gl.GetString(name));
  return text == nullptr ? "unknown" : text;
}

bool has_extension(const GladGLContext& gl, std::string_view name) {
  GLint count = 0;
  gl.GetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint i = 0; i < count; ++i) {
    const auto* extension = reinterpret_cast<const char*>(gl.GetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
    if (extension != nullptr && name == extension) return true;
  }
  return false;
}

bool is_software(const GladGLContext& gl) {
  const std::string renderer = text_of(gl, GL_RENDERER);
  constexpr std::array<std::string_view, 4> names{"llvmpipe", "softpipe", "SWR", "SwiftShader"};
  return std::ranges::any_of(names,
                             [&](std::string_view name) { return renderer.find(name) != std::string_view::npos; });
}

}  // namespace farfirst::gl
