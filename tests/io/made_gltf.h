#pragma once
// glTF files made on the spot, and changed in any way that JSON can be.

#include <cstdint>
#include <glm/glm.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace farfirst::app::test {

std::string base64(std::string_view bytes);

/// One buffer, an accessor for each array that is added, and a document that can be changed freely. It begins with a
/// scene of one node, which shows mesh 0: one primitive, without attributes yet.
class GltfFile {
 public:
  GltfFile();

  nlohmann::json document;

  /// A bufferView of these bytes; returns its index.
  int add_view(std::string_view bytes);
  /// An accessor of entries of N parts, in a separate bufferView; returns its index.
  template <class T>
  int add(const std::vector<T>& values, int parts, bool normalized = false) {
    const std::string_view bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    return add_accessor(add_view(bytes), component_of(T{}), values.size() / static_cast<std::size_t>(parts), parts,
                        normalized);
  }
  int add_accessor(int view, int component, std::size_t count, int parts, bool normalized = false);

  /// The first primitive, and an attribute of it.
  nlohmann::json& primitive() { return document["meshes"][0]["primitives"][0]; }
  nlohmann::json& node(std::size_t index = 0) { return document["nodes"][index]; }
  void set(const char* attribute, int accessor) { primitive()["attributes"][attribute] = accessor; }
  /// The only material, used by the first primitive.
  nlohmann::json& material();

  const std::string& buffer() const { return buffer_; }
  /// The buffer as a data: URI.
  std::string text() const;
  std::string glb() const;

 private:
  static int component_of(std::int8_t) { return 5120; }
  static int component_of(std::uint8_t) { return 5121; }
  static int component_of(std::int16_t) { return 5122; }
  static int component_of(std::uint16_t) { return 5123; }
  static int component_of(std::uint32_t) { return 5125; }
  static int component_of(float) { return 5126; }
  static int component_of(double) { return 5130; }

  std::string buffer_;
};

inline const std::vector<glm::vec3> triangle_places = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
/// These as floats, used in this order.
GltfFile triangle_gltf();

/// A triangle at x = 0 to 1, the points (2, 0, 0) and (2, 1, 0), and a splat at (4, 0, 0), which is seen as a red ball
/// of radius 0.3: primitives 0, 1 and 2 of the only mesh.
GltfFile mixed_gltf();

/// Files that together use all features of the reader.
std::vector<std::string> gltf_seeds();

}  // namespace farfirst::app::test
