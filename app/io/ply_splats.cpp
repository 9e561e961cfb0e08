// Splats as they are trained: position, logit of the opacity, logarithms of the scales, rotation w x y z, and spherical
// harmonics, of which the first of each channel comes first and then channel by channel the others.

#include "ply_splats.h"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <bit>
#include <cmath>

#include "scene/huge_pages.h"
#include "scene/parallel.h"
#include "splat_values.h"
#include "splats.h"

namespace farfirst::app::ply {
namespace {

constexpr std::size_t absent = static_cast<std::size_t>(-1);

std::size_t column_named(const Element& vertex, std::string_view name) {
  const Property* found = vertex.find(name);
  return found == nullptr || found->is_list ? absent : static_cast<std::size_t>(found - vertex.properties.data());
}

template <std::size_t count>
std::array<std::size_t, count> columns_named(const Element& vertex, std::string_view stem, std::size_t first = 0) {
  std::array<std::size_t, count> columns{};
  for (std::size_t i = 0; i < count; ++i) columns[i] = column_named(vertex, fmt::format("{}{}", stem, first + i));
  return columns;
}

/// Which property of the vertices is what.
struct SplatLayout {
  std::array<std::size_t, 3> position;
  std::array<std::size_t, 3> scale;  // the last is absent of flat splats (2DGS)
  std::array<std::size_t, 4> rotation;
  std::array<std::size_t, 3> color;
  std::size_t opacity;
  std::vector<std::size_t> rest;  // of the harmonics, channel by channel
  std::size_t rest_of_channel = 0;

  explicit SplatLayout(const Element& vertex)
      : position{column_named(vertex, "x"), column_named(vertex, "y"), column_named(vertex, "z")},
        scale(columns_named<3>(vertex, "scale_")),
        rotation(columns_named<4>(vertex, "rot_")),
        color(columns_named<3>(vertex, "f_dc_")),
        opacity(column_named(vertex, "opacity")) {
    for (std::size_t i = 0;; ++i) {
      const std::size_t column = column_named(vertex, fmt::format("f_rest_{}", i));
      if (column == absent) break;
      rest.push_back(column);
    }
    rest_of_channel = rest.size() / 3;
  }

  bool is_whole() const {
    const auto has = [](const auto& columns, std::size_t count) {
      return std::all_of(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(count),
                         [](std::size_t column) { return column != absent; });
    };
    return has(position, 3) && has(scale, 2) && has(rotation, 4) && has(color, 3) && opacity != absent;
  }

  /// The column of a coefficient.
  std::size_t harmonic(std::size_t k, std::size_t channel) const {
    return k == 0 ? color[channel] : rest[channel * rest_of_channel + k - 1];
  }

  std::vector<bool> wanted(const Element& vertex, int degree) const {
    std::vector<bool> result(vertex.properties.size(), false);
    const auto add = [&](const auto& columns) {
      for (const std::size_t column : columns)
        if (column != absent) result[column] = true;
    };
    add(position);
    add(scale);
    add(rotation);
    add(color);
    result[opacity] = true;
    for (std::size_t channel = 0; channel < 3; ++channel)
      for (std::size_t k = 1; k < Splats::coefficients_of(degree); ++k) result[harmonic(k, channel)] = true;
    return result;
  }
};

/// Of as many columns as the degrees 0 to 4 have; what is beyond degree 3 is left out.
int degree_of(const SplatLayout& layout, Model& model) {
  for (int degree = 0; degree <= 4; ++degree) {
    if (layout.rest.size() != 3 * (Splats::coefficients_of(degree) - 1)) continue;
    if (degree > Splats::most_degree)
      model.remarks.push_back("Spherical harmonics of degree 4 were left out; splats are drawn with degree 3.");
    return std::min(degree, Splats::most_degree);
  }
  throw FileError(fmt::format(
      "the PLY header has {} properties f_rest_; spherical harmonics of splats have 0, 9, 24, 45 or 72 of them",
      layout.rest.size()));
}

/// Reads splats from rows of floats that lie in memory, which is what the training program writes: each straight to its
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

