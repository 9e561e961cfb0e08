#include "widgets.h"

#include "theme.h"

namespace farfirst::app::ui {
namespace {
float label_width() { return ImGui::GetFontSize() * 6.8f; }
}  // namespace

void tooltip(const char* text) {
  if (text == nullptr || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetFontSize() * 26);
  ImGui::TextUnformatted(text);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void label(const char* text, const char* explanation) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", text);
  tooltip(explanation);
  ImGui::SameLine(label_width());
  ImGui::SetNextItemWidth(-1);
}

void fact(const char* name, const std::string& value, const char* explanation) {
  ImGui::TextDisabled("%s", name);
  tooltip(explanation);
  ImGui::SameLine(label_width());
  ImGui::TextWrapped("%s", value.c_str());
  tooltip(explanation);
}

bool section(const char* title, Probe& probe, bool open, bool* reset) {
  const ImGuiTreeNodeFlags flags = open ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None;
  ImGui::PushStyleColor(ImGuiCol_Text, accent_color);
  const bool shown = ImGui::CollapsingHeader(title, flags | ImGuiTreeNodeFlags_AllowItemOverlap);
  ImGui::PopStyleColor();
  probe.item(std::string("section/") + title);
  if (reset == nullptr) return shown;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width = ImGui::CalcTextSize("reset").x + 2 * style.FramePadding.x;
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
  ImGui::PushID(title);
  ImGui::PushStyleColor(ImGuiCol_Button, 0u);
  ImGui::PushStyleColor(ImGuiCol_Text, quiet_color);
  *reset = ImGui::Button("reset");
  ImGui::PopStyleColor(2);
  ImGui::PopID();
  probe.item(std::string("reset/") + title);
  tooltip("Everything in this section as it was when the program was new.");
  return shown;
}

bool combo(const char* id, int& current, std::span<const ComboItem> items, Probe& probe) {
  bool changed = false;
  const std::string hidden = std::string("##") + id;
  const bool open = ImGui::BeginCombo(hidden.c_str(), items[static_cast<std::size_t>(current)].name);
  if (!open) {
    probe.item(id);
    tooltip(items[static_cast<std::size_t>(current)].explanation);
    return false;
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool selected = static_cast<int>(i) == current;
    if (ImGui::Selectable(items[i].name, selected) && !selected) {
      current = static_cast<int>(i);
      changed = true;
    }
    probe.item(std::string(id) + "/" + items[i].name);
    tooltip(items[i].explanation);
    if (selected) ImGui::SetItemDefaultFocus();
  }
  ImGui::EndCombo();
  return changed;
}

bool slider(const char* id, float& value, float minimum, float maximum, const char* format, Probe& probe,
            bool logarithmic) {
  const ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  const bool changed = ImGui::SliderFloat((std::string("##") + id).c_str(), &value, minimum, maximum, format, flags);
  probe.item(id);
  return changed;
}

bool check_box(const char* text, bool& value, Probe& probe, const char* explanation) {
  const bool changed = ImGui::Checkbox(text, &value);
  probe.item(text);
  tooltip(explanation);
  return changed;
}

bool button(const char* text, Probe& probe, const char* explanation, float width) {
  const bool pressed = ImGui::Button(text, {width, 0});
  probe.item(text);
  tooltip(explanation);
  return pressed;
}

void colored_text(ImU32 color, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

}  // namespace farfirst::app::ui
