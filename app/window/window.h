#pragma once
// The window: GLFW, Dear ImGui, and the loop that draws when something changed and else waits.

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/settings_file.h"

namespace farfirst::app {

/// Is there a display that a window could open on? If not, `why` says so in a sentence.
bool display_available(std::string& why);

struct WindowStart {
  Command command;  // over the settings
  WindowMemory memory;
  std::vector<std::string> remarks;  // to be shown
};
/// Opens the window and returns true when it is closed; false if none could be opened, and then `why` says why.
bool run_window(const WindowStart& start, const SettingsFile& settings, std::string& why);

}  // namespace farfirst::app
