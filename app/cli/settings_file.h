#pragma once
// The settings file of the window: JSON, written when the window closes.
//
//   {
//     "version": 1,
//     "options": { "opacity": 0.4, "sort": "cpu.lsd_radix", ... },   the rows of the option table that are kept, by
//     name "window": { "width": 1280, "height": 720, ... }, "recent": [ "/home/me/dragon.ply", ... ]
//   }
//
// A value that does not fit is ignored with a sentence; fields it does not know are kept. A file that is not JSON is
// set aside as settings.json.damaged-1 (2, ...), so that nothing of it is lost.

#include <filesystem>
#include <string>
#include <vector>

#include "options.h"

namespace farfirst::app {

/// What the window remembers besides options.
struct WindowMemory {
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
  /// An empty path: nothing is read or written.
  explicit SettingsFile(std::filesystem::path path);

  /// Applies what the file says; what it does not say stays. Returns sentences for the user.
  std::vector<std::string> load(Options& options, WindowMemory& memory);
  /// Writes those options that differ from `started`, over what the file said before: a command line lasts for one run.
  /// Throws Failure(failed).
  void save(const Options& now, const Options& started, const WindowMemory& memory) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::string set_aside(const std::string& why) const;
  std::filesystem::path path_;
  std::string loaded_ = "{}";  // JSON of the file
};

}  // namespace farfirst::app
