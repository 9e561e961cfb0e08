#include "settings_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "camera/json.h"
#include "io/exit_codes.h"
#include "io/files.h"

namespace farfirst::app {
namespace {

using nlohmann::json;

constexpr int file_version = 1;
constexpr std::size_t most_recent = 12;

/// As it would stand on the command line.
std::string text_of(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

json value_of(const OptionRow& row, const Options& options) {
  const std::string text = row.get(options);
  return row.kind == OptionKind::text || !json::accept(text) ? json(text) : json::parse(text);
}

template <class T>
void read_number(const json& object, const char* name, T minimum, T maximum, T& value) {
  const auto found = object.find(name);
  if (found != object.end() && found->is_number())
    value =
        static_cast<T>(std::clamp(found->get<double>(), static_cast<double>(minimum), static_cast<double>(maximum)));
}

void read_bool(const json& object, const char* name, bool& value) {
  const auto found = object.find(name);
  if (found != object.end() && found->is_boolean()) value = found->get<bool>();
}

void read_window(const json& window, WindowMemory& memory) {
  read_number(window, "width", 320, 16384, memory.width);
  read_number(window, "height", 240, 16384, memory.height);
  read_number(window, "sidebar_width", 240.0f, 900.0f, memory.sidebar_width);
  read_number(window, "timing_height", 120.0f, 900.0f, memory.timing_height);
  read_bool(window, "show_sidebar", memory.show_sidebar);
  read_bool(window, "show_timing", memory.show_timing);
}

void read_options(const json& values, Options& options, const std::string& where, std::vector<std::string>& remarks) {
  for (const OptionRow& row : option_table()) {
    const auto found = values.find(row.name);
    if (!row.kept || found == values.end()) continue;
    try {
      row.set(options, text_of(*found));
    } catch (const Failure& failure) {
      remarks.push_back(fmt::format("{}: ignored {}", where, failure.what()));
    }
  }
}

}  // namespace

void WindowMemory::remember(const std::filesystem::path& file) {
  std::erase(recent, file);
  recent.insert(recent.begin(), file);
  if (recent.size() > most_recent) recent.resize(most_recent);
}

SettingsFile::SettingsFile(std::filesystem::path path) : path_(std::move(path)) {}

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

std::vector<std::string> SettingsFile::load(Options& options, WindowMemory& memory) {
  std::error_code error;
  if (path_.empty() || !std::filesystem::exists(path_, error)) return {};
  std::vector<std::string> remarks;
  json root;
  try {
    root = parse_json(read_file(path_), path_.string());
  } catch (const Failure& failure) {  // not readable: leave it alone
    return {failure.what()};
  } catch (const std::runtime_error& damage) {
    return {set_aside(damage.what())};
  }
  if (!root.is_object()) return {set_aside(path_.string() + ": this is not a settings file")};
  loaded_ = root.dump();

  if (const auto values = root.find("options"); values != root.end() && values->is_object())
    read_options(*values, options, path_.string(), remarks);
  if (const auto window = root.find("window"); window != root.end() && window->is_object())
    read_window(*window, memory);
  if (const auto recent = root.find("recent"); recent != root.end() && recent->is_array()) {
    memory.recent.clear();
    for (const json& file : *recent)
      if (file.is_string() && memory.recent.size() < most_recent) memory.recent.emplace_back(file.get<std::string>());
  }
  return remarks;
}

void SettingsFile::save(const Options& now, const Options& started, const WindowMemory& memory) const {
  if (path_.empty()) return;
  json root = json::parse(loaded_);
  root["version"] = file_version;
  json& values = root["options"];
  if (!values.is_object()) values = json::object();
  for (const OptionRow& row : option_table())
    if (row.kept && row.get(now) != row.get(started)) values[std::string(row.name)] = value_of(row, now);
  json& window = root["window"];
  if (!window.is_object()) window = json::object();
  window.update({{"width", memory.width},
                 {"height", memory.height},
                 {"sidebar_width", memory.sidebar_width},
                 {"timing_height", memory.timing_height},
                 {"show_sidebar", memory.show_sidebar},
                 {"show_timing", memory.show_timing}});
  root["recent"] = json::array();
  for (const auto& file : memory.recent) root["recent"].push_back(file.string());

  std::error_code error;
  std::filesystem::create_directories(path_.parent_path(), error);
  // A path may hold bytes that are not UTF-8: they are replaced rather than refused.
  write_file(path_, root.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace farfirst::app
