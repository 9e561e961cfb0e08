#include "state_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "camera/json.h"
#include "io/exit_codes.h"
#include "io/json.h"
#include "io/json_fields.h"
#include "io/particle_file.h"
#include "io/suggest.h"
#include "io/text.h"
#include "names.h"
#include "object_values.h"
#include "option_json.h"
#include "particle_values.h"
#include "right_side.h"
#include "sort_values.h"
#include "values.h"

namespace farfirst::app {
namespace {

using nlohmann::json;

constexpr std::string_view format = "farfirst state 1";

class StateReader {
 public:
  StateReader(const std::string& text, const std::string& name, const std::filesystem::path& folder,
              std::vector<std::string>& notices)
      : text_{text, name}, folder_(folder), notices_(notices) {}

  Document read() {
    const json root = parse_json(text_.text, at::file(text_.name));
    check_format(text_, root, format, "a state");
    report_unknown(root);
    read_text(root, "title", document_.note.title);
    read_text(root, "text", document_.note.text);
    read_objects(root);
    read_options(root);
    read_camera_of(root);
    return std::move(document_);
  }

 private:
  using Path = std::vector<std::string>;

  [[noreturn]] void refuse(const Path& path, const std::string& what) const {
    throw FileError({places_of(text_, path), what});
  }

  /// Sets the value at this path, as on the command line; errors get its place.
  template <class Take>
  void take(const Path& path, const Take& work) const {
    with_value_at([&] { return places_of(text_, path); }, ExitCode::unreadable, work);
  }

  /// Hints.
  void note(const std::string& cause, const std::string& meant = {}) const {
    notices_.push_back(Diagnostic(at::file(text_.name), cause).with(meant).sentence());
  }

  void report_unknown(const json& root) {
    constexpr std::array<std::string_view, 6> known = {"format", "title", "text", "objects", "camera", "options"};
    const std::vector<std::string> names(known.begin(), known.end());
    for (const auto& [field, value] : root.items())
      if (std::ranges::find(known, field) == known.end())
        note("there is no field " + in_quotes(field), nearest_match(field, names));
  }

  void read_text(const json& root, const char* field, std::string& text) const {
    const auto found = root.find(field);
    if (found == root.end()) return;
    if (!found->is_string()) refuse({field}, "expected a text");
    text = found->get<std::string>();
  }

  void read_objects(const json& root) {
    const auto objects = root.find("objects");
    if (objects == root.end()) return;
    if (!objects->is_array() || objects->empty()) refuse({"objects"}, "expected a list of objects");
    if (objects->size() > most_objects) refuse({"objects"}, fmt::format("expected {} objects at most", most_objects));
    document_.objects.clear();
    for (std::size_t i = 0; i < objects->size(); ++i)
      document_.objects.push_back(read_object((*objects)[i], {"objects", std::to_string(i)}));
  }

  ObjectChoice read_object(const json& object, const Path& path) const {
    if (!object.is_object() || object.contains("file") == object.contains("scene"))
      refuse(path, "expected an object with either a \"file\" or a \"scene\"");
    ObjectChoice result;
    for (const auto& [field, value] : object.items()) {
      Path place = path;
      place.push_back(field);
      take(place, [&] { take_field(result, field, value, place); });
    }
    return result;
  }

  void take_field(ObjectChoice& object, const std::string& field, const json& value, const Path& path) const {
    if (field == "file")
      object.file = (folder_ / name_in(value, path)).lexically_normal();
    else if (field == "scene")
      object.scene = scene_in(value, path);
    else if (field == "visible")
      object.setting.visible = value.is_boolean() ? value.get<bool>() : (refuse(path, "expected true or false"), false);
    else if (field == "name" || field == "part")
      set_object_field(object, field, name_in(value, path));
    else if (field == "opacity" || field == "scale")
      set_object_field(object, field, value.dump());
    else if (field == "position" || field == "rotation")
      set_object_field(object, field, numbers_in(value, path));
    else
      report_unknown_field(field);
  }

  void report_unknown_field(const std::string& field) const {
    const std::vector<std::string> names = {"file",    "scene",    "part",     "name", "visible",
                                            "opacity", "position", "rotation", "scale"};
    note("an object has no field " + in_quotes(field), nearest_match(field, names));
  }

  std::string name_in(const json& value, const Path& path) const {
    const std::string name = value.is_string() ? value.get<std::string>() : std::string();
    if (name.empty() || name.find('\0') != std::string::npos) refuse(path, "expected a name");
    return name;
  }

  std::string scene_in(const json& value, const Path& path) const {
    std::string name = name_in(value, path);
    expect_scene(name);
    return name;
  }

