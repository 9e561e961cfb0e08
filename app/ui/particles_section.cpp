// The simulation of particles: their number, time, rates and forces. Nothing of it is written to their file.

#include "scene/particles.h"

#include <fmt/format.h>

#include <algorithm>

#include "panels.h"
#include "scene/units.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

void show_number(Context& context) {
  Session& session = context.session;
  Options& options = session.options;
  label("Number", "About so many particles, by scaling all rates. They begin anew when the slider is released.");
  static_assert(sizeof(int) == sizeof(std::uint32_t));
  int count = static_cast<int>(options.particles);
  if (ImGui::SliderInt("##particles", &count, 1'000, 1'000'000, with_thousands(options.particles).c_str(),
                       ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp))
    options.particles = static_cast<std::uint32_t>(count);
  const bool changed = ImGui::IsItemDeactivatedAfterEdit();
  context.probe.item("particles");
  if (!changed) return;
  options.given.emplace_back("particles");  // of a file too
  session.set_particles(options.particles, options.sort.seed);
}

void show_time(Context& context, const ParticleSystem& particles) {
  Session& session = context.session;
  fact("Step", with_thousands(particles.steps()), "A step is 1/60 s. The same seed and step give the same particles.");
  check_box("paused", session.paused, context.probe, "The Space key does the same.");
  ImGui::SameLine();
  if (button("Step once", context.probe, "Takes one step, and stands still.")) session.step_once();
  ImGui::SameLine();
  if (button("Restart", context.probe, "Back to step 0.")) session.restart_particles();
}

void show_seed(Context& context) {
  Session& session = context.session;
  label("Seed", "Another one gives other particles, which begin anew.");
  auto seed = static_cast<int>(session.options.sort.seed);
  const bool changed = ImGui::InputInt("##seed", &seed, 1, 10, ImGuiInputTextFlags_EnterReturnsTrue);
  context.probe.item("seed");
  if (!changed || seed < 0) return;
  session.options.sort.seed = static_cast<std::uint32_t>(seed);
  session.set_particles(0, session.options.sort.seed);
}

std::string name_of(const Emitter& emitter, std::size_t number) {
  return emitter.name.empty() ? fmt::format("emitter {}", number + 1) : emitter.name;
}

/// Those that have one; bursts stay as they are.
void show_rates(Context& context, const ParticleSystem& particles) {
  Session& session = context.session;
  const std::vector<Emitter>& emitters = particles.description().emitters;
  bool changed = false;
  for (std::size_t i = 0; i < std::min(emitters.size(), session.rates().size()); ++i) {
    if (emitters[i].rate <= 0 && emitters[i].burst > 0) continue;
    const std::string name = name_of(emitters[i], i);
    const char* each = emitters[i].parent.empty()
                           ? "Births a second. They begin anew when the slider is released."
                           : "Births a second for each particle of its parent. They begin anew when the slider is "
                             "released.";
    label(name.c_str(), each);
    constexpr float most = 1e6f;
    slider(("rate of " + name).c_str(), session.rates()[i], 0, most, "%.4g /s", context.probe, /*logarithmic=*/true);
    changed |= ImGui::IsItemDeactivatedAfterEdit();
  }
  if (changed) session.apply_rates();
}

/// How strong, in the unit of its kind.
float strength_of(const Force& force) {
  const bool is_vector = force.kind == ForceKind::gravity || force.kind == ForceKind::wind;
  return is_vector ? glm::length(force.vector) : force.strength;
}

void set_strength(Force& force, float strength) {
  if (force.kind != ForceKind::gravity && force.kind != ForceKind::wind) {
    force.strength = strength;
    return;
  }
  const float length = glm::length(force.vector);
  force.vector = length > 0 ? force.vector * (strength / length) : glm::vec3(0, strength, 0);
}

struct ForceKindText {
  const char* name;
  const char* format;
  const char* explanation;
};

const ForceKindText& text_of(ForceKind kind) {
  static constexpr ForceKindText texts[] = {
      {"gravity", "%.3g m/s2", "Acceleration along its direction."},
      {"wind", "%.3g m/s", "The air moves so fast."},
      {"curl noise", "%.3g m/s", "The air swirls so fast."},
      {"attractor", "%.3g m3/s2", "Pulls towards its place; below 0 it pushes away."},
      {"vortex", "%.3g m/s", "The air turns so fast, at its radius."},
  };
  return texts[static_cast<std::size_t>(kind)];
}

void show_forces(Context& context, const ParticleSystem& particles) {
  std::vector<Force> forces = particles.description().forces;
  bool changed = false;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const ForceKindText& text = text_of(forces[i].kind);
    label(text.name, text.explanation);
    float strength = strength_of(forces[i]);
    const bool may_push = forces[i].kind == ForceKind::attractor || forces[i].kind == ForceKind::vortex;
    constexpr float most = 1000;
    if (!slider(fmt::format("strength {}", i + 1).c_str(), strength, may_push ? -most : 0, most, text.format,
                context.probe, /*logarithmic=*/true))
      continue;
    // A vector without a length would have forgotten where it points.
    const bool is_vector = forces[i].kind == ForceKind::gravity || forces[i].kind == ForceKind::wind;
    constexpr float least = 1e-3f;
    set_strength(forces[i], is_vector ? std::max(strength, least) : strength);
    changed = true;
  }
  if (changed) context.session.set_forces(std::move(forces));
}

/// A list that begins open where it is short.
bool list(const char* name, std::size_t length, Probe& probe) {
  constexpr std::size_t is_short = 4;
  const bool open = ImGui::TreeNodeEx(name, length <= is_short ? ImGuiTreeNodeFlags_DefaultOpen : 0);
  probe.item(name);
  return open;
}

}  // namespace

void particles_section(Context& context) {
  const std::shared_ptr<ParticleSystem> particles = context.session.particles();  // a change puts others in their place
  if (!particles || !section("Particles", context.probe)) return;
  if (context.session.scene()->objects)
    fact("Of", particles->description().name, "Where there are several: of the object that is selected.");
  fact("Most at once", with_thousands(particles->slots()), "Places for so many particles.");
  show_time(context, *particles);
  show_number(context);
  show_seed(context);
  if (list("Births", particles->description().emitters.size(), context.probe)) {
    show_rates(context, *particles);
    ImGui::TreePop();
  }
  if (!particles->description().forces.empty() &&
      list("Forces", particles->description().forces.size(), context.probe)) {
    show_forces(context, *particles);
    ImGui::TreePop();
  }
}

}  // namespace farfirst::app::ui
