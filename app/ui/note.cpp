// The text that came with a state, over the picture; of a tour with the way to its other steps.

#include <fmt/format.h>

#include <algorithm>

#include "cli/tour.h"
#include "panels.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

/// The title at the left, at the right which step it is.
void heading(Context& context, float right) {
  const Options& options = context.session.options;
  colored_text(accent_color, options.note.title);
  if (options.tour == 0) return;
  const std::string place = fmt::format("{} of {}", options.tour, tour_steps().size());
  ImGui::SameLine(right - ImGui::CalcTextSize(place.c_str()).x);
  ImGui::TextDisabled("%s", place.c_str());
}

/// A button that may be without effect.
bool step_button(Context& context, const char* name, bool possible, const char* explanation) {
  ImGui::BeginDisabled(!possible);
  const bool clicked = ImGui::Button(name, {72 * context.scale, 0});
  context.probe.item(std::string("note/") + name);
  ImGui::EndDisabled();
  tooltip(explanation);
  return clicked;
}

void buttons(Context& context, float right) {
  Session& session = context.session;
  const std::uint32_t step = session.options.tour;
  if (step > 0) {
    if (step_button(context, "Back", step > 1, "Page up")) session.show_tour(step - 1);
    ImGui::SameLine();
    if (step_button(context, "Next", step < tour_steps().size(), "Page down")) session.show_tour(step + 1);
    ImGui::SameLine();
  }
  ImGui::SetCursorPosX(right - 72 * context.scale);
  if (step_button(context, "Close", true,
                  step > 0 ? "Ends the tour; what was there before it comes back. Esc does the same." : "Esc"))
    session.close_note();
}

}  // namespace

void note(Context& context, const Rectangle& area) {
  if (context.session.options.note.empty()) return;
  const float margin = 10 * context.scale;
  const float width = std::min(600 * context.scale, area.maximum.x - area.minimum.x - 2 * margin);
  ImGui::SetNextWindowPos({(area.minimum.x + area.maximum.x) * 0.5f, area.maximum.y - margin}, ImGuiCond_Always,
                          {0.5f, 1});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, area.maximum.y - area.minimum.y - 2 * margin});
  ImGui::PushStyleColor(ImGuiCol_Border, accent_color);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(30, 33, 40, 225));
  constexpr ImGuiWindowFlags floating = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav |
                                        ImGuiWindowFlags_NoMove;
  if (ImGui::Begin("##note", nullptr, floating)) {
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    heading(context, right);
    ImGui::TextWrapped("%s", context.session.options.note.text.c_str());
    ImGui::Spacing();
    buttons(context, right);
    context.probe.area("note", {ImGui::GetWindowPos(),
                                {ImGui::GetWindowPos().x + ImGui::GetWindowSize().x,
                                 ImGui::GetWindowPos().y + ImGui::GetWindowSize().y}});
  }
  ImGui::End();
  ImGui::PopStyleColor(2);
}

}  // namespace farfirst::app::ui
