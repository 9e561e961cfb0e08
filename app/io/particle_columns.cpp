#include "particle_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "color.h"
#include "load.h"
#include "origin.h"
#include "reach.h"
#include "scene/bulk.h"
#include "scene/finite.h"
#include "scene/units.h"
#include "text.h"

namespace farfirst::app {
namespace {

struct Names {
  ParticleColumn column;
  std::array<std::string_view, 6> names;
};

// The names of Houdini, ParaView, CloudCompare and fluid solvers, and of people.
constexpr Names table[] = {{column_x, {"x", "position_x", "pos_x", "px", "points:0", "points_0"}},
                           {column_y, {"y", "position_y", "pos_y", "py", "points:1", "points_1"}},
                           {column_z, {"z", "position_z", "pos_z", "pz", "points:2", "points_2"}},
                           {column_radius, {"radius", "pscale", "size"}},
                           {column_red, {"red", "r", "diffuse_red", "rf"}},
                           {column_green, {"green", "g", "diffuse_green", "gf"}},
                           {column_blue, {"blue", "b", "diffuse_blue", "bf"}},
                           {column_opacity, {"opacity", "alpha", "a", "diffuse_alpha"}},
                           {column_vx, {"vx", "velocity_x", "vel_x", "v_x", "velocity:0", "velocity_0"}},
                           {column_vy, {"vy", "velocity_y", "vel_y", "v_y", "velocity:1", "velocity_1"}},
                           {column_vz, {"vz", "velocity_z", "vel_z", "v_z", "velocity:2", "velocity_2"}},
                           {column_id, {"id", "particle_id"}}};

bool has_velocities(const ColumnPlaces& places) { return places[column_vx] && places[column_vy] && places[column_vz]; }

/// A column of this name, or of a synonym. None: it is the speed, made from velocities.
std::optional<std::size_t> place_of_property(const std::string& property, std::span<const std::string> names,
                                             const ColumnPlaces& places) {
  const std::string wanted = in_lower_case(property);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (in_lower_case(names[i]) == wanted) return i;
  if (const std::optional<ParticleColumn> column = column_of(wanted); column && places[*column]) return places[*column];
  if (wanted == speed_property && has_velocities(places)) return std::nullopt;
  std::string found;
  for (const std::string& name : names)
    if (!name.empty()) found += (found.empty() ? "" : ", ") + name;
  const std::string lacks =
      wanted == speed_property ? "neither a column named speed nor velocities" : "no column named " + property;
  throw FileError("the particles have " + lacks + "; their columns are " + found.substr(0, 200));
}

double full_scale(double stated, double largest) { return stated > 0 ? stated : largest > 1 ? 255 : 1; }

}  // namespace

std::optional<ParticleColumn> column_of(std::string_view name) {
  if (name.empty()) return std::nullopt;
  const std::string lower = in_lower_case(name);
  for (const Names& entry : table)
    if (std::ranges::find(entry.names, lower) != entry.names.end()) return entry.column;
  return std::nullopt;
}

std::string_view name_of(ParticleColumn column) {
  for (const Names& entry : table)
    if (entry.column == column) return entry.names.front();
  return {};
}

ColumnPlaces places_of(std::span<const std::string> names) {
  ColumnPlaces places;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (const std::optional<ParticleColumn> column = column_of(names[i]); column && !places[*column])
      places[*column] = i;
  return places;
}

ColumnPlaces places_of(std::span<const std::string> names, const ParticleProperties& properties) {
  ColumnPlaces places = places_of(names);
  if (!properties.color.empty()) places[column_color_value] = place_of_property(properties.color, names, places);
  if (!properties.opacity.empty()) places[column_opacity_value] = place_of_property(properties.opacity, names, places);
  if (!properties.size.empty()) places[column_size_value] = place_of_property(properties.size, names, places);
  return places;
}

ParticleBuilder::ParticleBuilder(const ColumnPlaces& places, const Scales& scales, const glm::dvec3& origin)
    : places_(places), scales_(scales), origin_(origin) {
  cloud_.origin = origin;
  cloud_.has_radius = has(column_radius);
  cloud_.has_color = has(column_red) && has(column_green) && has(column_blue);
}

void ParticleBuilder::reserve(std::size_t rows) {
  cloud_.places.reserve(rows);
  cloud_.colors.reserve(rows);
}

void ParticleBuilder::resize(std::size_t rows) {
  cloud_.places.resize(rows);
  cloud_.colors.resize(rows);
  if (has(column_color_value)) cloud_.color_values.resize(rows);
  if (has(column_opacity_value)) cloud_.opacity_values.resize(rows);
  if (has(column_size_value)) cloud_.size_values.resize(rows);
  if (has_velocities(places_)) cloud_.velocities.resize(rows);
  if (has(column_id)) cloud_.ids.resize(rows);
}

void ParticleBuilder::append(const ParticleRows& rows) {
  const std::size_t first = size();
  resize(first + rows.count);
  put(first, rows);
}

void ParticleBuilder::put(std::size_t first, const ParticleRows& rows) {
  put_places(first, rows);
  put_colors(first, rows);
  if (!cloud_.velocities.empty()) put_velocities(first, rows);
  put_values(column_color_value, first, rows, cloud_.color_values);
  put_values(column_opacity_value, first, rows, cloud_.opacity_values);
  put_values(column_size_value, first, rows, cloud_.size_values);
  if (!has(column_id)) return;
  for (std::size_t i = 0; i < rows.count; ++i) {
    const double id = rows.columns[column_id][i];  // negative ones are numbers too
    cloud_.ids[first + i] = std::abs(id) < 9e18 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(id)) : 0;
  }
}

