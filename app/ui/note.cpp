// The text that came with a state, below the picture; of a tour with the way to its other steps.

#include <fmt/format.h>

#include <algorithm>

#include "cli/tour.h"
#include "panels.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

constexpr float button_width = 64;    // before scaling
constexpr float widest_text = 900;    // longer lines are hard to read
constexpr float least_lines = 3;      // so that most pictures of a tour are of one size
constexpr float most_of_area = 0.4f;  // a longer text scrolls

/// What stands at the right of the note_heading: of a tour where it is, and three buttons.
float controls_width(const Context& context) {
  const float spacing = ImGui::GetStyle().ItemSpacing.x;
  if (context.session.document.tour == 0) return button_width * context.scale;
  return 3 * (button_width * context.scale + spacing) + ImGui::CalcTextSize("8 of 8").x;
}

/// A button that may be without effect.
bool step_button(Context& context, const char* name, bool possible, const char* explanation) {
  ImGui::BeginDisabled(!possible);
  const bool clicked = ImGui::Button(name, {button_width * context.scale, 0});
  context.probe.item(std::string("note/") + name);
  ImGui::EndDisabled();
  tooltip(explanation);
  return clicked;
}

void note_controls(Context& context) {
  Session& session = context.session;
  const std::uint32_t step = session.document.tour;
  if (step > 0) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", fmt::format("{} of {}", step, tour_steps().size()).c_str());
    ImGui::SameLine();
    if (step_button(context, "Back", step > 1, "Page up")) session.show_tour(step - 1);
    ImGui::SameLine();
    if (step_button(context, "Next", step < tour_steps().size(), "Page down")) session.show_tour(step + 1);
    ImGui::SameLine();
  }
  if (step_button(context, "Close", true,
                  step > 0 ? "Ends the tour; what was there before it comes back. Esc does the same." : "Esc"))
    session.close_note();
}

/// The title wraps beside the note_controls.
void note_heading(Context& context) {
  const float top = ImGui::GetCursorPosY();
  const float end = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - controls_width(context);
  ImGui::AlignTextToFramePadding();
  ImGui::PushTextWrapPos(end - ImGui::GetStyle().ItemSpacing.x);
  ImGui::PushStyleColor(ImGuiCol_Text, accent_color);
  ImGui::TextUnformatted(context.session.document.note.title.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  const float below = ImGui::GetCursorPosY();
  ImGui::SetCursorPos({end, top});
  note_controls(context);
  ImGui::SetCursorPosY(std::max(below, ImGui::GetCursorPosY()));
}

}  // namespace

float note_height(const Context& context, const Rectangle& area) {
  const Note& note = context.session.document.note;
  if (note.empty() || ImGui::GetFrameCount() == 0) return 0;  // before the first frame there is no font
  const ImGuiStyle& style = ImGui::GetStyle();
  const float inside = area.maximum.x - area.minimum.x - 2 * style.WindowPadding.x;
  const auto height_of = [](const std::string& text, float width) {
    return ImGui::CalcTextSize(text.c_str(), nullptr, false, std::max(width, 1.0f)).y;
  };
  const float title = height_of(note.title, inside - controls_width(context) - style.ItemSpacing.x);
  const float text = height_of(note.text, std::min(inside, widest_text * context.scale));
  const float lines = context.session.document.tour > 0 ? least_lines * ImGui::GetTextLineHeight() : 0;
  const float whole = std::max(title, ImGui::GetFrameHeight()) + style.ItemSpacing.y + std::max(text, lines);
  return std::min(whole + 2 * style.WindowPadding.y, most_of_area * (area.maximum.y - area.minimum.y));
}

void note(Context& context, const Rectangle& area) {
  if (context.session.document.note.empty()) return;
  ImGui::SetNextWindowPos(area.minimum);
  ImGui::SetNextWindowSize({area.maximum.x - area.minimum.x, area.maximum.y - area.minimum.y});
  constexpr ImGuiWindowFlags docked = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus;
  if (ImGui::Begin("Note", nullptr, docked)) {
    note_heading(context);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() +
                           std::min(ImGui::GetContentRegionAvail().x, widest_text * context.scale));
    ImGui::TextUnformatted(context.session.document.note.text.c_str());
    ImGui::PopTextWrapPos();
    context.probe.item("note/text");
  }
  ImGui::End();
  context.probe.area("note", area);
}

}  // namespace farfirst::app::ui
