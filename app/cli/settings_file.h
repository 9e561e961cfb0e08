#pragma once
// The settings file of the window: JSON, written when the window closes. docs/settings.md describes it for users.
//
//   {
//     "version": 1,
//     "options": { "opacity": 0.4, ... },        rows of the option table, by name
//     "window": { "width": 1280, "height": 720, ... },
//     "recent": [ "/home/me/dragon.ply", ... ]
//   }
//
// A value that does not fit is ignored with a sentence; fields that are not known are kept. The standard file, if it is
// damaged, is set aside as settings.json.damaged-1 (2, ...), so that nothing of it is lost. A file that --config names
// is never moved, and never written over unless it is a settings file.

#include <filesystem>
#include <string>
#include <vector>

#include "options.h"

namespace farfirst::app {

/// What the window remembers besides options.
struct WindowMemory {
  // Smaller ones are not restored: every panel can be reached in this size.
  static constexpr int smallest_width = 960, smallest_height = 600;

  int width = 1280, height = 720;
  float sidebar_width = 330.0f;  // before scaling
  float timing_height = 190.0f;
  bool show_sidebar = true;
  bool show_timing = true;
  std::vector<std::filesystem::path> recent;  // newest first

  void remember(const std::filesystem::path& file);
};

/// farfirst/settings.json in the XDG config folder. Empty if there is no home.
std::filesystem::path default_settings_path();

class SettingsFile {
 public:
  struct Use {
    bool named = false;         // by the user, with --config
    bool for_window = true;     // a run without a window only reads, and takes nothing that is wrong
    bool from_scratch = false;  // --reset-settings: nothing of it is applied, and save() writes it anew
  };
  /// An empty path: nothing is read or written.
  SettingsFile(std::filesystem::path path, const Use& use);
  explicit SettingsFile(std::filesystem::path path) : SettingsFile(std::move(path), Use{}) {}

  /// Applies what the file says; what it does not say stays. Returns sentences about what is wrong; what is only worth
  /// knowing goes to options.notices. Throws Failure(unreadable) for a file that the user named and that is no settings
  /// file.
  std::vector<std::string> load(Options& options, WindowMemory& memory);
  /// Writes those options that differ from `started`, over what the file says by then: a command line lasts for one
  /// run, and another window may have written. Throws Failure(failed).
  void save(const Options& now, const Options& started, const WindowMemory& memory) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  bool exists() const;
  void check_missing(std::vector<std::string>& notices) const;
  std::string current_text() const;
  std::string set_aside(const std::string& why) const;

  std::filesystem::path path_;
  Use use_;
  std::string loaded_ = "{}";  // JSON of the file
};

}  // namespace farfirst::app
