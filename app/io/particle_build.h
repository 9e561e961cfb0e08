#pragma once
// Particles of a file that may have to be read twice: the full value of colours, and the best origin, are known
// at the end.

#include <memory>

#include "particle_data.h"

namespace farfirst::app {

/// For speeds that are wanted, and no column of the file.
inline void add_speeds(const ParticleProperties& properties, ParticleCloud& cloud) {
  const auto add = [&](const std::string& property, std::vector<float>& values) {
    if (property.empty() || !values.empty()) return;
    values.reserve(cloud.size());
    for (const glm::vec3& velocity : cloud.velocities) values.push_back(glm::length(velocity));
  };
  add(properties.color, cloud.color_values);
  add(properties.opacity, cloud.opacity_values);
  add(properties.size, cloud.size_values);
}

/// `pass` puts all rows into a builder, each time it is called.
template <class Pass>
ParticleCloud build_particles(const ColumnPlaces& places, const ParticleBuilder::Scales& scales,
                              const ParticleReading& reading, Pass pass) {
  const glm::dvec3 before = reading.origin.value_or(glm::dvec3(0.0));
  auto builder = std::make_unique<ParticleBuilder>(places, scales, before);
  pass(*builder);
  const glm::dvec3 origin = reading.origin ? before : builder->origin();
  if (builder->must_repeat() || origin != before) {
    const ParticleBuilder::Scales known = builder->scales();
    builder = std::make_unique<ParticleBuilder>(places, known, origin);
    pass(*builder);
  }
  ParticleCloud cloud = builder->finish();
  add_speeds(reading.properties, cloud);
  return cloud;
}

}  // namespace farfirst::app
