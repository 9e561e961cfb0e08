#include "placed_objects.h"

#include <farfirst/sort.h>

#include <algorithm>
#include <string>

#include "host_elements.h"
#include "splat_projection.h"

namespace farfirst::app {

namespace {

constexpr std::size_t aligned(std::size_t n) {
  return (n + SplatProjection::alignment - 1) / SplatProjection::alignment * SplatProjection::alignment;
}

/// With what the parts point at.
struct OwnedParts {
  std::vector<std::shared_ptr<const Model>> models;
  std::vector<ElementPart> parts;
};

}  // namespace

bool PlacedObject::has_own_colors() const { return !model->colors.empty() && !has_colors_in_words(*model); }

std::uint32_t PlacedObject::count(bool triangles) const {
  return static_cast<std::uint32_t>(is_drawn_as_mesh(triangles) ? model->triangle_count() : model->points().size());
}

PlacedObjects::PlacedObjects(const Objects& objects) {
  if (objects.size() > most_objects)
    throw Error("there are " + std::to_string(objects.size()) + " objects; Farfirst can draw " +
                std::to_string(most_objects));
  for (const Object& object : objects) add(object.model);
  set(objects);
}

void PlacedObjects::add(const std::shared_ptr<const Model>& model) {
  PlacedObject object{.model = model,
                      .setting = {},
                      .to_scene = glm::mat4(1.0f),
                      .first_vertex = vertex_count_,
                      .first_corner = corner_count_,
                      .first_color = color_count_,
                      .first_splat = splat_count_};
  vertex_count_ = aligned(vertex_count_ + model->positions.size());
  corner_count_ += model->triangles.size();
  if (object.has_own_colors() || model->has_splats()) color_count_ += model->colors.size();
  if (model->has_splats()) splat_count_ = aligned(splat_count_ + model->splats.count());
  has_meshes_ |= model->is_mesh();
  objects_.push_back(std::move(object));
}

bool PlacedObjects::set(const Objects& objects) {
  bool renumbered = false;
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    renumbered |= objects_[i].setting.visible != objects[i].setting.visible;
    objects_[i].setting = objects[i].setting;
    objects_[i].to_scene = to_scene(objects, i);
  }
  bounds_ = bounds_of(objects);
  triangles_ = element_parts(/*triangles=*/true);
  points_ = element_parts(/*triangles=*/false);
  ++version_;
  return renumbered;
}

Elements PlacedObjects::elements(Primitive primitive) const { return elements_of(draws_triangles(primitive)); }

Elements PlacedObjects::elements_of(bool triangles) const {
  Elements result;
  result.owner = triangles ? triangles_ : points_;
  result.parts = triangles ? triangles_ : points_;
  result.bounds = bounds_;
  result.are_triangles = triangles;
  return result;
}

std::size_t PlacedObjects::most_elements() const {
  return std::max(elements_of(has_meshes_).count(), elements_of(false).count());
}

/// What is sorted: the objects that are seen.
std::shared_ptr<const std::vector<ElementPart>> PlacedObjects::element_parts(bool triangles) const {
  auto result = std::make_shared<OwnedParts>();
  for (const PlacedObject& object : objects_) {
    if (!object.setting.visible) continue;
    const Model& model = *object.model;
    result->models.push_back(object.model);
    ElementPart its{.count = object.count(triangles),
                    .positions = triangles ? std::span(model.positions) : model.points(),
                    .triangles = {},
                    .first_vertex = object.first_vertex,
                    .first_corner = object.first_corner,
                    .transform = rows_of(object.to_scene)};
    if (triangles) its.triangles = model.triangles;
    if (its.triangles.empty()) its.positions = model.points();
    result->parts.push_back(its);
  }
  return {result, &result->parts};
}

}  // namespace farfirst::app
