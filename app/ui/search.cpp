#include "search.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>

#include "input.h"
#include "io/text.h"
#include "panels.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

/// Does each word of `wanted`, in lower case, begin a word of the text?
bool has_words(const std::string& text, const std::string& wanted) {
  const std::string where = in_lower_case(text);
  std::istringstream words(wanted);
  for (std::string word; words >> word;) {
    std::size_t at = where.find(word);
    while (at != std::string::npos && at > 0 && std::isalnum(static_cast<unsigned char>(where[at - 1])) != 0)
      at = where.find(word, at + 1);
    if (at == std::string::npos) return false;
  }
  return true;
}

/// "N  B" are two.
std::vector<std::string> keys_of(std::string_view row) {
  constexpr std::string_view gap = "  ";
  std::vector<std::string> keys;
  while (!row.empty()) {
    const std::size_t end = std::min(row.find(gap), row.size());
    keys.emplace_back(row.substr(0, end));
    row.remove_prefix(std::min(end + gap.size(), row.size()));
  }
  return keys;
}

}  // namespace

void Search::list(Context& context) {
  for (Control& control : list_controls(context)) {
    std::string place = control.place.tab;
    for (const std::string& fold : control.place.folds) place += " > " + fold;
    entries_.push_back({control.place.name, place, "", std::move(control.words), control.place});
  }
  for (const MenuEntry& entry : list_menu(context))
    entries_.push_back({entry.name, "menu " + entry.menu, entry.key, "", entry});
  list_keys();
}

/// Those that the menu does not have; what it has also goes by the words of the key.
void Search::list_keys() {
  std::vector<std::string> keys;
  std::size_t next = 0;
  for (const KeyBinding& binding : key_bindings()) {
    if (*binding.keys != '\0') {
      keys = keys_of(binding.keys);
      next = 0;
    }
    const std::string key = next < keys.size() ? keys[next++] : std::string();
    const bool is_many = key.find("...") != std::string::npos;  // the list of sorts has them
    if (binding.act == nullptr || *binding.meaning == '\0' || is_many) continue;
    const auto same = std::ranges::find_if(entries_, [&](const Entry& entry) { return entry.key == key; });
    if (same != entries_.end())
      same->words += binding.meaning;
    else
      entries_.push_back({binding.meaning, binding.group, key, "", &binding});
  }
}

/// Those whose names have the words come first, then those that are explained by them.
std::vector<const Search::Entry*> Search::matches() const {
  const std::string wanted = in_lower_case(text_.data());
  std::vector<const Entry*> found;
  for (const Entry& entry : entries_)
    if (has_words(entry.name + " " + entry.place + " " + entry.words, wanted)) found.push_back(&entry);
  std::ranges::stable_partition(found, [&](const Entry* entry) { return has_words(entry->name, wanted); });
  return found;
}

void Search::build(Context& context) {
  bool& open = context.state.search;
  if (!open) {
    entries_.clear();
    return;
  }
  const bool just_opened = entries_.empty();
  if (just_opened) {
    text_[0] = '\0';
    cursor_ = 0;
    list(context);
    ImGui::SetNextWindowFocus();
  }
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x * 0.5f, display.y * 0.12f}, ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowSize({std::min(36 * font(), display.x * 0.94f), std::min(26 * font(), display.y * 0.8f)});
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove;
  if (ImGui::Begin("Search", &open, flags)) {
    ImGui::SetNextItemWidth(-1);
    if (just_opened || !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
    if (ImGui::InputTextWithHint("##words", "words of a control or command", text_.data(), text_.size())) cursor_ = 0;
    context.probe.item("search/words");
    if (key_pressed(ImGuiKey_Escape)) open = false;
    ImGui::BeginChild("found");
    rows(context);
    ImGui::EndChild();
  }
  ImGui::End();
}

void Search::rows(Context& context) {
  const std::vector<const Entry*> found = matches();
  const bool moved = move_cursor(cursor_, static_cast<int>(found.size()), 10);
  const Entry* chosen = nullptr;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Entry& entry = *found[i];
    const bool at_cursor = static_cast<int>(i) == cursor_;
    ImGui::PushID(static_cast<int>(i));
    if (list_row(entry.name.c_str(), at_cursor)) chosen = &entry;
    ImGui::PopID();
    context.probe.item(fmt::format("search/{}/{}", entry.place, entry.name));
    tooltip(entry.words.empty() ? nullptr : entry.words.c_str());
    if (at_cursor && moved) ImGui::SetScrollHereY();
    const std::string beside = entry.key.empty() ? entry.place : entry.place + "   " + entry.key;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(beside.c_str()).x);
    ImGui::TextDisabled("%s", beside.c_str());
  }
  if (found.empty()) ImGui::TextDisabled("Nothing has all these words.");
  if (key_pressed(ImGuiKey_Enter) && cursor_ < static_cast<int>(found.size()))
    chosen = found[static_cast<std::size_t>(cursor_)];
  if (chosen == nullptr) return;
  context.state.search = false;  // the command may open it again
  choose(context, *chosen);
}

/// A control is shown in its tab; a command is done.
void Search::choose(Context& context, const Entry& entry) {
  if (const auto* menu = std::get_if<MenuEntry>(&entry.what)) return choose_in_menu(context, *menu);
  if (const auto* binding = std::get_if<const KeyBinding*>(&entry.what)) return (*binding)->act(context);
  const ControlPlace& place = std::get<ControlPlace>(entry.what);
  context.state.visible = context.session.memory.show_sidebar = true;
  context.state.tab = place.tab;
  finder().seek(place);
}

}  // namespace farfirst::app::ui
