// Compressed splats (playcanvas/splat-transform, SuperSplat): 256 splats share the bounds of position, scale and
// colour, within which each has a few bits.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>

#include "io/origin.h"
#include "io/splat_values.h"
#include "io/splats.h"
#include "scene/units.h"
#include "splats.h"

namespace farfirst::app::ply {
namespace {

constexpr std::size_t chunk_size = 256;
constexpr std::array<std::string_view, 18> bound_names = {
    "min_x",       "min_y",       "min_z",       "max_x", "max_y", "max_z", "min_scale_x", "min_scale_y", "min_scale_z",
    "max_scale_x", "max_scale_y", "max_scale_z", "min_r", "min_g", "min_b", "max_r",       "max_g",       "max_b"};
constexpr std::size_t bounds_of_old_files = 12;  // colours from 0 to 1
constexpr std::array<std::string_view, 4> word_names = {"packed_position", "packed_rotation", "packed_scale",
                                                        "packed_color"};

template <class Vector>
struct Range {
  Vector least, most;
  Vector at(const Vector& share) const { return least + (most - least) * share; }
};

struct Chunk {
  Range<glm::dvec3> position;
  Range<glm::vec3> scale, color{glm::vec3(0), glm::vec3(1)};
};

/// A share of 0..1 in N bits that end at `shift`.
template <class Number = float>
Number share_of(std::uint32_t word, unsigned shift, unsigned bits) {
  const std::uint32_t most = (1u << bits) - 1u;
  return static_cast<Number>(word >> shift & most) / static_cast<Number>(most);
}

template <class Number = float>
glm::vec<3, Number> shares_11_10_11(std::uint32_t word) {
  return {share_of<Number>(word, 21, 11), share_of<Number>(word, 11, 10), share_of<Number>(word, 0, 11)};
}

/// The index of the largest component in w x y z, then ten bits for each of the others.
glm::quat rotation_of(std::uint32_t word) {
  const glm::vec3 shares(share_of(word, 20, 10), share_of(word, 10, 10), share_of(word, 0, 10));
  const glm::vec4 wxyz = with_largest(word >> 30, (shares - 0.5f) * std::sqrt(2.0f));
  return unit_rotation(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
}

std::size_t column_of(const Element& element, std::string_view name) {
  const std::size_t column = element.column(name);
  if (column == absent)
    throw FileError({"the PLY header of compressed splats has no property {} of element {}", name, element.name});
  return column;
}

std::size_t word_column_of(const Element& element, std::string_view name) {
  const std::size_t column = column_of(element, name);
  const Scalar type = element.properties[column].type;
  if (type != Scalar::uint32 && type != Scalar::int32)
    throw FileError({"the PLY header of compressed splats: expected {} to be a uint", name});
  return column;
}

class PackedReader {
 public:
  PackedReader(const Header& header, Body& body, const ByteSource& source, const ProgressScale& progress)
      : header_(header), body_(body), source_(source), progress_(progress) {}

  Model read() {
    check();
    for (const Element& element : header_.elements) {
      if (element.name == "chunk") {
        read_chunks(element);
      } else if (element.name == "vertex") {
        read_vertices(element);
      } else if (element.name == "sh") {
        read_harmonics(element);
      } else {
        body_.skip(element);
      }
    }
    turn_from_training(model_, "compressed PLY");
    return std::move(model_);
  }

 private:
  /// Checks all later assumptions, before memory is allocated.
  void check() {
    const Element &vertex = *header_.find("vertex"), *chunk = header_.find("chunk"), *sh = header_.find("sh");
    if (chunk == nullptr || chunk > &vertex || (sh != nullptr && sh < &vertex))
      throw FileError("the PLY header of compressed splats must name the elements chunk, vertex and sh in this order");
    if (chunk->count < (vertex.count + chunk_size - 1) / chunk_size)
      throw FileError({"{} need {} of 256, but the PLY header has {}", counted(vertex.count, "splat"),
                       counted((vertex.count + chunk_size - 1) / chunk_size, "chunk"), chunk->count});
    if (sh == nullptr) return;
    if (sh->count != vertex.count)
      throw FileError({"element sh has {} of spherical harmonics for {}", counted(sh->count, "row"),
                       counted(vertex.count, "splat")});
    for (int degree = 1; degree <= Splats::most_degree; ++degree)
      if (sh->properties.size() == 3 * (Splats::coefficients_of(degree) - 1)) model_.splats.degree = degree;
    if (model_.splats.degree == 0) {
      throw FileError(
          {"element sh has {} properties; spherical harmonics of splats have 9, 24 or 45", sh->properties.size()});
    }
  }

  void read_chunks(const Element& element) {
    const bool has_colors = element.find("min_r") != nullptr;
    const std::size_t used = has_colors ? bound_names.size() : bounds_of_old_files;
    std::array<std::size_t, bound_names.size()> columns{};
    for (std::size_t i = 0; i < used; ++i) columns[i] = column_of(element, bound_names[i]);
    chunks_.reserve(static_cast<std::size_t>(element.count));
    OriginSample sample;
    body_.read_scalars(element, element.wanted(std::span(columns).first(used)), [&](const Block& block) {
      for (std::size_t row = 0; row < block.count; ++row) {
        const auto three = [&](std::size_t first) {
          const auto at = [&](std::size_t i) { return block.columns[columns[first + i]][row]; };
          return glm::dvec3(at(0), at(1), at(2));
        };
        Chunk chunk{.position = {three(0), three(3)}, .scale = {glm::vec3(three(6)), glm::vec3(three(9))}};
        if (has_colors) chunk.color = {glm::vec3(three(12)), glm::vec3(three(15))};
        chunks_.push_back(chunk);
        sample.add(chunk.position.least);
        sample.add(chunk.position.most);
      }
    });
    model_.origin = sample.origin();
  }

  void read_vertices(const Element& element) {
    std::array<std::size_t, word_names.size()> columns{};
    for (std::size_t i = 0; i < word_names.size(); ++i) columns[i] = word_column_of(element, word_names[i]);
    model_.positions.reserve(static_cast<std::size_t>(element.count));
    model_.splats.reserve(static_cast<std::size_t>(element.count));
    body_.read_scalars(element, element.wanted(columns), [&](const Block& block) {
      for (std::size_t row = 0; row < block.count; ++row) {
        std::array<std::uint32_t, word_names.size()> words{};
        for (std::size_t i = 0; i < words.size(); ++i)
          words[i] = static_cast<std::uint32_t>(static_cast<std::int64_t>(block.columns[columns[i]][row]));
        add(words, chunks_[model_.positions.size() / chunk_size]);
      }
      progress_.at(source_);
    });
  }

  void add(const std::array<std::uint32_t, 4>& words, const Chunk& chunk) {
    const auto [position, rotation, scale, color] = words;
    model_.positions.emplace_back(chunk.position.at(shares_11_10_11<double>(position)) - model_.origin);
    const glm::vec3 logarithms = chunk.scale.at(shares_11_10_11(scale));
    Splats& splats = model_.splats;
    splats.scales.emplace_back(std::exp(logarithms.x), std::exp(logarithms.y), std::exp(logarithms.z));
    splats.rotations.push_back(rotation_of(rotation));
    splats.opacities.push_back(share_of(color, 0, 8));
    const glm::vec3 shares(share_of(color, 24, 8), share_of(color, 16, 8), share_of(color, 8, 8));
    splats.harmonics.resize(splats.harmonics.size() + splats.coefficients(), glm::vec3(0));
    splats.harmonics[splats.harmonics.size() - splats.coefficients()] = harmonic_of_color(chunk.color.at(shares));
  }

  void read_harmonics(const Element& element) {
    const std::size_t count = model_.splats.coefficients(), rest = count - 1;
    std::array<std::size_t, 45> columns{};
    for (std::size_t i = 0; i < 3 * rest; ++i) columns[i] = column_of(element, fmt::format("f_rest_{}", i));
    std::size_t first = 0;
    body_.read_scalars(element, element.wanted(std::span(columns).first(3 * rest)), [&](const Block& block) {
      glm::vec3* const to = model_.splats.harmonics.data() + first * count;
      for (std::size_t i = 0; i < 3 * rest; ++i) {
        const double* const from = block.columns[columns[i]].data();
        for (std::size_t row = 0; row < block.count; ++row)
          to[row * count + 1 + i % rest][static_cast<int>(i / rest)] = harmonic_of(from[row]);
      }
      first += block.count;
      progress_.at(source_);
    });
  }

  /// -4 to 4; the ends are exact, other bytes mean the middle of their interval.
  static float harmonic_of(double byte) {
    const double share = byte <= 0 ? 0.0 : byte >= 255 ? 1.0 : (byte + 0.5) / 256.0;
    return static_cast<float>(8 * (share - 0.5));
  }

  const Header& header_;
  Body& body_;
  const ByteSource& source_;
  const ProgressScale& progress_;
  std::vector<Chunk> chunks_;
  Model model_;
};

}  // namespace

bool holds_packed_splats(const Header& header) {
  const Element* vertex = header.find("vertex");
  return vertex != nullptr && vertex->find("packed_position") != nullptr;
}

Model read_packed_splats(const Header& header, Body& body, const ByteSource& source, const ProgressScale& progress) {
  return PackedReader(header, body, source, progress).read();
}

}  // namespace farfirst::app::ply
