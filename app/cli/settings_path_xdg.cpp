// Where settings and caches live on Linux: the XDG base directory specification.

#include <cstdlib>

#include "settings_file.h"

namespace farfirst::app {

namespace {

/// Within the folder that the variable names, else within this one of the user's. Empty if there is no home.
std::filesystem::path path_in(const char* variable, const char* usual, const char* path) {
  std::filesystem::path folder;
  if (const char* named = std::getenv(variable); named != nullptr) folder = named;
  if (!folder.is_absolute()) {  // the specification: relative paths are to be ignored
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return {};
    folder = std::filesystem::path(home) / usual;
  }
  return folder / path;
}

}  // namespace

std::filesystem::path default_settings_path() {
  return path_in("XDG_CONFIG_HOME", ".config", "farfirst/settings.json");
}

std::filesystem::path default_program_cache() { return path_in("XDG_CACHE_HOME", ".cache", "farfirst/programs"); }

}  // namespace farfirst::app
