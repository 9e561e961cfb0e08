#pragma once
// Which emitters a step simulates by one program and one dispatch (shaders/simulate/step.comp): those of a level that
// do the same. What they do is known when the program is compiled, so that nothing is in it that they do not do.

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
