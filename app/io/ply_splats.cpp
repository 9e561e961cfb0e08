// Splats as they are trained: position, logit of the opacity, logarithms of the scales, rotation w x y z, and spherical
// harmonics, of which the first of each channel comes first and then channel by channel the others.

#include "ply_splats.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

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
      for (std::size_t k = 1; k < Splats::coefficients_of(degree); ++k)
        result[rest[channel * rest_of_channel + k - 1]] = true;
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

class SplatReader {
 public:
  SplatReader(const SplatLayout& layout, Model& model) : layout_(layout), model_(model) {}

  void add(const Block& block) {
    const std::size_t first = model_.positions.size();
    model_.positions.resize(first + block.count);
    add_shapes(block);
    add_harmonics(block, first);
    const auto at = [&](std::size_t column, std::size_t i) { return static_cast<float>(block.columns[column][i]); };
    for (std::size_t i = 0; i < block.count; ++i) {
      model_.positions[first + i] = {at(layout_.position[0], i), at(layout_.position[1], i),
                                     at(layout_.position[2], i)};
      model_.splats.opacities.push_back(from_logit(at(layout_.opacity, i)));
    }
  }

 private:
  void add_shapes(const Block& block) {
    const auto at = [&](std::size_t column, std::size_t i) { return static_cast<float>(block.columns[column][i]); };
    const bool flat = layout_.scale[2] == absent;
    for (std::size_t i = 0; i < block.count; ++i) {
      model_.splats.scales.emplace_back(std::exp(at(layout_.scale[0], i)), std::exp(at(layout_.scale[1], i)),
                                        flat ? 0.0f : std::exp(at(layout_.scale[2], i)));
      model_.splats.rotations.push_back(unit_rotation(at(layout_.rotation[0], i), at(layout_.rotation[1], i),
                                                      at(layout_.rotation[2], i), at(layout_.rotation[3], i)));
    }
  }

  void add_harmonics(const Block& block, std::size_t first) {
    const std::size_t count = model_.splats.coefficients();
    model_.splats.harmonics.resize((first + block.count) * count);
    glm::vec3* const to = model_.splats.harmonics.data() + first * count;
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const std::size_t column =
            k == 0 ? layout_.color[channel] : layout_.rest[channel * layout_.rest_of_channel + k - 1];
        const double* const from = block.columns[column].data();
        for (std::size_t i = 0; i < block.count; ++i)
          to[i * count + k][static_cast<int>(channel)] = static_cast<float>(from[i]);
      }
    }
  }

  const SplatLayout& layout_;
  Model& model_;
};

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
    model.positions.reserve(static_cast<std::size_t>(element.count));
    model.splats.reserve(static_cast<std::size_t>(element.count));
    if (layout.scale[2] == absent)
      model.remarks.push_back("Flat splats (2DGS), drawn as ellipsoids without thickness.");
    SplatReader reader(layout, model);
    body.read_scalars(element, layout.wanted(element, model.splats.degree), [&](const Block& block) {
      reader.add(block);
      progress.at(source);
      return true;
    });
    break;
  }
  turn_from_training(model, "PLY");
  return model;
}

}  // namespace farfirst::app::ply
