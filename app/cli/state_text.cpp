#include "state_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "camera/json.h"
#include "io/exit_codes.h"
#include "io/json.h"
#include "io/text.h"
#include "names.h"
#include "option_json.h"
#include "right_side.h"
#include "sort_values.h"
#include "suggest.h"

namespace farfirst::app {
namespace {

using nlohmann::json;

constexpr std::string_view format = "farfirst state 1";
constexpr std::string_view any_format = "farfirst state ";

/// Of what a state holds, the defaults.
void reset_shown(Options& options) {
  const Options defaults;
  for (const OptionRow& row : option_table()) {
    if (!is_shown(row)) continue;
    std::erase(options.given, std::string(row.name));
    if (row.get(options) != row.get(defaults) && !row.get(defaults).empty()) row.set(options, row.get(defaults));
  }
  options.sort.parameters.clear();
  options.right.reset();
  options.right_given.clear();
  options.camera = {};
  options.note = {};
  options.scene = defaults.scene;
  options.file.clear();
}

class Reader {
 public:
  Reader(const std::string& text, const std::string& name, const std::filesystem::path& folder, Options& options)
      : text_(text), name_(name), folder_(folder), options_(options) {}

  void read() {
    const json root = parse_json(text_, name_);
    check_format(root);
    report_unknown(root);
    reset_shown(options_);
    read_text(root, "title", options_.note.title);
    read_text(root, "text", options_.note.text);
    read_objects(root);
    read_options(root);
    read_camera_of(root);
  }

 private:
  using Path = std::vector<std::string>;

  [[noreturn]] void refuse(const Path& path, const std::string& what) const {
    std::string place;
    for (const std::string& part : path)
      place += place.empty()                                               ? part
               : part.find_first_not_of("0123456789") == std::string::npos ? "[" + part + "]"
                                                                           : "." + part;
    throw Failure(ExitCode::unreadable,
                  fmt::format("{}: line {}: {}: {}", name_, line_of_value(text_, path), in_quotes(place), what));
  }

  void check_format(const json& root) const {
    const bool has_format = root.is_object() && root.contains("format") && root["format"].is_string();
    const auto said = has_format ? root["format"].get<std::string>() : std::string();
    if (said == format) return;
    if (!said.starts_with(any_format))
      throw Failure(ExitCode::unreadable,
                    fmt::format("{}: this is not a state: expected an object with \"format\": \"{}\"", name_, format));
    refuse({"format"}, fmt::format("this program reads \"{}\", found {}", format, in_quotes(said)));
  }

  void report_unknown(const json& root) {
    constexpr std::array<std::string_view, 6> known = {"format", "title", "text", "objects", "camera", "options"};
    const std::vector<std::string> names(known.begin(), known.end());
    for (const auto& [field, value] : root.items())
      if (std::ranges::find(known, field) == known.end())
        options_.notices.push_back(
            fmt::format("{}: there is no field {}{}", name_, in_quotes(field), suggestion(field, names)));
  }

  void read_text(const json& root, const char* field, std::string& text) const {
    const auto found = root.find(field);
    if (found == root.end()) return;
    if (!found->is_string()) refuse({field}, "expected a text");
    text = found->get<std::string>();
  }

  void read_objects(const json& root) const {
    const auto objects = root.find("objects");
    if (objects == root.end()) return;
    if (!objects->is_array() || objects->size() != 1) refuse({"objects"}, "expected a list of one object");
    const json& object = objects->front();
    const Path path = {"objects", "0"};
    const bool has_file = object.is_object() && object.contains("file");
    const bool has_scene = object.is_object() && object.contains("scene");
    if (has_file == has_scene || object.size() != 1)
      refuse(path, "expected an object with either a \"file\" or a \"scene\"");
    const json& value = object.front();
    if (!value.is_string() || value.get<std::string>().empty())
      refuse({"objects", "0", has_file ? "file" : "scene"}, "expected a name");
    if (has_file)
      take_file(value.get<std::string>());
    else
      take_scene(value.get<std::string>());
  }

  void take_file(const std::string& file) const {
    if (file.find('\0') != std::string::npos) refuse({"objects", "0", "file"}, "expected a name");
    options_.file = (folder_ / file).lexically_normal();
    options_.scene = SceneKind::file;
  }

