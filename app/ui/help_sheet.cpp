// All keys and gestures, from the table that handles them.

#include <algorithm>
#include <string_view>

#include "input.h"
#include "keys.h"
#include "panels.h"
#include "theme.h"

namespace farfirst::app::ui {
namespace {

void group_table(const char* group) {
  ImGui::PushStyleColor(ImGuiCol_Text, accent_color);
  ImGui::TextUnformatted(group);
  ImGui::PopStyleColor();
  if (!ImGui::BeginTable(group, 2)) return;
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 9.5f);
  ImGui::TableSetupColumn("meaning", ImGuiTableColumnFlags_WidthStretch);
  for (const KeyBinding& binding : key_bindings()) {
    if (std::string_view(binding.group) != group || *binding.keys == '\0') continue;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(binding.keys);
    ImGui::TableNextColumn();
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("%s", binding.meaning);
    ImGui::PopTextWrapPos();
  }
  ImGui::EndTable();
  ImGui::Spacing();
}

void scroll_by_keys() {
  if (!ImGui::IsWindowFocused()) return;
  const float line = ImGui::GetTextLineHeightWithSpacing(), page = ImGui::GetWindowHeight() - 3 * line;
  float to = ImGui::GetScrollY();
  if (key_pressed(ImGuiKey_DownArrow)) to += line;
  if (key_pressed(ImGuiKey_UpArrow)) to -= line;
  if (key_pressed(ImGuiKey_PageDown)) to += page;
  if (key_pressed(ImGuiKey_PageUp)) to -= page;
  if (key_pressed(ImGuiKey_Home)) to = 0;
  if (key_pressed(ImGuiKey_End)) to = ImGui::GetScrollMaxY();
  if (to != ImGui::GetScrollY()) ImGui::SetScrollY(std::clamp(to, 0.0f, ImGui::GetScrollMaxY()));
}

}  // namespace

/// One column after another, or two where the sheet is wide enough. Everything scrolls together.
void help_sheet(Context& context) {
  if (!context.state.help) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x * 0.5f, display.y * 0.5f}, ImGuiCond_Appearing, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(
      {std::min(900 * context.scale, display.x * 0.94f), std::min(560 * context.scale, display.y * 0.9f)},
      ImGuiCond_Appearing);
  if (ImGui::Begin("Keys and mouse", &context.state.help,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    scroll_by_keys();
    const bool wide = ImGui::GetContentRegionAvail().x > ImGui::GetFontSize() * 48;
    if (ImGui::BeginTable("columns", wide ? 2 : 1)) {
      std::string_view group;
      for (const KeyBinding& binding : key_bindings()) {
        if (group == binding.group) continue;
        group = binding.group;
        if (group == "Mouse" || group == "Comparing") ImGui::TableNextColumn();
        group_table(binding.group);
      }
      context.probe.item("help/last");
      ImGui::EndTable();
    }
  }
  ImGui::End();
}

}  // namespace farfirst::app::ui
