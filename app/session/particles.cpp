// Particles in the window: their time, and what the panel changes of them.

#include "scene/particles.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/exit_codes.h"
#include "io/particle_file.h"
#include "session.h"

namespace farfirst::app {
std::shared_ptr<ParticleSystem> Session::particles() const {
  if (!scene_) return nullptr;
  if (const Object* object = selected_object(); object != nullptr && object->particles()) return object->particles();
  const auto systems = scene_->systems();
  return systems.empty() ? nullptr : systems.front();
}

/// They stand still while something is measured. A step that was asked for is taken whole.
void Session::move_particles() {
  const bool measured = error_analysis_ && error_analysis_->is_under_way();
  const bool once = step_once_ && !measured;
  const bool rests = (paused || measured) && !once;
  scene_renderer_->set_paused(rests);
  if (rests || once) step_clock_.stop();
  if (rests || !scene_) return;
  const auto systems = scene_->systems();
  if (systems.empty()) return;
  StepClock::Due due{.steps = 1, .part = 1};
  if (!once && clock_) due = step_clock_.at(clock_());
  step_once_ = false;
  scene_renderer_->set_steps(due.steps);
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
  draft_of_.reset();
  const Object* const alone = scene_->alone();
  system_watch_.begin(alone != nullptr && alone->particles() ? alone->file : std::filesystem::path{});
}

/// A system that is saved by an editor is shown anew. If it is broken, that is told, and what is shown stays.
bool Session::follow_system_file() {
  if (load_ || !system_watch_.has_changed(Clock::now())) return false;
  const std::uint64_t before = scene_number_;
  reload();
  if (scene_number_ != before)
    notify(fmt::format("{} was read again", scene_->objects.front().file.filename().string()));
  return true;
}

// ---- what is changed of them

/// There may be other slots. If there is no memory for them, says so and goes back to those before.
bool Session::restart_particles(ParticleSystem& system, std::shared_ptr<const ParticlePlan> plan) {
  const std::shared_ptr<const ParticlePlan> before = system.plan();
  system.restart(std::move(plan));
  bool fits = true;
  try {
    scene_renderer_->set_scene(*scene_);
  } catch (const farfirst::Error& error) {
    notify_error(fmt::format("{}: {}", system.description().name, error.what()));
    system.restart(before);
    put_into_frame(*scene_, &SceneRenderer::set_scene);
    fits = false;
  }
  step_clock_.stop();
  draft_of_.reset();
  ++scene_number_;
  if (error_analysis_) error_analysis_->forget();
  clear_times();
  dirty_ = true;
  return fits;
}

/// Goes on, or begins anew.
void Session::take_plan(ParticleSystem& system, const std::shared_ptr<const ParticlePlan>& plan) {
  dirty_ = true;
  if (!system.apply(*plan)) restart_particles(system, plan);
  system.find_bounds();
}

void Session::set_particles(std::uint32_t count, std::uint32_t seed) {
  const std::shared_ptr<ParticleSystem> shown = particles();
  if (!shown) return;
  try {
    const ParticlePlan& plan = *shown->plan();
    restart_particles(*shown,
                      std::make_shared<const ParticlePlan>(plan.scaled_description(), count, seed, plan.meshes()));
  } catch (const std::runtime_error& error) {
    notify_error(error.what());
  }
}

ParticleSystemDescription& Session::particle_draft() {
  const std::shared_ptr<ParticleSystem> shown = particles();
  const std::shared_ptr<const ParticlePlan> plan = shown ? shown->plan() : nullptr;
  if (plan && plan == draft_of_) return draft_;
  draft_of_ = plan;
  draft_ = plan ? plan->scaled_description() : ParticleSystemDescription{};
  return draft_;
}

bool Session::apply_particle_draft(bool done) {
  const std::shared_ptr<ParticleSystem> shown = particles();
  if (!shown || shown->plan() != draft_of_) return true;
  const std::shared_ptr<const ParticlePlan> before = shown->plan();
  try {
    const auto wanted = std::make_shared<const ParticlePlan>(draft_, 0, before->seed(), before->meshes());
    if (shown->apply(*wanted)) {
      dirty_ = true;
      draft_of_ = shown->plan();
    } else if (!done) {
      return false;
    } else {
      restart_particles(*shown, wanted);
    }
    if (done) shown->find_bounds();
  } catch (const std::runtime_error& error) {
    if (!done) return false;
    notify_error(error.what());
    draft_of_.reset();
  }
  return true;
}

// ---- saved

std::filesystem::path Session::system_file() const {
  const auto found = std::ranges::find(scene_->objects, particles(), &Object::particles);
  return found == scene_->objects.end() ? std::filesystem::path() : found->file;
}

void Session::save_system(const std::filesystem::path& file) {
  const std::shared_ptr<ParticleSystem> shown = particles();
  if (!shown) return;
  try {
    std::error_code error;
    const auto path = std::filesystem::absolute(file, error);
    ParticleSystemDescription system = shown->plan()->scaled_description();
    if (system.name == system_file().filename().string()) system.name.clear();  // the file had none of its own
    save_particle_system(path, std::move(system));
    name_system_file(path);
    memory.remember(path);
    notify("wrote " + path.string());
  } catch (const Failure& failure) {
    notify_error(failure.what());
  }
}

/// What is shown comes from there.
void Session::name_system_file(const std::filesystem::path& file) {
  const std::shared_ptr<ParticleSystem> shown = particles();
  for (std::size_t i = 0; i < scene_->objects.size(); ++i) {
    if (scene_->objects[i].particles() != shown) continue;
    for (ObjectChoice* choice : {static_cast<ObjectChoice*>(&scene_->objects[i]), &document.objects[i]}) {
      choice->file = file;
      choice->scene.clear();
    }
  }
  if (scene_->alone() == nullptr) return;
  document.particles.reset();  // it has as many as it says
  system_watch_.begin(file);
}

}  // namespace farfirst::app
