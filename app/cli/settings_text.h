#pragma once
// The content of a settings file, without the file:
//
//   {
//     "version": 1,
//     "options": { "opacity": 0.4, ... },        rows of the option table, by name
//     "window": { "width": 1280, "height": 720, ... },
//     "recent": [ "/home/me/dragon.ply", ... ],
//     "up_axes": [ { "file": "/home/me/scan.ply", "up": [0, 0, 1] }, ... ]
//   }

#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "options.h"

namespace farfirst::app {

/// The state of the window besides options.
struct WindowMemory {
  // Smaller ones are not restored: every panel can be reached in this size.
  static constexpr int smallest_width = 960, smallest_height = 600;

  int width = 1280, height = 720;
  float sidebar_width = 330.0f;  // before scaling
  float timing_height = 190.0f;
  bool show_sidebar = true;
  bool show_timing = true;
  std::vector<std::filesystem::path> recent;  // newest first
  struct UpAxis {
    std::filesystem::path file;
    glm::vec3 up{0, 1, 0};
  };
  std::vector<UpAxis> up_axes;  // chosen by the user, newest first

  void remember(const std::filesystem::path& file);
  void remember_up(const std::filesystem::path& file, const glm::vec3& up);
  std::optional<glm::vec3> up_of(const std::filesystem::path& file) const;
};

/// How a settings file treats rows of the option table.
struct SettingsValues {
  Document document;
  WindowSettings window;
};

/// Copies the options that settings keep and that changed into `kept`.
void keep_changes(Document& kept, const Document& before, const Document& now);

/// How a settings file is used.
struct SettingsUse {
  bool named = false;         // by the user, with --config
  bool for_window = true;     // a run without a window only reads, and takes nothing that is wrong
  bool from_scratch = false;  // --reset-settings: it is not applied, and is replaced
};

/// Throws FileError unless the text is that of a settings file, or empty. `name` begins every sentence.
void check_settings(const std::string& text, const std::string& name);

/// Applies the text's values; the others stay. Returns sentences about values that do not fit and are
/// ignored; a run without a window ignores all of them. Hints go to command.notices. Throws
/// FileError.
std::vector<std::string> read_settings(const std::string& text, const std::string& name, const SettingsUse& use,
                                       Command& command, WindowMemory& memory);

/// `before`, with the options that differ from `started`: a command line lasts for one run. Unknown fields
/// stay. `before` must have passed check_settings().
std::string write_settings(const std::string& before, const SettingsUse& use, const SettingsValues& now,
                           const SettingsValues& started, const WindowMemory& memory);

}  // namespace farfirst::app
