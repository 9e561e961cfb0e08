#include "particle_editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/exit_codes.h"
#include "io/particle_file.h"
#include "scene/particles.h"

namespace farfirst::app {

void ParticleEditor::begin_scene() {
  draft_of_.reset();
  watch_.begin(now_.scene->particles ? now_.scene->file : std::filesystem::path{});
}

/// There may be other slots. If there is no memory for them, says so and goes back to those before.
void ParticleEditor::restart(ParticleSystem& system, std::shared_ptr<const ParticlePlan> plan) {
  const std::shared_ptr<const ParticlePlan> before = system.plan();
  system.restart(std::move(plan));
  try {
    viewer_.scene_renderer().set_scene(*now_.scene);
  } catch (const farfirst::Error& error) {
    messages_.notify_error(fmt::format("{}: {}", system.description().name, error.what()));
    system.restart(before);
    viewer_.set_scene(*now_.scene);
  }
  player_.stop_clock();
  draft_of_.reset();
  viewer_.begin_scene();
  now_.dirty = true;
}

void ParticleEditor::take_plan(ParticleSystem& system, const std::shared_ptr<const ParticlePlan>& plan) {
  now_.dirty = true;
  if (!system.apply(*plan)) restart(system, plan);
  system.find_bounds();
}

void ParticleEditor::set_particles(std::uint32_t count, std::uint32_t seed) {
  const std::shared_ptr<ParticleSystem> shown = player_.particles();
  if (!shown) return;
  try {
    const ParticlePlan& plan = *shown->plan();
    restart(*shown, std::make_shared<const ParticlePlan>(plan.scaled_description(), count, seed, plan.meshes()));
  } catch (const std::runtime_error& error) {
    messages_.notify_error(error.what());
  }
}

ParticleSystemDescription& ParticleEditor::draft() {
  const std::shared_ptr<ParticleSystem> shown = player_.particles();
  const std::shared_ptr<const ParticlePlan> plan = shown ? shown->plan() : nullptr;
  if (plan && plan == draft_of_) return draft_;
  draft_of_ = plan;
  draft_ = plan ? plan->scaled_description() : ParticleSystemDescription{};
  return draft_;
}

bool ParticleEditor::apply_draft(bool done) {
  const std::shared_ptr<ParticleSystem> shown = player_.particles();
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

std::filesystem::path ParticleEditor::file() const {
  if (!now_.scene->objects) return now_.scene->file;
  const std::shared_ptr<ParticleSystem> shown = player_.particles();
  const auto found = std::ranges::find(*now_.scene->objects, shown, &Object::particles);
  return found == now_.scene->objects->end() ? std::filesystem::path() : found->file;
}

void ParticleEditor::save(const std::filesystem::path& file) {
  const std::shared_ptr<ParticleSystem> shown = player_.particles();
  if (!shown) return;
  try {
    std::error_code error;
    const auto path = std::filesystem::absolute(file, error);
    ParticleSystemDescription system = shown->plan()->scaled_description();
    if (system.name == this->file().filename().string()) system.name.clear();  // the file had none of its own
    save_particle_system(path, std::move(system));
    name_file(path);
    memory_.remember(path);
    messages_.notify("wrote " + path.string());
  } catch (const Failure& failure) {
    messages_.notify_error(failure.what());
  }
}

/// What is shown comes from there.
void ParticleEditor::name_file(const std::filesystem::path& file) {
  if (!now_.scene->objects) {
    now_.scene->file = file;
    now_.document.system = {{}, file};
    now_.document.particles.reset();  // it has as many as it says
    watch_.begin(file);
    return;
  }
  const std::shared_ptr<ParticleSystem> shown = player_.particles();
  Objects objects = now_.objects();
  for (std::size_t i = 0; i < std::min(objects.size(), now_.document.objects.size()); ++i) {
    if (objects[i].particles != shown) continue;
    objects[i].file = now_.document.objects[i].file = file;
    objects[i].scene.clear();
    now_.document.objects[i].scene.clear();
  }
  now_.document.file = objects.front().file;
  now_.scene->objects = std::make_shared<const Objects>(std::move(objects));
  viewer_.scene_renderer().set_objects(now_.scene->objects);
}

}  // namespace farfirst::app
