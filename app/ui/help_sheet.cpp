// All keys and gestures, from the table that handles them.

#include <algorithm>
#include <string>

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

}  // namespace

void help_sheet(Context& context) {
  if (!context.state.help) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x * 0.5f, display.y * 0.5f}, ImGuiCond_Appearing, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(
      {std::min(820 * context.scale, display.x * 0.94f), std::min(500 * context.scale, display.y * 0.9f)},
      ImGuiCond_Appearing);
  if (ImGui::Begin("Keys and mouse", &context.state.help,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    const float half = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) * 0.5f;
    ImGui::BeginChild("left", {half, 0});
    group_table("Mouse");
    group_table("Camera");
    ImGui::EndChild();
    ImGui::SameLine();
    ImGui::BeginChild("right", {0, 0});
    group_table("Sorting");
    group_table("Showing");
    group_table("Program");
    ImGui::EndChild();
  }
  ImGui::End();
}

}  // namespace farfirst::app::ui
