// How things are drawn.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "cli/names.h"
#include "panels.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {
constexpr std::array shadings = {ComboItem{"smooth", "With the normals of the vertices."},
                                 ComboItem{"flat", "With one normal per triangle, which shows the mesh."}};

constexpr std::array particle_styles = {ComboItem{"soft", "Discs that fade from the middle."},
                                        ComboItem{"sphere", "Balls in the light."},
                                        ComboItem{"streak",
                                                  "Soft discs, stretched along their way during an exposure. "
                                                  "Particles without velocities stay discs."}};

constexpr std::array exact_by = {
    ComboItem{"depth", "Each by its own depth in its pixel: the reference."},
    ComboItem{"element",
              "By the key of their elements, as other renderers sort them: the remaining error comes from elements as "
              "wholes."},
    ComboItem{"order",
              "By the order of the elements that other renderers draw: as they would draw it without "
              "rounding."}};

/// The next item leaves room at its right for a check box.
void leave_room_for(const char* check_box) {
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::SetNextItemWidth(
      -(ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize(check_box).x + style.ItemSpacing.x));
}

void show_opacity(Context& context) {
  Document& document = context.session.document;
  label("Opacity", "The opacity of all elements. The alpha of the file is multiplied by it.");
  leave_room_for("auto");
  if (slider("opacity", document.left.look.opacity, 0, 1, "%.3f", context.probe)) document.automatic_opacity = false;
  ImGui::SameLine();
  check_box("auto", document.automatic_opacity, context.probe,
            "Chooses an opacity at which all layers of the scene show through, however many there are.");
}

void show_point_size(Context& context) {
  Document& document = context.session.document;
  label("Point size", "In pixels at a display scale of 1. Keys: = and -");
  leave_room_for("auto");
  if (slider("point size", document.left.look.point_size, 1, 64, "%.1f px", context.probe, /*logarithmic=*/true))
    document.automatic_point_size = false;
  ImGui::SameLine();
  check_box("auto##point size", document.automatic_point_size, context.probe,
            "2 pixels, and up to 8 where points are few, so that each is seen.");
}

std::string explanation_of(const RendererEntry& entry) {
  std::string text(entry.renderer->meaning);
  if (!entry.reason.empty()) text += "\n\nNot available: " + entry.reason;
  return text;
}

/// auto, which says what it took, and every renderer of the catalogue. Where there is but one, its name.
void show_renderer(Context& context) {
  std::string& chosen = context.look().renderer;
  std::vector<std::string> ids = {"auto"}, names = {"auto"};
  std::vector<std::string> explanations = {
      "The fastest. It is measured for each scene and size of the picture, and again when a frame takes much more or "
      "less time than then. Renderers in software are drawn with by rank alone."};
  const FrameStats& last = context.last();
  if (chosen == "auto" && !last.renderer.empty())
    names.front() += fmt::format(": {}{}", last.renderer, last.measuring ? ", measures" : "");
  for (const RendererEntry& entry : context.state.renderers) {
    ids.emplace_back(entry.renderer->id);
    names.push_back(fmt::format("{}: {}", entry.renderer->id, entry.renderer->title));
    explanations.push_back(explanation_of(entry));
  }
  if (context.state.renderers.size() == 1) {
    fact("Renderer", names.back(), explanations.back().c_str());
    return context.probe.item("renderer");
  }
  label("Renderer", "In which way the sorted elements become a picture.");
  std::vector<ComboItem> items;
  for (std::size_t i = 0; i < ids.size(); ++i) items.push_back({names[i].c_str(), explanations[i].c_str()});
  int index = static_cast<int>(std::ranges::find(ids, chosen) - ids.begin());
  if (combo("renderer", index, items, context.probe)) chosen = ids[static_cast<std::size_t>(index)];
}

/// What only the chosen renderer has.
void show_renderer_choices(Context& context) {
  Look& look = context.look();
  if (look.renderer == "exact") {
    label("Sorted by", "What the fragments of a pixel are sorted by.");
    enum_combo("exact by", look.exact_by, exact_by, context.probe);
  }
  if (look.renderer == "peeled") {
    label("Layers", "Number of nearest fragments of a pixel that are drawn.");
    int layers = static_cast<int>(look.peel_layers);
    if (slider("peel layers", layers, 1, 64, "%d", context.probe))
      look.peel_layers = static_cast<std::uint32_t>(layers);
  }
}

/// auto, which says what it took, and the numbers; beside one stands what the renderer takes of it.
void show_samples(Context& context) {
  int& chosen = context.look().samples;
  const FrameStats& last = context.last();
  label("Samples", "Samples of a pixel: several give smooth edges. Points have soft edges of their own.");
  std::vector<std::string> names;
  for (const auto& count : sample_counts) {
    names.emplace_back(count.name);
    if (count.value != chosen || last.samples == 0 || last.samples == count.value) continue;
    names.back() += last.measuring ? ", measures" : fmt::format(", uses {}", last.samples);
  }
  std::vector<ComboItem> items;
  for (const std::string& name : names)
    items.push_back({name.c_str(), "The nearest number that this renderer has here."});
  items.front().explanation =
      "4 where drawing costs less than half as much again with them, else 1. It is measured when the scene, the "
      "renderer or the size of the picture changes. Renderers in software take 1.";
  int index = static_cast<int>(std::ranges::find(sample_counts, chosen, &Word<int>::value) - std::begin(sample_counts));
  leave_room_for("refine");
  if (combo("samples", index, items, context.probe)) chosen = sample_counts[static_cast<std::size_t>(index)].value;
}

