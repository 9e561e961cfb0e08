// Splats from training: position, logit of the opacity, logarithms of the scales, rotation w x y z, and spherical
// harmonics: the first of each channel, then the others channel by channel.

#include "splats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>

#include "io/origin.h"
#include "io/splat_values.h"
#include "io/splats.h"
#include "scene/huge_pages.h"
#include "scene/parallel.h"
#include "values.h"

namespace farfirst::app::ply {
namespace {

template <std::size_t count>
std::array<std::size_t, count> columns_named(const Element& vertex, std::string_view stem, std::size_t first = 0) {
  std::array<std::size_t, count> columns{};
  for (std::size_t i = 0; i < count; ++i) columns[i] = vertex.column(fmt::format("{}{}", stem, first + i));
  return columns;
}

/// The first of these that exists.
std::size_t column_of_any(const Element& vertex, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const std::size_t column = vertex.column(name); column != absent) return column;
  return absent;
}

template <class Columns>
bool has_all(const Columns& columns) {
  return std::ranges::find(columns, absent) == std::end(columns);
}

/// The roles of the vertices' properties. Position and scale are required.
struct SplatLayout {
  std::array<std::size_t, 3> position;
  std::array<std::size_t, 3> scale;  // the last is absent of flat splats (2DGS)
  std::array<std::size_t, 4> rotation;
  std::array<std::size_t, 3> color;
  bool is_rgb = false;  // colours are red, green and blue, not the first harmonics
  std::size_t opacity;
  bool is_logit = true;             // the opacity is one
  std::vector<std::size_t> rest;    // of the harmonics, channel by channel
  std::size_t rest_of_channel = 0;  // that the degree of the file has

  explicit SplatLayout(const Element& vertex)
      : position{vertex.column("x"), vertex.column("y"), vertex.column("z")},
        scale(columns_named<3>(vertex, "scale_")),
        rotation(columns_named<4>(vertex, "rot_")),
        color(columns_named<3>(vertex, "f_dc_")),
        opacity(vertex.column("opacity")) {
    if (!has_all(color)) {
      color = {column_of_any(vertex, {"red", "diffuse_red", "r"}),
               column_of_any(vertex, {"green", "diffuse_green", "g"}),
               column_of_any(vertex, {"blue", "diffuse_blue", "b"})};
      is_rgb = true;
    }
    if (opacity == absent) {
      opacity = column_of_any(vertex, {"alpha", "diffuse_alpha", "a"});
      is_logit = false;
    }
    for (std::size_t i = 0;; ++i) {
      const std::size_t column = vertex.column(fmt::format("f_rest_{}", i));
      if (column == absent) break;
      rest.push_back(column);
    }
  }

  bool has_rotations() const { return has_all(rotation); }
  bool has_colors() const { return has_all(color); }
  bool is_usable() const {
    const bool whole_rotation = has_rotations() || std::ranges::count(rotation, absent) == 4;
    return has_all(position) && scale[0] != absent && scale[1] != absent && whole_rotation;
  }
  /// Is everything there, in the training program's format?
  bool is_trained() const {
    return is_usable() && has_rotations() && has_colors() && !is_rgb && opacity != absent && is_logit;
  }

  /// The column of a coefficient.
  std::size_t harmonic(std::size_t k, std::size_t channel) const {
    return k == 0 ? color[channel] : rest[channel * rest_of_channel + k - 1];
  }

  std::vector<bool> wanted(const Element& vertex, int degree) const {
    std::vector<std::size_t> columns = {opacity};
    columns.insert(columns.end(), position.begin(), position.end());
    columns.insert(columns.end(), scale.begin(), scale.end());
    columns.insert(columns.end(), rotation.begin(), rotation.end());
    for (std::size_t channel = 0; channel < 3; ++channel)
      for (std::size_t k = 0; k < Splats::coefficients_of(degree); ++k) columns.push_back(harmonic(k, channel));
    return vertex.wanted(columns);
  }

