// PLY: meshes, point clouds, range scans, triangle strips; splats are read by others.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "body.h"
#include "io/color.h"
#include "io/origin.h"
#include "io/particle_data.h"
#include "io/polygons.h"
#include "io/reader.h"
#include "scene/finite.h"
#include "scene/units.h"
#include "splats.h"
#include "values.h"

namespace farfirst::app {
namespace {

using namespace ply;

constexpr std::uint64_t most_vertices = 0xfffffffeu;  // farfirst/sort.h: an index of all ones is never real

enum Attribute : std::size_t { x, y, z, nx, ny, nz, red, green, blue, alpha, attribute_count };

/// The roles of the vertices' properties.
struct VertexLayout {
  std::array<std::size_t, attribute_count> property;
  const Element* element = nullptr;
  bool splat_colors = false;  // f_dc_0.., as 3D Gaussian splatting writes them
  bool opacity = false;       // alpha has this name: a share, or its logit, as 3D Gaussian splatting writes it

  bool has(Attribute a) const { return property[a] != absent; }
  bool has_normals() const { return has(nx) && has(ny) && has(nz); }
  bool has_colors() const { return has(red) && has(green) && has(blue); }
  Scalar type(Attribute a) const { return element->properties[property[a]].type; }
};

VertexLayout find_layout(const Element& vertex) {
  struct Names {
    Attribute attribute;
    std::array<std::string_view, 4> names;
  };
  static constexpr Names table[] = {
      {x, {"x", "px", "pos_x", "position_x"}},         {y, {"y", "py", "pos_y", "position_y"}},
      {z, {"z", "pz", "pos_z", "position_z"}},         {nx, {"nx", "normal_x", "normalx", "n_x"}},
      {ny, {"ny", "normal_y", "normaly", "n_y"}},      {nz, {"nz", "normal_z", "normalz", "n_z"}},
      {red, {"red", "diffuse_red", "r", "f_dc_0"}},    {green, {"green", "diffuse_green", "g", "f_dc_1"}},
      {blue, {"blue", "diffuse_blue", "b", "f_dc_2"}}, {alpha, {"alpha", "diffuse_alpha", "a", "opacity"}}};
  VertexLayout layout;
  layout.element = &vertex;
  layout.property.fill(absent);
  for (const Names& entry : table) {
    for (const std::string_view name : entry.names) {
      if (const std::size_t column = vertex.column(name); column != absent) {
        layout.property[entry.attribute] = column;
        break;
      }
    }
  }
  layout.splat_colors = layout.has_colors() && is_same_name(vertex.properties[layout.property[red]].name, "f_dc_0");
  layout.opacity = layout.has(alpha) && is_same_name(vertex.properties[layout.property[alpha]].name, "opacity");
  return layout;
}

bool is_float(Scalar type) { return type == Scalar::float32 || type == Scalar::float64; }

/// Reads the element "vertex" into a model.
class VertexReader {
 public:
  VertexReader(const VertexLayout& layout, Body& body, const ByteSource& source, const ProgressScale& progress)
      : layout_(layout), body_(body), source_(source), progress_(progress) {}

  void read(Model& model) {
    for (const Attribute a : {red, green, blue, alpha}) {
      if (!layout_.has(a)) continue;
      full_[a - red] = full_scale(layout_.type(a), layout_.type(a) == Scalar::uint16 ? 65535.0 : 0.0);
    }
    const Body::Mark start = body_.mark();
    fill(model, start);
    // The range of colours is known at the end only.
    if (learn_scales()) fill(model, start);
  }

 private:
  const double* column(const Block& block, Attribute a) const { return block.columns[layout_.property[a]].data(); }

  void fill(Model& model, const Body::Mark& start) {
    body_.go_to(start);
    const auto count = static_cast<std::size_t>(layout_.element->count);
    model.positions.clear();
    model.normals.clear();
    model.colors.clear();
    // Only reserves: memory is touched as vertices arrive, so a file with a false count costs little.
    model.positions.reserve(count);
    if (layout_.has_normals()) model.normals.reserve(count);
    if (layout_.has_colors() || layout_.has(alpha)) model.colors.reserve(count);
    body_.read_scalars(*layout_.element, layout_.element->wanted(layout_.property), [&](const Block& block) {
      add_positions(block, model);
      if (layout_.has_normals()) add_normals(block, model);
      if (layout_.has_colors() || layout_.has(alpha)) add_colors(block, model);
      progress_.at(source_);
    });
  }

