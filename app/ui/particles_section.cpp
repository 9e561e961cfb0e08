// The simulation of particles: their number, time and seed, and the system itself. Nothing of it is written to their
// file, unless it is saved.

#include "scene/particles.h"

#include "actions.h"
#include "panels.h"
#include "particle_choices.h"
#include "scene/units.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

void show_number(Context& context) {
  Session& session = context.session;
  Document& document = session.document;
  label("Number", "Approximate number of particles: scales all rates. They restart when the slider is released.");
  static_assert(sizeof(int) == sizeof(std::uint32_t));
  const std::uint32_t particles = document.particles.value_or(Document::usual_particles);
  int count = static_cast<int>(particles);
  if (slider("particles", count, 1'000, 1'000'000, "%d", context.probe, /*logarithmic=*/true,
             with_thousands(particles)))
    document.particles = static_cast<std::uint32_t>(count);
  const bool changed = ImGui::IsItemDeactivatedAfterEdit();
  if (!changed) return;
  session.player.set_particles(particles, document.left.sort.seed);
}

void show_time(Context& context, const ParticleSystem& particles) {
  Session& session = context.session;
  fact("Step", with_thousands(particles.steps()), "A step is 1/60 s. The same seed and step give the same particles.");
  check_box("paused", session.paused, context.probe, "The Space key does the same.");
  ImGui::SameLine();
  if (button("Step once", context.probe, "Takes one step, and stands still.")) session.player.step_once();
  ImGui::SameLine();
  if (button("Restart", context.probe, "Back to step 0.")) session.player.restart();
}

void show_seed(Context& context) {
  Session& session = context.session;
  label("Seed", "Another seed gives other particles, from the start.");
  auto seed = static_cast<int>(session.document.left.sort.seed);
  const bool changed = ImGui::InputInt("##seed", &seed, 1, 10, ImGuiInputTextFlags_EnterReturnsTrue);
  context.probe.item("seed");
  if (!changed || seed < 0) return;
  session.document.left.sort.seed = static_cast<std::uint32_t>(seed);
  session.player.set_particles(0, session.document.left.sort.seed);
}

/// What is changed acts at once, where the particles can go on.
void show_system(Context& context) {
  Session& session = context.session;
  Touch touch;
  ParticleSystemDescription& system = session.player.particle_draft();
  emitter_choices(context, system, touch);
  force_choices(context, system, touch);
  if (touch.any() && !session.player.apply_particle_draft(touch.done())) ImGui::SetTooltip("They restart on release.");
}

}  // namespace

void particles_section(Context& context) {
  const std::shared_ptr<ParticleSystem> particles =
      context.session.player.particles();  // a change puts others in their place
  if (!particles) return;
  ImGui::Separator();
  if (context.session.scene()->alone() == nullptr)
    fact("Of", particles->description().name, "Where there are several: of the object that is selected.");
  show_time(context, *particles);
  show_number(context);
  show_seed(context);
  if (button("Save as ...", context.probe,
             "Writes the system as it is now into a file of its own, NAME.particles.json, which can be opened again."))
    save_system(context);
  show_system(context);
  fact("Slots", with_thousands(particles->slots()), "Places for particles: the most that live at once.");
}

}  // namespace farfirst::app::ui
