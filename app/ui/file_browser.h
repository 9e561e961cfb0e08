#pragma once
// Chooses a file: folders, bookmarks, a filter, a typed path. Neither Dear ImGui nor the distributions have a small
// one.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace farfirst::app {
struct WindowMemory;
}

namespace farfirst::app::ui {

class Probe;

struct FolderEntry {
  std::filesystem::path path;
  std::string name;
  bool is_folder = false;
  std::uintmax_t bytes = 0;
};

/// What a folder holds, folders first, by name regardless of case; hidden files left out. `trouble` gets a sentence if
/// it cannot be read.
std::vector<FolderEntry> list_folder(const std::filesystem::path& folder, std::string& trouble);
/// Does a reader say that it reads files of this name, or is it a state's?
bool looks_readable(const std::string& name);
/// Every word of the filter is in the name, regardless of case.
bool passes_filter(const std::string& name, const std::string& filter);

class FileBrowser {
 public:
  void open(const WindowMemory& memory);
  void close() { open_ = false; }
  bool is_open() const { return open_; }
  /// Does it take the keys? The arrows, Home, End, Page up and Page down move in the list, Enter opens, Escape closes,
  /// letters filter, and Backspace without a filter goes to the folder above.
  bool has_focus() const { return open_ && (focused_ || just_opened_); }
  /// Draws it, if it is open. The chosen file, once.
  std::optional<std::filesystem::path> build(const WindowMemory& memory, float scale, Probe& probe);

 private:
  void go(const std::filesystem::path& folder);
  void go_up();
  void bookmarks(const WindowMemory& memory, Probe& probe);
  void listing(Probe& probe);
  bool row(const FolderEntry& entry, bool at_cursor, bool scroll, Probe& probe);
  void path_field(Probe& probe);
  void filter_field(Probe& probe);
  std::vector<const FolderEntry*> shown() const;
  void open_entry(const FolderEntry& entry);
  void choose(const std::filesystem::path& file);

  bool open_ = false;
  bool just_opened_ = false;
  bool focused_ = false;
  bool typing_path_ = false;
  bool all_files_ = false;
  int cursor_ = 0;  // in the list as it is filtered
  std::filesystem::path folder_;
  std::vector<FolderEntry> entries_;
  std::string trouble_;
  std::array<char, 256> filter_{};
  std::array<char, 4096> path_{};
  std::optional<std::filesystem::path> chosen_;
};

}  // namespace farfirst::app::ui
