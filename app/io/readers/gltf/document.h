#pragma once
// The JSON of a glTF file, as far as the reader uses it. Types are checked, indices not yet.

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "item.h"

namespace farfirst::app::gltf {

enum class Component : std::uint16_t {
  int8 = 5120,
  uint8 = 5121,
  int16 = 5122,
  uint16 = 5123,
  int32 = 5124,
  uint32 = 5125,
  float32 = 5126,
  float64 = 5130
};

/// EXT_meshopt_compression
struct MeshoptData {
  int buffer = -1;
  std::uint64_t offset = 0, length = 0, stride = 0, count = 0;
  std::string mode, filter;
};

struct BufferView {
  int buffer = -1;
  std::uint64_t offset = 0, length = 0, stride = 0;  // stride 0: entries follow each other
  std::optional<MeshoptData> meshopt;
};

/// Entries that replace some of an accessor.
struct Sparse {
  std::uint64_t count = 0;
  int indices_view = -1, values_view = -1;
  std::uint64_t indices_offset = 0, values_offset = 0;
  Component indices = Component::uint16;
};

struct Accessor {
  int view = -1;  // none: zeros
  std::uint64_t offset = 0, count = 0;
  Component component = Component::float32;
  int parts = 1;
  bool normalized = false;
  std::optional<Sparse> sparse;
};

enum class Mode : std::uint8_t { points, lines, line_loop, line_strip, triangles, triangle_strip, triangle_fan };

/// KHR_draco_mesh_compression
struct DracoData {
  int view = -1;
  Attributes ids;  // of the attributes in the compressed data
};

/// KHR_gaussian_splatting
struct SplatData {
  std::string kernel, color_space, sorting_method;  // empty: not given
  int spz_view = -1;                                // of compressed splats
};

struct Primitive {
  Attributes attributes;
  std::vector<Attributes> targets;
  int indices = -1, material = -1;
  Mode mode = Mode::triangles;
  std::optional<DracoData> draco;
  std::optional<SplatData> splats;
};

struct Mesh {
  std::vector<Primitive> primitives;
  std::vector<double> weights;
};

enum class AlphaMode : std::uint8_t { opaque, mask, blend };

struct Material {
  glm::dvec4 color{1.0};  // linear
  AlphaMode alpha = AlphaMode::opaque;
  double cutoff = 0.5;
  bool has_texture = false;  // of its colour
};

struct Node {
  glm::dmat4 transform{1.0};
  std::vector<int> children;
  int mesh = -1, skin = -1;
  std::vector<double> weights;
  Attributes instances;  // EXT_mesh_gpu_instancing
  bool visible = true;   // KHR_node_visibility
};

struct Skin {
  int inverse_bind_matrices = -1;
  std::vector<int> joints;
};

struct Document {
  std::vector<std::string> buffers;  // their URIs; empty: the chunk of a GLB file, or no data
  std::vector<BufferView> views;
  std::vector<Accessor> accessors;
  std::vector<Mesh> meshes;
  std::vector<Material> materials;
  std::vector<Node> nodes;
  std::vector<Skin> skins;
  std::vector<std::vector<int>> scenes;
  int scene = -1;
  std::vector<std::string> extensions_used, extensions_required;
};

/// Throws FileError.
Document parse_document(std::string_view json);

}  // namespace farfirst::app::gltf
