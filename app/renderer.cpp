#include "renderer.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace farfirst::app {

bool is_software(const GladGLContext& gl) {
  const std::string_view renderer = reinterpret_cast<const char*>(gl.GetString(GL_RENDERER));
  constexpr std::array<std::string_view, 4> names{"llvmpipe", "softpipe", "SWR", "SwiftShader"};
  return std::ranges::any_of(names,
                             [&](std::string_view name) { return renderer.find(name) != std::string_view::npos; });
}

std::string max_point_size(const GladGLContext& gl) {
  std::array<GLfloat, 2> range{1.0f, 1.0f};
  gl.GetFloatv(GL_POINT_SIZE_RANGE, range.data());
  return std::to_string(static_cast<int>(range[1])) + ".0";
}

}  // namespace farfirst::app