  /// A list of three as it would be written on the command line.
  std::string numbers_in(const json& value, const Path& path) const {
    const auto is_number = [](const json& part) { return part.is_number(); };
    if (!value.is_array() || value.size() != 3 || !std::ranges::all_of(value, is_number))
      refuse(path, "expected three numbers");
    return fmt::format("{},{},{}", value[0].get<double>(), value[1].get<double>(), value[2].get<double>());
  }

  void read_options(const json& root) {
    const auto found = root.find("options");
    if (found == root.end()) return;
    if (!found->is_object()) refuse({"options"}, "expected an object");
    const json& values = *found;
    note_unknown(values, text_.name, is_shown, "is no part of a state", notices_);
    for (const OptionRow& row : option_table()) {  // in its sequence: parameters belong to the sort before them
      const std::string name(row.name);
      if (!is_shown(row) || !values.contains(name)) continue;
      take({"options", name}, [&] { row.of<Document>()->set(document_, option_text(values[name])); });
    }
    check_parameters();
  }

  void check_parameters() const {
    take({"options", "sort-parameter"}, [&] { check_sort_parameters(document_); });
    take({"options", "right.sort-parameter"}, [&] { check_right_side(document_); });
  }

  void read_camera_of(const json& root) {
    const auto found = root.find("camera");
    if (found == root.end()) return;
    const Places where = places_of(text_, {"camera"});
    WorldCamera camera = read_camera(*found, where);
    if (found->contains("frame")) throw FileError({where, "\"frame\" belongs to a key of a camera path"});
    if (!found->contains("view_up") && document_.camera.view_up) camera.view_up = *document_.camera.view_up;
    document_.camera.pose = camera;
  }

  const JsonText text_;
  const std::filesystem::path& folder_;
  std::vector<std::string>& notices_;
  Document document_;
};

/// Written as a float, not as the double that it becomes.
template <class Number>
nlohmann::ordered_json vector_json(const glm::vec<3, Number>& v) {
  nlohmann::ordered_json list;
  for (int i = 0; i < 3; ++i) list.push_back(nlohmann::ordered_json::parse(fmt::format("{}", v[i])));
  return list;
}

/// The path as it is found from the state.
std::string relative_name(const std::filesystem::path& name, const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::path file = std::filesystem::absolute(name, error).lexically_normal();
  return file.lexically_proximate(std::filesystem::absolute(folder, error).lexically_normal()).string();
}

/// Leaves out what is as in the file.
nlohmann::ordered_json object_of(const ObjectChoice& object, const std::filesystem::path& folder) {
  nlohmann::ordered_json result;
  if (object.scene.empty())
    result["file"] = relative_name(object.file, folder);
  else
    result["scene"] = object.scene;
  if (object.part != Part::all) result["part"] = name_of(object.part);
  const ObjectSetting& setting = object.setting;
  const Placement& placement = setting.placement;
  if (!setting.name.empty()) result["name"] = setting.name;
  if (!setting.visible) result["visible"] = false;
  if (setting.opacity != 1) result["opacity"] = nlohmann::ordered_json::parse(fmt::format("{}", setting.opacity));
  if (placement.position != glm::dvec3(0)) result["position"] = vector_json(placement.position);
  if (placement.rotation != glm::vec3(0)) result["rotation"] = vector_json(placement.rotation);
  if (placement.scale != 1) result["scale"] = nlohmann::ordered_json::parse(fmt::format("{}", placement.scale));
  return result;
}

}  // namespace

Document read_state(const std::string& text, const std::string& name, const std::filesystem::path& folder,
                    std::vector<std::string>& notices) {
  return StateReader(text, name, folder, notices).read();
}

std::string write_state(const Document& shown, const WorldCamera& camera, const std::filesystem::path& folder) {
  const Document defaults;
  nlohmann::ordered_json root = {{"format", format}};
  if (!shown.note.title.empty()) root["title"] = shown.note.title;
  if (!shown.note.text.empty()) root["text"] = shown.note.text;
  for (const ObjectChoice& object : shown.objects) root["objects"].push_back(object_of(object, folder));
  root["camera"] = write_camera(camera);
  root["options"] = nlohmann::ordered_json::object();
  for (const OptionRow& row : option_table())
    if (const auto* member = row.of<Document>(); member && member->get(shown) != member->get(defaults))
      root["options"][std::string(row.name)] = option_value(row, member->get(shown));
  try {
    return root.dump(2) + "\n";
  } catch (const json::exception&) {
    throw Failure(ExitCode::failed, "a state cannot name this file: its name is not UTF-8");
  }
}

}  // namespace farfirst::app
