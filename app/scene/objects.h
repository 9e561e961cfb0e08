#pragma once
// Objects of a scene, each from its own file or built in, which are sorted and drawn together.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <variant>

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
glm::dmat3 turned_and_scaled(const Placement& placement);
/// The second of two placements, moved so that a point of the file stands where the first puts it.
Placement about(const glm::dvec3& point, const Placement& before, Placement after);

/// The settings of an object besides its content.
struct ObjectSetting {
  std::string name;  // empty: the file's
  bool visible = true;
  float opacity = 1.0f;  // 0..1, times that of the look
  Placement placement{};

  bool operator==(const ObjectSetting&) const = default;
};

/// The source of an object, a file of any kind or a built-in scene by its --scene name; and how it is shown.
struct ObjectChoice {
  std::filesystem::path file;
  ObjectSetting setting{};
  std::string scene{};        // instead of the file
  Part part = Part::all;      // of a file that holds several kinds this one alone; all: an object of each
  bool as_particles = false;  // is the file read, although it may be a model

  std::string name() const { return setting.name.empty() ? own_name() : setting.name; }
  /// The name in --scene or of the file: "dragon.ply", "garden.glb (splats)".
  std::string own_name() const;
  bool operator==(const ObjectChoice&) const = default;
};

using Content =
    std::variant<std::shared_ptr<const Model>, std::shared_ptr<ParticleSystem>, std::shared_ptr<ParticleSequence>>;

struct Object : ObjectChoice {
  Content content;

  // Null: it has another content.
  std::shared_ptr<const Model> model() const { return held<const Model>(); }
  std::shared_ptr<ParticleSystem> particles() const { return held<ParticleSystem>(); }
  std::shared_ptr<ParticleSequence> sequence() const { return held<ParticleSequence>(); }

  /// Particles: what is drawn of them changes by itself.
  bool moves() const { return !std::holds_alternative<std::shared_ptr<const Model>>(content); }
  bool is_mesh() const { return !moves() && model()->is_mesh(); }
  bool has_splats() const { return !moves() && model()->has_splats(); }
  /// Its box before placement.
  SceneBounds bounds() const;
  /// The offset subtracted from coordinates of its file; none: it has none.
  std::optional<glm::dvec3> origin() const;
  /// The middle of its bulk, in the coordinates of its file.
  glm::dvec3 middle() const;
  /// The place of its own origin after placement.
  glm::dvec3 placed_origin() const;
  /// The number of slots, where elements move; and a version that changes whenever they do, and never repeats.
  std::uint32_t slots() const;
  std::uint64_t version() const;
  /// "100,000 triangles, 50,000 vertices".
  std::string counts() const;

 private:
  template <class T>
  std::shared_ptr<T> held() const {
    const auto* content_held = std::get_if<std::shared_ptr<T>>(&content);
    return content_held != nullptr ? *content_held : nullptr;
  }
};

/// Objects are looked up in tables of this size.
inline constexpr std::size_t most_objects = 64;

/// The upper three rows, one after the other.
std::array<float, 12> rows_of(const glm::mat4& matrix);

}  // namespace farfirst::app
