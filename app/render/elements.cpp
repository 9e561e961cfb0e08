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

}  // namespace farfirst::app
