#include "particle_simulation.h"

#include <algorithm>
#include <array>
#include <limits>

#include "parallel.h"
#include "shader_names.h"

namespace farfirst::app {

namespace simulate {
namespace {

#define SELECT(condition, yes, no) ((condition) ? (yes) : (no))

/// Functions for one particle at a time.
class Step : public StepData {
 public:
  explicit Step(const StepData& data) : StepData(data) {}

#include "simulate/random.glsl"
//
#include "simulate/particle.glsl"
//
#include "simulate/births.glsl"
//
#include "simulate/forces.glsl"
//
#include "simulate/touch.glsl"
//
#include "simulate/motion.glsl"
//
#include "simulate/step.glsl"
};

#undef SELECT

StepData data_of(const ParticlePlan& plan, const ParticleMoment& moment, std::size_t emitter, ParticleArrays& arrays) {
  return {.emitter = plan.emitters()[emitter],
          .births = moment.births[emitter],
          .forces = plan.surroundings().forces.data(),
          .colliders = plan.surroundings().colliders.data(),
          .drifts = moment.drifts.data(),
          .curves = plan.curves().data(),
          .triangles = plan.triangles().data(),
          .force_count = static_cast<std::uint32_t>(plan.description().forces.size()),
          .collider_count = static_cast<std::uint32_t>(plan.description().colliders.size()),
          .places = arrays.places.data(),
          .motions = arrays.motions.data(),
          .numbers = arrays.numbers.data(),
          .colors = arrays.colors.data()};
}

/// Steps the slots of an emitter: several at a time where possible, the others one by one.
class SlotStepper {
 public:
  SlotStepper(const StepData& data, StepBlock several) : step_(data), several_(several), emitter_(data.emitter) {}

  void step(std::uint32_t first, std::uint32_t last) {
    while (several_ && last - first >= whole_block) {
      const std::uint32_t count = std::min(last - first, most_of_a_block) / whole_block * whole_block;
      step_block(first, count);
      first += count;
    }
    for (; first < last; ++first) step_.step_slot(first);
  }

 private:
  void step_block(std::uint32_t first, std::uint32_t count) {
    if (emitter_.birth != 0) find_births(first, count);
    const SlotBlock block{.first = first, .count = count, .born = born_.data(), .rings = rings_.data()};
    const std::size_t left = several_(step_, block, alone_.data());
    for (std::size_t i = 0; i < left; ++i) step_.step_slot(alone_[i]);
  }

  void find_births(std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      born_[i] = step_.birth_in(first + i).happens ? ~0u : 0u;
      rings_[i] = step_.ring_of(first + i);
    }
  }

  Step step_;
  StepBlock several_;
  const ParticleEmitter& emitter_;
  std::array<std::uint32_t, most_of_a_block> born_, rings_, alone_;
};

}  // namespace
}  // namespace simulate

ParticleArrays::ParticleArrays(std::size_t slots)
    : places(slots, glm::vec4(std::numeric_limits<float>::quiet_NaN(), 0, 0, 0)),
      motions(slots, glm::vec4(0, 0, 0, LONG_DEAD)),
      numbers(slots),
      colors(slots) {}

ParticleSimulation::ParticleSimulation(std::shared_ptr<const ParticlePlan> plan, simulate::StepBlock several)
    : plan_(std::move(plan)), several_(several), arrays_(plan_->slots()) {}

void ParticleSimulation::step() {
  const simulate::ParticleMoment moment = plan_->moment(++steps_);
  for (const std::vector<std::uint32_t>& level : plan_->levels()) {
    std::size_t slots = 0;
    for (const std::uint32_t emitter : level) slots += plan_->emitters()[emitter].slots;
    in_parallel(slots, 1, [&](std::size_t first, std::size_t last) { step(moment, level, first, last); });
  }
}

/// The slots of a level's emitters, one after the other, from `first` on.
void ParticleSimulation::step(const simulate::ParticleMoment& moment, std::span<const std::uint32_t> level,
                              std::size_t first, std::size_t last) {
  for (const std::uint32_t emitter : level) {
    const std::size_t slots = plan_->emitters()[emitter].slots;
    if (first < slots && steps_ > plan_->idle_until(emitter)) {
      const simulate::StepData data = simulate::data_of(*plan_, moment, emitter, arrays_);
      simulate::SlotStepper(data, several_)
          .step(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(std::min(last, slots)));
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