void ParticleBuilder::put_places(std::size_t first, const ParticleRows& rows) {
  const double *x = rows.columns[column_x], *y = rows.columns[column_y], *z = rows.columns[column_z];
  const double* radius = rows.columns[column_radius];
  Bounds bounds;
  std::size_t out_of_reach = 0;
  for (std::size_t i = 0; i < rows.count; ++i) {
    const glm::dvec3 wide(x[i], y[i], z[i]);
    const glm::vec3 place(wide - origin_);
    const bool near = is_within_reach(wide);
    const double r = radius != nullptr ? radius[i] : 1;
    const float width = r > 0 && r < 1e30 ? static_cast<float>(r) : 0.0f;
    cloud_.places[first + i] =
        near ? glm::vec4(place, width) : glm::vec4(std::numeric_limits<float>::quiet_NaN(), 0, 0, 0);
    if (!near) {
      ++out_of_reach;
      continue;
    }
    bounds.add(place);
  }
  const std::scoped_lock lock(mutex_);
  out_of_reach_ += out_of_reach;
  if (bounds.empty()) return;
  cloud_.bounds.add(bounds.minimum);
  cloud_.bounds.add(bounds.maximum);
}

void ParticleBuilder::put_colors(std::size_t first, const ParticleRows& rows) {
  std::uint32_t* to = cloud_.colors.data() + first;
  std::fill_n(to, rows.count, 0xffffffffu);
  double largest_color = 0, largest_opacity = 0;
  const auto add = [&](ParticleColumn column, unsigned shift, double scale, double& largest) {
    const double* from = rows.columns[column];
    const std::uint32_t others = ~(0xffu << shift);
    for (std::size_t i = 0; i < rows.count; ++i) {
      to[i] = (to[i] & others) | color_byte(from[i] / scale) << shift;
      if (std::isfinite(from[i])) largest = std::max(largest, from[i]);
    }
  };
  const double color_scale = full_scale(scales_.color, 0), opacity_scale = full_scale(scales_.opacity, 0);
  if (cloud_.has_color) {
    add(column_red, 0, color_scale, largest_color);
    add(column_green, 8, color_scale, largest_color);
    add(column_blue, 16, color_scale, largest_color);
  }
  if (has(column_opacity)) add(column_opacity, 24, opacity_scale, largest_opacity);
  const std::scoped_lock lock(mutex_);
  largest_color_ = std::max(largest_color_, largest_color);
  largest_opacity_ = std::max(largest_opacity_, largest_opacity);
}

void ParticleBuilder::put_velocities(std::size_t first, const ParticleRows& rows) {
  const double *x = rows.columns[column_vx], *y = rows.columns[column_vy], *z = rows.columns[column_vz];
  for (std::size_t i = 0; i < rows.count; ++i) {
    const glm::vec3 velocity(x[i], y[i], z[i]);
    cloud_.velocities[first + i] = is_finite(velocity) ? velocity : glm::vec3(0.0f);
  }
}

void ParticleBuilder::put_values(ParticleColumn column, std::size_t first, const ParticleRows& rows,
                                 std::vector<float>& values) const {
  if (!has(column)) return;
  for (std::size_t i = 0; i < rows.count; ++i) values[first + i] = static_cast<float>(rows.columns[column][i]);
}

ParticleBuilder::Scales ParticleBuilder::scales() const {
  return {full_scale(scales_.color, largest_color_), full_scale(scales_.opacity, largest_opacity_)};
}

glm::dvec3 ParticleBuilder::origin() const {
  OriginSample sample;
  sample.add(cloud_.places.size(), [&](std::size_t i) { return glm::dvec3(cloud_.places[i]) + origin_; });
  return sample.origin();
}

bool ParticleBuilder::must_repeat() const {
  return scales().color != full_scale(scales_.color, 0) || scales().opacity != full_scale(scales_.opacity, 0);
}

ParticleCloud ParticleBuilder::finish() {
  if (cloud_.bounds.empty())
    throw FileError({"no particle has finite coordinates up to {:g}, so there is nothing to show", largest_coordinate});
  if (out_of_reach_ > 0)
    cloud_.remarks.push_back(fmt::format("{} not finite, or beyond {:g}, and {} not drawn.",
                                         counted(out_of_reach_, "position is", "positions are"), largest_coordinate,
                                         out_of_reach_ == 1 ? "is" : "are"));
  if (std::string remark = remark_on_size(cloud_.bounds); !remark.empty()) cloud_.remarks.push_back(std::move(remark));
  cloud_.bounds.bulk = bulk_of(cloud_.places, cloud_.bounds);
  if (!cloud_.ids.empty()) order_by_id(cloud_);
  return std::move(cloud_);
}

}  // namespace farfirst::app
