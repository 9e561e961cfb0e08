#pragma once
// Tables whose columns drop out where there is no room for all, and cells with numbers.

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "probe.h"
#include "theme.h"

namespace farfirst::app::ui {

struct TableColumn {
  const char* name;
  const char* explanation;
  float width;        // in heights of the font; of one that stretches, the least
  int rank;           // where there is no room for all, those of a low rank stay
  float stretch = 0;  // its part of what is left
};

/// As many as there is room for, at least `least`. A column has what TableColumn has.
template <class Column>
std::vector<Column> columns_that_fit(std::vector<Column> wanted, float room, std::size_t least) {
  const float padding = 2 * ImGui::GetStyle().CellPadding.x;
  const auto width = [&] {
    float sum = ImGui::GetStyle().ScrollbarSize;
    for (const Column& column : wanted) sum += column.width * ImGui::GetFontSize() + padding;
    return sum;
  };
  while (wanted.size() > least && width() > room)
    wanted.erase(std::ranges::max_element(wanted, {}, [](const Column& column) { return column.rank; }));
  return wanted;
}

template <class Column>
void set_up_columns(const std::vector<Column>& columns) {
  for (const Column& column : columns)
    ImGui::TableSetupColumn(column.name,
                            column.stretch > 0 ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed,
                            column.stretch > 0 ? column.stretch : column.width * ImGui::GetFontSize());
}

/// A number in its cell. One that has no room is recorded as clipped.
void right_aligned(Probe& probe, const std::string& text, ImU32 color = text_color);

}  // namespace farfirst::app::ui
