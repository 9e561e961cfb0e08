#pragma once
// What is shown: the model of a file, several objects, a built-in scene or the particles.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model.h"
#include "objects.h"

namespace farfirst::app {

class ParticleSequence;
class ParticleSystem;

enum class SceneKind : std::uint8_t { file, glass, jungle, particles, splats, crossing, sequence };

/// What there is in a scene, as far as it decides how it is drawn.
struct Contents {
  bool splats = false;
  bool antialiased = false;  // all of these
  bool objects = false;      // several things in one order
  bool meshes = false;
  bool particles = false;
  int splat_degree = 0;                         // the largest
  SplatOrder splat_order = SplatOrder::unsaid;  // of all of them

  Contents() = default;
  /// Null: particles.
  Contents(const Model* model);  // NOLINT(google-explicit-constructor): a model is what there is in its scene
  explicit Contents(const Objects& all);
};

struct SceneSource {
  SceneKind kind = SceneKind::glass;
  std::filesystem::path file;                    // of SceneKind::file
  std::shared_ptr<const Model> model;            // or
  std::shared_ptr<ParticleSystem> particles;     // or
  std::shared_ptr<const Objects> objects;        // or
  std::shared_ptr<ParticleSequence> sequence{};  // one of the four

  std::string name() const;    // "dragon.ply", or that of the built-in scene
  std::string counts() const;  // "50,000 vertices, 100,000 triangles"
  SceneBounds bounds() const;
  /// Was subtracted from the coordinates of the file, of several that of the first; none: no coordinates are a file's.
  std::optional<glm::dvec3> file_origin() const;
  /// Plus this, what lies in the scene has world coordinates.
  glm::dvec3 origin() const { return file_origin().value_or(glm::dvec3(0.0)); }
  bool empty() const;  // nothing to draw
  bool moves() const;  // by itself: there are particles
  Contents contents() const;
  std::size_t model_bytes() const;  // of the arrays of models
  // Of it, or of its objects; each once.
  std::vector<std::shared_ptr<ParticleSystem>> systems() const;
  std::vector<std::shared_ptr<ParticleSequence>> sequences() const;
  /// The same with particles where they began.
  SceneSource restarted() const;
  /// Where things are: the model, or the outline of the objects; null for particles.
  std::shared_ptr<const Model> outline() const;
};

/// One of the built-in scenes; `count` is how many particles or splats there are. The jungle, and many of those, take
/// memory and a moment.
SceneSource built_in_scene(SceneKind kind, std::uint32_t count, std::uint32_t seed);
SceneSource scene_of_file(const std::filesystem::path& file, Model model);
/// Particles from files.
SceneSource scene_of_sequence(const std::filesystem::path& named, std::shared_ptr<ParticleSequence> sequence);
/// One model that is as its file says is the scene of that file.
SceneSource scene_of_objects(Objects objects);

}  // namespace farfirst::app