  void add_positions(const Block& block, Model& model) const {
    const std::size_t base = model.positions.size();
    model.positions.resize(base + block.count);
    glm::vec3* to = model.positions.data() + base;
    const double *px = column(block, x), *py = column(block, y), *pz = column(block, z);
    const glm::dvec3 origin = model.origin;
    for (std::size_t i = 0; i < block.count; ++i) {
      to[i] = glm::vec3(glm::dvec3(px[i] - origin.x, py[i] - origin.y, pz[i] - origin.z));
    }
  }

  void add_normals(const Block& block, Model& model) const {
    const std::size_t base = model.normals.size();
    model.normals.resize(base + block.count);
    glm::vec3* to = model.normals.data() + base;
    const double *px = column(block, nx), *py = column(block, ny), *pz = column(block, nz);
    for (std::size_t i = 0; i < block.count; ++i) {
      to[i] = glm::vec3(unit_or_zero(glm::dvec3(px[i], py[i], pz[i])));
    }
  }

  /// Adds one channel, as bytes at `shift`.
  template <class ToShare>
  void add_channel(const Block& block, Attribute a, unsigned shift, std::uint32_t* to, ToShare to_share) const {
    const double* from = column(block, a);
    for (std::size_t i = 0; i < block.count; ++i) to[i] |= color_byte(to_share(from[i])) << shift;
  }

  void add_colors(const Block& block, Model& model) {
    const std::size_t base = model.colors.size();
    model.colors.resize(base + block.count);
    std::uint32_t* to = model.colors.data() + base;
    for (const Attribute a : {red, green, blue, alpha}) {
      const unsigned shift = 8 * static_cast<unsigned>(a - red);
      if (!layout_.has(a) || (a != alpha && !layout_.has_colors())) {
        for (std::size_t i = 0; i < block.count; ++i) to[i] |= 255u << shift;
      } else if (a == alpha && opacity_is_logit_) {
        add_channel(block, a, shift, to, [](double v) { return 1.0 / (1.0 + std::exp(-v)); });
      } else if (a != alpha && layout_.splat_colors) {
        // The constant term of the spherical harmonics, 1 / (2 sqrt(pi)).
        add_channel(block, a, shift, to, [](double v) { return 0.5 + 0.28209479177387814 * v; });
      } else {
        see(block, a);
        add_channel(block, a, shift, to, [type = layout_.type(a), scale = 1.0 / full_[a - red]](double v) {
          return unsigned_value(type, v) * scale;
        });
      }
    }
  }

  void see(const Block& block, Attribute a) {
    if (size_of(layout_.type(a)) == 1) return;
    Range& range = a == alpha ? alphas_ : colors_;
    const double* from = column(block, a);
    for (std::size_t i = 0; i < block.count; ++i) {
      if (!std::isfinite(from[i])) continue;
      range.least = std::min(range.least, from[i]);
      range.largest = std::max(range.largest, from[i]);
    }
  }

  /// Must the vertices be read again, in other scales?
  bool learn_scales() {
    const bool was_logit = std::exchange(
        opacity_is_logit_, opacity_is_logit_ || (layout_.opacity && (alphas_.least < 0.0 || alphas_.largest > 1.0)));
    bool changed = was_logit != opacity_is_logit_;
    for (const Attribute a : {red, green, blue, alpha}) {
      if (!layout_.has(a)) continue;
      const double full = full_scale(layout_.type(a), (a == alpha ? alphas_ : colors_).largest);
      const bool used = a == alpha ? !opacity_is_logit_ : !layout_.splat_colors;
      if (used && std::exchange(full_[a - red], full) != full) changed = true;
    }
    return changed;
  }

  const VertexLayout& layout_;
  Body& body_;
  const ByteSource& source_;
  const ProgressScale& progress_;
  struct Range {
    double least = 0.0, largest = 0.0;
  };
  Range colors_, alphas_;         // that were seen
  std::array<double, 4> full_{};  // what stands for full red, green, blue and alpha
  bool opacity_is_logit_ = layout_.splat_colors;
};

/// Reads the elements that hold triangles.
class FaceReader {
 public:
  FaceReader(Model& model, Body& body, const ByteSource& source, const ProgressScale& progress)
      : model_(model), body_(body), source_(source), progress_(progress), polygons_(model) {}

  void read_faces(const Element& face, std::size_t property) {
    polygons_.expect(face.count);
    for (std::uint64_t done = 0; done < face.count;) {
      const std::uint64_t plain = read_plain(face, done);
      done += plain;
      if (plain == 0) read_polygon(face, done++, property);
      if (plain != 0 || done % 1024 == 0) progress_.at(source_);
    }
    polygons_.remark();
  }

