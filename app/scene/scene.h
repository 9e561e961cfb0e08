#pragma once
// The scene: objects, which are sorted and drawn in one order.

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "objects.h"

namespace farfirst::app {

/// The contents of a scene, as far as they decide how it is drawn.
struct Contents {
  bool splats = false;
  bool antialiased = false;  // all of these
  bool objects = false;      // placed things in one order, not one thing that is as it is in its file
  bool meshes = false;
  bool particles = false;
  int splat_degree = 0;                              // the largest
  SplatOrder splat_order = SplatOrder::unspecified;  // of all of them
};

using Objects = std::vector<Object>;

struct Scene {
  Objects objects;
  /// The scene's origin in the coordinates of the files, unless it is that of the first.
  std::optional<glm::dvec3> chosen_origin{};

  Scene() = default;
  /// If the first file is placed too far from its origin for floats, the scene starts there instead.
  explicit Scene(Objects all);

  /// The only object, if its setting is the default: shaders of its own kind draw it. Else null.
  const Object* alone() const;
  /// Is it a built-in scene alone, or particles alone? It opens with its own up axis.
  bool has_own_view() const;
  std::string name() const;    // "dragon.ply", "glass", "dragon.ply + 2"
  std::string counts() const;  // "2 objects: 1,200 splats, 300 triangles", or that of the object that is alone
  /// The box of all that is visible.
  SceneBounds bounds() const;
  /// The box of its particles.
  SceneBounds moving_bounds() const;
  /// The box of an object after placement.
  SceneBounds bounds(std::size_t object) const;
  /// From an object's own coordinates to those of the scene. An object without an origin stands at that of the scene.
  glm::mat4 to_scene(std::size_t object) const;
  /// The world coordinates of the scene's zero: the offset subtracted from its files. None: no coordinates are a
  /// file's.
  std::optional<glm::dvec3> file_origin() const;
  /// The scene's coordinates plus this are world coordinates.
  glm::dvec3 origin() const { return file_origin().value_or(glm::dvec3(0.0)); }
  bool empty() const;  // nothing to draw
  bool moves() const;  // by itself: there are particles
  Contents contents() const;
  std::size_t model_bytes() const;  // of the arrays of models
  // Each listed once.
  std::vector<std::shared_ptr<ParticleSystem>> systems() const;
  std::vector<std::shared_ptr<ParticleSequence>> sequences() const;
  /// The same with particles at their start.
  Scene restarted() const;
  /// A sentence for each object so far from the origin of the scene that rounding to floats is visible.
  std::vector<std::string> coarse_places() const;
  /// All visible models as one: triangles if there are meshes alone, else points. It has their places,
  /// not their look. Null if there are none. Unless an object is alone, it takes memory and time.
  std::shared_ptr<const Model> outline() const;

 private:
  template <class Which>
  SceneBounds bounds_of_some(Which which) const;
  glm::dvec3 offset(std::size_t object) const;
};

/// The remarks of an object's reader, without those of an earlier object of the same file.
std::vector<std::string> remarks_of(const Objects& objects, std::size_t object);

/// Names of --scene, besides the particle systems of io/particle_scene.h.
inline constexpr std::array<std::string_view, 5> built_in_scenes = {"glass", "jungle", "particles", "splats",
                                                                    "crossing"};
/// The scene of that name; `count` is the number of particles or splats. The jungle, and large counts, take
/// memory and time.
Content built_in_content(std::string_view name, std::uint32_t count, std::uint32_t seed);
Scene built_in_scene(const std::string& name, std::uint32_t count, std::uint32_t seed);
Scene scene_of_file(const std::filesystem::path& file, Model model);

}  // namespace farfirst::app
