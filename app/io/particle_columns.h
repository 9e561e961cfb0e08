#pragma once
// The columns of particle data by their usual names, and how rows of them become particles.

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "scene/particle_cloud.h"

namespace farfirst::app {

enum ParticleColumn : std::size_t {
  column_x,
  column_y,
  column_z,
  column_radius,
  column_red,
  column_green,
  column_blue,
  column_opacity,
  column_vx,
  column_vy,
  column_vz,
  column_id,
  column_color_value,    // what decides the colour,
  column_opacity_value,  // the opacity, and
  column_size_value,     // the size: other columns may be these too
  particle_columns
};

/// The kind of a column of this name, however it is capitalised; none if it has no such name.
std::optional<ParticleColumn> column_of(std::string_view name);
/// The name that sentences use: "radius".
std::string_view name_of(ParticleColumn column);
/// The places of columns in a file.
using ColumnPlaces = std::array<std::optional<std::size_t>, particle_columns>;
/// The first column of each kind.
ColumnPlaces places_of(std::span<const std::string> names);
/// The same with the columns of these properties, however their names are capitalised. Throws FileError if one is
/// neither a column nor the speed of particles with velocities.
ColumnPlaces places_of(std::span<const std::string> names, const ParticleProperties& properties);

/// Some rows, column by column; null: the file has none.
struct ParticleRows {
  std::size_t count = 0;
  std::array<const double*, particle_columns> columns{};
};

/// Makes particles of rows. Different rows may be put by several threads at once.
class ParticleBuilder {
 public:
  /// The values of full red, green or blue and of full opacity: 1, or the largest integer of the column's type. Where
  /// numbers of any type may be bytes, 0: 255 if there is one above 1.
  struct Scales {
    double color = 0, opacity = 0;
  };
  ParticleBuilder(const ColumnPlaces& places, const Scales& scales, const glm::dvec3& origin);

  void reserve(std::size_t rows);
  void resize(std::size_t rows);
  std::size_t size() const { return cloud_.places.size(); }
  void put(std::size_t first, const ParticleRows& rows);
  /// Rows that follow the last.
  void append(const ParticleRows& rows);

  /// Must the rows be put again into another builder, which knows more?
  bool must_repeat() const;
  /// For that builder.
  Scales scales() const;
  glm::dvec3 origin() const;
  /// Throws FileError if there is nothing to show.
  ParticleCloud finish();

 private:
  bool has(ParticleColumn column) const { return places_[column].has_value(); }
  void put_places(std::size_t first, const ParticleRows& rows);
  void put_colors(std::size_t first, const ParticleRows& rows);
  void put_velocities(std::size_t first, const ParticleRows& rows);
  void put_values(ParticleColumn column, std::size_t first, const ParticleRows& rows, std::vector<float>& values) const;

  ColumnPlaces places_;
  Scales scales_;
  glm::dvec3 origin_;
  ParticleCloud cloud_;
  std::mutex mutex_;  // of what follows
  double largest_color_ = 0, largest_opacity_ = 0;
  std::size_t out_of_reach_ = 0;
};

}  // namespace farfirst::app
