// OBJ through tinyobjloader, which sees lines that obj_lines.h has checked.

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <istream>
#include <map>

#include "color.h"
#include "obj_lines.h"
#include "polygons.h"
#include "readers.h"
#include "scene/units.h"
#include "text.h"

namespace farfirst::app {

using obj::CheckedLines;

namespace {

/// Opens material files and keeps what they hold.
class Materials final : public tinyobj::MaterialReader {
 public:
  explicit Materials(const OpenMaterials& open) : open_(open) {}

  bool operator()(const std::string& name, std::vector<tinyobj::material_t>* materials,
                  std::map<std::string, int>* numbers, std::string*, std::string*) override {
    const std::unique_ptr<std::istream> file = open_(name);
    if (!file) {
      if (missing_++ == 0) first_missing_ = name;
      return false;
    }
    std::string warning, error;
    tinyobj::LoadMtl(numbers, materials, file.get(), &warning, &error);
    colors_.clear();
    for (const tinyobj::material_t& material : *materials) colors_.push_back(color_of(material));
    return true;
  }

  void remark(std::vector<std::string>& remarks) const {
    if (missing_ == 1) {
      remarks.push_back(fmt::format("The material file {} was not found beside the model.", in_quotes(first_missing_)));
    } else if (missing_ > 1) {
      remarks.push_back(fmt::format("{} material files were not found beside the model, such as {}.",
                                    with_thousands(missing_), in_quotes(first_missing_)));
    }
  }

  bool empty() const { return colors_.empty(); }
  std::uint32_t color(int material) const {
    return material >= 0 && static_cast<std::size_t>(material) < colors_.size()
               ? colors_[static_cast<std::size_t>(material)]
               : 0xffffffffu;
  }

 private:
  static std::uint32_t color_of(const tinyobj::material_t& material) {
    const float* kd = material.diffuse;
    // With a texture, Kd is often left black: the texture was to bring the colour.
    const bool textured = !material.diffuse_texname.empty() && kd[0] == 0.0f && kd[1] == 0.0f && kd[2] == 0.0f;
    const std::uint32_t alpha = color_byte(material.dissolve) << 24;
    return textured ? alpha | 0xffffffu : alpha | color_byte(kd[2]) << 16 | color_byte(kd[1]) << 8 | color_byte(kd[0]);
  }

  const OpenMaterials& open_;
  std::uint64_t missing_ = 0;
  std::string first_missing_;
  std::vector<std::uint32_t> colors_;
};

/// What the library's callbacks bring, in file order.
struct Faces {
  std::vector<std::uint32_t> corners;  // positions, counted from 0
  std::vector<std::int32_t> normals;   // of the corners, -1 where there is none; empty while no corner had one
  std::vector<std::uint32_t> sizes;    // corners of each face
  struct Run {
    std::size_t first_face;
    int material;
  };
  std::vector<Run> runs;
  bool all_have_normals = true;
};

struct Gathered {
  Model& model;
  std::vector<glm::vec3> normals;
  Faces faces;

