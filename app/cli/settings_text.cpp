#include "settings_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "camera/limits.h"
#include "io/exit_codes.h"
#include "io/json.h"
#include "io/suggest.h"
#include "io/text.h"
#include "option_json.h"

namespace farfirst::app {
namespace {

using nlohmann::json;

constexpr int file_version = 1;
constexpr std::size_t most_recent = 12, most_up_axes = 100;

// ---- what a settings file is

/// Not every JSON file is one: a camera path or a package's description must not be taken for it and written over.
void check_kind(const json& root, const std::string& name) {
  const auto is = [&](const char* field, bool (json::*kind)() const noexcept) {
    const auto found = root.find(field);
    return found != root.end() && ((*found).*kind)();
  };
  // "format" is what other files of this program begin with: results, states.
  const bool fits = root.is_object() && !root.contains("format") &&
                    (root.empty() || is("options", &json::is_object) || is("window", &json::is_object) ||
                     is("version", &json::is_number_integer));
  if (!fits)
    throw FileError(
        {at::file(name), "this is not a settings file: it has no \"options\", no \"window\" and no \"version\""});
}

json parse_settings(const std::string& text, const std::string& name) {
  if (text.empty()) return json::object();  // a fresh temporary file, /dev/null
  json root = parse_json(text, at::file(name));
  check_kind(root, name);
  return root;
}

// ---- fields

/// Reads fields of the file; reports and ignores what does not fit.
class SettingsReader {
 public:
  SettingsReader(const SettingsUse& use, std::string where, Command& command)
      : use_(use), where_(std::move(where)), command_(command) {}

  void read(const json& root, WindowMemory& memory) {
    if (const json* options = object(root, "options")) read_options(*options);
    if (const json* window = object(root, "window")) read_window(*window, memory);
    if (const auto recent = root.find("recent"); recent != root.end()) read_recent(*recent, memory);
    if (const auto axes = root.find("up_axes"); axes != root.end()) read_up_axes(*axes, memory);
  }
  std::vector<std::string> remarks;

 private:
  void ignore(const std::string& field, Diagnostic why) {
    why.places = {at::file(where_), at::part(field)};
    if (!use_.for_window) throw FileError(why);
    remarks.push_back(why.sentence() + "; it is ignored");
  }

  const json* object(const json& root, const char* name) {
    const auto found = root.find(name);
    if (found == root.end()) return nullptr;
    if (found->is_object()) return &*found;
    ignore(fmt::format("\"{}\"", name), "expected an object");
    return nullptr;
  }

  void read_options(const json& options) {
    const auto is_kept = [](const OptionRow& row) { return row.persistence != Persistence::no; };
    if (use_.named)  // the file is the user's own: a mistyped name would have no effect otherwise
      note_unknown(options, where_, is_kept, "is read from the command line alone", command_.notices);
    for (const OptionRow& row : option_table()) {  // in its sequence: the right side begins as the left one
      const auto value = options.find(row.name);
      if (value == options.end() || row.persistence == Persistence::no ||
          (row.persistence == Persistence::if_named && !use_.named))
        continue;
      try {
        row.set(command_, option_text(*value));
      } catch (const Failure& failure) {
        ignore(fmt::format("\"{}\"", row.name), failure.diagnostic);
      }
    }
  }

  template <class T>
  void read_number(const json& object, const char* name, T minimum, T maximum, T& value) {
    const auto found = object.find(name);
    if (found == object.end()) return;
    if (!found->is_number()) return ignore(fmt::format("\"{}\"", name), "expected a number");
    value =
        static_cast<T>(std::clamp(found->get<double>(), static_cast<double>(minimum), static_cast<double>(maximum)));
  }

  void read_bool(const json& object, const char* name, bool& value) {
    const auto found = object.find(name);
    if (found == object.end()) return;
    if (!found->is_boolean()) return ignore(fmt::format("\"{}\"", name), "expected true or false");
    value = found->get<bool>();
  }

  void read_window(const json& window, WindowMemory& memory) {
    constexpr int largest = 16384;
    read_number(window, "width", WindowMemory::smallest_width, largest, memory.width);
    read_number(window, "height", WindowMemory::smallest_height, largest, memory.height);
    read_number(window, "sidebar_width", 240.0f, 900.0f, memory.sidebar_width);
    read_number(window, "timing_height", 120.0f, 900.0f, memory.timing_height);
    read_bool(window, "show_sidebar", memory.show_sidebar);
    read_bool(window, "show_timing", memory.show_timing);
  }

  void read_recent(const json& recent, WindowMemory& memory) {
    if (!recent.is_array()) return ignore("\"recent\"", "expected a list of file names");
    memory.recent.clear();
    for (const json& file : recent) {
      if (memory.recent.size() == most_recent) break;
      if (file.is_string())
        memory.recent.emplace_back(file.get<std::string>());
      else
        ignore("\"recent\"", "expected file names");
    }
  }

