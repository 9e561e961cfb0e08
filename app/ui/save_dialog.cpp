#include "save_dialog.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "cli/state_file.h"
#include "input.h"
#include "io/particle_file.h"
#include "probe.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

struct SaveWords {
  const char* title;
  const char* explanation;
  std::string_view extension;
};

const SaveWords& save_words(Saved what) {
  static constexpr SaveWords words[] = {
      {"Save what is shown", "Scene, camera, look and sort as one file, a state. Opened again, it shows the same.",
       state_extension},
      {"Save the particle system",
       "What was changed of it too. Opened again, it is the same system; the file that it came from stays as it is.",
       particle_extension}};
  return words[static_cast<std::size_t>(what)];
}

/// Is it called as such files are?
bool is_named(const std::filesystem::path& path, Saved what) {
  return what == Saved::state ? is_state_file(path) : path.extension() == ".json";
}

}  // namespace

std::filesystem::path typed_path(const std::string& text, const std::filesystem::path& folder) {
  const char* const home = std::getenv("HOME");
  if (text == "~") return home != nullptr ? home : "/";
  if (text.starts_with("~/")) return std::filesystem::path(home != nullptr ? home : "/") / text.substr(2);
  return folder / text;  // an absolute path stands for itself
}

std::filesystem::path free_name(Saved what, const std::filesystem::path& folder, const std::string& stem) {
  for (int i = 1;; ++i) {
    const auto path =
        folder / fmt::format("{}{}{}", stem, i == 1 ? "" : fmt::format("-{}", i), save_words(what).extension);
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return path;
  }
}

void SaveDialog::open(Saved what, const std::filesystem::path& proposal) {
  if (open_) return;
  what_ = what;
  open_ = just_opened_ = true;
  trouble_.clear();
  taken_.clear();
  const std::string text = proposal.string();
  const std::size_t length = std::min(text.size(), path_.size() - 1);
  std::memcpy(path_.data(), text.data(), length);
  path_[length] = '\0';
}

std::filesystem::path SaveDialog::typed() const {
  std::error_code error;
  std::filesystem::path path = typed_path(path_.data(), std::filesystem::current_path(error));
  if (path.has_filename() && !is_named(path, what_) && !std::filesystem::is_directory(path, error))
    path += save_words(what_).extension;
  return path;
}

void SaveDialog::decide(bool replace) {
  const std::filesystem::path path = typed();
  std::error_code error;
  taken_.clear();
  trouble_.clear();
  if (!path.has_filename() || std::filesystem::is_directory(path, error)) {
    trouble_ = fmt::format("{} is a folder: add a name", path.string());
  } else if (!std::filesystem::is_directory(path.parent_path(), error)) {
    trouble_ = fmt::format("there is no folder {}", path.parent_path().string());
  } else if (std::filesystem::exists(path, error) && !replace) {
    taken_ = path;
    trouble_ = fmt::format("{} is there already", path.filename().string());
  } else {
    chosen_ = path;
    open_ = false;
  }
}

std::optional<std::filesystem::path> SaveDialog::build(float scale, Probe& probe) {
  if (!open_) return std::nullopt;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float width = std::min(620 * scale, display.x * 0.94f);
  ImGui::SetNextWindowPos({display.x * 0.5f, display.y * 0.3f}, ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, display.y});
  if (just_opened_) ImGui::SetNextWindowFocus();
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove;
  if (ImGui::Begin(save_words(what_).title, &open_, flags)) {
    ImGui::TextWrapped("%s", save_words(what_).explanation);
    ImGui::SetNextItemWidth(-1);
    if (just_opened_ || !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
    const bool entered = ImGui::InputText("##path", path_.data(), path_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    probe.item("save/path");
    if (!trouble_.empty()) {
      ImGui::PushStyleColor(ImGuiCol_Text, error_color);
      ImGui::TextWrapped("%s", trouble_.c_str());
      ImGui::PopStyleColor();
    }
    const bool replaces = !taken_.empty() && taken_ == typed();
    const bool with_control = ImGui::GetIO().KeyCtrl;
    const bool save = button("Save", probe, "Enter saves too.", 90 * scale) || (entered && !with_control);
    bool replace = replaces && with_control && key_pressed(ImGuiKey_Enter);
    if (replaces) {
      ImGui::SameLine();
      replace |= button("Replace it", probe, "Ctrl Enter replaces it too.", 110 * scale);
    }
    if (save || replace) decide(replace);
    ImGui::SameLine(width - 90 * scale - ImGui::GetStyle().WindowPadding.x);
    if (ImGui::Button("Cancel", {90 * scale, 0})) open_ = false;
    probe.item("save/cancel");
    if (key_pressed(ImGuiKey_Escape)) open_ = false;
  }
  ImGui::End();
  just_opened_ = false;
  return std::exchange(chosen_, std::nullopt);
}

}  // namespace farfirst::app::ui
