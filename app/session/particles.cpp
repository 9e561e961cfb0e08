// Changes of particle systems.

#include "scene/particles.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/exit_codes.h"
#include "io/particle_file.h"
#include "player.h"

namespace farfirst::app {

/// The number of slots may change. If memory runs out, reports it and returns to the former ones.
void Player::restart(ParticleSystem& system, std::shared_ptr<const ParticlePlan> plan) {
  const std::shared_ptr<const ParticlePlan> before = system.plan();
  system.restart(std::move(plan));
  try {
    viewer_.scene_renderer().set_scene(*now_.scene);
  } catch (const farfirst::Error& error) {
    messages_.notify_error(fmt::format("{}: {}", system.description().name, error.what()));
    system.restart(before);
    viewer_.set_scene(*now_.scene);
  }
  step_clock_.stop();
  draft_of_.reset();
  viewer_.begin_scene();
  now_.dirty = true;
}

void Player::take_plan(ParticleSystem& system, const std::shared_ptr<const ParticlePlan>& plan) {
  now_.dirty = true;
  if (!system.apply(*plan)) restart(system, plan);
  system.find_bounds();
}

void Player::set_particles(std::uint32_t count, std::uint32_t seed) {
  const std::shared_ptr<ParticleSystem> shown = particles();
  if (!shown) return;
  try {
    const ParticlePlan& plan = *shown->plan();
    restart(*shown, std::make_shared<const ParticlePlan>(plan.scaled_description(), count, seed, plan.meshes()));
  } catch (const std::runtime_error& error) {
    messages_.notify_error(error.what());
  }
}

ParticleSystemDescription& Player::particle_draft() {
  const std::shared_ptr<ParticleSystem> shown = particles();
  const std::shared_ptr<const ParticlePlan> plan = shown ? shown->plan() : nullptr;
  if (plan && plan == draft_of_) return draft_;
  draft_of_ = plan;
  draft_ = plan ? plan->scaled_description() : ParticleSystemDescription{};
  return draft_;
}

bool Player::apply_particle_draft(bool done) {
  const std::shared_ptr<ParticleSystem> shown = particles();
  if (!shown || shown->plan() != draft_of_) return true;
  const std::shared_ptr<const ParticlePlan> before = shown->plan();
  try {
    const auto wanted = std::make_shared<const ParticlePlan>(draft_, 0, before->seed(), before->meshes());
    if (shown->apply(*wanted)) {
      now_.dirty = true;
      draft_of_ = shown->plan();
    } else if (!done) {
      return false;
    } else {
      restart(*shown, wanted);
    }
    if (done) shown->find_bounds();
  } catch (const std::runtime_error& error) {
    if (!done) return false;
    messages_.notify_error(error.what());
    draft_of_.reset();
  }
  return true;
}

// ---- saved

std::filesystem::path Player::system_file() const {
  const auto found = std::ranges::find(now_.scene->objects, particles(), &Object::particles);
  return found == now_.scene->objects.end() ? std::filesystem::path() : found->file;
}

void Player::save_system(const std::filesystem::path& file) {
  const std::shared_ptr<ParticleSystem> shown = particles();
  if (!shown) return;
  try {
    std::error_code error;
    const auto path = std::filesystem::absolute(file, error);
    save_particle_system(path, shown->plan()->scaled_description(), system_file());
    name_system_file(path);
    memory_.remember(path);
    messages_.notify("wrote " + path.string());
  } catch (const Failure& failure) {
    messages_.notify_error(failure.what());
  }
}

/// The system now belongs to that file.
void Player::name_system_file(const std::filesystem::path& file) {
  const std::shared_ptr<ParticleSystem> shown = particles();
  std::vector<Object>& objects = now_.scene->objects;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (objects[i].particles() != shown) continue;
    for (ObjectChoice* choice : {static_cast<ObjectChoice*>(&objects[i]), &now_.document.objects[i]}) {
      choice->file = file;
      choice->scene.clear();
    }
  }
  if (now_.scene->alone() == nullptr) return;
  now_.document.particles.reset();  // it has as many as it says
  system_watch_.begin(file);
}

}  // namespace farfirst::app
