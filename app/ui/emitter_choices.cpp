// Emitters of a particle system: births, what particles are at birth and over their life, and how forces take hold of
// them.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "particle_choices.h"
#include "session/particle_edits.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

// Values are within the limits that files have (io/particle_names.h), so that what is saved is read again.
constexpr float longest_life = 1e4f;

/// A number of an emitter, to slide.
struct EmitterNumber {
  const char* name;
  const char* explanation;
  float Emitter::*field;
  float least, most;
  const char* format;
  bool logarithmic;
};

constexpr std::array emitter_numbers = {
    EmitterNumber{"spread", "Half of the cone's opening; 180 is every direction.", &Emitter::spread, 0, 180,
                  "%.0f\u00b0", false},
    EmitterNumber{"swirl", "Round the axis, 1 m from it.", &Emitter::swirl, -100, 100, "%.3g m/s", true},
    EmitterNumber{"gravity", "Factor of gravity; below 0 they rise.", &Emitter::gravity_scale, -10, 10, "%.3g", false},
    EmitterNumber{"drag", "How fast they take on the speed of the air.", &Emitter::drag, 0, 100, "%.3g /s", true},
    EmitterNumber{"noise", "Factor of curl noise.", &Emitter::noise_scale, 0, 10, "%.3g", false}};

/// Each particle has its own value between these two.
struct EmitterRange {
  const char* name;
  const char* explanation;
  Range Emitter::*field;
  float least, most, speed;
  const char* format;
};

constexpr std::array emitter_ranges = {
    EmitterRange{"life",
                 "Seconds, from one to another. Longer lives need more slots and restart the particles on release.",
                 &Emitter::life, 1.0f / 60, longest_life, 0.02f, "%.3g s"},
    EmitterRange{"speed", "At birth, from one to another.", &Emitter::speed, -1000, 1000, 0.02f, "%.3g m/s"},
    EmitterRange{"size", "Radius in metres, from one to another.", &Emitter::radius_of_particle, 1e-5f, 1000, 0.0005f,
                 "%.4f m"}};

/// What is where in a row that goes on in the next line: items of this width.
class KnotRow {
 public:
  explicit KnotRow(float width) : left_(ImGui::GetCursorPosX()), most_(fitting(width)) {}
  void next() {
    if (count_ > 0 && count_ % most_ != 0)
      ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    else
      ImGui::SetCursorPosX(left_);
    ++count_;
  }

 private:
  static int fitting(float width) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    return std::max(static_cast<int>((ImGui::GetContentRegionAvail().x + gap) / (width + gap)), 1);
  }
  float left_;
  int most_, count_ = 0;
};

const char* along_text(ParticleProperty along) {
  static constexpr const char* texts[] = {"age %.3g of the life", "%.3g m/s", "height %.3g m", "chance %.3g"};
  return texts[static_cast<std::size_t>(along)];
}

/// Its values, one for each knot; `edit` shows one, of this width.
template <class Value, class Edit>
void curve_choice(Context& context, const char* name, const char* explanation, const std::string& id,
                  PropertyCurve<Value>& curve, const Value& without, Edit edit, Touch& touch) {
  label(name, explanation);
  auto knots = curve.curve.knots;
  if (knots.empty()) knots = {{0, without}};
  const float width = ImGui::GetFrameHeight();
  KnotRow row(width);
  bool any = false;
  for (std::size_t i = 0; i < knots.size(); ++i) {
    row.next();
    ImGui::PushID(fmt::format("{} {}", id, i).c_str());
    const bool changed = edit(knots[i].value, width);
    touch.note(changed);
    any |= changed;
    ImGui::PopID();
    context.probe.item(fmt::format("{}/{}", id, i + 1));
    if (knots.size() > 1 && ImGui::IsItemHovered())
      ImGui::SetTooltip(along_text(curve.along), static_cast<double>(knots[i].at));
  }
  if (any) curve.curve.knots = std::move(knots);
}

bool edit_color(glm::vec3& value, float) {
  return ImGui::ColorEdit3("##color", &value.x, ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel);
}

bool edit_upright(float& value, float width, float most) {
  return ImGui::VSliderFloat("##value", {width, 2.5f * ImGui::GetFrameHeight()}, &value, 0, most, "",
                             ImGuiSliderFlags_AlwaysClamp);
}

