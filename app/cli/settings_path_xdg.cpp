// Where settings live on Linux: the XDG base directory specification.

#include <cstdlib>

#include "settings_file.h"

namespace farfirst::app {

std::filesystem::path default_settings_path() {
  std::filesystem::path folder;
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr) folder = config;
  if (!folder.is_absolute()) {  // the specification: relative paths are to be ignored
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return {};
    folder = std::filesystem::path(home) / ".config";
  }
  return folder / "farfirst" / "settings.json";
}

}  // namespace farfirst::app
