// Particles in the window: their time, and what the panel changes of them.

#include "scene/particles.h"

#include <fmt/format.h>

#include "session.h"

namespace farfirst::app {

/// They stand still while something is measured. A step that was asked for is taken whole.
void Session::move_particles() {
  const bool measured = truth_ && truth_->is_under_way();
  const bool once = step_once_ && !measured;
  const bool rests = (paused || measured) && !once;
  frame_->set_paused(rests || sequence());  // which goes by the clock (step_sequence)
  if (rests || once) step_clock_.stop();
  if (rests || !scene_ || !scene_->particles) return;
  StepClock::Due due{.steps = 1, .part = 1};
  if (!once && clock_) due = step_clock_.at(clock_());
  step_once_ = false;
  frame_->set_steps(due.steps);
  scene_->particles->set_part(due.part);
}

void Session::step_once() { paused = step_once_ = dirty_ = true; }

void Session::restart_particles() {
  if (!scene_ || !scene_->particles) return;
  scene_->particles->restart();
  step_clock_.stop();
  dirty_ = true;
}

/// Of a scene that begins to be shown.
void Session::note_particles() {
  step_clock_.stop();
  rates_.clear();
  system_watch_.begin(scene_->particles ? scene_->file : std::filesystem::path{});
  if (!scene_->particles) return;
  for (const Emitter& emitter : scene_->particles->plan()->scaled_description().emitters)
    rates_.push_back(emitter.rate);
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
  SceneSource scene = *scene_;
  const ParticleSystem& shown = *scene_->particles;
  description.least = shown.bounds().minimum;
  description.most = shown.bounds().maximum;
  try {
    scene.particles = std::make_shared<ParticleSystem>(std::move(description), count, seed, shown.plan()->meshes());
    keep_camera_ = true;
    show(std::move(scene), {options, {}});
  } catch (const std::bad_alloc&) {
    tell_error("memory ran out: these are too many particles for this machine");
  } catch (const std::runtime_error& error) {
    tell_error(error.what());
  }
  if (scene_) note_particles();
}

void Session::set_particles(std::uint32_t count, std::uint32_t seed) {
  if (!scene_ || !scene_->particles) return;
  show_particles(scene_->particles->plan()->scaled_description(), count, seed);
}

void Session::apply_rates() {
  if (!scene_ || !scene_->particles) return;
  const ParticlePlan& plan = *scene_->particles->plan();
  ParticleSystemDescription description = plan.scaled_description();
  for (std::size_t i = 0; i < std::min(rates_.size(), description.emitters.size()); ++i)
    description.emitters[i].rate = rates_[i];
  show_particles(std::move(description), 0, plan.seed());
}

void Session::set_forces(std::vector<Force> forces) {
  if (!scene_ || !scene_->particles || forces.size() != scene_->particles->description().forces.size()) return;
  scene_->particles->set_forces(std::move(forces));
  dirty_ = true;
}

}  // namespace farfirst::app
