#pragma once
// What is shown: objects, which are sorted and drawn in one order.

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

/// What there is in a scene, as far as it decides how it is drawn.
struct Contents {
  bool splats = false;
  bool antialiased = false;  // all of these
  bool objects = false;      // placed things in one order, not one thing that is as it is in its file
  bool meshes = false;
  bool particles = false;
  int splat_degree = 0;                         // the largest
  SplatOrder splat_order = SplatOrder::unsaid;  // of all of them
};

using Objects = std::vector<Object>;

struct Scene {
  Objects objects;
  /// In the coordinates of the files, where the scene does not begin at the origin of the first.
  std::optional<glm::dvec3> chosen_origin{};

  Scene() = default;
  /// Where the first file is placed so far from its origin that floats are too coarse, the scene begins there instead.
  explicit Scene(Objects all);

  /// The only object, if its setting is the default: shaders of its own kind draw it. Else null.
  const Object* alone() const;
  /// Is it a built-in scene alone, or particles alone? It opens with an up of its own.
  bool has_own_view() const;
  std::string name() const;    // "dragon.ply", "glass", "dragon.ply + 2"
  std::string counts() const;  // "2 objects: 1,200 splats, 300 triangles", or that of the object that is alone
  /// The box of all that is visible.
  SceneBounds bounds() const;
  /// The box of the particles in it.
  SceneBounds moving_bounds() const;
  /// The box of an object where it stands.
  SceneBounds bounds(std::size_t object) const;
  /// From an object's own coordinates to those of the scene. What has no origin of its own stands at that of the scene.
  glm::mat4 to_scene(std::size_t object) const;
  /// Where the coordinates of the scene are 0: what was subtracted from those of its files. None: no coordinates are a
  /// file's.
  std::optional<glm::dvec3> file_origin() const;
  /// Plus this, what lies in the scene has world coordinates.
  glm::dvec3 origin() const { return file_origin().value_or(glm::dvec3(0.0)); }
  bool empty() const;  // nothing to draw
  bool moves() const;  // by itself: there are particles
  Contents contents() const;
  std::size_t model_bytes() const;  // of the arrays of models
  // Each is there once.
  std::vector<std::shared_ptr<ParticleSystem>> systems() const;
  std::vector<std::shared_ptr<ParticleSequence>> sequences() const;
  /// The same with particles where they began.
  Scene restarted() const;
  /// A sentence for each object that stands so far from the origin of the scene that rounding to floats shows in it.
  std::vector<std::string> coarse_places() const;
  /// All models that can be seen as one: of triangles if there are meshes alone, else of points. It says where things
  /// are, not how they look. Null if there are none. Unless an object is alone, it takes memory, and a moment.
  std::shared_ptr<const Model> outline() const;

 private:
  template <class Which>
  SceneBounds bounds_of_some(Which which) const;
  glm::dvec3 offset(std::size_t object) const;
};

/// The remarks of an object's reader, without those that an object before it, of the same file, has too.
std::vector<std::string> remarks_of(const Objects& objects, std::size_t object);

/// Names of --scene, beside those of the particle systems of io/particle_scene.h.
inline constexpr std::array<std::string_view, 5> built_in_scenes = {"glass", "jungle", "particles", "splats",
                                                                    "crossing"};
/// What one of them shows; `count` is how many particles or splats there are. The jungle, and many of those, take
/// memory and a moment.
Content built_in_content(std::string_view name, std::uint32_t count, std::uint32_t seed);
Scene built_in_scene(const std::string& name, std::uint32_t count, std::uint32_t seed);
Scene scene_of_file(const std::filesystem::path& file, Model model);

}  // namespace farfirst::app
