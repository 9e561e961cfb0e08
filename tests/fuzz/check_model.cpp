#include "check_model.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "io/origin.h"
#include "io/splats.h"
#include "scene/creases.h"
#include "scene/particle_mapping.h"

namespace farfirst::app::test {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

namespace {

void check_arrays(const Model& model) {
  const std::size_t vertices = model.positions.size();
  require(vertices > 0, "a model has vertices");
  require(model.triangles.size() % 3 == 0, "triangles have three corners");
  for (const std::uint32_t corner : model.triangles) require(corner < vertices, "corners are vertices");
  require(model.normals.empty() || model.normals.size() == vertices, "a normal per vertex");
  require(model.colors.empty() || model.colors.size() == vertices, "a colour per vertex");
  if (model.has_splats()) {
    const Splats& splats = model.splats;
    require(!model.is_mesh() && splats.scales.size() == vertices, "a scale per splat");
    require(splats.rotations.size() == vertices && splats.opacities.size() == vertices, "a rotation and an opacity");
    require(splats.degree >= 0 && splats.degree <= Splats::most_degree, "harmonics have a degree");
    require(splats.harmonics.size() == vertices * splats.coefficients(), "that many harmonics per splat");
    for (const glm::quat& q : splats.rotations)
      require(q == glm::quat(0, 0, 0, 0) || std::abs(glm::length(q) - 1.0f) < 1e-3f,
              "rotations are of unit length, or zero");
  }
  for (const glm::vec3& n : model.normals) {
    const float length = glm::length(n);
    require(length == 0.0f || std::abs(length - 1.0f) < 1e-3f, "normals are of unit length or zero");
  }
}

}  // namespace

void check_model(Model model) {
  check_arrays(model);
  require(!model.points().empty(), "a model has vertices of its own");
  // The steps of load_model() for every model.
  if (model.has_splats()) complete_splats(model);
  for (const glm::quat& q : model.splats.rotations)
    require(glm::length(q) > 0.5f, "splats without a rotation are gone");
  compute_bounds(model);
  recentre({&model, 1});
  compute_creased_normals(model);
  check_arrays(model);
}

namespace {

/// Colours, opacities and sizes by columns, of which some may hold no numbers.
void check_properties(ParticleCloud (*read)(ByteSource&, const ParticleReading&, const ProgressScale&),
                      std::string_view bytes, const std::string& color, const std::string& opacity) {
  LoadProgress progress;
  MemorySource source(bytes);
  ParticleReading reading;
  reading.properties = {color, opacity, color};
  ParticleCloud cloud = read(source, reading, ProgressScale(progress, 0.0f, 1.0f));
  const std::size_t count = cloud.size();
  require(cloud.color_values.size() == count && cloud.opacity_values.size() == count, "a value for each");
  require(cloud.size_values.size() == count, "a size value for each");
  apply({.color = {color, range_of(cloud.color_values)},
         .opacity = {opacity, range_of(cloud.opacity_values)},
         .size = {color, range_of(cloud.size_values)}},
        cloud);
  require(cloud.colors.size() == count, "a colour for each particle still");
}

}  // namespace

void check_particles(ParticleCloud (*read)(ByteSource&, const ParticleReading&, const ProgressScale&),
                     std::string_view bytes) {
  LoadProgress progress;
  try {
    MemorySource source(bytes);
    const ParticleCloud cloud = read(source, {}, ProgressScale(progress, 0.0f, 1.0f));
    const std::size_t count = cloud.size();
    require(count > 0 && cloud.colors.size() == count, "a colour for each particle");
    require(cloud.velocities.empty() || cloud.velocities.size() == count, "a velocity for each, or none");
    require(cloud.ids.empty() || cloud.ids.size() == count, "an id for each, or none");
    require(cloud.by_id.empty() || cloud.by_id.size() == count, "ids are ordered");
    for (const glm::vec4& place : cloud.places)
      require(std::isnan(place.x) || (cloud.bounds.holds(glm::vec3(place)) && place.w >= 0), "bounds hold particles");
    if (!cloud.columns.empty()) check_properties(read, bytes, cloud.columns.back(), properties_of(cloud).front());
  } catch (const FileError& error) {
    check_sentence(error.what());
  }
}

void check_camera(const Camera& camera) {
  const glm::mat4 view = camera.view();
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) require(std::isfinite(view[column][row]), "a view is finite");
  const glm::mat3 turn(view);
  const glm::mat3 unit = turn * glm::transpose(turn);
  for (int i = 0; i < 3; ++i) require(std::abs(unit[i][i] - 1) < 1e-3f, "a view only turns and moves");
  require(camera.field_of_view >= 1 && camera.field_of_view <= 170, "a field of view is one");
}

void check_sentence(std::string_view sentence) {
  require(!sentence.empty() && sentence.size() < 500, "a sentence is short");
  for (const char c : sentence) require(c >= ' ' && c <= '~', "a sentence is printable");
}

}  // namespace farfirst::app::test
