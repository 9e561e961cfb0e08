// Particles in the window: their time, and what the panel changes of them.

#include "scene/particles.h"

#include <fmt/format.h>

#include "session.h"

namespace farfirst::app {

std::shared_ptr<ParticleSystem> Session::particles() const {
  if (!scene_) return nullptr;
  if (scene_->objects && selected && *selected < scene_->objects->size() && (*scene_->objects)[*selected].particles)
    return (*scene_->objects)[*selected].particles;
  const auto systems = scene_->systems();
  return systems.empty() ? nullptr : systems.front();
}

/// They stand still while something is measured. A step that was asked for is taken whole.
void Session::move_particles() {
  const bool measured = truth_ && truth_->is_under_way();
  const bool once = step_once_ && !measured;
  const bool rests = (paused || measured) && !once;
  frame_->set_paused(rests);
  if (rests || once) step_clock_.stop();
  if (rests || !scene_) return;
  const auto systems = scene_->systems();
  if (systems.empty()) return;
  StepClock::Due due{.steps = 1, .part = 1};
  if (!once && clock_) due = step_clock_.at(clock_());
  step_once_ = false;
  frame_->set_steps(due.steps);
  for (const auto& system : systems) system->set_part(due.part);
}

void Session::step_once() { paused = step_once_ = dirty_ = true; }

void Session::restart_particles() {
  if (!scene_) return;
  for (const auto& system : scene_->systems()) system->restart();
  step_clock_.stop();
  dirty_ = true;
}

/// Of a scene that begins to be shown.
void Session::note_particles() {
  step_clock_.stop();
  rates_of_.reset();
  system_watch_.begin(scene_->particles ? scene_->file : std::filesystem::path{});
}

std::vector<float>& Session::rates() {
  const std::shared_ptr<ParticleSystem> shown = particles();
  const std::shared_ptr<const ParticlePlan> plan = shown ? shown->plan() : nullptr;
  if (plan == rates_of_) return rates_;
  rates_of_ = plan;
  rates_.clear();
  for (const Emitter& emitter : plan->scaled_description().emitters) rates_.push_back(emitter.rate);
  return rates_;
}

/// A system that is saved by an editor is shown anew. If it is broken, that is told, and what is shown stays.
bool Session::follow_system_file() {
  if (load_ || !system_watch_.has_changed(Clock::now())) return false;
  const std::uint64_t before = scene_number_;
  reload();
  if (scene_number_ != before) tell(fmt::format("{} was read again", scene_->file.filename().string()));
  return true;
}

/// In place of those that are shown; the camera stays.
void Session::show_particles(ParticleSystemDescription description, std::uint32_t count, std::uint32_t seed) {
  const std::shared_ptr<ParticleSystem> before = particles();
  const ParticleSystem& shown = *before;
  description.least = shown.bounds().minimum;
  description.most = shown.bounds().maximum;
  try {
    const auto others = std::make_shared<ParticleSystem>(std::move(description), count, seed, shown.plan()->meshes());
    if (scene_->objects) {
      Objects objects = shown_objects();
      for (Object& object : objects)
        if (object.particles == before) object.particles = others;
      return show_objects(std::move(objects));
    }
    SceneSource scene = *scene_;
    scene.particles = others;
    keep_camera_ = true;
    show(std::move(scene), {options, {}});
  } catch (const std::bad_alloc&) {
    tell_error("memory ran out: these are too many particles for this machine");
  } catch (const std::runtime_error& error) {
    tell_error(error.what());
  }
  rates_of_.reset();
}

void Session::set_particles(std::uint32_t count, std::uint32_t seed) {
  if (const auto shown = particles()) show_particles(shown->plan()->scaled_description(), count, seed);
}

void Session::apply_rates() {
  const std::shared_ptr<ParticleSystem> shown = particles();
  if (!shown) return;
  const ParticlePlan& plan = *shown->plan();
  ParticleSystemDescription description = plan.scaled_description();
  for (std::size_t i = 0; i < std::min(rates_.size(), description.emitters.size()); ++i)
    description.emitters[i].rate = rates_[i];
  show_particles(std::move(description), 0, plan.seed());
}

void Session::set_forces(std::vector<Force> forces) {
  const std::shared_ptr<ParticleSystem> shown = particles();
  if (!shown || forces.size() != shown->description().forces.size()) return;
  shown->set_forces(std::move(forces));
  dirty_ = true;
}

}  // namespace farfirst::app
