#pragma once
// The simulation of a particle system by compute shaders (shaders/simulate/): particles spawn, move and die where
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
  /// At the start of the warm-up. `between`: pictures between two steps are wanted. Without `parts`, the vertices
  /// lie in separate buffers. Throws OutOfMemory if there are more slots than a storage block of this context holds;
  /// Error.
  ParticleCompute(const GpuContext& gpu, std::shared_ptr<const ParticlePlan> plan, bool between,
                  const std::optional<ParticleParts>& parts = {});

  /// Enqueues the steps up to this one, counted from the start of the warm-up; restarts if that is past.
  void step_to(std::uint64_t number);
  std::uint64_t steps() const { return steps_; }
  /// Continues with a plan that follows (ParticlePlan::followed_by). Throws Error.
  void take(const std::shared_ptr<const ParticlePlan>& plan);
  const std::shared_ptr<const ParticlePlan>& plan() const { return plan_; }
  /// The vertices, with this part of the last step having passed. Without `between`, it has passed.
  void show(float part);

  /// The drawn arrays: positions with radii, as StoredVertex; colours. Their buffers stay.
  ParticleBuffers& arrays() { return arrays_; }
  /// Velocities, each with an age in steps.
  const VertexArrayView& motions() const { return motions_; }
  /// The motions that streaks of such an exposure use (ParticlePlan::stretch).
  const VertexArrayView& stretched(float exposure);
  /// Waits for them.
  ParticleArrays read();
  std::size_t gpu_bytes() const;

 private:
  /// The programs and buffers of a batch of emitters.
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
  gl::Program between_, stretch_;  // the latter made on first use
  ParticleBuffers arrays_;
  gl::Buffer own_places_;  // pictures are drawn between two steps: then the vertices are not the places
  VertexArrayView places_, motions_;
  gl::Buffer own_motions_, numbers_;
  gl::Buffer curves_, triangles_, surroundings_, emitters_;
  std::array<gl::Buffer, 4> moments_;  // in turn, so that none is written while it is read
  std::uint64_t steps_ = 0;
};

}  // namespace farfirst::app