  void add_face(const tinyobj::index_t* indices, int count) {
    const auto resolve = [](int number, std::size_t so_far) {
      return number < 0 ? static_cast<std::int64_t>(so_far) + number : std::int64_t{number} - 1;
    };
    for (int i = 0; i < count; ++i) {
      const tinyobj::index_t& index = indices[i];
      // Numbers of normals were not refused where they are out of range: then no normal is used at all.
      const auto normal =
          static_cast<std::int32_t>(std::max<std::int64_t>(resolve(index.normal_index, normals.size()), -1));
      if (normal < 0) faces.all_have_normals = false;
      if (normal >= 0 && faces.normals.empty()) faces.normals.resize(faces.corners.size(), -1);
      faces.corners.push_back(static_cast<std::uint32_t>(resolve(index.vertex_index, model.positions.size())));
      if (!faces.normals.empty() || normal >= 0) faces.normals.push_back(normal);
    }
    faces.sizes.push_back(static_cast<std::uint32_t>(count));
  }
};

void parse(CheckedLines& lines, Materials& materials, Gathered& gathered) {
  tinyobj::callback_t callbacks;
  callbacks.vertex_cb = [](void* user, tinyobj::real_t x, tinyobj::real_t y, tinyobj::real_t z, tinyobj::real_t) {
    static_cast<Gathered*>(user)->model.positions.emplace_back(x, y, z);
  };
  callbacks.normal_cb = [](void* user, tinyobj::real_t x, tinyobj::real_t y, tinyobj::real_t z) {
    static_cast<Gathered*>(user)->normals.emplace_back(x, y, z);
  };
  callbacks.index_cb = [](void* user, tinyobj::index_t* indices, int count) {
    static_cast<Gathered*>(user)->add_face(indices, count);
  };
  callbacks.usemtl_cb = [](void* user, const char*, int material) {
    Faces& faces = static_cast<Gathered*>(user)->faces;
    faces.runs.push_back({faces.sizes.size(), material});
  };
  std::istream stream(&lines);
  stream.exceptions(std::ios::badbit);  // else the stream would swallow what CheckedLines throws
  std::string warning, error;
  tinyobj::LoadObjWithCallback(stream, callbacks, &gathered, &materials, &warning, &error);
  lines.finish();
}

/// Makes one vertex of each (position, normal, colour) that faces use. The first use of a position keeps its place in
/// the file; further ones go to the end.
class VertexSplitter {
 public:
  VertexSplitter(Model& model, const std::vector<glm::vec3>& normals) : model_(model), normals_(normals) {
    uses_.resize(model.positions.size());
  }

  std::uint32_t vertex(std::uint32_t position, std::int32_t normal, std::uint32_t color) {
    std::uint32_t at = position;
    for (;;) {
      Use& use = uses_[at];
      if (!use.taken) return take(at, normal, color);
      if (use.normal == normal && use.color == color) return at;
      if (use.next == 0) break;
      at = use.next;
    }
    if (uses_.size() >= 0xfffffffeu) throw FileError("the file has more vertices than can be drawn");
    const auto made = static_cast<std::uint32_t>(uses_.size());
    uses_[at].next = made;
    uses_.emplace_back();
    model_.positions.push_back(model_.positions[position]);
    if (!model_.colors.empty()) model_.colors.push_back(model_.colors[position]);
    if (!model_.normals.empty()) model_.normals.emplace_back(0.0f);
    ++model_.copies;
    return take(made, normal, color);
  }

 private:
  struct Use {
    std::int32_t normal = -1;
    std::uint32_t color = 0;
    std::uint32_t next = 0;  // another vertex at the same position; never the first one
    bool taken = false;
  };

  std::uint32_t take(std::uint32_t at, std::int32_t normal, std::uint32_t color) {
    uses_[at] = {normal, color, 0, true};
    if (!model_.colors.empty()) model_.colors[at] = color;
    if (!model_.normals.empty()) {
      const glm::vec3 n = normals_[static_cast<std::size_t>(normal)];
      const float length = glm::length(n);
      model_.normals[at] = length > 0.0f && std::isfinite(length) ? n / length : glm::vec3(0.0f);
    }
    return at;
  }

