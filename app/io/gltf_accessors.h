#pragma once
// Numbers of glTF files, held against the sizes of what they lie in.

#include <tiny_gltf.h>

#include <cstddef>
#include <glm/glm.hpp>
#include <string>

namespace farfirst::app::gltf {

/// Of an accessor: floats, or integers that stand for shares of one.
struct Numbers {
  const unsigned char* first = nullptr;
  std::size_t stride = 0, count = 0;
  int component = 0;  // TINYGLTF_COMPONENT_TYPE_...

  float at(std::size_t i, int part) const;
  glm::vec3 three_at(std::size_t i) const { return {at(i, 0), at(i, 1), at(i, 2)}; }
};

/// The attribute of a primitive with so many numbers an entry; all of it lies in its buffer. Throws FileError, which
/// names the primitive as `where`.
Numbers attribute(const tinygltf::Model& gltf, const tinygltf::Primitive& primitive, const std::string& where,
                  const std::string& name, int parts);

}  // namespace farfirst::app::gltf
