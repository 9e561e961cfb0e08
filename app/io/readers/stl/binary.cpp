// Binary STL: 80 bytes of header, the number of facets, and 50 bytes for each: its normal and three corners as
// floats, and 16 bits of attributes, in which two programs put colours.

#include <fmt/format.h>

#include <array>

#include "io/polygons.h"
#include "io/splat_values.h"
#include "io/vertex_joiner.h"
#include "io/vertex_splitter.h"
#include "scene/finite.h"
#include "scene/units.h"
#include "stl.h"

namespace farfirst::app::stl {
namespace {

constexpr std::uint32_t white = 0xffffffffu;
constexpr std::uint16_t color_bit = 0x8000;

/// Three times five bits, the lowest of them first.
std::uint32_t opaque_color(std::uint16_t attributes, bool red_is_low) {
  const auto channel = [&](unsigned shift) { return ((attributes >> shift & 31u) * 255u + 15u) / 31u; };
  const std::uint32_t low = channel(0), high = channel(10);
  return (red_is_low ? low : high) | channel(5) << 8 | (red_is_low ? high : low) << 16 | 0xff000000u;
}

/// Materialise Magics names the colour of the whole in the header.
struct Header {
  std::uint32_t facets = 0;
  bool is_magics = false;
  std::uint32_t color = white;
};

Header read_stl_header(ByteSource& source) {
  if (source.want(header_bytes) < header_bytes)
    throw FileError(
        {"the file ends inside the STL header of {} bytes, after {}", header_bytes, source.window().size()});
  constexpr std::string_view color = "COLOR=", material = "MATERIAL=";
  const std::string_view text = source.window().substr(0, header_bytes - 4);
  Header header;
  header.facets = value_at<std::uint32_t>(source.window().data() + text.size());
  const std::size_t at = text.find(color);
  header.is_magics = at != std::string_view::npos || text.find(material) != std::string_view::npos;
  if (at != std::string_view::npos && at + color.size() + 4 <= text.size()) {
    header.color = value_at<std::uint32_t>(text.data() + at + color.size());
    // Programs that know nothing of alpha leave a zero.
    if (header.color >> 24 == 0) header.color |= 0xff000000u;
  }
  source.take(header_bytes);
  return header;
}

/// Is this more than padding?
bool holds_facet(std::string_view bytes) {
  if (bytes.size() < facet_bytes) return false;
  bool zero = true, finite = true;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto numbers = value_at<glm::vec3>(bytes.data() + i * sizeof(glm::vec3));
    zero = zero && numbers == glm::vec3(0);
    finite = finite && is_finite(numbers);
  }
  return finite && !zero;
}

/// The number of facets.
struct Extent {
  std::uint64_t most = 0;
  bool is_known = false;  // else there may be far fewer
};

/// By the header, or by the size where the header cannot be right.
Extent extent_of(const ByteSource& source, std::uint32_t promised) {
  const std::string_view body = source.window();
  const bool is_mapped = body.size() == source.most_bytes_left();
  const std::uint64_t most = source.most_bytes_left() / facet_bytes;
  if (promised == 0 || promised > most) return {most, is_mapped};
  const bool is_whole = is_mapped && body.size() % facet_bytes == 0;
  if (is_whole && holds_facet(body.substr(facet_bytes * std::size_t{promised}))) return {most, true};
  return {promised, is_mapped};
}

class BinaryReader {
 public:
  BinaryReader(ByteSource& source, const ProgressScale& progress)
      : source_(source), progress_(progress), header_(read_stl_header(source)) {}

  Model read() {
    read_facets(extent_of(source_, header_.facets));
    check_end();
    add_colors();
    return std::move(model_);
  }

 private:
  static constexpr std::size_t at_once = 4096;