  /// Strips as in the files of the Cyberware scanners: a list of corners, -1 starts the next strip.
  void read_strips(const Element& strips, std::size_t property) {
    for (std::uint64_t i = 0; i < strips.count; ++i) {
      start_ = body_.mark();
      body_.read_list(strips, i, property, values_);
      std::size_t begin = 0;
      for (std::size_t end = 0; end <= values_.size(); ++end) {
        if (end < values_.size() && values_[end] != -1.0) continue;
        add_strip(strips, i, begin, end);
        begin = end + 1;
      }
      progress_.at(source_);
    }
  }

 private:
  static constexpr std::size_t run = 4096;  // triangles

  std::uint64_t read_plain(const Element& face, std::uint64_t done) {
    if (long_way_) return 0;
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(run, face.count - done));
    const Body::Mark start = body_.mark();
    const std::size_t n = body_.read_triangles(face, most, plain_.data());
    const auto end = plain_.begin() + static_cast<std::ptrdiff_t>(3 * n);
    if (n == 0) return 0;
    if (*std::max_element(plain_.begin(), end) >= model_.positions.size()) {
      body_.go_to(start);
      long_way_ = true;
      return 0;
    }
    polygons_.add_triangles({plain_.begin(), end});
    return n;
  }

  void read_polygon(const Element& face, std::uint64_t ordinal, std::size_t property) {
    start_ = body_.mark();
    body_.read_list(face, ordinal, property, values_);
    corners_.resize(values_.size());
    for (std::size_t i = 0; i < values_.size(); ++i) {
      check(face, ordinal, values_[i]);
      corners_[i] = static_cast<std::uint32_t>(values_[i]);
    }
    polygons_.add(corners_);
  }

  void add_strip(const Element& strips, std::uint64_t ordinal, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) check(strips, ordinal, values_[i]);
    for (std::size_t i = begin; i + 2 < end; ++i) {
      std::array<std::uint32_t, 3> corners{static_cast<std::uint32_t>(values_[i]),
                                           static_cast<std::uint32_t>(values_[i + 1]),
                                           static_cast<std::uint32_t>(values_[i + 2])};
      if ((i - begin) % 2 == 1) std::swap(corners[0], corners[1]);
      const bool joint = corners[0] == corners[1] || corners[1] == corners[2] || corners[0] == corners[2];
      if (!joint) polygons_.add(corners);
    }
  }

  void check(const Element& element, std::uint64_t ordinal, double index) const {
    const std::size_t vertices = model_.positions.size();
    if (index >= 0.0 && index < static_cast<double>(vertices) && index == std::floor(index)) return;
    throw FileError({body_.place(start_), "{} {} refers to vertex {}, but there are {} vertices, counted from 0",
                     Body::singular(element), ordinal + 1, index, vertices});
  }

  Model& model_;
  Body& body_;
  const ByteSource& source_;
  const ProgressScale& progress_;
  PolygonCollector polygons_;
  Body::Mark start_;       // of the present instance
  bool long_way_ = false;  // a run of plain triangles had a bad index: once more one by one, which finds the culprit
  std::vector<double> values_;
  std::vector<std::uint32_t> corners_;
  std::vector<std::uint32_t> plain_ = std::vector<std::uint32_t>(3 * run);
};

/// The list of an element that holds corners: by its name, or because it is the only list of integers.
std::optional<std::size_t> corner_list(const Element& element) {
  std::optional<std::size_t> only;
  std::size_t lists = 0;
  for (std::size_t i = 0; i < element.properties.size(); ++i) {
    const Property& p = element.properties[i];
    if (!p.is_list) continue;
    if (is_same_name(p.name, "vertex_indices") || is_same_name(p.name, "vertex_index")) return i;
    if (is_float(p.type)) continue;
    only = i;
    ++lists;
  }
  return lists == 1 ? only : std::nullopt;
}

/// Readers of splats check these themselves.
bool positions_exceed_floats(const Header& header) {
  const Element* vertex = header.find("vertex");
  if (vertex == nullptr || holds_splats(header) || holds_packed_splats(header)) return false;
  const VertexLayout layout = find_layout(*vertex);
  return std::ranges::any_of(std::array{x, y, z},
                             [&](Attribute a) { return layout.has(a) && header.exceeds_floats(layout.type(a)); });
}

bool has_colors(const Element& element) { return find_layout(element).has_colors(); }

class PlyReader {
 public:
  /// Behind the header.
  PlyReader(ByteSource& source, const Header& header, const glm::dvec3& origin, const ProgressScale& progress)
      : source_(source), header_(header), progress_(progress) {
    model_.origin = origin;
  }

  Model read() {
    model_.remarks = header_.remarks;
    const bool packed = holds_packed_splats(header_), splats = packed || holds_splats(header_);
    check_header(packed);
    body_ = make_body(header_, source_, model_.remarks);
    if (splats)
      return with_remarks(packed ? read_packed_splats(header_, *body_, source_, progress_)
                                 : read_splats(header_, *body_, source_, progress_));
    read_elements();
    add_remarks();
    return std::move(model_);
  }