void show_looks(Context& context, Emitter& emitter, const std::string& name, Touch& touch) {
  curve_choice(context, "  colour", "A colour for each knot of the curve, in its order.", "colour of " + name,
               emitter.color, glm::vec3(1), edit_color, touch);
  curve_choice(
      context, "  opacity", "For each knot of the curve, from 0 to 1.", "opacity of " + name, emitter.opacity, 1.0f,
      [](float& value, float width) { return edit_upright(value, width, 1); }, touch);
  curve_choice(
      context, "  growth", "Factor of the radius for each knot of the curve, from 0 to 10.", "growth of " + name,
      emitter.growth, 1.0f, [](float& value, float width) { return edit_upright(value, width, 10); }, touch);
}

void show_place(Context& context, Emitter& emitter, const std::string& name, Touch& touch) {
  const auto vector = [&](const char* text, const char* explanation, const char* id, glm::vec3& value, float least) {
    label(text, explanation);
    touch.note(ImGui::DragFloat3(("##" + (id + name)).c_str(), &value.x, 0.02f, least, most_place, "%.4g",
                                 ImGuiSliderFlags_AlwaysClamp));
    context.probe.item(id + name);
  };
  vector("  place", emitter.parent.empty() ? "Its middle." : "Its middle, from the parent particle.", "place of ",
         emitter.position, -most_place);
  vector("  direction", "The axis of the cone, and of a disc.", "direction of ", emitter.direction, -most_place);
  if (glm::length(emitter.direction) < 1e-3f) emitter.direction = {0, 1, 0};
  if (emitter.shape == EmitterShape::box) vector("  edges", "Of the box.", "edges of ", emitter.size, 0);
  if (emitter.shape != EmitterShape::disc && emitter.shape != EmitterShape::sphere) return;
  label("  radius", "Of the disc or ball.");
  constexpr float most = 100;
  touch.note(slider(("radius of " + name).c_str(), emitter.radius, std::max(emitter.inner_radius, 1e-3f), most,
                    "%.3g m", context.probe, /*logarithmic=*/true));
}

void show_emitter(Context& context, Emitter& emitter, const std::string& name, Touch& touch) {
  for (const EmitterRange& its : emitter_ranges) {
    label(fmt::format("  {}", its.name).c_str(), its.explanation);
    const std::string id = fmt::format("{} of {}", its.name, name);
    Range& range = emitter.*its.field;
    touch.note(ImGui::DragFloatRange2(("##" + id).c_str(), &range.least, &range.most, its.speed, its.least, its.most,
                                      its.format, nullptr, ImGuiSliderFlags_AlwaysClamp));
    context.probe.item(id);
  }
  show_looks(context, emitter, name, touch);
  for (const EmitterNumber& number : emitter_numbers) {
    label(fmt::format("  {}", number.name).c_str(), number.explanation);
    touch.note(slider(fmt::format("{} of {}", number.name, name).c_str(), emitter.*number.field, number.least,
                      number.most, number.format, context.probe, number.logarithmic));
  }
  show_place(context, emitter, name, touch);
}

/// Those that have one; bursts stay as they are.
void show_rates(Context& context, ParticleSystemDescription& system, Touch& touch) {
  for (std::size_t i = 0; i < system.emitters.size(); ++i) {
    Emitter& emitter = system.emitters[i];
    if (emitter.when == ChildBirth::death || (emitter.rate <= 0 && emitter.burst > 0)) continue;
    const std::string name = emitter_name(system, i);
    label(name.c_str(),
          emitter.parent.empty()
              ? "Particles per second. Fewer apply at once; more than there are slots restart the particles "
                "when the slider is released."
              : "Particles per second for each particle of its parent. The particles restart when the slider is "
                "released.");
    constexpr float most = 1e6f;
    touch.note(slider(("rate of " + name).c_str(), emitter.rate, 0, most, "%.4g /s", context.probe,
                      /*logarithmic=*/true));
  }
}

}  // namespace

void emitter_choices(Context& context, ParticleSystemDescription& system, Touch& touch) {
  if (fold("Spawn rates", "Spawn rates", context.probe, is_short(system.emitters.size()))) {
    show_rates(context, system, touch);
    end_fold();
  }
  if (!fold("Emitters", "Emitters", context.probe, is_short(system.emitters.size()))) return;
  for (std::size_t i = 0; i < system.emitters.size(); ++i) {
    const std::string name = emitter_name(system, i);
    if (!fold(fmt::format("{}##{}", name, i), "emitter " + name, context.probe)) continue;
    show_emitter(context, system.emitters[i], name, touch);
    end_fold();
  }
  end_fold();
}

}  // namespace farfirst::app::ui
