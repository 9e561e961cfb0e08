#include "object_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/suggest.h"
#include "rows.h"
#include "values.h"

namespace farfirst::app {
glm::vec3 read_rotation(std::string_view option, const std::string& text) {
  const glm::vec3 degrees = read_vector(option, text);
  if (glm::any(glm::greaterThan(glm::abs(degrees), glm::vec3(most_rotation))))
    usage(fmt::format("--{}: expected degrees from {} to {}, found {}", option, -most_rotation, most_rotation,
                      shown(text)));
  return degrees;
}

namespace {

constexpr std::string_view option = "object";

[[noreturn]] void refuse(const std::string& what) { usage("--object: " + what); }

void set_part(ObjectSetting& setting, const std::string& part) {
  const std::size_t equals = part.find('=');
  const std::string key = part.substr(0, equals);
  const std::string value = equals == std::string::npos ? std::string() : part.substr(equals + 1);
  const bool is_word = key == "hidden" || key == "visible";
  const std::vector<std::string> known = {"position", "rotation", "scale", "opacity", "name", "hidden", "visible"};
  if (std::ranges::find(known, key) == known.end())
    refuse(fmt::format("an object has no {}{}; it has {}", shown(key), suggestion(key, known), join(known, " and ")));
  if (is_word && equals != std::string::npos) refuse(fmt::format("{} has no value", key));
  if (!is_word && value.empty()) refuse(fmt::format("{} needs a value: {}=...", key, key));
  const std::string name = fmt::format("{}: {}", option, key);
  if (is_word) setting.visible = key == "visible";
  if (key == "position") setting.placement.position = read_vector(name, value);
  if (key == "rotation") setting.placement.rotation = read_rotation(name, value);
  if (key == "scale")
    setting.placement.scale = static_cast<float>(read_number(name, value, least_object_scale, most_object_scale));
  if (key == "opacity") setting.opacity = static_cast<float>(read_number(name, value, 0, 1));
  if (key == "name") setting.name = value;
}

/// Which object, from 1, and sets what is said of it.
std::size_t read_object(const std::string& text, ObjectSetting& setting) {
  const std::vector<std::string> parts = split(text, ':');
  const std::uint32_t number = read_count(option, parts.front(), 1, most_objects, " before the first colon");
  if (parts.size() < 2) refuse(fmt::format("nothing is said of object {}: --object={}:opacity=0.5", number, number));
  for (std::size_t i = 1; i < parts.size(); ++i) set_part(setting, parts[i]);
  return number;
}

}  // namespace

void add_object_row(std::vector<OptionRow>& rows) {
  rows.push_back(
      action(scene_group, "object", "N:WHAT",
             "What is said of the Nth FILE, parts with colons between: position=X,Y,Z; rotation=X,Y,Z, degrees about "
             "x, then y, then z; scale=S; opacity=O, 0 to 1 times that of the look; name=NAME; hidden, visible. The "
             "option may be given several times",
             [](Options& options, const std::string& text) {
               ObjectSetting unused;
               read_object(text, unused);  // throws
               options.objects_given.push_back(text);
             }));
}

void set_objects_given(Options& options) {
  if (options.objects_given.empty()) return;
  if (options.scene != SceneKind::file) refuse("it says something of a FILE, and none is given");
  options.objects = options.all_objects();
  for (const std::string& text : options.objects_given) {
    ObjectSetting unused;
    const std::size_t number = read_object(text, unused);
    if (number > options.objects.size())
      refuse(fmt::format(
          "there is no object {}; {} opened", number,
          options.objects.size() == 1 ? "one file is" : fmt::format("{} files are", options.objects.size())));
    read_object(text, options.objects[number - 1].setting);
  }
  options.objects_given.clear();
}

std::vector<ObjectChoice> Options::all_objects() const {
  if (scene != SceneKind::file) return {};
  return objects.empty() ? std::vector<ObjectChoice>{{file, {}}} : objects;
}

}  // namespace farfirst::app
