#include "moving_objects.h"

#include <algorithm>

#include "object/context.h"
#include "order/gpu_context.h"
#include "splat_projection.h"

namespace farfirst::app {

MovingObjects::MovingObjects(GpuContext& gpu, const Scene& scene, bool between)
    : gl_(gpu.gl), brought_(scene.objects.size()), step_times_(scene.objects.size()) {
  for (const Object& object : scene.objects) {
    objects_.emplace_back();
    if (object.particles()) objects_.back() = make_elements(gpu, object.particles(), between);
    if (object.sequence()) objects_.back() = make_elements(gpu, object.sequence());
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

void MovingObjects::bring_vertices(const PlacedObjects& placed, const gl::Buffer& vertices) {
  each([&](std::size_t i, GpuGeometry& its) {
    const PlacedObject& object = placed.all()[i];
    if (!object.setting.visible || brought_[i] == its.version() + 1) return;
    const GpuElements stored = its.gpu_elements(Primitive::automatic, IndexLayout::elements);
    copy({.buffer = stored.positions, .bytes = object.slots * sizeof(StoredVertex)}, vertices,
         object.first_vertex * sizeof(StoredVertex));
    brought_[i] = its.version() + 1;
  });
}

void MovingObjects::bring(const PlacedObjects& placed, const Look& look, const Arrays& to) {
  bring_vertices(placed, to.vertices);
  each([&](std::size_t i, GpuGeometry& its) {
    const PlacedObject& object = placed.all()[i];
    if (!object.setting.visible) return;
    const DrawnElements drawn = its.drawn(/*triangles=*/false, IndexLayout::elements, own_look(look, object));
    for (const VertexArrayView& array : drawn.arrays) {
      if (array.array == ElementArray::color) copy(array, to.colors, object.first_color * sizeof(std::uint32_t));
      if (array.array == ElementArray::motion)
        copy(array, to.motions, object.first_splat * SplatProjection::projected_bytes);
    }
  });
}

void MovingObjects::copy(const VertexArrayView& from, const gl::Buffer& to, std::size_t first) const {
  gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // shaders wrote it
  gl_.CopyNamedBufferSubData(from.buffer, to.name(), static_cast<GLintptr>(from.offset), static_cast<GLintptr>(first),
                             static_cast<GLsizeiptr>(from.bytes));
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
