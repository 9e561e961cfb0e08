#pragma once
// Particles of one moment, from a file (docs/particle-data.md).

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "model.h"

namespace farfirst::app {

/// The length of velocities, in files without a column of this name.
inline constexpr std::string_view speed_property = "speed";

/// The requested properties, by name; empty: none.
struct ParticleProperties {
  std::string color{}, opacity{}, size{};
  bool operator==(const ParticleProperties&) const = default;
};

struct ParticleCloud {
  std::vector<glm::vec4> places;      // position and radius; x is not a number: it is not drawn
  std::vector<std::uint32_t> colors;  // RGBA8, red in the low byte, sRGB, straight alpha
  std::vector<glm::vec3> velocities;  // empty, or of each particle, a second
  std::vector<std::uint64_t> ids;     // empty, or of each particle
  /// The particles by ascending id; empty if the file has this order. Of equal ids, the first counts.
  std::vector<std::uint32_t> by_id;
  // Empty, or for each particle: the values that decide its colour, opacity and size.
  std::vector<float> color_values, opacity_values, size_values;
  std::vector<std::string> columns;  // that its file has
  bool has_radius = false;
  bool has_color = false;
  glm::dvec3 origin{0.0};            // was subtracted from the file's coordinates before they became floats
  SceneBounds bounds;                // of what is drawn
  std::vector<std::string> remarks;  // sentences for the user: what was left out

  std::size_t size() const { return places.size(); }
  std::size_t bytes() const;  // of the arrays
};

/// Sets by_id.
void order_by_id(ParticleCloud& cloud);
/// For particles without a radius: half of the distance of neighbours if they fill their box.
float radius_for(const ParticleCloud& cloud);

}  // namespace farfirst::app
