#pragma once
// The jungle's plants: blades of many small triangles, since a triangle is sorted by one point.

#include <cstdint>

#include "chance.h"
#include "paint.h"

namespace farfirst::app {

/// A leaf: an open surface, seen from both sides. It grows from `root` along `direction` and hangs down by its weight.
struct Blade {
  glm::vec3 root{0.0f};
  glm::vec3 direction{0, 1, 0};  // unit
  float length = 1;
  float width = 0.1f;
  float droop = 0.3f;         // how far the tip is pulled down, in lengths
  float fold = 0.2f;          // how far the sides stand up from the midrib, in widths
  float widest = 0.4f;        // where, in lengths
  std::uint32_t rows = 6;     // along
  std::uint32_t columns = 2;  // across
};
/// 2 rows * columns - columns triangles: the last row ends in a point.
Surface blade(const Blade& shape);

/// Each at the origin, which is on the ground.
void add_palm(Model& model, const glm::mat4& pose, Chance& chance);
void add_tree(Model& model, const glm::mat4& pose, Chance& chance);
void add_fern(Model& model, const glm::mat4& pose, Chance& chance);
void add_banana(Model& model, const glm::mat4& pose, Chance& chance);
void add_flower(Model& model, const glm::mat4& pose, Chance& chance);
/// A blade of grass of `triangles`, an odd number.
void add_grass(Model& model, const glm::mat4& pose, std::uint32_t triangles, Chance& chance);

}  // namespace farfirst::app
