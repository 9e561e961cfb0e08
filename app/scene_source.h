#pragma once
// What is shown: the model of a file, a built-in scene or the particles, and the camera it opens with.

#include <memory>
#include <string>

#include "camera.h"
#include "options.h"

namespace farfirst::app {

class Frame;
class ParticleSystem;

struct SceneSource {
  SceneKind kind = SceneKind::glass;
  std::filesystem::path file;                 // of SceneKind::file
  std::shared_ptr<const Model> model;         // or
  std::shared_ptr<ParticleSystem> particles;  // one of the two

  std::string name() const;    // "dragon.ply", "glass", "jungle", "particles"
  std::string counts() const;  // "50,000 vertices, 100,000 triangles"
  Bounds bounds() const;
  bool empty() const;  // nothing to draw
  void give_to(Frame& frame) const;
};

/// One of the built-in scenes, as the options want it. Particles and the jungle take memory and a moment.
SceneSource built_in_scene(const Options& options);
SceneSource scene_of_file(const std::filesystem::path& file, Model model);

/// Fills the picture with the scene, except for what is wished.
Camera opening_camera(const SceneSource& scene, float aspect, const CameraWish& wish);

/// "1,234,567"
std::string with_thousands(std::uint64_t number);
/// "1.2 MiB"
std::string byte_size(std::size_t bytes);

}  // namespace farfirst::app