  void take_scene(const std::string& scene) const {
    try {
      set_option(*find_option("scene"), scene, options_);
    } catch (const Failure& failure) {
      refuse({"objects", "0", "scene"}, failure.what());
    }
  }

  void read_options(const json& root) {
    const auto found = root.find("options");
    if (found == root.end()) return;
    if (!found->is_object()) refuse({"options"}, "expected an object");
    const json values = with_current_names(*found, name_, &options_.notices);
    report_unknown_options(values);
    for (const OptionRow& row : option_table()) {  // in its sequence: parameters belong to the sort before them
      const std::string name(row.name);
      if (!is_shown(row) || !values.contains(name)) continue;
      try {
        set_option(row, values[name], options_);
        options_.given.push_back(name);
      } catch (const Failure& failure) {
        refuse({"options", name}, failure.what());
      }
    }
    check_parameters();
  }

  void report_unknown_options(const json& values) {
    std::vector<std::string> names;
    for (const OptionRow& row : option_table())
      if (is_shown(row)) names.emplace_back(row.name);
    for (const auto& [name, value] : values.items()) {
      const OptionRow* row = find_option(name);
      if (row == nullptr)
        options_.notices.push_back(
            fmt::format("{}: there is no option {}{}", name_, in_quotes(name), suggestion(name, names)));
      else if (!is_shown(*row))
        options_.notices.push_back(fmt::format("{}: \"{}\" is no part of a state", name_, name));
    }
  }

  void check_parameters() const {
    check_parameters_of("sort-parameter", [&] { check_sort_parameters(options_); });
    check_parameters_of("right.sort-parameter", [&] { right_side(options_); });
  }

  template <class Check>
  void check_parameters_of(const std::string& name, const Check& check) const {
    try {
      check();
    } catch (const Failure& failure) {
      const std::string_view sentence = failure.what();
      refuse({"options", name}, std::string(sentence.substr(sentence.find(": ") + 2)));
    }
  }

  void read_camera_of(const json& root) const {
    const auto found = root.find("camera");
    if (found == root.end()) return;
    const std::string where = fmt::format("{}: line {}: \"camera\"", name_, line_of_value(text_, {"camera"}));
    Camera camera = read_camera(*found, where);
    if (found->contains("frame"))
      throw Failure(ExitCode::unreadable, where + ": \"frame\" belongs to a key of a camera path");
    if (!found->contains("view_up") && options_.camera.view_up) camera.up = *options_.camera.view_up;
    options_.camera.pose = camera;
  }

  const std::string& text_;
  const std::string& name_;
  const std::filesystem::path& folder_;
  Options& options_;
};

nlohmann::ordered_json object_of(const Options& shown, const std::filesystem::path& folder) {
  if (shown.scene != SceneKind::file) return {{"scene", word_for(scenes, shown.scene)}};
  std::error_code error;
  const std::filesystem::path file = std::filesystem::absolute(shown.file, error).lexically_normal();
  return {{"file", file.lexically_proximate(std::filesystem::absolute(folder, error).lexically_normal()).string()}};
}

}  // namespace

void read_state(const std::string& text, const std::string& name, const std::filesystem::path& folder,
                Options& options) {
  Options read = options;
  Reader(text, name, folder, read).read();
  options = std::move(read);
}

std::string write_state(const Options& shown, const Camera& camera, const std::filesystem::path& folder) {
  const Options defaults;
  nlohmann::ordered_json root = {{"format", format}};
  if (!shown.note.title.empty()) root["title"] = shown.note.title;
  if (!shown.note.text.empty()) root["text"] = shown.note.text;
  root["objects"].push_back(object_of(shown, folder));
  root["camera"] = write_camera(camera);
  root["options"] = nlohmann::ordered_json::object();
  for (const OptionRow& row : option_table())
    if (is_shown(row) && row.get(shown) != row.get(defaults))
      root["options"][std::string(row.name)] = option_value(row, shown);
  try {
    return root.dump(2) + "\n";
  } catch (const json::exception&) {
    throw Failure(ExitCode::failed, "a state cannot name this file: its name is not UTF-8");
  }
}

}  // namespace farfirst::app
