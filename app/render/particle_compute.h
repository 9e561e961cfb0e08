#pragma once
// The simulation of a particle system by compute shaders (shaders/simulate/): particles are born, moved and die where
// they are sorted and drawn. scene/particle_simulation.h is its reference.

#include <glad/gl.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "object/buffer.h"
#include "object/program.h"
#include "order/gpu_context.h"
#include "particle_batches.h"
#include "particle_buffers.h"
#include "scene/particle_simulation.h"

namespace farfirst::app {

class ParticleCompute {
 public:
  /// At the beginning of the warm-up. `between`: pictures between two steps are wanted. Without `parts`, what is drawn
  /// lies in buffers of its own. Throws OutOfMemory if there are more slots than a storage block of this context holds;
  /// Error.
  ParticleCompute(const GpuContext& gpu, std::shared_ptr<const ParticlePlan> plan, bool between,
                  const std::optional<ParticleParts>& parts = {});

  /// Enqueues the steps up to this one, counted from the beginning of the warm-up; begins anew if that is past.
  void step_to(std::uint64_t number);
  std::uint64_t steps() const { return steps_; }
  /// Goes on with a plan that follows (ParticlePlan::followed_by). Throws Error.
  void take(const std::shared_ptr<const ParticlePlan>& plan);
  const std::shared_ptr<const ParticlePlan>& plan() const { return plan_; }
  /// What the vertices are, so much of the last step having passed. Without `between`, it has passed.
  void show(float part);

  /// What is drawn: positions with radii, as StoredVertex; colours. They stay where they are.
  ParticleBuffers& arrays() { return arrays_; }
  /// Velocities, each with an age in steps.
  const VertexArrayView& motions() const { return motions_; }
  /// The same as streaks of such an exposure are drawn by them (ParticlePlan::stretch).
  const VertexArrayView& stretched(float exposure);
  /// Waits for them.
  ParticleArrays read();
  std::size_t gpu_bytes() const;

 private:
  /// Of a batch of emitters.
  struct Dispatch {
    ParticleBatch batch;
    gl::Buffer members;
    gl::Program program;
  };
  void make_programs();
  void upload_plan();
  void clear();
  void step();
  void bind();

  const GladGLContext* gl_;
  const gl::ShaderLibrary* library_;
  std::shared_ptr<const ParticlePlan> plan_;
  std::vector<std::vector<Dispatch>> levels_;
  gl::Program between_, stretch_;  // the latter as soon as somebody asks
  ParticleBuffers arrays_;
  gl::Buffer own_places_;  // pictures are drawn between two steps: then the vertices are not the places
  VertexArrayView places_, motions_;
  gl::Buffer own_motions_, numbers_;
  gl::Buffer curves_, triangles_, surroundings_, emitters_;
  std::array<gl::Buffer, 4> moments_;  // in turn, so that none is written while it is read
  std::uint64_t steps_ = 0;
};

}  // namespace farfirst::app
