#pragma once
// Polygons to triangles, for the faces of all readers. It lets no index out of range pass.

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "scene/model.h"

namespace farfirst::app {

/// Collects faces into Model::triangles. The positions must be complete before the first polygon of more than three
/// corners.
class PolygonCollector {
 public:
  explicit PolygonCollector(Model& model) : model_(model) {}

  /// Corners are valid indices. Fewer than three are counted and left out. Quads and larger polygons are cut into
  /// triangles without crossing their outline, concave ones too.
  void add(std::span<const std::uint32_t> corners);
  /// Many faces of three corners at once: their corners in a row.
  void add_triangles(std::span<const std::uint32_t> corners);
  /// Room for `faces` faces in all; call it as often as more is known.
  void expect(std::uint64_t faces);

  /// Sentences about what was left out or cut badly.
  void remark() const;

 private:
  void add_polygon(std::span<const std::uint32_t> corners);
  void make_room(std::size_t triangles);
  void push(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void fan(std::span<const std::uint32_t> corners);
  bool project(std::span<const std::uint32_t> corners);
  bool is_convex() const;
  void clip_ears(std::span<const std::uint32_t> corners);

  Model& model_;
  std::uint64_t expected_ = 0, added_ = 0;
  std::uint64_t too_few_ = 0, too_many_ = 0;
  std::vector<glm::dvec2> flat_;     // corners of the present polygon in its plane, counter-clockwise
  std::vector<std::uint32_t> left_;  // corners that were not clipped yet
};

}  // namespace farfirst::app
