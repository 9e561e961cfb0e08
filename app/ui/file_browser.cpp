#include "file_browser.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "cli/settings_file.h"
#include "cli/state_file.h"
#include "input.h"
#include "io/reader.h"
#include "io/text.h"
#include "probe.h"
#include "save_dialog.h"
#include "scene/scene.h"
#include "scene/units.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

template <std::size_t n>
void copy_text(std::array<char, n>& to, const std::string& text) {
  const std::size_t length = std::min(text.size(), n - 1);
  std::memcpy(to.data(), text.data(), length);
  to[length] = '\0';
}

std::filesystem::path home_folder() {
  const char* home = std::getenv("HOME");
  return home != nullptr ? home : "/";
}

}  // namespace

std::vector<FolderEntry> list_folder(const std::filesystem::path& folder, std::string& trouble) {
  trouble.clear();
  std::vector<FolderEntry> entries;
  std::error_code error;
  std::filesystem::directory_iterator it(folder, std::filesystem::directory_options::skip_permission_denied, error);
  for (; !error && it != std::filesystem::directory_iterator(); it.increment(error)) {
    FolderEntry entry{it->path(), it->path().filename().string()};
    if (entry.name.starts_with(".")) continue;
    std::error_code ignored;
    entry.is_folder = it->is_directory(ignored);
    if (!entry.is_folder) {
      if (!it->is_regular_file(ignored)) continue;
      entry.bytes = it->file_size(ignored);
    }
    entries.push_back(std::move(entry));
  }
  if (error) trouble = fmt::format("{} cannot be read: {}", folder.string(), error.message());
  std::sort(entries.begin(), entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
    if (a.is_folder != b.is_folder) return a.is_folder;
    const std::string left = in_lower_case(a.name), right = in_lower_case(b.name);
    return left != right ? left < right : a.name < b.name;
  });
  return entries;
}

bool looks_readable(const std::string& name) {
  const std::string file = in_lower_case(name);
  if (file.size() > state_extension.size() && file.ends_with(state_extension)) return true;
  const ReaderAbout* reader = reader_of_name(name);
  return reader && reader->why_not.empty();
}

bool passes_filter(const std::string& name, const std::string& filter) {
  const std::string text = in_lower_case(name), wanted = in_lower_case(filter);
  for (std::size_t at = 0; at < wanted.size();) {
    const std::size_t end = std::min(wanted.find(' ', at), wanted.size());
    if (end > at && text.find(wanted.substr(at, end - at)) == std::string::npos) return false;
    at = end + 1;
  }
  return true;
}

void FileBrowser::open(const WindowMemory& memory) {
  if (open_) return;
  open_ = just_opened_ = true;
  std::error_code error;
  if (folder_.empty() && !memory.recent.empty() &&
      std::filesystem::is_directory(memory.recent.front().parent_path(), error))
    folder_ = memory.recent.front().parent_path();
  if (folder_.empty()) folder_ = std::filesystem::current_path(error);
  go(folder_);
}

void FileBrowser::go(const std::filesystem::path& folder) {
  folder_ = folder.lexically_normal();
  if (!folder_.has_filename() && folder_.has_parent_path() && folder_ != folder_.root_path())
    folder_ = folder_.parent_path();
  entries_ = list_folder(folder_, trouble_);
  copy_text(path_, folder_.string());
  filter_[0] = '\0';
  cursor_ = 0;
}

void FileBrowser::go_up() {
  const std::string left = folder_.filename().string();
  go(folder_.parent_path());
  const std::vector<const FolderEntry*> rows = shown();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const FolderEntry* row) { return row->name == left; });
  if (found != rows.end()) cursor_ = static_cast<int>(found - rows.begin());
}

void FileBrowser::choose(const std::filesystem::path& file) {
  chosen_ = file;
  open_ = false;
}

std::optional<std::filesystem::path> FileBrowser::build(const WindowMemory& memory, float scale, Probe& probe) {
  if (!open_) return std::nullopt;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x * 0.5f, display.y * 0.5f}, ImGuiCond_Appearing, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(780 * scale, display.x * 0.92f), std::min(520 * scale, display.y * 0.88f)},
                           ImGuiCond_Appearing);
  if (just_opened_) ImGui::SetNextWindowFocus();
  if (ImGui::Begin("Open a file", &open_, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    focused_ = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
    path_field(probe);
    filter_field(probe);
    const float bottom = ImGui::GetFrameHeightWithSpacing() + 4 * scale;
    ImGui::BeginChild("bookmarks", {std::min(170 * scale, ImGui::GetContentRegionAvail().x * 0.3f), -bottom});
    bookmarks(memory, probe);
    ImGui::EndChild();
    ImGui::SameLine();
    ImGui::BeginChild("listing", {0, -bottom});
    listing(probe);
    ImGui::EndChild();
    ImGui::Checkbox("all files", &all_files_);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("Shows all files. The format is recognised by the content, not by the name.");
    ImGui::SameLine(0, 24 * scale);
    ImGui::TextDisabled("A click or Enter opens.");
    ImGui::SameLine(ImGui::GetWindowWidth() - 90 * scale);
    if (ImGui::Button("Cancel", {80 * scale, 0})) open_ = false;
    probe.item("browser/cancel");
    if (focused_ && key_pressed(ImGuiKey_Escape)) open_ = false;
  }
  ImGui::End();
  just_opened_ = false;
  return std::exchange(chosen_, std::nullopt);
}

