#pragma once
// Several things in one scene: objects, each from a file of its own, which are sorted and drawn together.

#include <array>
#include <cstddef>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <string>
#include <vector>

#include "model.h"

namespace farfirst::app {

/// Where an object stands: it is scaled, then turned about x, then y, then z, then moved.
struct Placement {
  glm::vec3 position{0.0f};
  glm::vec3 rotation{0.0f};  // degrees
  float scale = 1.0f;        // above 0

  bool operator==(const Placement&) const = default;
};

/// What one can say of an object besides what its file holds.
struct ObjectSetting {
  std::string name;  // empty: the file's
  bool visible = true;
  float opacity = 1.0f;  // 0..1, times that of the look
  Placement placement{};

  bool operator==(const ObjectSetting&) const = default;
};

struct Object {
  std::filesystem::path file;
  std::shared_ptr<const Model> model;
  ObjectSetting setting{};

  std::string name() const;
};
using Objects = std::vector<Object>;

/// Objects are told apart in tables of this size.
inline constexpr std::size_t most_objects = 64;

/// From an object's own coordinates to those of the scene, whose origin is that of the file of the first object.
glm::mat4 to_scene(const Objects& objects, std::size_t object);
/// The upper three rows, one after the other.
std::array<float, 12> rows_of(const glm::mat4& matrix);
/// Of what can be seen.
Bounds bounds_of(const Objects& objects);
/// "2 objects: 1,200 splats, 300 triangles".
std::string counts_of(const Objects& objects);

/// All that can be seen as one model: of triangles if there are meshes alone, else of points. It says where things are,
/// not how they look. Null if there is nothing. It takes memory, and a moment.
std::shared_ptr<const Model> outline_of(const Objects& objects);

}  // namespace farfirst::app
