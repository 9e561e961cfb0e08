#pragma once
// Triangles, or points, of many shapes as one model.

#include "builder.h"
#include "geometry.h"
#include "topology.h"

namespace farfirst::app::gltf {

class MeshBuilder final : public Builder {
 public:
  /// All `shapes` are triangles, or all are points; lines among them are counted.
  using Builder::Builder;

  /// Checks all of it against its buffers.
  void survey(OriginSample& sample, const ProgressScale& progress) override;
  Model build(const glm::dvec3& origin, const ProgressScale& progress) override;

 private:
  void survey_shape(const Shape& shape, OriginSample& sample);
  void add_shape(const Shape& shape);
  void add_vertices(const Geometry& geometry, const Topology& topology);
  void add_triangles(const Geometry& geometry, const Topology& topology, std::size_t first);
  void remark_what_was_left_out();

  std::uint64_t vertices_ = 0, corners_ = 0;
  std::uint64_t lines_ = 0, incomplete_ = 0, cut_ = 0;
  bool has_normals_ = true, has_colors_ = false;
  Model model_;
};

}  // namespace farfirst::app::gltf