  void remark(std::vector<std::string>& remarks) const {
    if (scale[2] == absent) remarks.push_back("Flat splats (2DGS), drawn as ellipsoids without thickness.");
    if (!has_rotations()) remarks.push_back("The splats have no rotations, so their axes are those of the file.");
    if (!has_colors()) remarks.push_back("The splats have no colours, so they are white.");
    if (opacity == absent) remarks.push_back("The splats have no opacities, so they are opaque.");
  }
};

/// The largest degree with columns; coefficients beyond it, or beyond degree 3, are left out.
int degree_of(SplatLayout& layout, Model& model) {
  const auto columns = [](int degree) { return 3 * (Splats::coefficients_of(degree) - 1); };
  int degree = 4;
  while (columns(degree) > layout.rest.size()) --degree;
  layout.rest_of_channel = columns(degree) / 3;
  if (columns(degree) != layout.rest.size()) {
    model.remarks.push_back(fmt::format(
        "The splats have {} properties f_rest_; spherical harmonics take 0, 9, 24, 45 or 72 of them, so the "
        "first {} were used.",
        layout.rest.size(), columns(degree)));
  }
  if (degree > Splats::most_degree)
    model.remarks.push_back("Spherical harmonics of degree 4 were left out; splats are drawn with degree 3.");
  return std::min(degree, Splats::most_degree);
}

/// Reads splats from rows of floats in memory, the training program's format: each directly to its
/// place.
class RowReader {
 public:
  RowReader(const SplatLayout& layout, const Element& vertex, Model& model)
      : stride_(vertex.fixed_bytes()), flat_(layout.scale[2] == absent), model_(model) {
    std::vector<std::size_t> offsets(1, 0);
    for (const Property& property : vertex.properties) offsets.push_back(offsets.back() + size_of(property.type));
    const auto add = [&](std::size_t column) { offsets_.push_back(column == absent ? 0 : offsets[column]); };
    for (const std::size_t column : layout.position) add(column);
    for (const std::size_t column : layout.scale) add(column);
    for (const std::size_t column : layout.rotation) add(column);
    add(layout.opacity);
    for (std::size_t k = 0; k < model.splats.coefficients(); ++k)
      for (std::size_t channel = 0; channel < 3; ++channel) add(layout.harmonic(k, channel));
  }

  /// Are all needed columns floats of this machine's format, without other data between them?
  static bool can_read(const SplatLayout& layout, const Element& vertex, Encoding encoding,
                       const std::vector<bool>& wanted) {
    if (!layout.is_trained()) return false;
    if (encoding != Encoding::little_endian || std::endian::native != std::endian::little || vertex.has_lists())
      return false;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (wanted[i] && vertex.properties[i].type != Scalar::float32) return false;
    return true;
  }

  /// The splats first to last of those whose rows begin at `rows`.
  void read(const char* rows, std::size_t first, std::size_t last) const {
    Splats& splats = model_.splats;
    const std::size_t count = splats.coefficients();
    for (std::size_t i = first; i < last; ++i) {
      const char* const row = rows + i * stride_;
      const std::size_t* at = offsets_.data();
      const auto next = [&] { return value_at<float>(row + *at++); };
      for (int axis = 0; axis < 3; ++axis) model_.positions[i][axis] = next();
      for (int axis = 0; axis < 3; ++axis) splats.scales[i][axis] = std::exp(next());
      if (flat_) splats.scales[i].z = 0;
      const float w = next(), x = next(), y = next(), z = next();
      splats.rotations[i] = unit_rotation(w, x, y, z);
      splats.opacities[i] = from_logit(next());
      glm::vec3* const to = splats.harmonics.data() + i * count;
      for (std::size_t k = 0; k < count; ++k)
        for (int channel = 0; channel < 3; ++channel) to[k][channel] = next();
    }
  }

