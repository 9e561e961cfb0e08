// How things are drawn.

#include <array>

#include "panels.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {
constexpr std::array shadings = {ComboItem{"smooth", "With the normals of the vertices."},
                                 ComboItem{"flat", "With one normal per triangle, which shows the mesh."}};

void show_opacity(Context& context) {
  Options& options = context.session.options;
  label("Opacity", "The opacity of all elements. The alpha of the file is multiplied by it.");
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::SetNextItemWidth(
      -(ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize("auto").x + style.ItemSpacing.x));
  if (slider("opacity", options.look.opacity, 0, 1, "%.3f", context.probe)) options.automatic_opacity = false;
  ImGui::SameLine();
  check_box("auto", options.automatic_opacity, context.probe,
            "Chooses an opacity at which all layers of the scene show through, however many there are.");
}

}  // namespace

void look_section(Context& context) {
  Look& look = context.session.options.look;
  bool wants_reset = false;
  const bool open = section("Look", context.probe, /*open=*/true, &wants_reset);
  if (wants_reset) {
    const float opacity = look.opacity;
    look = Look{};
    look.opacity = opacity;  // until the scene chooses it
    context.session.options.automatic_opacity = true;
  }
  if (!open) return;
  show_opacity(context);
  label("Fresnel", "How much the opacity rises where a surface is seen edge-on, as glass does.");
  slider("fresnel", look.fresnel, 0, 1, "%.2f", context.probe);
  label("Shading");
  enum_combo("shading", look.shading, shadings, context.probe);
  label("Point size", "In pixels at a display scale of 1. Keys: = and -");
  slider("point size", look.point_size, 1, 64, "%.1f px", context.probe, /*logarithmic=*/true);
  label("Colour", "For scenes that have no colours of their own.");
  ImGui::ColorEdit3("##colour", &look.color.x, ImGuiColorEditFlags_NoInputs);
  ImGui::SameLine();
  check_box("file colours", look.use_file_colors, context.probe, "Uses the colours of the file, if it has any.");
  label("Background");
  ImGui::ColorEdit3("##top", &look.background_top.x, ImGuiColorEditFlags_NoInputs);
  tooltip("The colour at the top.");
  ImGui::SameLine();
  ImGui::ColorEdit3("##bottom", &look.background_bottom.x, ImGuiColorEditFlags_NoInputs);
  tooltip("The colour at the bottom.");
  ImGui::SameLine();
  check_box("draw", look.background, context.probe,
            "If this is off, the background is transparent, also in screenshots without panels.");
}

}  // namespace farfirst::app::ui
