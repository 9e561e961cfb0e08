// How things are drawn.

#include <array>

#include "panels.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {
constexpr std::array shadings = {ComboItem{"smooth", "Normals of the vertices."},
                                 ComboItem{"flat", "One normal per triangle: shows the mesh."}};

void show_opacity(Context& context) {
  Options& options = context.session.options;
  label("Opacity", "Of everything, times the file's own alpha.");
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::SetNextItemWidth(
      -(ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize("auto").x + style.ItemSpacing.x));
  if (slider("opacity", options.look.opacity, 0, 1, "%.3f", context.probe)) options.automatic_opacity = false;
  ImGui::SameLine();
  check_box("auto", options.automatic_opacity, context.probe,
            "Chosen so that one sees through all layers of the scene, however many these are.");
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
  label("Grazing", "How much opacity rises where a surface is seen edge-on, as in glass.");
  slider("fresnel", look.fresnel, 0, 1, "%.2f", context.probe);
  label("Shading");
  enum_combo("shading", look.shading, shadings, context.probe);
  label("Point size", "In pixels, before the display's scale. Keys: = and -");
  slider("point size", look.point_size, 1, 64, "%.1f px", context.probe, /*logarithmic=*/true);
  label("Colour", "Where the file has none.");
  ImGui::ColorEdit3("##colour", &look.color.x, ImGuiColorEditFlags_NoInputs);
  ImGui::SameLine();
  check_box("use the file's", look.use_file_colors, context.probe, "Colours of the file, where it has some.");
  label("Background");
  ImGui::ColorEdit3("##top", &look.background_top.x, ImGuiColorEditFlags_NoInputs);
  tooltip("At the top.");
  ImGui::SameLine();
  ImGui::ColorEdit3("##bottom", &look.background_bottom.x, ImGuiColorEditFlags_NoInputs);
  tooltip("At the bottom.");
  ImGui::SameLine();
  check_box("draw it", look.background, context.probe, "Off: transparent, and in pictures without panels too.");
}

}  // namespace farfirst::app::ui
