#pragma once
// What is shown: the model of a file, a built-in scene or the particles.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "model.h"

namespace farfirst::app {

class ParticleSystem;

enum class SceneKind : std::uint8_t { file, glass, jungle, particles, splats, crossing };

struct SceneSource {
  SceneKind kind = SceneKind::glass;
  std::filesystem::path file;                 // of SceneKind::file
  std::shared_ptr<const Model> model;         // or
  std::shared_ptr<ParticleSystem> particles;  // one of the two

  std::string name() const;    // "dragon.ply", or that of the built-in scene
  std::string counts() const;  // "50,000 vertices, 100,000 triangles"
  Bounds bounds() const;
  bool empty() const;  // nothing to draw
};

/// One of the built-in scenes; `count` is how many particles or splats there are. The jungle, and many of those, take
/// memory and a moment.
SceneSource built_in_scene(SceneKind kind, std::uint32_t count, std::uint32_t seed);
SceneSource scene_of_file(const std::filesystem::path& file, Model model);

}  // namespace farfirst::app
