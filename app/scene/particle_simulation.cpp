#include "particle_simulation.h"

#include <algorithm>
#include <limits>

#include "parallel.h"

namespace farfirst::app {

namespace simulate {
namespace {

// What the shaders' language has and C++ has not.
#define IN_OUT(type) type&
#define PRECISE
#define CURL_SCALE curl_scale
#define REST_SPEED rest_speed
#define STEP_SECONDS step_seconds
#define BOUNCES most_bounces
#define BIRTH emitter.birth
#define SHAPE emitter.shape
#define SWIRLS (emitter.swirl != 0.0f)
#define ALONG_COLOR emitter.color.along
#define ALONG_OPACITY emitter.opacity.along
#define ALONG_GROWTH emitter.growth.along
#define ONE_PLACE (emitter.one_place != 0u)
#define GROWS (emitter.grows != 0u)
#define EACH_FORCE                        \
  for (uint i = 0u; i < force_count; ++i) \
    if ((emitter.forces >> i & 1u) != 0u) add_force(i, forces[i].kind, place, pull, air);
#define EACH_COLLIDER \
  for (uint i = 0u; i < collider_count; ++i) meet(contact, i, colliders[i].shape, from, way);

/// The arrays under the names that the shaders have for them.
class Step {
 public:
  Step(const ParticlePlan& plan, const ParticleMoment& moment, std::size_t emitter_number, ParticleArrays& arrays)
      : emitter(plan.emitters()[emitter_number]),
        births(moment.births[emitter_number]),
        forces(plan.surroundings().forces.data()),
        colliders(plan.surroundings().colliders.data()),
        drifts(moment.drifts.data()),
        curves(plan.curves().data()),
        triangles(plan.triangles().data()),
        force_count(static_cast<uint>(plan.description().forces.size())),
        collider_count(static_cast<uint>(plan.description().colliders.size())),
        places(arrays.places.data()),
        motions(arrays.motions.data()),
        numbers(arrays.numbers.data()),
        colors(arrays.colors.data()) {}

#include "simulate/random.glsl"
//
#include "simulate/motion.glsl"
//
#include "simulate/step.glsl"

 private:
  const ParticleEmitter emitter;
  const ParticleBirths births;
  const ParticleForce* forces;
  const ParticleCollider* colliders;
  const ParticleDrift* drifts;
  const vec4 *curves, *triangles;
  const uint force_count, collider_count;
  vec4 *places, *motions;
  uint *numbers, *colors;
};

#undef IN_OUT
#undef PRECISE
#undef CURL_SCALE
#undef REST_SPEED
#undef STEP_SECONDS
#undef BOUNCES
#undef BIRTH
#undef SHAPE
#undef SWIRLS
#undef ALONG_COLOR
#undef ALONG_OPACITY
#undef ALONG_GROWTH
#undef ONE_PLACE
#undef GROWS
#undef EACH_FORCE
#undef EACH_COLLIDER

}  // namespace
}  // namespace simulate

ParticleArrays::ParticleArrays(std::size_t slots)
    : places(slots, glm::vec4(std::numeric_limits<float>::quiet_NaN(), 0, 0, 0)),
      motions(slots, glm::vec4(0, 0, 0, LONG_DEAD)),
      numbers(slots),
      colors(slots) {}

ParticleSimulation::ParticleSimulation(std::shared_ptr<const ParticlePlan> plan)
    : plan_(std::move(plan)), arrays_(plan_->slots()) {}

void ParticleSimulation::step() {
  const simulate::ParticleMoment moment = plan_->moment(++steps_);
  for (const std::vector<std::uint32_t>& level : plan_->levels()) {
    std::size_t slots = 0;
    for (const std::uint32_t emitter : level) slots += plan_->emitters()[emitter].slots;
    in_parallel(slots, 1, [&](std::size_t first, std::size_t last) { step(moment, level, first, last); });
  }
}

/// Of the slots of a level's emitters, one after the other, those from `first` on.
void ParticleSimulation::step(const simulate::ParticleMoment& moment, std::span<const std::uint32_t> level,
                              std::size_t first, std::size_t last) {
  for (const std::uint32_t emitter : level) {
    const std::size_t slots = plan_->emitters()[emitter].slots;
    if (first < slots && steps_ > plan_->idle_until(emitter)) {
      simulate::Step step(*plan_, moment, emitter, arrays_);
      for (std::size_t i = first; i < std::min(last, slots); ++i) step.step_slot(static_cast<std::uint32_t>(i));
    }
    if (last <= slots) return;
    first = first > slots ? first - slots : 0;
    last -= slots;
  }
}

std::size_t ParticleSimulation::alive() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(arrays_.motions, [](const glm::vec4& motion) { return motion.w >= 0; }));
}

void ParticleSimulation::set(ParticleArrays arrays, std::uint64_t number) {
  arrays_ = std::move(arrays);
  steps_ = number;
}

}  // namespace farfirst::app
