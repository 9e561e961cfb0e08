#pragma once
// A small scene of each kind of element, within sight of FrameTest's camera, with colours of all sorts.

#include <farfirst/sort.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "scene/particle_sequence.h"
#include "scene/scene.h"
#include "scenes.h"

namespace farfirst::app {

/// Random places between z = -3 and z = -1.5, and colours.
class SceneMaker {
 public:
  explicit SceneMaker(std::uint32_t seed) : random_(seed) {}

  float number(float least, float most) { return std::uniform_real_distribution<float>(least, most)(random_); }
  glm::vec3 place() { return {number(-1.2f, 1.2f), number(-1.2f, 1.2f), number(-3.0f, -1.5f)}; }
  glm::vec3 direction() { return glm::normalize(place() + glm::vec3(0, 0, 2.3f)); }
  std::uint32_t color() { return static_cast<std::uint32_t>(random_()) | 0x80000000u; }

  /// Triangles through each other, whose normals are not those of their planes.
  Model mesh(bool has_colors) {
    Model model;
    for (int i = 0; i < 8; ++i) {
      const glm::vec3 middle = place();
      for (std::uint32_t corner = 0; corner < 3; ++corner) {
        model.triangles.push_back(static_cast<std::uint32_t>(model.positions.size()));
        add_position(model, middle + 2.0f * direction());
        model.normals.push_back(direction());
        if (has_colors) model.colors.push_back(color());
      }
    }
    return model;
  }

  Model cloud() {
    Model model;
    for (int i = 0; i < 25; ++i) {
      add_point(model, place(), color());
      model.normals.push_back(direction());
    }
    return model;
  }

  Model splats() {
    Model model;
    model.splats.degree = 1;
    for (int i = 0; i < 25; ++i) {
      add_position(model, place());
      model.splats.scales.push_back({number(0.01f, 0.3f), number(0.02f, 0.3f), number(0.02f, 0.3f)});
      model.splats.rotations.push_back(glm::angleAxis(number(0, 3), direction()));
      model.splats.opacities.push_back(number(0.3f, 1));
      for (int k = 0; k < 4; ++k)
        model.splats.harmonics.push_back(glm::vec3(number(-1, 1), number(-1, 1), number(-1, 1)));
    }
    model.colors = flat_colors(model.splats);
    return model;
  }

  /// Particles of a file, with velocities.
  std::shared_ptr<ParticleSequence> particles() {
    ParticleCloud cloud;
    for (int i = 0; i < 25; ++i) {
      cloud.places.emplace_back(place(), number(0.1f, 0.4f));
      cloud.colors.push_back(color());
      cloud.velocities.push_back(5.0f * direction());
      cloud.bounds.add(glm::vec3(cloud.places.back()));
    }
    cloud.has_radius = cloud.has_color = true;
    const std::vector<ParticleSequence::Frame> files = {{"particles", false}};
    return std::make_shared<ParticleSequence>(
        "particles", files, [cloud](std::size_t, const ParticleProperties&) { return cloud; },
        ParticleSequence::Settings{});
  }

 private:
  std::mt19937 random_;
};

inline Scene scene_of(Model model) { return scene_of_file("made", std::move(model)); }

inline Object object_of(Model model) { return {{"made"}, std::make_shared<const Model>(std::move(model))}; }

}  // namespace farfirst::app
