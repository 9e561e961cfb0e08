#pragma once
// Colour, opacity and size of particles by their properties: their speed, or any column of their files.

#include <optional>
#include <string>
#include <vector>

#include "color_map.h"
#include "particle_cloud.h"

namespace farfirst::app {

/// The values at the lower and the upper end.
struct ValueRange {
  float least = 0, most = 1;
  bool operator==(const ValueRange&) const = default;
};

struct ParticleMapping {
  /// A property by its name, and its range; by default that of the file that is read first.
  struct Property {
    std::string name{};  // empty: as the file says
    std::optional<ValueRange> range{};
    bool operator==(const Property&) const = default;
  };
  Property color{}, opacity{}, size{};
  ColorMap map = ColorMap::viridis;

  ParticleProperties properties() const { return {color.name, opacity.name, size.name}; }
  bool operator==(const ParticleMapping&) const = default;
};

/// From the least to the greatest finite value; 0 to 1 if none is finite.
ValueRange range_of(const std::vector<float>& values);
/// The position of a value in the range: 0 to 1.
float place_in(const ValueRange& range, float value);

/// Sets the cloud's colours and radii by its values, and frees those. The property of the colour decides red,
/// green and blue (grey if not finite); those of the opacity and of the size multiply the file's own,
/// from 0 at the lower end to 1. All need their ranges.
void apply(const ParticleMapping& mapping, ParticleCloud& cloud);

/// The properties of this file's particles for colouring: its columns, and their speed.
std::vector<std::string> properties_of(const ParticleCloud& cloud);

}  // namespace farfirst::app
