// OBJ: makes triangles or points of the body (body.h), with the colours of their materials.

#include <fmt/format.h>

#include <algorithm>

#include "io/origin.h"
#include "io/polygons.h"
#include "io/reader.h"
#include "io/text.h"
#include "io/vertex_splitter.h"
#include "obj.h"
#include "scene/units.h"

namespace farfirst::app {
namespace {

constexpr std::uint32_t uncolored = 0xffffffffu;

/// The colours of materials, by their numbers in the file.
struct MaterialColors {
  std::vector<std::uint32_t> colors;
  bool any = false;  // is there a material at all?
};

MaterialColors colors_of(const ObjBody& body, const Materials& materials, std::vector<std::string>& remarks) {
  MaterialColors result{{}, !materials.empty()};
  std::size_t unknown = 0;
  const NamedLine* first_unknown = nullptr;
  for (const NamedLine& material : body.materials) {
    const std::optional<std::uint32_t> color = materials.color(material.name);
    result.colors.push_back(color.value_or(uncolored));
    if (!color && unknown++ == 0) first_unknown = &material;
  }
  // Without a material file, one sentence about the missing files is enough.
  if (unknown == 0 || (!materials.any_file() && !body.material_files.empty())) return result;
  const std::string first = in_quotes(first_unknown->name);
  remarks.push_back(unknown == 1
                        ? fmt::format("The material {} (line {}) is in no material file.", first, first_unknown->line)
                        : fmt::format("{} are in no material file, the first {} on line {}.",
                                      counted(unknown, "material"), first, first_unknown->line));
  return result;
}

/// Counts of the colours of materials.
struct FaceCount {
  std::uint64_t colored = 0;      // by a material
  std::uint64_t transparent = 0;  // wholly, so that they are not seen
};

FaceCount count_faces(const ObjFaces& faces, const MaterialColors& materials) {
  FaceCount count;
  for (std::size_t run = 0; run < faces.runs.size(); ++run) {
    const std::size_t end = run + 1 < faces.runs.size() ? faces.runs[run + 1].first_face : faces.sizes.size();
    const std::uint32_t color = materials.colors[faces.runs[run].material];
    if ((color & 0xffffffu) != 0xffffffu) count.colored += end - faces.runs[run].first_face;
    if (color >> 24 == 0) count.transparent += end - faces.runs[run].first_face;
  }
  return count;
}

void remark_materials(const ObjFaces& faces, const MaterialColors& materials, Model& model) {
  const FaceCount count = count_faces(faces, materials);
  // Vertices have colours of their own, which go before those of materials.
  if (count.colored > 0 && !model.colors.empty()) {
    model.remarks.push_back(fmt::format(
        "The material {} not used, because the vertices have colours.",
        count.colored == 1 ? "colour of 1 face is" : fmt::format("colours of {} are", counted(count.colored, "face"))));
  }
  if (count.transparent > 0) {
    model.remarks.push_back(count.transparent == 1
                                ? "1 face is not seen: the opacity of its material is 0."
                                : fmt::format("{} faces are not seen: the opacity of their materials is 0.",
                                              with_thousands(count.transparent)));
  }
}

/// The colour of a vertex goes before that of its material; what is opaque of both is opaque.
std::uint32_t blend(std::uint32_t vertex, std::uint32_t material) {
  const std::uint32_t alpha = ((vertex >> 24) * (material >> 24) + 127) / 255;
  return (vertex & 0xffffffu) | alpha << 24;
}

/// ObjFaces to triangles; vertices are split where corners that share a position differ in normal or colour.
void add_faces(const ObjBody& body, const MaterialColors& materials, Model& model, const ProgressScale& progress) {
  const ObjFaces& faces = body.faces;
  const bool has_vertex_colors = !model.colors.empty();
  remark_materials(faces, materials, model);
  if (body.has_normals) model.normals.resize(model.positions.size(), glm::vec3(0.0f));
  if (materials.any && !has_vertex_colors) model.colors.resize(model.positions.size(), uncolored);
  const bool split = body.has_normals || materials.any;
  std::optional<VertexSplitter> splitter;
  if (split) splitter.emplace(model, body.normals);

  PolygonCollector polygons(model);
  polygons.expect(faces.sizes.size());
  std::vector<std::uint32_t> corners;
  std::size_t first = 0, run = 0;
  std::uint32_t color = uncolored;
  for (std::size_t face = 0; face < faces.sizes.size(); ++face) {
    while (run < faces.runs.size() && faces.runs[run].first_face <= face)
      color = materials.colors[faces.runs[run++].material];
    const auto begin = faces.corners.begin() + static_cast<std::ptrdiff_t>(first);
    corners.assign(begin, begin + faces.sizes[face]);
    for (std::size_t i = 0; split && i < corners.size(); ++i) {
      const std::uint32_t own = has_vertex_colors ? blend(model.colors[corners[i]], color) : color;
      corners[i] = splitter->vertex(corners[i], body.has_normals ? faces.normals[first + i] : no_normal, own);
    }
    polygons.add(corners);
    first += faces.sizes[face];
    if (face % 65536 == 0) progress.at(static_cast<float>(face) / static_cast<float>(faces.sizes.size()));
  }
  polygons.remark();
}

/// For the vertices that faces use, or for all.
glm::dvec3 origin_of(const ObjBody& body) {
  OriginSample sample;
  const std::vector<std::uint32_t>& corners = body.faces.corners;
  if (corners.empty()) {
    sample.add(body.positions.size(), [&](std::size_t i) { return body.positions[i]; });
  } else {
    sample.add(corners.size(), [&](std::size_t i) { return body.positions[corners[i]]; });
  }
  return sample.origin();
}

/// One origin for the file, so that floats keep its digits.
void place(ObjBody& body, Model& model) {
  model.origin = origin_of(body);
  model.positions.reserve(body.positions.size());
  for (const glm::dvec3& position : body.positions) model.positions.emplace_back(position - model.origin);
  body.positions = {};
}

void remark_left_out(const ObjBody& body, std::vector<std::string>& remarks) {
  body.small_faces.remark(remarks, "face has fewer than three corners and was",
                          "faces have fewer than three corners and were");
  body.polylines.remark(remarks, "polyline was", "polylines were");
  // Without faces, all vertices are points.
  if (!body.faces.sizes.empty()) body.points.remark(remarks, "statement of points was", "statements of points were");
  body.surfaces.remark(remarks, "curve or free-form surface was", "curves or free-form surfaces were");
  const std::string unknown = in_quotes(body.first_unknown);
  body.unknown.remark(remarks, fmt::format("statement {} is not known and was", unknown),
                      fmt::format("statements such as {} are not known and were", unknown));
}

/// Zeros may fill up its end.
bool is_text(std::string_view start) {
  return start.substr(0, start.find_last_not_of('\0') + 1).find('\0') == std::string_view::npos;
}

/// By the first statement, comments and empty lines passed over.
Match recognise_obj(const FileStart& start) {
  static constexpr std::string_view keywords[] = {"v", "vn", "vt", "vp", "f",      "l",
                                                  "p", "o",  "g",  "s",  "mtllib", "usemtl"};
  std::string_view text = without_mark(start.bytes);
  while (!text.empty()) {
    std::string_view line = text.substr(0, find_line_end(text));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view word = next_word(line);
    if (word.empty() || word[0] == '#') continue;
    return std::ranges::count(keywords, word) > 0 && is_text(start.bytes) ? Match::possible : Match::none;
  }
  return Match::none;
}

}  // namespace

Model read_obj(ByteSource& source, const ReadMaterials& read, const ProgressScale& progress) {
  Model model;
  ObjBody body = read_obj_body(source, progress.part(0.0f, 0.8f));
  if (body.positions.empty() && body.unknown.count > 0)
    throw FileError({at::line(body.unknown.first_line), "expected a statement of OBJ such as v or f, found {}",
                     in_quotes(body.first_unknown)});
  if (body.positions.empty()) throw FileError("the file has no vertices");
  if (body.bad_normals_line > 0) {
    model.remarks.push_back(fmt::format("Line {} names a normal that does not exist, so normals were computed again.",
                                        body.bad_normals_line));
  }
  const Materials materials = read_materials(body, read, model.remarks);
  const MaterialColors colors = colors_of(body, materials, model.remarks);
  place(body, model);
  model.colors = std::move(body.colors);
  add_faces(body, colors, model, progress.part(0.8f, 1.0f));
  remark_left_out(body, model.remarks);
  return model;
}

extern const ReaderAbout about_obj;
const ReaderAbout about_obj{.name = "OBJ",
                            .extensions = ".obj .obj.gz",
                            .recognise = recognise_obj,
                            .read =
                                [](const ReadableFile& file, const ProgressScale& progress) {
                                  return alone(read_obj(file.source, materials_beside(file.path), progress));
                                },
                            .reads_utf16 = true};

}  // namespace farfirst::app