void show_refinement(Context& context) {
  Session& session = context.session;
  bool refines = session.viewer.most_refined() > 1;
  if (check_box("refine", refines, context.probe,
                "While nothing changes, goes on drawing, with sub-pixel jitter, and shows the mean: finer "
                "edges than by samples alone."))
    session.document.left.look.refine = refines ? 0 : 1;
}

/// Of particles in the shadow of others. The way to the light as an angle round the vertical, and one above the ground.
void show_light(Context& context) {
  Look& look = context.session.document.left.look;
  label("");
  check_box(
      "self-shadows", look.self_shadows, context.probe,
      "Each particle gets the light that those before it let through, as in smoke. The times show what that takes: "
      "'light'.");
  if (!look.self_shadows) return;
  const glm::vec3 light = glm::normalize(look.light);
  float height = glm::degrees(std::asin(std::clamp(light.y, -1.0f, 1.0f)));
  float round = glm::degrees(std::atan2(light.x, light.z));
  label("Light height", "Over the horizon.");
  bool moved = slider("light height", height, -89, 89, "%.0f\u00b0", context.probe);
  label("Light side", "Round the vertical.");
  moved |= slider("light side", round, -180, 180, "%.0f\u00b0", context.probe);
  label("Ambient", "This part of the light reaches everything.");
  slider("ambient", look.ambient, 0, 1, "%.2f", context.probe);
  if (!moved) return;
  const float up = glm::radians(height), side = glm::radians(round);
  look.light = {std::cos(up) * std::sin(side), std::sin(up), std::cos(up) * std::cos(side)};
}

void show_particles(Context& context) {
  Look& look = context.session.document.left.look;
  label("Particles", "What they look like.");
  enum_combo("particle style", look.particle_style, particle_styles, context.probe);
  if (look.particle_style == ParticleStyle::streak) {
    label("Exposure", "How long particles are followed: the length of their streaks.");
    slider("streak", look.streak, 0, 1, "%.3f s", context.probe, /*logarithmic=*/true);
  }
  show_light(context);
}

void show_colors(Context& context) {
  Look& look = context.session.document.left.look;
  label("Colour", "For scenes that have no colours of their own.");
  ImGui::ColorEdit3("##colour", &look.color.x, ImGuiColorEditFlags_NoInputs);
  ImGui::SameLine();
  check_box("file colours", look.use_file_colors, context.probe, "Uses the colours of the file, if it has any.");
  label("Background", "Its colours at the top and at the bottom.");
  ImGui::ColorEdit3("##top", &look.background_top.x, ImGuiColorEditFlags_NoInputs);
  tooltip("The colour at the top.");
  ImGui::SameLine();
  ImGui::ColorEdit3("##bottom", &look.background_bottom.x, ImGuiColorEditFlags_NoInputs);
  tooltip("The colour at the bottom.");
  ImGui::SameLine();
  check_box("draw", look.background, context.probe,
            "If this is off, the background is transparent, also in screenshots without panels.");
}

void reset(Context& context) {
  Look& look = context.session.document.left.look;
  const float opacity = look.opacity, point_size = look.point_size;
  context.look() = with_own(context.look(), {});
  look = with_own({}, look);
  look.opacity = opacity;  // until the scene chooses it
  look.point_size = point_size;
  context.session.document.automatic_opacity = context.session.document.automatic_point_size = true;
}

}  // namespace

void look_tab(Context& context) {
  Look& look = context.session.document.left.look;
  const auto& scene = context.session.scene();
  show_opacity(context);
  show_renderer(context);
  show_renderer_choices(context);
  show_samples(context);
  ImGui::SameLine();
  show_refinement(context);
  show_colors(context);
  show_point_size(context);
  label("Shading", "Of meshes.");
  enum_combo("shading", look.shading, shadings, context.probe);
  label("Fresnel", "How much the opacity rises where a surface is seen edge-on, as glass does.");
  slider("fresnel", look.fresnel, 0, 1, "%.2f", context.probe);
  if (scene && scene->moves()) show_particles(context);
  const bool splats = scene && scene->contents().splats;
  if (splats) splat_choices(context);
  if (fold("Advanced", "Advanced", context.probe)) {
    blending_choice(context);
    if (splats) splat_details(context);
    end_fold();
  }
  if (button("Reset look", context.probe, "Sets everything in this tab to its default.")) reset(context);
}

}  // namespace farfirst::app::ui
