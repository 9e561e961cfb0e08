#include "placed_objects.h"

#include <farfirst/sort.h>

#include <algorithm>
#include <string>

#include "host_elements.h"
#include "splat_projection.h"

namespace farfirst::app {

namespace {

constexpr std::size_t aligned(std::size_t n, std::size_t alignment = SplatProjection::alignment) {
  return (n + alignment - 1) / alignment * alignment;
}

/// Where storage blocks of colours may begin.
constexpr std::size_t color_alignment = 64;

/// With what the parts point at.
struct OwnedParts {
  std::vector<std::shared_ptr<const void>> owners;
  std::vector<ElementPart> parts;
};

ElementPart part_of(const PlacedObject& object, bool triangles) {
  ElementPart result{.count = object.count(triangles),
                     .positions = {},
                     .triangles = {},
                     .first_vertex = object.first_vertex,
                     .first_corner = object.first_corner,
                     .transform = rows_of(object.to_scene),
                     .moves = object.moves()};
  if (object.moves()) return result;
  if (triangles) result.triangles = object.model->triangles;
  result.positions = result.triangles.empty() ? object.model->points() : std::span(object.model->positions);
  return result;
}

}  // namespace

bool PlacedObject::has_own_colors() const {
  return moves() || (!model->colors.empty() && !has_colors_in_words(*model));
}

std::uint32_t PlacedObject::count(bool triangles) const {
  if (moves()) return slots;
  return static_cast<std::uint32_t>(is_drawn_as_mesh(triangles) ? model->triangle_count() : model->points().size());
}

Look own_look(const Look& look, const PlacedObject& object) {
  Look result = look;
  result.opacity *= object.setting.opacity;
  result.light = glm::transpose(glm::mat3(object.to_scene)) * look.light;
  return result;
}

PlacedObjects::PlacedObjects(const Scene& scene) {
  if (scene.objects.size() > most_objects)
    throw Error("there are " + std::to_string(scene.objects.size()) + " objects; Farfirst can draw " +
                std::to_string(most_objects));
  for (const Object& object : scene.objects) add(object);
  place(scene);
}

void PlacedObjects::add(const Object& of) {
  PlacedObject object{.model = of.model(),
                      .slots = of.slots(),
                      .setting = {},
                      .to_scene = glm::mat4(1.0f),
                      .first_vertex = vertex_count_,
                      .first_corner = corner_count_,
                      .first_color = color_count_,
                      .first_lit_color = 0,
                      .first_splat = splat_count_};
  if (object.moves()) {
    vertex_count_ = aligned(vertex_count_ + object.slots);
    object.first_color = aligned(color_count_, color_alignment);
    object.first_lit_color = aligned(object.first_color + object.slots, color_alignment);
    color_count_ = object.first_lit_color + object.slots;
    splat_count_ = aligned(splat_count_ + (std::size_t{object.slots} + 1) / 2);
    any_moves_ = true;
  } else {
    vertex_count_ = aligned(vertex_count_ + object.model->positions.size());
    corner_count_ += object.model->triangles.size();
    if (object.has_own_colors() || object.has_splats()) color_count_ += object.model->colors.size();
    if (object.has_splats()) splat_count_ = aligned(splat_count_ + object.model->splats.count());
    has_meshes_ |= object.is_mesh();
  }
  objects_.push_back(std::move(object));
}

bool PlacedObjects::place(const Scene& scene) {
  bool renumbered = false;
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    renumbered |= objects_[i].setting.visible != scene.objects[i].setting.visible;
    objects_[i].setting = scene.objects[i].setting;
    objects_[i].to_scene = scene.to_scene(i);
  }
  shown_ = scene;
  triangles_ = element_parts(/*triangles=*/true, {});
  points_ = element_parts(/*triangles=*/false, {});
  ++version_;
  return renumbered;
}

std::uint64_t PlacedObjects::version() const {
  std::uint64_t sum = version_;
  for (const Object& object : shown_.objects) sum += object.version();
  return sum;
}

Elements PlacedObjects::elements(Primitive primitive) const {
  const bool triangles = draws_triangles(primitive);
  return elements_of(triangles, triangles ? triangles_ : points_);
}

Elements PlacedObjects::host_elements(Primitive primitive, const MomentOf& moment_of) const {
  if (!any_moves_) return elements(primitive);
  const bool triangles = draws_triangles(primitive);
  return elements_of(triangles, element_parts(triangles, moment_of));
}

Elements PlacedObjects::elements_of(bool triangles, const Parts& parts) const {
  Elements result;
  result.owner = parts;
  result.parts = parts;
  result.bounds = bounds();
  result.are_triangles = triangles;
  return result;
}

std::size_t PlacedObjects::most_elements() const {
  return std::max(elements_of(has_meshes_, triangles_).count(), elements_of(false, points_).count());
}

/// The elements to sort: the visible objects.
PlacedObjects::Parts PlacedObjects::element_parts(bool triangles, const MomentOf& moment_of) const {
  auto result = std::make_shared<OwnedParts>();
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const PlacedObject& object = objects_[i];
    if (!object.setting.visible) continue;
    ElementPart& part = result->parts.emplace_back(part_of(object, triangles));
    if (object.moves() && moment_of) {
      const Elements moment = moment_of(i);
      part.positions = moment.positions;
      result->owners.push_back(moment.owner);
    } else {
      result->owners.push_back(object.model);
    }
  }
  return {result, &result->parts};
}

}  // namespace farfirst::app