void FileBrowser::path_field(Probe& probe) {
  if (ImGui::Button("Up")) go_up();
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x * 0.68f);
  const bool entered = ImGui::InputTextWithHint("##path", "path of a folder or file, then Enter", path_.data(),
                                                path_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  typing_path_ = ImGui::IsItemActive() || entered;
  probe.item("browser/path");
  if (!entered) return;
  const auto path = typed_path(path_.data(), folder_);
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    go(path);
  else if (std::filesystem::exists(path, error))
    choose(path);
  else
    trouble_ = fmt::format("{} does not exist", path.string());
}

/// Letters go here whenever no other field is in use.
void FileBrowser::filter_field(Probe& probe) {
  const bool empty = filter_[0] == '\0';
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1);
  if (just_opened_ || (focused_ && !ImGui::IsAnyItemActive())) ImGui::SetKeyboardFocusHere();
  if (ImGui::InputTextWithHint("##filter", "filter", filter_.data(), filter_.size())) cursor_ = 0;
  probe.item("browser/filter");
  if (empty && focused_ && !typing_path_ && key_pressed(ImGuiKey_Backspace)) go_up();
}

void FileBrowser::bookmarks(const WindowMemory& memory, Probe& probe) {
  const auto place = [&](const char* name, const std::filesystem::path& folder) {
    if (list_row(name, folder == folder_)) go(folder);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", folder.string().c_str());
    probe.item(std::string("browser/") + name);
  };
  ImGui::TextDisabled("Places");
  std::error_code error;
  place("Home", home_folder());
  place("Working folder", std::filesystem::current_path(error));
  place("/", "/");
  if (memory.recent.empty()) return;
  ImGui::Spacing();
  ImGui::TextDisabled("Recent files");
  for (const auto& file : memory.recent) {
    ImGui::PushID(file.c_str());
    if (list_row(file.filename().c_str(), false)) choose(file);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", file.c_str());
    ImGui::PopID();
  }
}

void FileBrowser::listing(Probe& probe) {
  if (!trouble_.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, error_color);
    ImGui::TextWrapped("%s", trouble_.c_str());
    ImGui::PopStyleColor();
  }
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp;
  if (!ImGui::BeginTable("files", 2, flags)) return;
  ImGui::TableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("Size", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 5.5f);
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableHeadersRow();
  const std::vector<const FolderEntry*> rows = shown();
  const bool keys = focused_ && !typing_path_;
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const int page = std::max(1, static_cast<int>(ImGui::GetWindowHeight() / line) - 2);
  const bool moved = keys && move_cursor(cursor_, static_cast<int>(rows.size()), page);
  const FolderEntry* opened = nullptr;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool at_cursor = static_cast<int>(i) == cursor_;
    if (row(*rows[i], at_cursor, moved && at_cursor, probe)) opened = rows[i];
  }
  if (keys && key_pressed(ImGuiKey_Enter) && cursor_ < static_cast<int>(rows.size()))
    opened = rows[static_cast<std::size_t>(cursor_)];
  if (rows.empty() && trouble_.empty()) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", entries_.empty()     ? "This folder is empty."
                              : filter_[0] != '\0' ? "No name here matches the filter."
                                                   : "No file here has a name that a reader knows.");
  }
  ImGui::EndTable();
  if (opened != nullptr) open_entry(*opened);
}

bool FileBrowser::row(const FolderEntry& entry, bool at_cursor, bool scroll, Probe& probe) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(entry.name.c_str());
  const std::string label = entry.is_folder ? entry.name + "/" : entry.name;
  ImGui::PushStyleColor(ImGuiCol_Text, entry.is_folder && !at_cursor ? accent_color : text_color);
  const bool clicked = list_row(label.c_str(), at_cursor, ImGuiSelectableFlags_SpanAllColumns);
  ImGui::PopStyleColor();
  if (scroll) ImGui::SetScrollHereY();
  probe.item("browser/" + entry.name);
  ImGui::PopID();
  ImGui::TableNextColumn();
  if (!entry.is_folder) ImGui::TextDisabled("%s", byte_size(entry.bytes).c_str());
  return clicked;
}

std::vector<const FolderEntry*> FileBrowser::shown() const {
  std::vector<const FolderEntry*> rows;
  for (const FolderEntry& entry : entries_) {
    if (!passes_filter(entry.name, filter_.data())) continue;
    if (entry.is_folder || all_files_ || looks_readable(entry.name)) rows.push_back(&entry);
  }
  return rows;
}

void FileBrowser::open_entry(const FolderEntry& entry) {
  const std::filesystem::path path = entry.path;  // entering a folder forgets the entries of this one
  if (entry.is_folder)
    go(path);
  else
    choose(path);
}

}  // namespace farfirst::app::ui