 private:
  const std::size_t stride_;
  const bool flat_;
  std::vector<std::size_t> offsets_;  // of the floats of a row, in the order in which read() takes them
  Model& model_;
};

/// Resizes the arrays to `count`, unset but for positions.
void resize(Model& model, std::size_t count) {
  model.positions.resize(count);
  model.splats.resize(count);
}

/// On all cores. A part is turned, checked and coloured while it is in the cache.
void read_rows(const RowReader& reader, std::string_view rows, std::size_t count, Model& model,
               const ProgressScale& progress) {
  constexpr std::size_t at_once = 256;
  resize(model, count);
  reserve_large(model.colors, count);
  model.colors.resize(count);
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> good = true;
  in_parallel(count, at_once, [&](std::size_t begin, std::size_t end) {
    for (std::size_t first = begin; first < end; first += at_once) {
      const std::size_t last = std::min(first + at_once, end);
      reader.read(rows.data(), first, last);
      turn_half(model, Axis::x, first, last);
      if (good && !color_good_splats(model, first, last)) good = false;
      done += last - first;
      progress.at(static_cast<float>(done) / static_cast<float>(count));
    }
  });
  model.splats.complete = good;
}

/// From a body of any format, with any optional parts missing.
class SplatReader {
 public:
  SplatReader(const SplatLayout& layout, const Element& vertex, Model& model)
      : layout_(layout), vertex_(vertex), model_(model) {}

  void add(const Block& block) {
    const std::size_t first = model_.positions.size();
    resize(model_, first + block.count);
    add_shapes(block, first);
    add_opacities(block, first);
    add_harmonics(block, first);
    if (layout_.is_rgb) add_colors(block, first);
  }

  void finish() {
    if (layout_.is_rgb && layout_.has_colors()) scale_colors();
    if (layout_.opacity != absent && !layout_.is_logit) scale_opacities();
    turn_half(model_, Axis::x);
  }

 private:
  Scalar type_of(std::size_t column) const { return vertex_.properties[column].type; }

  void add_shapes(const Block& block, std::size_t first) {
    const auto at = [&](std::size_t column, std::size_t i) { return static_cast<float>(block.columns[column][i]); };
    const auto size = [&](std::size_t axis, std::size_t i) {
      return layout_.scale[axis] == absent ? 0.0f : std::exp(at(layout_.scale[axis], i));
    };
    const auto coordinate = [&](std::size_t axis, std::size_t i) {
      const double origin = model_.origin[static_cast<int>(axis)];
      return static_cast<float>(block.columns[layout_.position[axis]][i] - origin);
    };
    const std::array<std::size_t, 4>& wxyz = layout_.rotation;
    for (std::size_t i = 0; i < block.count; ++i) {
      model_.positions[first + i] = {coordinate(0, i), coordinate(1, i), coordinate(2, i)};
      model_.splats.scales[first + i] = {size(0, i), size(1, i), size(2, i)};
      model_.splats.rotations[first + i] =
          layout_.has_rotations() ? unit_rotation(at(wxyz[0], i), at(wxyz[1], i), at(wxyz[2], i), at(wxyz[3], i))
                                  : glm::quat(1, 0, 0, 0);
    }
  }

  void add_opacities(const Block& block, std::size_t first) {
    float* const to = model_.splats.opacities.data() + first;
    if (layout_.opacity == absent) {
      std::fill_n(to, block.count, 1.0f);
      return;
    }
    const double* const from = block.columns[layout_.opacity].data();
    for (std::size_t i = 0; i < block.count; ++i) {
      if (layout_.is_logit) {
        to[i] = from_logit(static_cast<float>(from[i]));
      } else {
        to[i] = static_cast<float>(unsigned_value(type_of(layout_.opacity), from[i]));
        largest_alpha_ = std::max(largest_alpha_, static_cast<double>(to[i]));
      }
    }
  }

  void add_harmonics(const Block& block, std::size_t first) {
    const std::size_t count = model_.splats.coefficients();
    glm::vec3* const to = model_.splats.harmonics.data() + first * count;
    for (std::size_t k = layout_.is_rgb ? 1 : 0; k < count; ++k) {
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const double* const from = block.columns[layout_.harmonic(k, channel)].data();
        for (std::size_t i = 0; i < block.count; ++i)
          to[i * count + k][static_cast<int>(channel)] = static_cast<float>(from[i]);
      }
    }
  }

