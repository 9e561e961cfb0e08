#include "particle_compute.h"

#include <farfirst/sort.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "elements.h"
#include "object/context.h"
#include "scene/units.h"

namespace farfirst::app {

namespace {

constexpr std::uint32_t group = 256;  // threads, as in the shaders

enum UniformBinding : GLuint { surroundings_block = 1, emitters_block = 2, moment_block = 3, members_block = 4 };

void check_limit(const GladGLContext& gl, const ParticlePlan& plan) {
  const std::size_t most = gl::largest_block(gl) / sizeof(StoredVertex);
  if (plan.slots() > most)
    throw OutOfMemory("the particle system has " + with_thousands(plan.slots()) +
                      " particles; this OpenGL can simulate " + with_thousands(most));
}

template <class T>
gl::Buffer buffer_of(const GladGLContext& gl, std::span<const T> data) {
  const T nothing{};
  return data.empty() ? gl::Buffer(gl, sizeof nothing, &nothing) : gl::Buffer(gl, data.size_bytes(), data.data());
}

gl::Buffer per_slot(const GladGLContext& gl, const ParticlePlan& plan, std::size_t bytes) {
  return gl::Buffer(gl, std::max<std::size_t>(plan.slots(), 1) * bytes);
}

}  // namespace

ParticleCompute::ParticleCompute(const GpuContext& gpu, std::shared_ptr<const ParticlePlan> plan, bool between,
                                 const std::optional<ParticleParts>& parts)
    : gl_(&gpu.gl),
      library_(&gpu.library),
      plan_(std::move(plan)),
      between_(*gl_, *library_, {"simulate/between.comp"}, {{"STEP_SECONDS", "(1.0f / 60.0f)"}}),
      arrays_(*gl_, plan_->slots(), parts) {
  const GladGLContext& gl = gpu.gl;
  check_limit(gl, *plan_);
  upload_plan();
  make_programs();
  own_motions_ = per_slot(gl, *plan_, sizeof(glm::vec4));
  numbers_ = per_slot(gl, *plan_, sizeof(std::uint32_t));
  if (between) own_places_ = per_slot(gl, *plan_, sizeof(glm::vec4));
  const VertexArrayView& vertices = arrays_.vertices();
  places_ = between ? view_of(ElementArray::vertex, own_places_, 4) : vertices;
  motions_ = view_of(ElementArray::motion, own_motions_, 4);
  for (gl::Buffer& moment : moments_)
    moment = gl::Buffer(gl, sizeof(simulate::ParticleMoment), nullptr, GL_DYNAMIC_STORAGE_BIT);
  clear();
}

void ParticleCompute::upload_plan() {
  curves_ = buffer_of(*gl_, plan_->curves());
  triangles_ = buffer_of(*gl_, plan_->triangles());
  emitters_ = buffer_of(*gl_, plan_->emitters());
  surroundings_ = gl::Buffer(*gl_, sizeof(simulate::ParticleSurroundings), &plan_->surroundings());
}

void ParticleCompute::make_programs() {
  std::vector<std::vector<Dispatch>> levels;
  for (std::vector<ParticleBatch>& level : particle_batches(*plan_, group)) {
    std::vector<Dispatch>& dispatches = levels.emplace_back();
    for (ParticleBatch& batch : level) {
      gl::Program program(*gl_, *library_, {"simulate/step.comp"}, batch.does);
      gl::Buffer members = buffer_of(*gl_, std::span<const glm::uvec4>(batch.members));
      dispatches.push_back({std::move(batch), std::move(members), std::move(program)});
    }
  }
  levels_ = std::move(levels);
}

/// All slots empty.
void ParticleCompute::clear() {
  const glm::vec4 nowhere(std::numeric_limits<float>::quiet_NaN(), 0, 0, 0), dead(0, 0, 0, -4);
  const auto fill = [this](const VertexArrayView& view, GLenum stored, GLenum format, GLenum type, const void* value) {
    gl_->ClearNamedBufferSubData(view.buffer, stored, static_cast<GLintptr>(view.offset),
                                 static_cast<GLsizeiptr>(view.bytes), format, type, value);
  };
  fill(places_, GL_RGBA32F, GL_RGBA, GL_FLOAT, &nowhere.x);
  fill(motions_, GL_RGBA32F, GL_RGBA, GL_FLOAT, &dead.x);
  fill(arrays_.colors(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  gl_->ClearNamedBufferData(numbers_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  steps_ = 0;
}

void ParticleCompute::bind() {
  bind_storage(*gl_, 0, places_);
  bind_storage(*gl_, 3, arrays_.colors());
  for (const auto& [binding, buffer] :
       {std::pair(1u, &own_motions_), std::pair(2u, &numbers_), std::pair(4u, &curves_), std::pair(5u, &triangles_)})
    gl_->BindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer->name());
  gl_->BindBufferBase(GL_UNIFORM_BUFFER, surroundings_block, surroundings_.name());
  gl_->BindBufferBase(GL_UNIFORM_BUFFER, emitters_block, emitters_.name());
}

/// Readers of the particles issue no barriers of their own: these cover sorts, renderers and
/// the host.
void ParticleCompute::step_to(std::uint64_t number) {
  if (number < steps_) clear();
  if (number == steps_) return;
  bind();
  while (steps_ < number) step();
  gl_->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

void ParticleCompute::step() {
  const simulate::ParticleMoment moment = plan_->moment(++steps_);
  const gl::Buffer& buffer = moments_[steps_ % moments_.size()];
  gl_->NamedBufferSubData(buffer.name(), 0, sizeof moment, &moment);
  gl_->BindBufferBase(GL_UNIFORM_BUFFER, moment_block, buffer.name());
  for (const std::vector<Dispatch>& level : levels_) {
    gl_->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // the step before, or the parents
    for (const Dispatch& each : level) {
      if (steps_ <= each.batch.idle_until) continue;
      each.program.use();
      gl_->BindBufferBase(GL_UNIFORM_BUFFER, members_block, each.members.name());
      gl::dispatch(*gl_, each.batch.groups);
    }
  }
}

void ParticleCompute::take(const std::shared_ptr<const ParticlePlan>& plan) {
  if (plan == plan_) return;
  const std::shared_ptr<const ParticlePlan> before = std::exchange(plan_, plan);
  try {
    make_programs();
  } catch (...) {
    plan_ = before;
    throw;
  }
  upload_plan();
}

void ParticleCompute::show(float part) {
  if (!own_places_) return;
  GLuint binding = 0;
  for (const VertexArrayView& view : {places_, motions_, arrays_.vertices()}) bind_storage(*gl_, binding++, view);
  between_.use();
  gl_->Uniform1ui(0, plan_->slots());
  gl_->Uniform1f(1, 1 - part);
  gl::dispatch(*gl_, (plan_->slots() + group - 1) / group);
  gl_->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

const VertexArrayView& ParticleCompute::stretched(float exposure) {
  if (!plan_->stretches() && !arrays_.are_parts()) return motions_;
  if (!stretch_) stretch_ = gl::Program(*gl_, *library_, {"simulate/stretch.comp"});
  bind_storage(*gl_, 0, motions_);
  bind_storage(*gl_, 1, arrays_.motions());
  stretch_.use();
  for (std::size_t i = 0; i < plan_->emitters().size(); ++i) {
    const simulate::ParticleEmitter& emitter = plan_->emitters()[i];
    if (emitter.slots == 0) continue;
    gl_->Uniform1ui(0, emitter.first);
    gl_->Uniform1ui(1, emitter.slots);
    gl_->Uniform1f(2, plan_->stretch(i, exposure));
    gl::dispatch(*gl_, (emitter.slots + group - 1) / group);
  }
  gl_->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  return arrays_.motions();
}

ParticleArrays ParticleCompute::read() {
  ParticleArrays result(plan_->slots());
  app::read(*gl_, places_, result.places.data());
  app::read(*gl_, motions_, result.motions.data());
  app::read(*gl_, arrays_.colors(), result.colors.data());
  gl_->GetNamedBufferSubData(numbers_.name(), 0, static_cast<GLsizeiptr>(numbers_.bytes()), result.numbers.data());
  return result;
}

std::size_t ParticleCompute::gpu_bytes() const {
  std::size_t bytes = arrays_.bytes();
  for (const gl::Buffer* buffer :
       {&own_places_, &own_motions_, &numbers_, &curves_, &triangles_, &surroundings_, &emitters_})
    bytes += buffer->bytes();
  for (const gl::Buffer& moment : moments_) bytes += moment.bytes();
  return bytes;
}

}  // namespace farfirst::app
