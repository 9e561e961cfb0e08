#pragma once
// The settings file of the window, on disk: read at the start, written when the window closes. docs/settings.md
// describes it for users.
//
// A value that does not fit is ignored with a message; unknown fields are kept. A damaged standard file is
// renamed to settings.json.damaged-1 (2, ...), so that nothing of it is lost. A file that --config names
// is never moved, and never written over unless it is a settings file.

#include <filesystem>
#include <string>
#include <vector>

#include "settings_text.h"

namespace farfirst::app {

/// farfirst/settings.json in the XDG config folder. Empty if there is no home.
std::filesystem::path default_settings_path();

class SettingsFile {
 public:
  /// An empty path: nothing is read or written.
  SettingsFile(std::filesystem::path path, const SettingsUse& use);
  explicit SettingsFile(std::filesystem::path path) : SettingsFile(std::move(path), SettingsUse{}) {}

  /// Applies the file's values; the others stay. Returns sentences about errors; hints go to
  /// command.notices. Throws FileError if a file that the user named is no settings
  /// file.
  std::vector<std::string> load(Command& command, WindowMemory& memory);
  /// Writes the options that differ from `started` over the file's present content: a command line lasts for one
  /// run, and another window may have written. Throws Failure(failed).
  void save(const SettingsValues& now, const SettingsValues& started, const WindowMemory& memory) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  bool exists() const;
  void check_missing(std::vector<std::string>& notices) const;
  std::string current_text() const;
  std::string set_aside(const std::string& why) const;

  std::filesystem::path path_;
  SettingsUse use_;
  std::string loaded_;  // text of the file
};

}  // namespace farfirst::app