  void read_facets(const Extent& extent) {
    PolygonCollector polygons(model_);
    if (extent.is_known) polygons.expect(extent.most);
    // A closed mesh has half as many vertices as triangles.
    VertexJoiner joiner(model_.positions, extent.is_known ? static_cast<std::size_t>(extent.most / 2 + 2) : 0);
    const std::uint64_t most = extent.most;
    std::array<std::uint32_t, 3 * at_once> corners;
    while (facets_ < most) {
      const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(at_once, most - facets_));
      const std::size_t visible = std::min(source_.want(facet_bytes * wanted) / facet_bytes, wanted);
      for (std::size_t i = 0; i < visible; ++i) {
        const char* const facet = source_.window().data() + facet_bytes * i;
        for (std::size_t corner = 0; corner < 3; ++corner)
          corners[3 * i + corner] = joiner.vertex(value_at<glm::vec3>(facet + sizeof(glm::vec3) * (corner + 1)));
        add_attributes(value_at<std::uint16_t>(facet + facet_bytes - 2), facets_ + i);
      }
      polygons.add_triangles({corners.data(), 3 * visible});
      source_.take(facet_bytes * visible);
      facets_ += visible;
      if (visible < wanted) break;
      progress_.at(source_);
    }
  }

  /// Most files have none.
  void add_attributes(std::uint16_t value, std::uint64_t facet) {
    const bool is_color = header_.is_magics ? value != 0 : (value & color_bit) != 0;
    if (!is_color && attributes_.empty()) return;
    attributes_.resize(static_cast<std::size_t>(facet), 0);
    attributes_.push_back(value);
  }

  void check_end() {
    const std::uint64_t promised = header_.facets, rest = remaining_bytes();
    const auto refuse = [&](const std::string& what_follows) {
      throw FileError({"the header promises {}, there {} {}{}", counted(promised, "triangle"),
                       facets_ == 1 ? "is" : "are", with_thousands(facets_), what_follows});
    };
    if (facets_ < promised && rest > 0) refuse(fmt::format(" and {} of another", counted(rest, "byte")));
    if (facets_ == 0) refuse("");
    if (facets_ != promised) {
      model_.remarks.push_back(fmt::format("{} read, by the size of the file; its header promises {}.",
                                           counted(facets_, "triangle was", "triangles were"),
                                           with_thousands(promised)));
    }
    if (rest > 0) {
      model_.remarks.push_back(
          fmt::format("{} left out behind the last triangle.", counted(rest, "byte was", "bytes were")));
    }
  }

  /// Steps over what is left.
  std::uint64_t remaining_bytes() {
    const std::uint64_t here = source_.position();
    while (source_.want(1) > 0) source_.take(source_.window().size());
    return source_.position() - here;
  }

  std::uint32_t color_of(std::uint16_t attributes) const {
    const bool is_own = ((attributes & color_bit) != 0) != header_.is_magics;
    return is_own ? opaque_color(attributes, header_.is_magics) : header_.color;
  }

  /// Facets of different colours do not share vertices.
  void add_colors() {
    if (attributes_.empty()) {
      // Magics means black by zeros, but other programs leave zeros everywhere.
      if (header_.color != white) model_.colors.assign(model_.positions.size(), header_.color);
      return;
    }
    attributes_.resize(static_cast<std::size_t>(facets_), 0);
    model_.colors.assign(model_.positions.size(), white);
    const std::vector<glm::vec3> no_normals;
    VertexSplitter splitter(model_, no_normals);
    for (std::size_t i = 0; i < model_.triangles.size(); ++i)
      model_.triangles[i] = splitter.vertex(model_.triangles[i], 0, color_of(attributes_[i / 3]));
  }

  ByteSource& source_;
  const ProgressScale& progress_;
  const Header header_;
  Model model_;
  std::uint64_t facets_ = 0;
  std::vector<std::uint16_t> attributes_;  // of the facets up to the last that has some; empty if none has
};

}  // namespace

Model read_binary(ByteSource& source, const ProgressScale& progress) { return BinaryReader(source, progress).read(); }

}  // namespace farfirst::app::stl
