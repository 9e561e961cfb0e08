// What moves particles: how strong each force is, its direction, place and size.

#include <fmt/format.h>

#include <algorithm>

#include "particle_choices.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

constexpr float most_speed = 1e4f, least_scale = 1e-3f;  // as files have them

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

bool is_vector(const Force& force) { return force.kind == ForceKind::gravity || force.kind == ForceKind::wind; }

/// How strong, in the unit of its kind.
float strength_of(const Force& force) { return is_vector(force) ? glm::length(force.vector) : force.strength; }

void set_strength(Force& force, float strength) {
  if (!is_vector(force)) {
    force.strength = strength;
    return;
  }
  constexpr float least = 1e-3f;  // a vector without a length would have forgotten where it points
  const float length = glm::length(force.vector), wanted = std::max(strength, least);
  force.vector = length > 0 ? force.vector * (wanted / length) : glm::vec3(0, wanted, 0);
}

void show_strength(Context& context, Force& force, std::size_t number, Touch& touch) {
  const ForceKindText& text = text_of(force.kind);
  label(text.name, text.explanation);
  float strength = strength_of(force);
  const bool may_push = force.kind == ForceKind::attractor || force.kind == ForceKind::vortex;
  constexpr float most = 1000;
  const bool changed = slider(fmt::format("strength {}", number).c_str(), strength, may_push ? -most : 0, most,
                              text.format, context.probe, /*logarithmic=*/true);
  touch.note(changed);
  if (changed) set_strength(force, strength);
}

void show_vector(Context& context, const char* name, const char* explanation, const std::string& id, glm::vec3& value,
                 float most, Touch& touch) {
  label(name, explanation);
  touch.note(
      ImGui::DragFloat3(("##" + id).c_str(), &value.x, 0.02f, -most, most, "%.4g", ImGuiSliderFlags_AlwaysClamp));
  context.probe.item(id);
}

void show_length(Context& context, const char* name, const char* explanation, const std::string& id, float& value,
                 Touch& touch) {
  label(name, explanation);
  constexpr float most = 100;
  touch.note(slider(id.c_str(), value, least_scale, most, "%.3g m", context.probe, /*logarithmic=*/true));
}

void show_force(Context& context, Force& force, std::size_t number, Touch& touch) {
  const auto id = [number](const char* what) { return fmt::format("{} {}", what, number); };
  const ForceKind kind = force.kind;
  show_strength(context, force, number, touch);
  if (kind == ForceKind::curl_noise)
    show_vector(context, "  drift", "The swirls move so, in m/s.", id("drift"), force.vector, most_speed, touch);
  else if (is_vector(force))
    show_vector(context, "  vector", "Where to, and how much.", id("vector"), force.vector, most_speed, touch);
  if (kind == ForceKind::vortex) {
    show_vector(context, "  axis", "It turns round this direction.", id("axis"), force.vector, most_speed, touch);
    if (glm::length(force.vector) < least_scale) force.vector = {0, 1, 0};
  }
  if (kind == ForceKind::attractor || kind == ForceKind::vortex)
    show_vector(context, "  place", "Its middle.", id("place"), force.position, most_place, touch);
  if (kind == ForceKind::curl_noise || kind == ForceKind::vortex)
    show_length(context, "  size", "Of its swirls, or its radius.", id("scale"), force.scale, touch);
  if (kind == ForceKind::attractor)
    show_length(context, "  soft", "Nearer than this, it pulls no harder.", id("soft"), force.soft, touch);
}

}  // namespace

void force_choices(Context& context, ParticleSystemDescription& system, Touch& touch) {
  if (system.forces.empty() || !fold("Forces", "Forces", context.probe, is_short(system.forces.size()))) return;
  for (std::size_t i = 0; i < system.forces.size(); ++i) show_force(context, system.forces[i], i + 1, touch);
  end_fold();
}

}  // namespace farfirst::app::ui
