#include "host_objects.h"

#include <farfirst/sort.h>

#include <bit>
#include <new>

#include "packed_normal.h"
#include "scene/parallel.h"

namespace farfirst::app {

namespace {

/// The same operations as the renderers' shaders (elements/mixed.glsl), so that triangles cover the same samples.
glm::vec3 moved_position(const std::array<float, 12>& rows, const glm::vec3& p) {
  glm::vec3 result;
  for (std::size_t i = 0; i < 3; ++i)
    result[static_cast<int>(i)] =
        ((p.x * rows[4 * i] + p.y * rows[4 * i + 1]) + p.z * rows[4 * i + 2]) + rows[4 * i + 3];
  return result;
}

std::shared_ptr<const Array<StoredVertex>> moved_vertices(std::span<const StoredVertex> vertices, const Model& model,
                                                          const glm::mat4& to_scene) {
  auto result = std::make_shared<Array<StoredVertex>>(vertices.size());
  const std::array<float, 12> rows = rows_of(to_scene);
  const glm::mat3 turn(to_scene);
  in_parallel(vertices.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t word = model.normals.empty() ? vertices[i].word : packed_normal(turn * model.normals[i]);
      (*result)[i] = {moved_position(rows, vertices[i].position), word};
    }
  });
  return result;
}

/// Copies that stay unchanged while others draw them.
HostObject moved_particles(const HostArrays& arrays, const PlacedObject& object) {
  auto moment = std::make_shared<HostMoment>();
  moment->vertices.resize(arrays.vertices.size());
  moment->colors.assign(arrays.colors.begin(), arrays.colors.end());
  moment->motions.resize(arrays.motions.size());
  const std::array<float, 12> rows = rows_of(object.to_scene);
  const glm::mat3 turn(object.to_scene);
  const float scale = object.setting.placement.scale;
  in_parallel(arrays.vertices.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const StoredVertex& vertex = arrays.vertices[i];
      const float radius = std::bit_cast<float>(vertex.word) * scale;
      moment->vertices[i] = {moved_position(rows, vertex.position), std::bit_cast<std::uint32_t>(radius)};
      if (!arrays.motions.empty()) moment->motions[i] = glm::vec4(turn * glm::vec3(arrays.motions[i]), 0.0f);
    }
  });
  HostObject result{.arrays = arrays, .count = object.slots, .opacity = object.setting.opacity};
  result.arrays.vertices = moment->vertices;
  result.arrays.colors = moment->colors;
  result.arrays.motions = moment->motions;
  result.moment = std::move(moment);
  return result;
}

}  // namespace

HostObjects::HostObjects(const PlacedObjects& placed) try {
  for (const PlacedObject& object : placed.all()) {
    Own& own = objects_.emplace_back();
    if (!object.moves()) own.elements = std::make_unique<HostElements>(object.model);
  }
} catch (const std::bad_alloc&) {
  throw OutOfMemory("not enough memory for the vertices of these objects");
}

HostArrays HostObjects::drawn(const PlacedObjects& placed, bool triangles, const Look& look,
                              const ArraysOf& arrays_of) try {
  auto result = std::make_shared<std::vector<HostObject>>();
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const PlacedObject& object = placed.all()[i];
    if (!object.setting.visible) continue;
    result->push_back(object.moves() ? moved_particles(arrays_of(i), object)
                                     : drawn(objects_[i], object, triangles, look));
  }
  HostArrays arrays{.variant = {.kind = ElementKind::mixed}};
  for (const HostObject& object : *result) arrays.lit += object.arrays.lit;  // each only grows
  arrays.variant.encoded = look.blend_space == BlendSpace::encoded;
  arrays.objects = std::move(result);
  return arrays;
} catch (const std::bad_alloc&) {
  throw OutOfMemory("not enough memory for the vertices of these objects");
}

HostObject HostObjects::drawn(Own& own, const PlacedObject& object, bool triangles, const Look& look) {
  HostObject result{.arrays = own.elements->drawn(object.is_drawn_as_mesh(triangles), look),
                    .count = object.count(triangles),
                    .to_scene = object.to_scene,
                    .opacity = object.setting.opacity};
  if (object.is_drawn_as_splats(look) || object.to_scene == glm::mat4(1.0f)) return result;
  if (!own.moved || own.moved_by != object.to_scene) {
    own.moved = moved_vertices(result.arrays.vertices, *object.model, object.to_scene);
    own.moved_by = object.to_scene;
  }
  result.moved = own.moved;
  result.arrays.vertices = *own.moved;
  return result;
}

std::size_t HostObjects::bytes() const {
  std::size_t sum = 0;
  for (const Own& own : objects_)
    sum += (own.elements ? own.elements->bytes() : 0) + (own.moved ? own.moved->capacity() * sizeof(StoredVertex) : 0);
  return sum;
}

}  // namespace farfirst::app