  Model& model_;
  const std::vector<glm::vec3>& normals_;
  std::vector<Use> uses_;
};

/// Vertices have colours of their own, which go before those of materials.
void remark_unused_colors(const Faces& faces, const Materials& materials, std::vector<std::string>& remarks) {
  std::size_t unused = 0;
  for (std::size_t run = 0; run < faces.runs.size(); ++run) {
    const std::size_t end = run + 1 < faces.runs.size() ? faces.runs[run + 1].first_face : faces.sizes.size();
    const bool colored = (materials.color(faces.runs[run].material) & 0xffffffu) != 0xffffffu;
    if (colored) unused += end - faces.runs[run].first_face;
  }
  if (unused == 0) return;
  remarks.push_back(
      fmt::format("The material {} not used, because the vertices have colours.",
                  unused == 1 ? "colour of 1 face is" : fmt::format("colours of {} are", counted(unused, "face"))));
}

/// Faces to triangles; vertices are split where corners that share a position differ in normal or colour.
void add_faces(const Gathered& gathered, const Materials& materials, std::uint64_t empty_faces,
               const ProgressScale& progress) {
  Model& model = gathered.model;
  const Faces& faces = gathered.faces;
  const bool has_normals = !faces.normals.empty() && faces.all_have_normals;
  const bool has_vertex_colors = !model.colors.empty();
  if (has_normals) model.normals.resize(model.positions.size(), glm::vec3(0.0f));
  if (!materials.empty() && !has_vertex_colors) model.colors.resize(model.positions.size(), 0xffffffffu);
  const bool split = has_normals || !materials.empty();

  VertexSplitter splitter(model, gathered.normals);
  PolygonCollector polygons(model);
  polygons.expect(faces.sizes.size());
  std::vector<std::uint32_t> corners;
  std::size_t first = 0, run = 0;
  std::uint32_t color = 0xffffffffu;
  for (std::size_t face = 0; face < faces.sizes.size(); ++face) {
    while (run < faces.runs.size() && faces.runs[run].first_face <= face)
      color = materials.color(faces.runs[run++].material);
    corners.assign(faces.corners.begin() + static_cast<std::ptrdiff_t>(first),
                   faces.corners.begin() + static_cast<std::ptrdiff_t>(first + faces.sizes[face]));
    for (std::size_t i = 0; split && i < corners.size(); ++i) {
      // The colour of a vertex goes before its material's; the material still says how opaque it is.
      const std::uint32_t own =
          has_vertex_colors ? (model.colors[corners[i]] & 0xffffffu) | (color & 0xff000000u) : color;
      corners[i] = splitter.vertex(corners[i], has_normals ? faces.normals[first + i] : -1, own);
    }
    polygons.add(corners);
    first += faces.sizes[face];
    if (face % 65536 == 0) progress.at(static_cast<float>(face) / static_cast<float>(faces.sizes.size()));
  }
  for (std::uint64_t i = 0; i < empty_faces; ++i) polygons.add({});
  polygons.remark();
  if (has_vertex_colors) remark_unused_colors(faces, materials, model.remarks);
}

}  // namespace

OpenMaterials materials_in(std::filesystem::path folder) {
  return [folder = std::move(folder)](const std::string& name) -> std::unique_ptr<std::istream> {
    std::error_code ignored;
    const std::filesystem::path path = folder / name;
    if (!std::filesystem::is_regular_file(path, ignored)) return nullptr;
    auto file = std::make_unique<std::ifstream>(path);
    return *file ? std::move(file) : nullptr;
  };
}

Model read_obj(ByteSource& source, const OpenMaterials& open_materials, const ProgressScale& progress) {
  Model model;
  source.want(byte_order_mark.size());
  if (source.window().starts_with(byte_order_mark)) source.take(byte_order_mark.size());
  const ProgressScale parsing = progress.part(0.0f, 0.8f);
  CheckedLines lines(source, parsing);
  Materials materials(open_materials);
  Gathered gathered{model, {}, {}};
  parse(lines, materials, gathered);
  if (model.positions.empty()) throw FileError("the file has no vertices");
  for (const auto& [at, position] : lines.not_finite()) model.positions[at] = position;
  if (!lines.colors().empty()) model.colors = lines.colors();
  if (lines.bad_normals_line() > 0) {
    gathered.faces.all_have_normals = false;
    model.remarks.push_back(fmt::format("Line {} names a normal that does not exist, so normals were computed anew.",
                                        lines.bad_normals_line()));
  }
  materials.remark(model.remarks);
  add_faces(gathered, materials, lines.empty_faces(), progress.part(0.8f, 1.0f));
  if (lines.lines() > 0) {
    model.remarks.push_back(fmt::format("{} left out.", counted(lines.lines(), "polyline was", "polylines were")));
  }
  if (lines.surfaces() > 0) {
    model.remarks.push_back(fmt::format("{} left out.", counted(lines.surfaces(), "curve or free-form surface was",
                                                                "curves or free-form surfaces were")));
  }
  return model;
}

}  // namespace farfirst::app