 private:
  /// Puts the header's remarks before the model's.
  Model with_remarks(Model model) const {
    model.remarks.insert(model.remarks.begin(), model_.remarks.begin(), model_.remarks.end());
    if (const Element* face = header_.find("face"); face && holds_corners(*face))
      model.remarks.push_back(
          fmt::format("{} left out beside the splats.", counted(face->count, "face was", "faces were")));
    return model;
  }

  void check_header(bool packed) {
    const Element* vertex = header_.find("vertex");
    if (!vertex) throw FileError("the PLY header has no element vertex");
    layout_ = find_layout(*vertex);
    for (const auto& [attribute, name] : {std::pair{x, "x"}, {y, "y"}, {z, "z"}}) {
      if (!packed && !layout_.has(attribute))
        throw FileError({"the PLY header has no property {} of element vertex", name});
    }
    if (vertex->count == 0) throw FileError("the file has no vertices");
    if (vertex->count > most_vertices)
      throw FileError({"{} vertices are more than can be drawn ({})", vertex->count, most_vertices});
    check_promises(header_, source_);
  }

  /// In file order, except that elements with corners wait for the vertices.
  void read_elements() {
    std::vector<std::pair<const Element*, Body::Mark>> waiting;
    for (const Element& element : header_.elements) {
      if (element.name == "vertex") {
        VertexReader(layout_, *body_, source_, progress_).read(model_);
        if (waiting.empty()) continue;
        const Body::Mark here = body_->mark();
        for (const auto& [early, place] : waiting) {
          body_->go_to(place);
          read_corners(*early);
        }
        body_->go_to(here);
      } else if (holds_corners(element) && model_.positions.empty()) {
        waiting.emplace_back(&element, body_->mark());
        body_->skip(element);
      } else if (holds_corners(element)) {
        read_corners(element);
      } else if (&element != &header_.elements.back()) {
        body_->skip(element);
      }
      progress_.at(source_);
    }
  }

  static bool holds_corners(const Element& element) {
    return element.count > 0 && (element.name == "face" || element.name == "tristrips") && corner_list(element);
  }

  void read_corners(const Element& element) {
    FaceReader reader(model_, *body_, source_, progress_);
    if (element.name == "face") {
      reader.read_faces(element, *corner_list(element));
    } else {
      reader.read_strips(element, *corner_list(element));
    }
  }

  void add_remarks() {
    const Element& vertex = *layout_.element;
    if (vertex.find("scale_0") || vertex.find("rot_0")) {
      model_.remarks.push_back(
          "Gaussian splats need x, y, z, scale_0 and scale_1, and all of rot_0 to rot_3 or none; not all are there, so "
          "these are shown as points.");
    }
    const Element* face = header_.find("face");
    if (face && face->count > 0 && !holds_corners(*face)) {
      model_.remarks.push_back("The faces have no list of vertex indices, so the vertices are shown as points.");
    }
    if (face && holds_corners(*face) && has_colors(*face)) {
      model_.remarks.push_back(fmt::format(
          "The {} not used; only colours of vertices are.",
          face->count == 1 ? "colour of 1 face is" : fmt::format("colours of {} are", counted(face->count, "face"))));
    }
    if (header_.find("range_grid"))
      model_.remarks.push_back("A range scan: its grid was left out, its vertices are points.");
  }

  ByteSource& source_;
  const Header& header_;
  const ProgressScale& progress_;
  VertexLayout layout_;
  std::unique_ptr<Body> body_;
  Model model_;
};

std::vector<Model> read_ply(const ReadableFile& file, const ProgressScale& progress) {
  if (file.was_utf16) throw FileError("this is a PLY file in UTF-16; save it as plain text");
  ByteSource& source = file.source;
  const Header header = read_header(source);
  const auto read = [&](const glm::dvec3& origin, const ProgressScale& scale) {
    return PlyReader(source, header, origin, scale).read();
  };
  return alone(positions_exceed_floats(header) ? read_about_origin(source, progress, read)
                                               : read(glm::dvec3(0.0), progress));
}

}  // namespace

extern const ReaderAbout about_ply;
const ReaderAbout about_ply{
    .name = "PLY",
    .extensions = ".ply .ply.gz",
    .recognise = [](const FileStart& start) { return is_ply(start.bytes) ? Match::certain : Match::none; },
    .read = read_ply,
    .read_particles = read_particle_ply,
    .holds_particles = holds_particles,
    .reads_utf16 = true};

}  // namespace farfirst::app
