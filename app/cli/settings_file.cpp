#include "settings_file.h"

#include <fmt/format.h>

#include "io/exit_codes.h"
#include "io/files.h"
#include "io/json.h"

namespace farfirst::app {

SettingsFile::SettingsFile(std::filesystem::path path, const SettingsUse& use) : path_(std::move(path)), use_(use) {}

bool SettingsFile::exists() const {
  std::error_code error;
  return std::filesystem::exists(path_, error);
}

std::string SettingsFile::set_aside(const std::string& why) const {
  for (int i = 1;; ++i) {
    std::filesystem::path aside = path_;
    aside += fmt::format(".damaged-{}", i);
    std::error_code error;
    if (std::filesystem::exists(aside, error)) continue;
    std::filesystem::rename(path_, aside, error);
    if (error) return fmt::format("{}; it could not be set aside ({}) and is ignored", why, error.message());
    return fmt::format("{}; it was set aside as {}, and the defaults are used", why, aside.filename().string());
  }
}

/// A window may begin with a name that does not exist yet: a new profile.
void SettingsFile::check_missing(std::vector<std::string>& notices) const {
  if (!use_.for_window) throw FileError({at::file(path_), "there is no such file"});
  check_writable(path_);
  notices.push_back(path_.string() + " does not exist; it will be written when the window closes");
}

std::vector<std::string> SettingsFile::load(Command& command, WindowMemory& memory) {
  if (path_.empty()) return {};
  if (!exists()) {
    if (use_.named) check_missing(command.notices);
    return {};
  }
  std::string text;
  try {
    text = read_file(path_, largest_json);
  } catch (const Failure& failure) {
    if (use_.named) throw;
    return {failure.what()};
  }
  try {
    check_settings(text, path_.string());
  } catch (const Failure& damage) {
    if (use_.named) throw;
    return {set_aside(damage.what())};
  }
  if (use_.from_scratch) return {};
  loaded_ = text;
  return read_settings(text, path_.string(), use_, command, memory);
}

/// The settings in the file now: another window, or its user, may have changed it since.
std::string SettingsFile::current_text() const {
  if (!exists()) return loaded_;
  const std::string text = read_file(path_, largest_json);
  try {
    check_settings(text, path_.string());
    return use_.from_scratch ? loaded_ : text;
  } catch (const Failure& damage) {
    if (use_.named) throw Failure(ExitCode::failed, {"{}; the settings were not written", damage.what()});
    set_aside(damage.what());
    return loaded_;
  }
}

void SettingsFile::save(const SettingsValues& now, const SettingsValues& started, const WindowMemory& memory) const {
  if (path_.empty()) return;
  const std::string text = write_settings(current_text(), use_, now, started, memory);
  std::error_code error;
  std::filesystem::create_directories(path_.parent_path(), error);
  write_file(path_, text);
}

}  // namespace farfirst::app
