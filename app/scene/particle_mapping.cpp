#include "particle_mapping.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "parallel.h"

namespace farfirst::app {
namespace {

constexpr std::uint32_t unknown_color = 0x808080, color_bits = 0xFFFFFF;
constexpr std::size_t map_steps = 1024;  // of a map: finer than bytes are

std::array<std::uint32_t, map_steps> colors_of(ColorMap map) {
  std::array<std::uint32_t, map_steps> colors{};
  for (std::size_t i = 0; i < map_steps; ++i)
    colors[i] = color_in(map, static_cast<double>(i) / (map_steps - 1.0)) & color_bits;
  return colors;
}

void set_colors(const ParticleMapping& mapping, ParticleCloud& cloud) {
  const auto colors = colors_of(mapping.map);
  const ValueRange range = *mapping.color.range;
  in_parallel(cloud.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const float value = cloud.color_values[i];
      const auto step = [&] { return static_cast<std::size_t>(place_in(range, value) * (map_steps - 1.0f) + 0.5f); };
      const std::uint32_t color = std::isfinite(value) ? colors[step()] : unknown_color;
      cloud.colors[i] = (cloud.colors[i] & ~color_bits) | color;
    }
  });
}

void set_opacities(const ParticleMapping& mapping, ParticleCloud& cloud) {
  const ValueRange range = *mapping.opacity.range;
  in_parallel(cloud.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const float value = cloud.opacity_values[i];
      if (!std::isfinite(value)) continue;
      const auto own = static_cast<float>(cloud.colors[i] >> 24);
      const auto opacity = static_cast<std::uint32_t>(own * place_in(range, value) + 0.5f);
      cloud.colors[i] = (cloud.colors[i] & color_bits) | opacity << 24;
    }
  });
}

/// The radius of files without one is 1, until all particles have theirs.
void set_sizes(const ParticleMapping& mapping, ParticleCloud& cloud) {
  const ValueRange range = *mapping.size.range;
  in_parallel(cloud.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      if (std::isfinite(cloud.size_values[i])) cloud.places[i].w *= place_in(range, cloud.size_values[i]);
  });
}

}  // namespace

ValueRange range_of(const std::vector<float>& values) {
  std::optional<ValueRange> range;
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    if (!range) range = ValueRange{value, value};
    range->least = std::min(range->least, value);
    range->most = std::max(range->most, value);
  }
  return range.value_or(ValueRange{});
}

float place_in(const ValueRange& range, float value) {
  // A single value is both ends: it is in the middle, and others are at the ends.
  if (range.least == range.most) return value < range.least ? 0.0f : value > range.most ? 1.0f : 0.5f;
  const double least = range.least, span = range.most - least;  // which may be more than a float holds
  return static_cast<float>(std::clamp((value - least) / span, 0.0, 1.0));
}

void apply(const ParticleMapping& mapping, ParticleCloud& cloud) {
  if (!cloud.color_values.empty()) set_colors(mapping, cloud);
  if (!cloud.opacity_values.empty()) set_opacities(mapping, cloud);
  if (!cloud.size_values.empty()) set_sizes(mapping, cloud);
  cloud.color_values = std::vector<float>();  // and their memory
  cloud.opacity_values = std::vector<float>();
  cloud.size_values = std::vector<float>();
}

std::vector<std::string> properties_of(const ParticleCloud& cloud) {
  std::vector<std::string> names = cloud.columns;
  if (!cloud.velocities.empty() && std::ranges::find(names, speed_property) == names.end())
    names.insert(names.begin(), std::string(speed_property));
  return names;
}

}  // namespace farfirst::app
