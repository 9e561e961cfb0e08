#pragma once
// Batches: emitters that a step simulates by one program and one dispatch (shaders/simulate/step.comp). They are on one
// level and use the same features, which are known when the program is compiled, so that it contains no others.

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "object/shader.h"
#include "scene/particle_plan.h"

namespace farfirst::app {

struct ParticleBatch {
  std::vector<std::uint32_t> emitters{};
  gl::Defines does{};                 // what the program is compiled with
  std::vector<glm::uvec4> members{};  // of each emitter: the first of its work groups, its number
  std::uint32_t groups = 0;           // of all
  std::uint64_t idle_until = 0;       // as ParticlePlan has it
};

/// By level.
std::vector<std::vector<ParticleBatch>> particle_batches(const ParticlePlan& plan, std::uint32_t threads_a_group);

}  // namespace farfirst::app
