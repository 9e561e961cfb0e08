#pragma once
// The content of an OBJ file, before it becomes a model.

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "io/source.h"

namespace farfirst::app {

/// Statements of one kind that are left out.
struct LeftOut {
  std::uint64_t count = 0, first_line = 0;
  void add(std::uint64_t line) {
    if (count++ == 0) first_line = line;
  }
  /// "2 polylines were left out, the first on line 6."
  void remark(std::vector<std::string>& remarks, std::string_view one, std::string_view many) const;
};

/// A name, and the line on which it first stands.
struct NamedLine {
  std::string name;
  std::uint64_t line = 0;
};

constexpr std::uint32_t no_normal = 0xffffffffu;

struct ObjFaces {
  std::vector<std::uint32_t> corners;  // positions, counted from 0
  std::vector<std::uint32_t> normals;  // of the corners, or no_normal; empty while no corner had one
  std::vector<std::uint32_t> sizes;    // corners of each face
  /// ObjFaces from here on have this material, a number of ObjBody::materials.
  struct Run {
    std::size_t first_face;
    std::size_t material;
  };
  std::vector<Run> runs;
};

struct ObjBody {
  std::vector<glm::dvec3> positions;
  std::vector<std::uint32_t> colors;  // empty, or one per position: RGBA8
  std::vector<glm::vec3> normals;
  ObjFaces faces;
  bool has_normals = false;               // of all corners
  std::uint64_t bad_normals_line = 0;     // where a face first named a normal that does not exist; 0 if none did
  std::vector<NamedLine> materials;       // of usemtl, each once
  std::vector<NamedLine> material_files;  // what follows mtllib, each once
  LeftOut small_faces, polylines, points, surfaces, unknown;
  std::string first_unknown;
};

/// Throws FileError where a number is none, or a face refers to a vertex that does not exist.
ObjBody read_obj_body(ByteSource& source, const ProgressScale& progress);

}  // namespace farfirst::app