  void read_up_axes(const json& axes, WindowMemory& memory) {
    if (!axes.is_array()) return ignore("\"up_axes\"", "expected a list of files with their up axes");
    memory.up_axes.clear();
    for (const json& axis : axes) {
      if (memory.up_axes.size() == most_up_axes) break;
      const auto up = up_axis(axis);
      if (up)
        memory.up_axes.push_back({axis["file"].get<std::string>(), *up});
      else
        ignore("\"up_axes\"", "expected \"file\" and \"up\", three numbers that are not all 0");
    }
  }

  static std::optional<glm::vec3> up_axis(const json& axis) {
    if (!axis.is_object() || !axis.contains("file") || !axis["file"].is_string() || !axis.contains("up")) return {};
    const json& numbers = axis["up"];
    if (!numbers.is_array() || numbers.size() != 3) return {};
    glm::vec3 up(0.0f);
    for (int i = 0; i < 3; ++i) {
      if (!numbers[static_cast<std::size_t>(i)].is_number()) return {};
      up[i] = numbers[static_cast<std::size_t>(i)].get<float>();
    }
    const float length = glm::length(up);
    return std::isfinite(length) && length >= smallest_length ? std::optional(up) : std::nullopt;
  }

  const SettingsUse& use_;
  const std::string where_;
  Command& command_;
};

/// Settings keep options of the document and of the window.
std::string kept_value(const OptionRow& row, const SettingsValues& settings) {
  if (const auto* member = row.of<Document>()) return member->get(settings.document);
  if (const auto* member = row.of<WindowSettings>()) return member->get(settings.window);
  return {};
}

void write_window(json& window, const WindowMemory& memory) {
  if (!window.is_object()) window = json::object();
  window.update({{"width", memory.width},
                 {"height", memory.height},
                 {"sidebar_width", memory.sidebar_width},
                 {"timing_height", memory.timing_height},
                 {"show_sidebar", memory.show_sidebar},
                 {"show_timing", memory.show_timing}});
}

}  // namespace

void WindowMemory::remember(const std::filesystem::path& file) {
  std::erase(recent, file);
  recent.insert(recent.begin(), file);
  if (recent.size() > most_recent) recent.resize(most_recent);
}

void WindowMemory::remember_up(const std::filesystem::path& file, const glm::vec3& up) {
  std::erase_if(up_axes, [&](const UpAxis& axis) { return axis.file == file; });
  up_axes.insert(up_axes.begin(), {file, up});
  if (up_axes.size() > most_up_axes) up_axes.resize(most_up_axes);
}

std::optional<glm::vec3> WindowMemory::up_of(const std::filesystem::path& file) const {
  const auto found = std::ranges::find(up_axes, file, &UpAxis::file);
  return found == up_axes.end() ? std::nullopt : std::optional(found->up);
}

void check_settings(const std::string& text, const std::string& name) { parse_settings(text, name); }

void keep_changes(Document& kept, const Document& before, const Document& now) {
  for (const OptionRow& row : option_table()) {
    const auto* member = row.of<Document>();
    if (member == nullptr || row.persistence != Persistence::yes) continue;
    if (const std::string value = member->get(now); value != member->get(before)) member->set(kept, value);
  }
}

std::vector<std::string> read_settings(const std::string& text, const std::string& name, const SettingsUse& use,
                                       Command& command, WindowMemory& memory) {
  SettingsReader reader(use, name, command);
  reader.read(parse_settings(text, name), memory);
  return reader.remarks;
}

std::string write_settings(const std::string& before, const SettingsUse& use, const SettingsValues& now,
                           const SettingsValues& started, const WindowMemory& memory) {
  json root = parse_settings(before, "settings");
  root["version"] = file_version;
  json& values = root["options"];
  if (!values.is_object()) values = json::object();
  for (const OptionRow& row : option_table()) {
    if (row.persistence == Persistence::yes && kept_value(row, now) != kept_value(row, started))
      values[std::string(row.name)] = option_value(row, kept_value(row, now));
    if (row.persistence == Persistence::if_named && !use.named)
      values.erase(std::string(row.name));  // an earlier version kept them
  }
  write_window(root["window"], memory);
  root["recent"] = json::array();
  for (const auto& file : memory.recent) root["recent"].push_back(file.string());
  root["up_axes"] = json::array();
  for (const auto& axis : memory.up_axes)
    root["up_axes"].push_back({{"file", axis.file.string()}, {"up", {axis.up.x, axis.up.y, axis.up.z}}});
  // A path may hold bytes that are not UTF-8: they are replaced rather than refused.
  return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace farfirst::app
