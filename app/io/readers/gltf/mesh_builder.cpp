#include "mesh_builder.h"

#include "scene/huge_pages.h"
#include "scene/parallel.h"
#include "scene/units.h"

namespace farfirst::app::gltf {
namespace {

constexpr std::uint64_t most_vertices = 0xfffffffeu;

/// Where `steps` of `all` are done.
float share(std::size_t steps, std::size_t all) { return static_cast<float>(steps) / static_cast<float>(all); }

bool is_drawn(const Geometry& geometry, const Topology& topology) {
  return geometry.mode() == Mode::points || !topology.corners.empty();
}

}  // namespace

void MeshBuilder::survey(OriginSample& sample, const ProgressScale& progress) {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    survey_shape(shapes_[i], sample);
    progress.at(share(i + 1, shapes_.size()));
  }
}

void MeshBuilder::survey_shape(const Shape& shape, OriginSample& sample) {
  const Geometry geometry(document_, storage_, shape);
  const Topology topology = topology_of(geometry, shape.name);
  lines_ += topology.lines;
  incomplete_ += topology.incomplete;
  if (!is_drawn(geometry, topology)) return;
  vertices_ += topology.vertex_count(geometry);
  corners_ += topology.corners.size();
  if (vertices_ > most_vertices) throw FileError("the file has more vertices than can be drawn");
  has_normals_ = has_normals_ && geometry.has_normals();
  has_colors_ = has_colors_ || !geometry.surface().is_white();
  sample.add(topology.vertex_count(geometry), [&](std::size_t i) { return geometry.position(topology.vertex(i)); });
}

Model MeshBuilder::build(const glm::dvec3& origin, const ProgressScale& progress) {
  model_.origin = origin;
  reserve_large(model_.positions, vertices_);
  reserve_large(model_.triangles, corners_);
  if (has_normals_) reserve_large(model_.normals, vertices_);
  if (has_colors_) reserve_large(model_.colors, vertices_);
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    add_shape(shapes_[i]);
    progress.at(share(i + 1, shapes_.size()));
  }
  remark_what_was_left_out();
  if (model_.triangles.empty() && corners_ > 0) model_.positions.clear();  // vertices of a mesh are no points
  return std::move(model_);
}

void MeshBuilder::add_shape(const Shape& shape) {
  const Geometry geometry(document_, storage_, shape);
  const Topology topology = topology_of(geometry, shape.name);
  if (!is_drawn(geometry, topology)) return;
  const std::size_t first = model_.positions.size();
  add_vertices(geometry, topology);
  add_triangles(geometry, topology, first);
}

void MeshBuilder::add_vertices(const Geometry& geometry, const Topology& topology) {
  const std::size_t first = model_.positions.size(), count = topology.vertex_count(geometry);
  model_.positions.resize(first + count);
  if (has_normals_) model_.normals.resize(first + count);
  if (has_colors_) model_.colors.resize(first + count);
  in_parallel(count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t vertex = topology.vertex(i);
      model_.positions[first + i] = glm::vec3(geometry.position(vertex) - model_.origin);
      if (has_normals_) model_.normals[first + i] = geometry.normal(vertex);
      if (has_colors_) model_.colors[first + i] = geometry.surface().color(vertex);
    }
  });
}

/// Triangles that a mask cuts away entirely are not drawn.
void MeshBuilder::add_triangles(const Geometry& geometry, const Topology& topology, std::size_t first) {
  const auto is_cut = [&](std::uint32_t corner) { return model_.colors[first + corner] >> 24 == 0; };
  const bool cuts = geometry.surface().is_mask() && has_colors_;
  for (std::size_t i = 0; i < topology.corners.size(); i += 3) {
    const std::uint32_t* const corners = &topology.corners[i];
    if (cuts && is_cut(corners[0]) && is_cut(corners[1]) && is_cut(corners[2])) {
      ++cut_;
      continue;
    }
    for (int corner = 0; corner < 3; ++corner)
      model_.triangles.push_back(static_cast<std::uint32_t>(first) + corners[corner]);
  }
}

void MeshBuilder::remark_what_was_left_out() {
  const auto remark = [&](std::uint64_t count, const char* one, const char* several) {
    if (count > 0) model_.remarks.push_back(counted(count, one, several));
  };
  remark(lines_, "line was left out.", "lines were left out.");
  remark(incomplete_, "triangle has less than three corners and was left out.",
         "triangles have less than three corners and were left out.");
  remark(cut_, "triangle lies below the alpha cut-off of its material and is not drawn.",
         "triangles lie below the alpha cut-offs of their materials and are not drawn.");
}

}  // namespace farfirst::app::gltf
