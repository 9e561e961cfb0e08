#include "widgets.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "finder.h"
#include "input.h"
#include "theme.h"

namespace farfirst::app::ui {
namespace {
float label_width() { return ImGui::GetFontSize() * 6.8f; }

/// Without Dear ImGui's identifier, and the indent of names in a group.
std::string shown_name(const std::string& title) {
  const std::size_t begin = title.find_first_not_of(' ');
  return begin == std::string::npos ? std::string() : title.substr(begin, title.find("##") - begin);
}

/// The item just submitted is a control.
void note_item(const char* text, const char* explanation) {
  finder().note(shown_name(text), explanation, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}
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
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 end(corner.x + ImGui::GetContentRegionAvail().x, corner.y + ImGui::GetFrameHeight());
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", text);
  tooltip(explanation);
  finder().note_row(shown_name(text), explanation, corner, end);
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

bool fold(const std::string& title, const std::string& id, Probe& probe, bool open) {
  const std::string name = shown_name(title);
  if (finder().opens(name)) ImGui::SetNextItemOpen(true);
  ImGui::PushStyleColor(ImGuiCol_Text, accent_color);
  const bool shown = ImGui::CollapsingHeader(title.c_str(), open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
  ImGui::PopStyleColor();
  probe.item(id);
  if (!shown) return false;
  finder().begin_fold(name);
  ImGui::PushID(title.c_str());
  return true;
}

void end_fold() {
  ImGui::PopID();
  finder().end_fold();
}

bool list_row(const char* text, bool selected, ImGuiSelectableFlags flags) {
  for (const ImGuiCol color : {ImGuiCol_Header, ImGuiCol_HeaderHovered})
    ImGui::PushStyleColor(color, selected ? selection_color : ImGui::GetColorU32(color));
  const bool clicked = ImGui::Selectable(text, selected, flags);
  ImGui::PopStyleColor(2);
  return clicked;
}

bool move_cursor(int& cursor, int count, int page) {
  const int before = cursor;
  if (key_pressed(ImGuiKey_DownArrow)) ++cursor;
  if (key_pressed(ImGuiKey_UpArrow)) --cursor;
  if (key_pressed(ImGuiKey_PageDown)) cursor += page;
  if (key_pressed(ImGuiKey_PageUp)) cursor -= page;
  if (key_pressed(ImGuiKey_Home)) cursor = 0;
  if (key_pressed(ImGuiKey_End)) cursor = count - 1;
  cursor = std::clamp(cursor, 0, std::max(count - 1, 0));
  return cursor != before;
}

namespace {

char lower(unsigned character) {
  return character < 128 ? static_cast<char>(std::tolower(static_cast<int>(character))) : '\0';
}

/// A letter goes to the next name that begins with it.
bool move_to_typed(int& cursor, std::span<const ComboItem> items) {
  const auto count = static_cast<int>(items.size());
  const int before = cursor;
  for (const ImWchar typed : ImGui::GetIO().InputQueueCharacters)
    for (int step = 1; step < count; ++step) {
      const int at = (cursor + step) % count;
      if (lower(static_cast<unsigned char>(*items[static_cast<std::size_t>(at)].name)) != lower(typed)) continue;
      cursor = at;
      break;
    }
  return cursor != before;
}

/// The open list. The item that was taken, or -1.
int open_list(const char* id, int current, std::span<const ComboItem> items, Probe& probe) {
  ImGui::GetIO().ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;  // the keys are taken here
  int& cursor = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("cursor"), current);
  const bool appearing = ImGui::IsWindowAppearing();
  if (appearing) cursor = current;
  const int page = 7;
  const bool by_keys = move_cursor(cursor, static_cast<int>(items.size()), page) || move_to_typed(cursor, items);
  const bool by_mouse = ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0;
  int taken = -1;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const int index = static_cast<int>(i);
    ImGui::PushStyleColor(ImGuiCol_Text, index == current && index != cursor ? accent_color : text_color);
    if (list_row(items[i].name, index == cursor)) taken = index;
    ImGui::PopStyleColor();
    probe.item(std::string(id) + "/" + items[i].name);
    tooltip(items[i].explanation);
    if (by_mouse && ImGui::IsItemHovered()) cursor = index;
    if (index == cursor && (by_keys || appearing)) ImGui::SetScrollHereY();
  }
  if (key_pressed(ImGuiKey_Enter)) taken = cursor;
  if (taken >= 0 || key_pressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  return taken;
}

}  // namespace

bool combo(const char* id, int& current, std::span<const ComboItem> items, Probe& probe) {
  const std::string hidden = std::string("##") + id;
  const ComboItem& shown = items[static_cast<std::size_t>(current)];
  for (const ComboItem& item : items) {
    finder().add_words(item.name);
    finder().add_words(item.explanation);
  }
  if (!ImGui::BeginCombo(hidden.c_str(), shown.name)) {
    probe.item(id);
    tooltip(shown.explanation);
    return false;
  }
  const int taken = open_list(id, current, items, probe);
  ImGui::EndCombo();
  if (taken < 0 || taken == current) return false;
  current = taken;
  return true;
}

bool slide(const char* id, ImGuiDataType type, void* value, const void* least, const void* most, const char* format,
           Probe& probe, bool logarithmic, const std::string& text) {
  const auto text_of = [&](const void* number) {
    std::array<char, 64> written{};
    ImGui::DataTypeFormatString(written.data(), static_cast<int>(written.size()), type, number, format);
    return std::string(written.data());
  };
  const auto width_of = [&](const void* number) { return ImGui::CalcTextSize(text_of(number).c_str()).x; };
  const bool varies = std::string_view(format).find('g') != std::string_view::npos;
  const float room = std::max({width_of(least), width_of(most), (varies ? 4.4f : 3.2f) * font()});
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const std::string hidden = std::string("##") + id;
  ImGui::SetNextItemWidth(std::max(ImGui::CalcItemWidth() - room - gap, ImGui::GetStyle().GrabMinSize * 2));
  ImGui::BeginGroup();  // so that what follows an item follows both
  // Dear ImGui writes the number over the grab: invisible, unless it is typed.
  const bool typed = ImGui::TempInputIsActive(ImGui::GetID(hidden.c_str()));
  ImGui::PushStyleColor(ImGuiCol_Text, typed ? text_color : 0u);
  const bool changed =
      ImGui::SliderScalar(hidden.c_str(), type, value, least, most, format,
                          ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : 0));
  ImGui::PopStyleColor();
  probe.item(id);
  ImGui::SameLine(0, gap);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::AlignTextToFramePadding();
  const bool fits = !text.empty() && ImGui::CalcTextSize(text.c_str()).x <= room;
  ImGui::TextUnformatted(fits ? text.c_str() : text_of(value).c_str());
  probe.item(std::string("number/") + id);
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy({room, ImGui::GetFrameHeight()});
  ImGui::EndGroup();
  return changed;
}

bool check_box(const char* text, bool& value, Probe& probe, const char* explanation) {
  const bool changed = ImGui::Checkbox(text, &value);
  probe.item(text);
  note_item(text, explanation);
  tooltip(explanation);
  return changed;
}

bool button(const char* text, Probe& probe, const char* explanation, float width) {
  const bool pressed = ImGui::Button(text, {width, 0});
  probe.item(text);
  note_item(text, explanation);
  tooltip(explanation);
  return pressed;
}

bool choice_button(const char* text, const std::string& id, bool chosen, ImU32 color, Probe& probe, float width) {
  ImGui::PushStyleColor(ImGuiCol_Text, chosen ? color : quiet_color);
  for (const ImGuiCol under : {ImGuiCol_Button, ImGuiCol_ButtonHovered})
    ImGui::PushStyleColor(under, chosen ? selection_color : ImGui::GetColorU32(under));
  const bool pressed = ImGui::Button(text, {width, 0});
  ImGui::PopStyleColor(3);
  probe.item(id);
  return pressed;
}

std::string coordinate_format(double size) {
  const double decimals = size > 0 && std::isfinite(size) ? 3 - std::floor(std::log10(size)) : 3;
  return decimals > 9 ? "%.4g" : fmt::format("%.{}f", std::max(0, static_cast<int>(decimals)));
}

void colored_text(ImU32 color, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

std::string fitting(const std::string& text, float room) {
  const auto width = [](const std::string& words) { return ImGui::CalcTextSize(words.c_str()).x; };
  if (width(text) <= room) return text;
  std::string words = text;
  do {
    const std::size_t space = words.rfind(' ');
    words.resize(space == std::string::npos ? 0 : space);
  } while (!words.empty() && width(words + " ...") > room);
  return words.empty() ? words : words + " ...";
}

}  // namespace farfirst::app::ui
