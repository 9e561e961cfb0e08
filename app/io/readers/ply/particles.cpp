// Particles in PLY: the vertices of a file, by the names of their properties.

#include <algorithm>

#include "body.h"
#include "io/particle_build.h"
#include "scene/parallel.h"
#include "splats.h"
#include "values.h"

namespace farfirst::app {
namespace {

using namespace ply;

constexpr std::uint64_t most_particles = 1u << 28;

/// Empty for lists.
std::vector<std::string> names_in(const Element& vertex) {
  std::vector<std::string> names;
  for (const Property& property : vertex.properties) names.push_back(property.is_list ? "" : property.name);
  return names;
}

ColumnPlaces places_in(const Element& vertex) { return places_of(names_in(vertex)); }

/// The type decides for bytes and words, the values for others.
double full_scale(const Element& vertex, const std::optional<std::size_t>& place) {
  if (!place) return 1;
  const Scalar type = vertex.properties[*place].type;
  if (type == Scalar::uint8 || type == Scalar::int8) return 255;
  return type == Scalar::uint16 ? 65535 : 0;
}

const Element& checked_vertex(const Header& header, const ByteSource& source) {
  const Element* vertex = header.find("vertex");
  if (vertex == nullptr) throw FileError("the PLY header has no element vertex");
  const ColumnPlaces places = places_in(*vertex);
  for (const ParticleColumn column : {column_x, column_y, column_z})
    if (!places[column]) throw FileError({"the PLY header has no property {} of element vertex", name_of(column)});
  if (vertex->count == 0) throw FileError("the file has no vertices");
  if (vertex->count > most_particles)
    throw FileError({"{} particles are more than can be drawn ({})", vertex->count, most_particles});
  check_promises(header, source);
  return *vertex;
}

class VertexRows {
 public:
  VertexRows(const Header& header, const Element& vertex, const ColumnPlaces& places, ByteSource& source,
             const ProgressScale& progress)
      : header_(header), vertex_(vertex), places_(places), source_(source), progress_(progress) {
    body_ = make_body(header, source, remarks_);
    start_ = body_->mark();
  }

  void put_into(ParticleBuilder& builder) {
    body_->go_to(start_);
    for (const Element& element : header_.elements) {
      if (&element == &vertex_) break;
      body_->skip(element);
    }
    if (is_in_view())
      put_by_all_cores(builder);
    else
      put_in_turn(builder);
  }

 private:
  /// Mapped rows of fixed size, of which each core can take some.
  bool is_in_view() const {
    return header_.encoding != Encoding::ascii && !vertex_.has_lists() &&
           source_.window().size() / vertex_.fixed_bytes() >= vertex_.count;
  }

  void put_by_all_cores(ParticleBuilder& builder) const {
    const auto count = static_cast<std::size_t>(vertex_.count);
    builder.resize(count);
    in_parallel(count, block_size, [&](std::size_t first, std::size_t last) {
      std::vector<double> values(particle_columns * block_size);
      for (std::size_t row = first; row < last; row += block_size) {
        const std::size_t rows = std::min(block_size, last - row);
        builder.put(row, load_rows(row, rows, values));
        progress_.at(0.5f);  // notices that the user gave up
      }
    });
  }

  ParticleRows load_rows(std::size_t first, std::size_t count, std::vector<double>& values) const {
    const std::size_t stride = vertex_.fixed_bytes();
    const char* const rows = source_.window().data() + first * stride;
    ParticleRows result{.count = count, .columns = {}};
    std::size_t offset = 0;
    for (std::size_t i = 0; i < vertex_.properties.size(); ++i) {
      const Scalar type = vertex_.properties[i].type;
      for (std::size_t column = 0; column < particle_columns; ++column) {
        if (places_[column] != i) continue;
        double* const to = values.data() + column * block_size;
        load_column(rows + offset, stride, count, type, header_.encoding, to);
        result.columns[column] = to;
      }
      offset += size_of(type);
    }
    return result;
  }

  void put_in_turn(ParticleBuilder& builder) {
    std::vector<std::size_t> columns;
    for (const auto& place : places_) columns.push_back(place.value_or(absent));
    body_->read_scalars(vertex_, vertex_.wanted(columns), [&](const Block& block) {
      ParticleRows rows{.count = block.count, .columns = {}};
      for (std::size_t column = 0; column < particle_columns; ++column)
        if (places_[column]) rows.columns[column] = block.columns[*places_[column]].data();
      builder.append(rows);
      progress_.at(source_);
    });
  }

  const Header& header_;
  const Element& vertex_;
  const ColumnPlaces& places_;
  ByteSource& source_;
  const ProgressScale& progress_;
  std::vector<std::string> remarks_;
  std::unique_ptr<Body> body_;
  Body::Mark start_;
};

}  // namespace

bool holds_particles(ByteSource& source) {
  const Header header = read_header(source);
  const Element* vertex = header.find("vertex");
  if (vertex == nullptr || holds_splats(header) || holds_packed_splats(header)) return false;
  const bool has_faces = std::ranges::any_of(header.elements, [](const Element& element) {
    return element.count > 0 && (element.name == "face" || element.name == "tristrips");
  });
  const ColumnPlaces places = places_in(*vertex);
  const bool moves = places[column_vx] && places[column_vy] && places[column_vz];
  return !has_faces && (places[column_radius] || moves);
}

ParticleCloud read_particle_ply(ByteSource& source, const ParticleReading& reading, const ProgressScale& progress) {
  const Header header = read_header(source);
  const Element& vertex = checked_vertex(header, source);
  const ColumnPlaces places = places_of(names_in(vertex), reading.properties);
  const ParticleBuilder::Scales scales{full_scale(vertex, places[column_red]),
                                       full_scale(vertex, places[column_opacity])};
  VertexRows rows(header, vertex, places, source, progress);
  ParticleCloud cloud =
      build_particles(places, scales, reading, [&](ParticleBuilder& builder) { rows.put_into(builder); });
  for (std::string& name : names_in(vertex))
    if (!name.empty()) cloud.columns.push_back(std::move(name));
  return cloud;
}

}  // namespace farfirst::app
