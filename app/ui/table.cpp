#include "table.h"

namespace farfirst::app::ui {

void right_aligned(Probe& probe, const std::string& text, ImU32 color) {
  const float left = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(left, 0.0f));
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
  if (left < 0) probe.item("clipped/" + text);
}

}  // namespace farfirst::app::ui