  /// Unscaled: the largest number, which decides the scale, is known at the end.
  void add_colors(const Block& block, std::size_t first) {
    const std::size_t count = model_.splats.coefficients();
    glm::vec3* const to = model_.splats.harmonics.data() + first * count;
    for (std::size_t i = 0; i < block.count; ++i) {
      glm::vec3& color = to[i * count] = harmonic_of_color(glm::vec3(1.0f));
      if (!layout_.has_colors()) continue;
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const std::size_t column = layout_.color[channel];
        const double value = unsigned_value(type_of(column), block.columns[column][i]);
        color[static_cast<int>(channel)] = static_cast<float>(value);
        largest_color_ = std::max(largest_color_, value);
      }
    }
  }

  void scale_colors() {
    const auto full = static_cast<float>(full_scale(type_of(layout_.color[0]), largest_color_));
    const std::size_t count = model_.splats.coefficients();
    for (std::size_t i = 0; i < model_.splats.harmonics.size(); i += count)
      model_.splats.harmonics[i] = harmonic_of_color(model_.splats.harmonics[i] / full);
  }

  void scale_opacities() {
    const auto full = static_cast<float>(full_scale(type_of(layout_.opacity), largest_alpha_));
    for (float& opacity : model_.splats.opacities) opacity = std::clamp(opacity / full, 0.0f, 1.0f);
  }

  const SplatLayout& layout_;
  const Element& vertex_;
  Model& model_;
  double largest_color_ = 0.0, largest_alpha_ = 0.0;
};

struct From {
  const Header& header;
  Body& body;
  const ByteSource& source;
  const ProgressScale& progress;
};

void read_blocks(const Element& element, const SplatLayout& layout, const std::vector<bool>& wanted, const From& from,
                 Model& model) {
  const Body::Mark start = from.body.mark();
  const auto read = [&] {
    SplatReader reader(layout, element, model);
    resize(model, 0);
    from.body.read_scalars(element, wanted, [&](const Block& block) {
      reader.add(block);
      from.progress.at(from.source);
    });
    return reader;
  };
  SplatReader reader = read();
  const bool exceed_floats = std::ranges::any_of(
      layout.position, [&](std::size_t column) { return from.header.exceeds_floats(element.properties[column].type); });
  if (exceed_floats) model.origin = origin_of(model);
  if (model.origin != glm::dvec3(0.0)) {
    from.body.go_to(start);
    read();
  }
  reader.finish();
}

void read_element(const Element& element, const SplatLayout& layout, const From& from, Model& model) {
  const std::vector<bool> wanted = layout.wanted(element, model.splats.degree);
  const auto count = static_cast<std::size_t>(element.count);
  const std::string_view rows = from.source.window();
  // The header was checked: this product fits.
  if (RowReader::can_read(layout, element, from.header.encoding, wanted) &&
      rows.size() >= count * element.fixed_bytes())
    return read_rows(RowReader(layout, element, model), rows, count, model, from.progress);
  read_blocks(element, layout, wanted, from, model);
}

}  // namespace

bool holds_splats(const Header& header) {
  const Element* vertex = header.find("vertex");
  return vertex != nullptr && SplatLayout(*vertex).is_usable();
}

Model read_splats(const Header& header, Body& body, const ByteSource& source, const ProgressScale& progress) {
  Model model;
  for (const Element& element : header.elements) {
    if (element.name != "vertex") {
      body.skip(element);
      continue;
    }
    SplatLayout layout(element);
    model.splats.degree = degree_of(layout, model);
    model.splats.antialiased = header.says_antialiased;
    reserve_large(model.positions, static_cast<std::size_t>(element.count));
    model.splats.reserve(static_cast<std::size_t>(element.count));
    layout.remark(model.remarks);
    read_element(element, layout, {header, body, source, progress}, model);
    break;
  }
  remark_turned(model, "PLY");
  return model;
}

}  // namespace farfirst::app::ply
