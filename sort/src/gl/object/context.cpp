#include "object/context.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace farfirst::gl {

bool is_software(const GladGLContext& gl) {
  const auto* text = reinterpret_cast<const char*>(gl.GetString(GL_RENDERER));
  const std::string_view renderer = text == nullptr ? "" : text;
  constexpr std::array<std::string_view, 4> names{"llvmpipe", "softpipe", "SWR", "SwiftShader"};
  return std::ranges::any_of(names,
                             [&](std::string_view name) { return renderer.find(name) != std::string_view::npos; });
}

}  // namespace farfirst::gl
