#pragma once
// Where a state or a particle system is to be saved: a path to type, which begins with a name that is free. Over a file
// only after a warning, by another key than the one that saves.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace farfirst::app::ui {

class Probe;

/// A path as it is typed: "~" and paths from a folder count.
std::filesystem::path typed_path(const std::string& text, const std::filesystem::path& folder);

enum class Saved : std::uint8_t { state, system };

class SaveDialog {
 public:
  void open(Saved what, const std::filesystem::path& proposal);
  bool is_open() const { return open_; }
  Saved what() const { return what_; }
  /// Draws it, if it is open. The file that was chosen for what() it is, once.
  std::optional<std::filesystem::path> build(float scale, Probe& probe);

 private:
  std::filesystem::path typed() const;
  void decide(bool replace);

  Saved what_ = Saved::state;
  bool open_ = false;
  bool just_opened_ = false;
  std::array<char, 4096> path_{};
  std::string trouble_;
  std::filesystem::path taken_;  // a file of this name was there when it was tried
  std::optional<std::filesystem::path> chosen_;
};

/// glass.farfirst.json, or glass-2.farfirst.json, ...: the first unused name of this folder.
std::filesystem::path free_name(Saved what, const std::filesystem::path& folder, const std::string& stem);

}  // namespace farfirst::app::ui