  /// Are all columns that are needed floats as this machine has them, and is nothing in the way?
  static bool can_read(const Element& vertex, Encoding encoding, const std::vector<bool>& wanted) {
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

/// Room for so many splats, which are there then, and unset but for their positions.
void resize(Model& model, std::size_t count) {
  model.positions.resize(count);
  model.splats.scales.resize(count);
  model.splats.rotations.resize(count);
  model.splats.opacities.resize(count);
  model.splats.harmonics.resize(count * model.splats.coefficients());
}

/// By all cores. A part is turned, looked at and coloured while it is in the cache.
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

/// From a body of any kind, as it comes.
class SplatReader {
 public:
  SplatReader(const SplatLayout& layout, Model& model) : layout_(layout), model_(model) {}

  void add(const Block& block) {
    const std::size_t first = model_.positions.size();
    resize(model_, first + block.count);
    add_shapes(block, first);
    add_harmonics(block, first);
    turn_half(model_, Axis::x, first, first + block.count);
  }

 private:
  void add_shapes(const Block& block, std::size_t first) {
    const auto at = [&](std::size_t column, std::size_t i) { return static_cast<float>(block.columns[column][i]); };
    const bool flat = layout_.scale[2] == absent;
    for (std::size_t i = 0; i < block.count; ++i) {
      model_.positions[first + i] = {at(layout_.position[0], i), at(layout_.position[1], i),
                                     at(layout_.position[2], i)};
      model_.splats.scales[first + i] = {std::exp(at(layout_.scale[0], i)), std::exp(at(layout_.scale[1], i)),
                                         flat ? 0.0f : std::exp(at(layout_.scale[2], i))};
      model_.splats.rotations[first + i] = unit_rotation(at(layout_.rotation[0], i), at(layout_.rotation[1], i),
                                                         at(layout_.rotation[2], i), at(layout_.rotation[3], i));
      model_.splats.opacities[first + i] = from_logit(at(layout_.opacity, i));
    }
  }

  void add_harmonics(const Block& block, std::size_t first) {
    const std::size_t count = model_.splats.coefficients();
    glm::vec3* const to = model_.splats.harmonics.data() + first * count;
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const double* const from = block.columns[layout_.harmonic(k, channel)].data();
        for (std::size_t i = 0; i < block.count; ++i)
          to[i * count + k][static_cast<int>(channel)] = static_cast<float>(from[i]);
      }
    }
  }

  const SplatLayout& layout_;
  Model& model_;
};

struct From {
  Body& body;
  const ByteSource& source;
  const ProgressScale& progress;
};

void read_element(const Element& element, Encoding encoding, const SplatLayout& layout, const From& from,
                  Model& model) {
  const std::vector<bool> wanted = layout.wanted(element, model.splats.degree);
  const auto count = static_cast<std::size_t>(element.count);
  const std::string_view rows = from.source.window();
  // The header was checked: this product fits.
  if (RowReader::can_read(element, encoding, wanted) && rows.size() >= count * element.fixed_bytes())
    return read_rows(RowReader(layout, element, model), rows, count, model, from.progress);
  SplatReader reader(layout, model);
  from.body.read_scalars(element, wanted, [&](const Block& block) {
    reader.add(block);
    from.progress.at(from.source);
    return true;
  });
}

}  // namespace

bool holds_splats(const Header& header) {
  const Element* vertex = header.find("vertex");
  return vertex != nullptr && SplatLayout(*vertex).is_whole();
}

Model read_splats(const Header& header, Body& body, const ByteSource& source, const ProgressScale& progress) {
  Model model;
  for (const Element& element : header.elements) {
    if (element.name != "vertex") {
      body.skip(element);
      continue;
    }
    const SplatLayout layout(element);
    model.splats.degree = degree_of(layout, model);
    model.splats.antialiased = header.says_antialiased;
    reserve_large(model.positions, static_cast<std::size_t>(element.count));
    model.splats.reserve(static_cast<std::size_t>(element.count));
    if (layout.scale[2] == absent)
      model.remarks.push_back("Flat splats (2DGS), drawn as ellipsoids without thickness.");
    read_element(element, header.encoding, layout, {body, source, progress}, model);
    break;
  }
  remark_turned(model, "PLY");
  return model;
}

}  // namespace farfirst::app::ply
