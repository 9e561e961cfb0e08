#pragma once
// The few widgets all panels are made of: a label on the left, the control on the right, a tooltip that explains.

#include <imgui.h>

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "probe.h"

namespace farfirst::app::ui {

inline float font() { return ImGui::GetFontSize(); }

/// Shows a wrapped text while the mouse rests on the item just submitted.
void tooltip(const char* text);
/// A label in the left column; the next item fills the right one. The tooltip belongs to the label.
void label(const char* text, const char* explanation = nullptr);
/// "name   value", the value wrapped.
void fact(const char* name, const std::string& value, const char* explanation = nullptr);
/// A heading that folds what follows. True if it is open: then end_fold() is due. What is behind ## in the title is
/// not shown.
bool fold(const std::string& title, const std::string& id, Probe& probe, bool open = false);
void end_fold();

/// A row of a list; the selected one is plain to see. True if it was clicked.
bool list_row(const char* text, bool selected, ImGuiSelectableFlags flags = 0);

struct ComboItem {
  const char* name;
  const char* explanation;
};
/// Moves the cursor of a list by the keys of this frame: arrows, Home, End, Page up and Page down. True if it moved.
bool move_cursor(int& cursor, int count, int page);
/// True if another was chosen. While its list is open, the arrows, Home, End, Page up, Page down and the first letter
/// of a name move in it, Enter takes and Escape closes.
bool combo(const char* id, int& current, std::span<const ComboItem> items, Probe& probe);

template <class Enum>
bool enum_combo(const char* id, Enum& current, std::span<const ComboItem> items, Probe& probe) {
  int index = static_cast<int>(current);
  if (!combo(id, index, items, probe)) return false;
  current = static_cast<Enum>(index);
  return true;
}

constexpr ImGuiDataType data_type(float) { return ImGuiDataType_Float; }
constexpr ImGuiDataType data_type(int) { return ImGuiDataType_S32; }
constexpr ImGuiDataType data_type(std::int64_t) { return ImGuiDataType_S64; }
/// slider() of any type of numbers.
bool slide(const char* id, ImGuiDataType type, void* value, const void* least, const void* most, const char* format,
           Probe& probe, bool logarithmic, const std::string& text);
/// A slider and, at its right, its number, or `text` in its place where there is room. A click with Ctrl types a value.
template <class Number>
bool slider(const char* id, Number& value, std::type_identity_t<Number> least, std::type_identity_t<Number> most,
            const char* format, Probe& probe, bool logarithmic = false, const std::string& text = {}) {
  return slide(id, data_type(value), &value, &least, &most, format, probe, logarithmic, text);
}
bool check_box(const char* text, bool& value, Probe& probe, const char* explanation = nullptr);
bool button(const char* text, Probe& probe, const char* explanation = nullptr, float width = 0);
/// One of several in a row, of which one is chosen.
bool choice_button(const char* text, const std::string& id, bool chosen, ImU32 color, Probe& probe, float width);

/// For printf: as many decimals as a thousandth of a size needs, since coordinates may be far from 0.
std::string coordinate_format(double size);
void colored_text(ImU32 color, const std::string& text);
/// As many words as there is room for, and dots where some are left out.
std::string fitting(const std::string& text, float room);

}  // namespace farfirst::app::ui
