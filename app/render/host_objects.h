#pragma once
// Several objects in host memory, for the renderer `cpu`: the arrays of each, in the scene's coordinates. Vertices
// are moved there once, particles for every picture; splats are moved as they are projected.

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

#include "array.h"
#include "elements.h"
#include "host_elements.h"
#include "placed_objects.h"

namespace farfirst::app {

/// Particles, where they are in the scene.
struct HostMoment {
  Array<StoredVertex> vertices;
  Array<std::uint32_t> colors;
  Array<glm::vec4> motions;
};

/// The drawn arrays of an object. In the order's numbers objects follow each other.
struct HostObject {
  HostArrays arrays{};
  std::uint32_t count = 0;   // elements
  glm::mat4 to_scene{1.0f};  // of splats: the others are there already
  float opacity = 1.0f;
  std::shared_ptr<const Array<StoredVertex>> moved{};  // owns vertices, if they are not those of the file
  std::shared_ptr<const HostMoment> moment{};          // owns particles
};

/// The arrays of an object of particles, by its number, as if it were alone; valid until the next step.
using ArraysOf = std::function<HostArrays(std::size_t object)>;

class HostObjects {
 public:
  /// Throws OutOfMemory.
  explicit HostObjects(const PlacedObjects& placed);

  /// The visible objects. They stay unchanged when objects are moved; but for moved vertices they are valid as long
  /// as this. Throws OutOfMemory.
  HostArrays drawn(const PlacedObjects& placed, bool triangles, const Look& look, const ArraysOf& arrays_of);
  std::size_t bytes() const;  // besides the models

 private:
  struct Own {
    std::unique_ptr<HostElements> elements;              // null: of particles
    std::shared_ptr<const Array<StoredVertex>> moved{};  // null: never, or not needed
    glm::mat4 moved_by{1.0f};
  };
  HostObject drawn(Own& own, const PlacedObject& object, bool triangles, const Look& look);

  std::deque<Own> objects_;
};

}  // namespace farfirst::app
