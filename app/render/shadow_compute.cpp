#include "shadow_compute.h"

#include <farfirst/gl.h>

#include <array>
#include <cmath>
#include <string>

#include "light_plane.h"
#include "object/context.h"
#include "order/precision.h"
#include "particle_buffers.h"

namespace farfirst::app {

namespace {

constexpr std::size_t shadow_group = 256;                                  // threads, as in the shaders
constexpr Precision slice_precision{.bits = 16, .form = KeyForm::linear};  // finer than slices are

/// The uniform block of shaders/shadows/spot.glsl.
struct LightBlock {
  glm::vec3 across;
  float cells;
  glm::vec3 up;
  float opacity;
  glm::vec2 corner;
  float unit;
  std::uint32_t slots;
  float ambient;
  std::array<float, 3> unused;
};
static_assert(sizeof(LightBlock) == 64);

/// The scale of sums, as large as it can be with all of a slice in one cell.
float unit_of_depths(std::uint32_t count) {
  const double most = -std::log1p(-double{shadow_grid::most_alpha}) + 0.01;
  const double of_a_slice = static_cast<double>(count) / shadow_grid::slices + 1;
  return static_cast<float>(std::min(4294967040.0 / (most * of_a_slice), 1048576.0));
}

}  // namespace

ShadowCompute::Programs ShadowCompute::make_programs() const {
  namespace grid = shadow_grid;
  const gl::Defines defines{{"WIDTH", std::to_string(grid::width)},
                            {"SLICES", std::to_string(grid::slices)},
                            {"LEAST_RADIUS", std::to_string(grid::least_radius)},
                            {"MOST_RADIUS", std::to_string(grid::most_radius)},
                            {"MOST_ALPHA", std::to_string(grid::most_alpha)}};
  return {{gl_, gpu_.library, {"shadows/count.comp"}, defines},
          {gl_, gpu_.library, {"shadows/spread.comp"}, defines},
          {gl_, gpu_.library, {"shadows/sum.comp"}, defines},
          {gl_, gpu_.library, {"shadows/light.comp"}, defines}};
}

void ShadowCompute::prepare(std::uint32_t count) {
  if (sorter_) return;
  Device& device = gpu_.opengl.get();
  Programs programs = make_programs();
  // A software renderer takes long to compile the default.
  const Algorithm& entry = is_software(device) ? *find("gl.radix") : choose(device);
  auto sorter = make_distance_sorter(device, entry, count);
  workspace_ = Workspace(device, sorter->requirements());
  order_ = gl::Buffer(gl_, count * sizeof(std::uint32_t));
  layers_ = gl::Buffer(gl_, (shadow_grid::slices + 1) * shadow_grid::layer_size * sizeof(std::uint32_t));
  alive_ = gl::Buffer(gl_, sizeof(std::uint32_t));
  light_ = gl::Buffer(gl_, sizeof(LightBlock), nullptr, GL_DYNAMIC_STORAGE_BIT);
  sorter_ = std::move(sorter);
  programs_ = std::move(programs);
}

void ShadowCompute::light(const Particles& particles, const Look& look) {
  prepare(std::max(particles.count, 1u));
  const Cause cause{particles.version, glm::normalize(look.light), look.opacity, look.ambient};
  if (cause == cause_) return;
  cause_ = cause;
  sort(particles);
  set_light(particles);
  fill_layers(particles);
  dispatch(programs_.light, particles.count);
  gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT);
}

/// The nearest to the light first. Empty slots are last.
void ShadowCompute::sort(const Particles& particles) {
  const Viewpoint view = light_view(particles.bulk, cause_->light);
  const Source source{
      .n = particles.count,
      .positions = gl_buffer(particles.vertices.buffer, particles.vertices.bytes, particles.vertices.offset),
      .stride = sizeof(StoredVertex)};
  DistanceJob job{.n = particles.count, .sources = {&source, 1}, .metric = Metric::view_depth};
  std::copy_n(view.eye, 3, job.eye);
  std::copy_n(view.axis, 3, job.axis);
  job.precision = key_precision(slice_precision, particles.bulk, job.metric, view);
  job.direction = Direction::front_to_back;
  job.order = gl_buffer(order_.name(), order_.bytes());
  workspace_.attach(job);
  sorter_->sort(job);
}

void ShadowCompute::set_light(const Particles& particles) {
  const LightPlane plane(particles.bulk, cause_->light);
  const LightBlock block{.across = plane.across,
                         .cells = plane.cells,
                         .up = plane.up,
                         .opacity = cause_->opacity,
                         .corner = plane.corner,
                         .unit = unit_of_depths(particles.count),
                         .slots = particles.count,
                         .ambient = cause_->ambient,
                         .unused = {}};
  gl_.NamedBufferSubData(light_.name(), 0, sizeof block, &block);
  gl_.BindBufferBase(GL_UNIFORM_BUFFER, 1, light_.name());
  for (const auto& [binding, buffer] : {std::pair(0u, &order_), std::pair(3u, &layers_), std::pair(4u, &alive_)})
    gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer->name());
  for (const auto& [binding, view] :
       {std::pair(1u, particles.vertices), std::pair(2u, particles.colors), std::pair(5u, particles.lit)})
    bind_storage(gl_, binding, view);
}

void ShadowCompute::fill_layers(const Particles& particles) {
  gl_.ClearNamedBufferData(layers_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // the order
  dispatch(programs_.count, shadow_group);
  gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  dispatch(programs_.spread, particles.count);
  gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  dispatch(programs_.sum, shadow_grid::layer_size);
  gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void ShadowCompute::dispatch(const gl::Program& program, std::size_t threads) const {
  program.use();
  gl::dispatch(gl_, (threads + shadow_group - 1) / shadow_group);
}

std::size_t ShadowCompute::gpu_bytes() const {
  return workspace_.bytes() + order_.bytes() + layers_.bytes() + alive_.bytes() + light_.bytes();
}

}  // namespace farfirst::app
