#include "particle_batches.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace farfirst::app {
namespace {

/// More programs than this take too long to compile: then one program reads the features of each emitter.
constexpr std::size_t most_programs = 8;

std::string glsl(std::uint32_t value) { return std::to_string(value) + "u"; }
const char* glsl(bool value) { return value ? "true" : "false"; }

/// The calls for the forces that move an emitter's particles.
std::string each_force(const ParticlePlan& plan, std::uint32_t which) {
  std::string calls;
  for (std::uint32_t i = 0; i < plan.description().forces.size(); ++i)
    if ((which >> i & 1u) != 0)
      calls += "add_force(" + glsl(i) + ", " + glsl(plan.surroundings().forces[i].kind) + ", place, pull, air); ";
  return calls;
}

std::string each_collider(const ParticlePlan& plan) {
  std::string calls;
  for (std::uint32_t i = 0; i < plan.description().colliders.size(); ++i)
    calls += "meet(contact, " + glsl(i) + ", " + glsl(plan.surroundings().colliders[i].shape) + ", from, way); ";
  return calls;
}

gl::Defines what_it_does(const ParticlePlan& plan, const simulate::ParticleEmitter& emitter) {
  return {{"BIRTH", glsl(emitter.birth)},
          {"SHAPE", glsl(emitter.shape)},
          {"SWIRLS", glsl(emitter.swirl != 0)},
          {"ALONG_COLOR", glsl(emitter.color.along)},
          {"ALONG_OPACITY", glsl(emitter.opacity.along)},
          {"ALONG_GROWTH", glsl(emitter.growth.along)},
          {"ONE_PLACE", glsl(emitter.one_place != 0)},
          {"GROWS", glsl(emitter.grows != 0)},
          {"EACH_FORCE", each_force(plan, emitter.forces)},
          {"EACH_COLLIDER", each_collider(plan)}};
}

/// The defines of every program.
gl::Defines common_to(const ParticlePlan& plan) {
  const ParticleSystemDescription& system = plan.description();
  return {{"EMITTERS", std::to_string(plan.emitters().size())},
          {"FORCES", glsl(static_cast<std::uint32_t>(system.forces.size()))},
          {"COLLIDERS", glsl(static_cast<std::uint32_t>(system.colliders.size()))},
          {"BOUNCES", std::to_string(simulate::most_bounces)},
          {"STEP_SECONDS", "(1.0f / 60.0f)"},
          {"CURL_SCALE", std::to_string(simulate::curl_scale)},
          {"REST_SPEED", std::to_string(simulate::rest_speed)}};
}

void add_to_batch(std::vector<ParticleBatch>& batches, const gl::Defines& does, std::uint32_t emitter) {
  auto found = std::ranges::find(batches, does, &ParticleBatch::does);
  if (found == batches.end()) found = batches.insert(found, {.does = does});
  found->emitters.push_back(emitter);
}

void finish_batch(const ParticlePlan& plan, std::uint32_t threads_a_group, ParticleBatch& batch) {
  batch.idle_until = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint32_t emitter : batch.emitters) {
    batch.members.emplace_back(batch.groups, emitter, 0, 0);
    batch.groups += (plan.emitters()[emitter].slots + threads_a_group - 1) / threads_a_group;
    batch.idle_until = std::min(batch.idle_until, plan.idle_until(emitter));
  }
  batch.does.emplace_back("MEMBERS", glsl(static_cast<std::uint32_t>(batch.members.size())));
  if (batch.members.size() == 1) batch.does.emplace_back("WHICH", glsl(batch.emitters.front()));
  const gl::Defines common = common_to(plan);
  batch.does.insert(batch.does.end(), common.begin(), common.end());
}

}  // namespace

std::vector<std::vector<ParticleBatch>> particle_batches(const ParticlePlan& plan, std::uint32_t threads_a_group) {
  std::vector<std::vector<ParticleBatch>> levels, of_all;
  std::size_t programs = 0;
  for (const std::vector<std::uint32_t>& level : plan.levels()) {
    std::vector<ParticleBatch>& batches = levels.emplace_back();
    std::vector<ParticleBatch>& one = of_all.emplace_back();
    for (const std::uint32_t emitter : level) {
      add_to_batch(batches, what_it_does(plan, plan.emitters()[emitter]), emitter);
      add_to_batch(one, {}, emitter);
    }
    programs += batches.size();
  }
  if (programs > most_programs) levels = std::move(of_all);
  for (std::vector<ParticleBatch>& level : levels)
    for (ParticleBatch& batch : level) finish_batch(plan, threads_a_group, batch);
  return levels;
}

}  // namespace farfirst::app
