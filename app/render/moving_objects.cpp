#include "moving_objects.h"

#include <algorithm>

#include "splat_projection.h"

namespace farfirst::app {

namespace {

VertexArrayView part(ElementArray array, const gl::Buffer& buffer, std::size_t first_byte, std::size_t count,
                     GLint words) {
  return {.array = array,
          .buffer = buffer.name(),
          .offset = first_byte,
          .bytes = count * sizeof(GLuint) * static_cast<std::size_t>(words),
          .words = words};
}

ParticleParts parts_of(const PlacedObject& object, const MovingObjects::Arrays& arrays) {
  const std::size_t count = object.slots;
  return {part(ElementArray::vertex, arrays.vertices, object.first_vertex * sizeof(StoredVertex), count, 4),
          part(ElementArray::color, arrays.colors, object.first_color * sizeof(GLuint), count, 1),
          part(ElementArray::color, arrays.colors, object.first_lit_color * sizeof(GLuint), count, 1),
          part(ElementArray::motion, arrays.motions, object.first_splat * SplatProjection::projected_bytes, count, 4)};
}

}  // namespace

MovingObjects::MovingObjects(GpuContext& gpu, const Scene& scene, bool between, const PlacedObjects& placed,
                             const Arrays& arrays)
    : first_colors_(scene.objects.size()), step_times_(scene.objects.size()) {
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    const Object& object = scene.objects[i];
    objects_.emplace_back();
    if (!object.moves()) continue;
    const ParticleParts parts = parts_of(placed.all()[i], arrays);
    objects_.back() = object.particles() ? make_elements(gpu, object.particles(), between, parts)
                                         : make_elements(gpu, object.sequence(), parts);
  }
}

void MovingObjects::step(std::uint64_t frame, std::uint32_t steps) {
  each([&](std::size_t, GpuGeometry& its) { its.step(frame, steps); });
}

std::optional<gl::GpuTimer::Time> MovingObjects::take_step_time() {
  std::optional<gl::GpuTimer::Time> sum;
  bool any_is_new = false;
  each([&](std::size_t i, GpuGeometry& its) {
    if (const auto time = its.take_step_time()) {
      step_times_[i] = time;
      any_is_new = true;
    }
    if (!step_times_[i]) return;
    sum = sum ? gl::GpuTimer::Time{sum->milliseconds + step_times_[i]->milliseconds,
                                   std::max(sum->tag, step_times_[i]->tag)}
              : step_times_[i];
  });
  return any_is_new ? sum : std::nullopt;
}

bool MovingObjects::is_outgrown() const {
  bool any = false;
  each([&](std::size_t, const GpuGeometry& its) { any |= its.is_outgrown(); });
  return any;
}

bool MovingObjects::are_streaks(std::size_t object, const Look& look) const {
  return objects_[object]->footprint(/*triangles=*/false, look) == Footprint::ellipse;
}

void MovingObjects::light(const PlacedObjects& placed, const Look& look, bool on_host) {
  each([&](std::size_t i, GpuGeometry& its) {
    const PlacedObject& object = placed.all()[i];
    if (object.setting.visible) its.light(own_look(look, object), on_host);
  });
}

void MovingObjects::write_vertices(const PlacedObjects& placed) {
  each([&](std::size_t i, GpuGeometry& its) {
    if (placed.all()[i].setting.visible) its.gpu_elements(Primitive::automatic, IndexLayout::elements);
  });
}

void MovingObjects::write(const PlacedObjects& placed, const Look& look) {
  each([&](std::size_t i, GpuGeometry& its) {
    const PlacedObject& object = placed.all()[i];
    if (!object.setting.visible) return;
    const DrawnElements drawn = its.drawn(/*triangles=*/false, IndexLayout::elements, own_look(look, object));
    first_colors_[i] = drawn.arrays[1].offset / sizeof(GLuint);
  });
}

Elements MovingObjects::host_elements(std::size_t object) {
  return objects_[object]->host_elements(Primitive::automatic, IndexLayout::elements);
}

HostArrays MovingObjects::host_arrays(std::size_t object, const PlacedObject& placed, const Look& look) {
  return objects_[object]->host_arrays(/*triangles=*/false, own_look(look, placed));
}

std::size_t MovingObjects::gpu_bytes() const {
  std::size_t sum = 0;
  each([&](std::size_t, const GpuGeometry& its) { sum += its.gpu_bytes(); });
  return sum;
}

}  // namespace farfirst::app
