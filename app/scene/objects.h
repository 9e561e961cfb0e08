#pragma once
// Several things in one scene: objects, each from a file of its own or built in, which are sorted and drawn together.

#include <array>
#include <cstddef>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model.h"

namespace farfirst::app {

class ParticleSequence;
class ParticleSystem;

/// Where an object stands: the coordinates of its file are scaled, then turned about x, then y, then z, then moved.
struct Placement {
  glm::dvec3 position{0.0};
  glm::vec3 rotation{0.0f};  // degrees
  float scale = 1.0f;        // above 0

  bool operator==(const Placement&) const = default;
};

/// The turn by angles about x, then y, then z, in degrees.
glm::dmat3 turn_of(const glm::vec3& angles);
/// The second of two placements, moved so that a point of the file stands where it does by the first.
Placement about(const glm::dvec3& point, const Placement& before, Placement after);

/// What one can say of an object besides what its file holds.
struct ObjectSetting {
  std::string name;  // empty: the file's
  bool visible = true;
  float opacity = 1.0f;  // 0..1, times that of the look
  Placement placement{};

  bool operator==(const ObjectSetting&) const = default;
};

/// As --scene or a file has it: "dragon.ply", "garden.glb (splats)".
std::string own_name_of(const std::filesystem::path& file, const std::string& scene, Part part);

struct Object {
  std::filesystem::path file;          // empty: it is built in
  std::shared_ptr<const Model> model;  // or
  ObjectSetting setting{};
  std::shared_ptr<ParticleSystem> particles{};   // or
  std::shared_ptr<ParticleSequence> sequence{};  // one of the three
  std::string scene{};                           // what is built in, as --scene has it
  Part part = Part::all;                         // that the model is of a file with several kinds

  std::string name() const;
  /// Particles: what is drawn of them changes by itself.
  bool moves() const { return model == nullptr; }
  bool is_mesh() const { return model && model->is_mesh(); }
  bool has_splats() const { return model && model->has_splats(); }
  /// Where it is by itself.
  SceneBounds bounds() const;
  /// Was subtracted from coordinates of its file; none: it has none.
  std::optional<glm::dvec3> origin() const;
  /// Of the bulk of it, in the coordinates of its file.
  glm::dvec3 middle() const;
  /// Room for so many, of what moves; and what changes whenever they do, and never repeats.
  std::uint32_t slots() const;
  std::uint64_t version() const;
};

struct Objects : std::vector<Object> {
  using std::vector<Object>::vector;
  /// Of the scene, in the coordinates of the files, where it is not what was subtracted from those of the first.
  std::optional<glm::dvec3> origin{};
};

/// Objects are told apart in tables of this size.
inline constexpr std::size_t most_objects = 64;

/// Where the coordinates of the scene are 0: what was subtracted from those of its files.
std::optional<glm::dvec3> origin_of(const Objects& objects);
/// Where the first file is placed so far from its origin that floats are too coarse, the scene begins there instead.
void choose_origin(Objects& objects);
/// The remarks of an object's reader, without those that an object before it, of the same file, has too.
std::vector<std::string> remarks_of(const Objects& objects, std::size_t object);
/// From an object's own coordinates to those of the scene. What has no origin of its own stands at that of the scene.
glm::mat4 to_scene(const Objects& objects, std::size_t object);
/// The upper three rows, one after the other.
std::array<float, 12> rows_of(const glm::mat4& matrix);
/// Of an object where it stands, and of all that can be seen.
SceneBounds bounds_of(const Objects& objects, std::size_t object);
SceneBounds bounds_of(const Objects& objects);
/// Likewise, of what moves by itself.
SceneBounds moving_bounds_of(const Objects& objects);
/// A sentence for each object that stands so far from the origin of the scene that rounding to floats shows in it.
std::vector<std::string> coarse_places_of(const Objects& objects);
/// "2 objects: 1,200 splats, 300 triangles".
std::string counts_of(const Objects& objects);

/// All models that can be seen as one: of triangles if there are meshes alone, else of points. It says where things
/// are, not how they look. Null if there are none. It takes memory, and a moment.
std::shared_ptr<const Model> outline_of(const Objects& objects);

}  // namespace farfirst::app
