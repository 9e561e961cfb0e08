#include "particle_compute.h"

#include <farfirst/sort.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "elements.h"
#include "scene/units.h"

namespace farfirst::app {

namespace {

constexpr std::size_t group = 256;  // threads, as in the shaders

enum UniformBinding : GLuint { surroundings_block = 1, emitter_block = 2, moment_block = 3 };

void check_limit(const GladGLContext& gl, const ParticlePlan& plan) {
  GLint64 largest = 0;
  gl.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
  const std::uint64_t most = static_cast<std::uint64_t>(largest) / sizeof(StoredVertex);
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

template <class T>
void read_back(const GladGLContext& gl, const gl::Buffer& from, std::vector<T>& to) {
  gl.GetNamedBufferSubData(from.name(), 0, static_cast<GLsizeiptr>(to.size() * sizeof(T)), to.data());
}

}  // namespace

ParticleCompute::ParticleCompute(const GladGLContext& gl, const gl::ShaderLibrary& library,
                                 std::shared_ptr<const ParticlePlan> plan, bool between)
    : gl_(&gl), library_(&library), plan_(std::move(plan)) {
  check_limit(gl, *plan_);
  programs_ = make_programs(library);
  places_ = per_slot(gl, *plan_, sizeof(glm::vec4));
  motions_ = per_slot(gl, *plan_, sizeof(glm::vec4));
  numbers_ = per_slot(gl, *plan_, sizeof(std::uint32_t));
  colors_ = per_slot(gl, *plan_, sizeof(std::uint32_t));
  if (between) shown_ = per_slot(gl, *plan_, sizeof(glm::vec4));
  upload_plan();
  moment_ = gl::Buffer(gl, sizeof(simulate::ParticleMoment), nullptr, GL_DYNAMIC_STORAGE_BIT);
  clear();
}

void ParticleCompute::upload_plan() {
  curves_ = buffer_of(*gl_, plan_->curves());
  triangles_ = buffer_of(*gl_, plan_->triangles());
  emitters_ = buffer_of(*gl_, plan_->emitters());
  surroundings_ = gl::Buffer(*gl_, sizeof(simulate::ParticleSurroundings), &plan_->surroundings());
}

ParticleCompute::Programs ParticleCompute::make_programs(const gl::ShaderLibrary& library) const {
  const ParticleSystemDescription& system = plan_->description();
  const gl::Defines defines{{"FORCES", std::to_string(system.forces.size()) + "u"},
                            {"COLLIDERS", std::to_string(system.colliders.size()) + "u"},
                            {"BOUNCES", std::to_string(simulate::most_bounces)},
                            {"STEP_SECONDS", "(1.0f / 60.0f)"},
                            {"CURL_SCALE", std::to_string(simulate::curl_scale)},
                            {"REST_SPEED", std::to_string(simulate::rest_speed)}};
  return {{*gl_, library, {"simulate/step.comp"}, defines}, {*gl_, library, {"simulate/between.comp"}, defines}};
}

void ParticleCompute::reload(const gl::ShaderLibrary& library) { programs_ = make_programs(library); }

/// Nobody is born yet.
void ParticleCompute::clear() {
  const glm::vec4 nowhere(std::numeric_limits<float>::quiet_NaN(), 0, 0, 0), dead(0, 0, 0, -4);
  gl_->ClearNamedBufferData(places_.name(), GL_RGBA32F, GL_RGBA, GL_FLOAT, &nowhere.x);
  gl_->ClearNamedBufferData(motions_.name(), GL_RGBA32F, GL_RGBA, GL_FLOAT, &dead.x);
  gl_->ClearNamedBufferData(numbers_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  gl_->ClearNamedBufferData(colors_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  steps_ = 0;
}

void ParticleCompute::bind() const {
  GLuint binding = 0;
  for (const gl::Buffer* buffer : {&places_, &motions_, &numbers_, &colors_, &curves_, &triangles_})
    gl_->BindBufferBase(GL_SHADER_STORAGE_BUFFER, binding++, buffer->name());
  gl_->BindBufferBase(GL_UNIFORM_BUFFER, surroundings_block, surroundings_.name());
  gl_->BindBufferBase(GL_UNIFORM_BUFFER, moment_block, moment_.name());
}

/// Whoever reads the particles afterwards does so behind the barriers of all the ways there are: sorts, renderers and
/// the host.
void ParticleCompute::step_to(std::uint64_t number) {
  if (number < steps_) clear();
  if (number == steps_) return;
  bind();
  programs_.step.use();
  while (steps_ < number) step();
  gl_->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

void ParticleCompute::step() {
  const simulate::ParticleMoment moment = plan_->moment(++steps_);
  gl_->NamedBufferSubData(moment_.name(), 0, sizeof moment, &moment);
  for (const std::vector<std::uint32_t>& level : plan_->levels()) {
    gl_->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // the step before, or the parents
    for (const std::uint32_t emitter : level) {
      if (steps_ <= plan_->idle_until(emitter)) continue;
      constexpr std::size_t bytes = sizeof(simulate::ParticleEmitter);  // a multiple of every context's alignment
      gl_->BindBufferRange(GL_UNIFORM_BUFFER, emitter_block, emitters_.name(), static_cast<GLintptr>(emitter * bytes),
                           bytes);
      gl_->Uniform1ui(0, emitter);
      dispatch(plan_->emitters()[emitter].slots);
    }
  }
}

/// So many groups, split over x and y where there are too many for x.
void ParticleCompute::dispatch(std::size_t slots) const {
  constexpr std::size_t most = 65535;  // that every context takes
  const std::size_t groups = (slots + group - 1) / group, rows = groups / most + 1;
  gl_->DispatchCompute(static_cast<GLuint>((groups + rows - 1) / rows), static_cast<GLuint>(rows), 1);
}

void ParticleCompute::take(const std::shared_ptr<const ParticlePlan>& plan) {
  if (plan == plan_) return;
  const bool as_many = plan->description().forces.size() == plan_->description().forces.size() &&
                       plan->description().colliders.size() == plan_->description().colliders.size();
  plan_ = plan;
  if (!as_many) programs_ = make_programs(*library_);
  upload_plan();
}

void ParticleCompute::show(float part) {
  if (!shown_) return;
  GLuint binding = 0;
  for (const gl::Buffer* buffer : {&places_, &motions_, &shown_})
    gl_->BindBufferBase(GL_SHADER_STORAGE_BUFFER, binding++, buffer->name());
  programs_.between.use();
  gl_->Uniform1ui(0, plan_->slots());
  gl_->Uniform1f(1, 1 - part);
  dispatch(plan_->slots());
  gl_->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

ParticleArrays ParticleCompute::read() const {
  ParticleArrays result(plan_->slots());
  read_back(*gl_, places_, result.places);
  read_back(*gl_, motions_, result.motions);
  read_back(*gl_, numbers_, result.numbers);
  read_back(*gl_, colors_, result.colors);
  return result;
}

std::size_t ParticleCompute::gpu_bytes() const {
  std::size_t bytes = 0;
  for (const gl::Buffer* buffer :
       {&places_, &motions_, &numbers_, &colors_, &shown_, &curves_, &triangles_, &surroundings_, &emitters_, &moment_})
    bytes += buffer->bytes();
  return bytes;
}

}  // namespace farfirst::app
