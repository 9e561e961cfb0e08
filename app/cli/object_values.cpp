#include "object_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/load.h"
#include "io/particle_file.h"
#include "io/suggest.h"
#include "names.h"
#include "particle_values.h"
#include "rows.h"
#include "sequence_values.h"
#include "values.h"

namespace farfirst::app {

namespace {

constexpr std::string_view option = "object";

/// Degrees about x, y and z.
glm::vec3 read_rotation(const std::string& text) {
  const glm::vec3 degrees = read_vector(option, text);
  if (glm::any(glm::greaterThan(glm::abs(degrees), glm::vec3(most_rotation))))
    usage({at::option(option), "expected degrees from {} to {}, found {}", -most_rotation, most_rotation, shown(text)});
  return degrees;
}

void set_field(ObjectChoice& object, const std::string& text) {
  ObjectSetting& setting = object.setting;
  const std::size_t equals = text.find('=');
  const std::string key = text.substr(0, equals);
  const std::string value = equals == std::string::npos ? std::string() : text.substr(equals + 1);
  const bool is_word = key == "hidden" || key == "visible";
  const std::vector<std::string> known = {"position", "rotation", "scale",  "opacity",
                                          "name",     "part",     "hidden", "visible"};
  if (std::ranges::find(known, key) == known.end())
    usage(Diagnostic{at::option(option), "an object has no {}", shown(key)}.with(nearest_match(key, known),
                                                                                 "it has " + join(known, " and ")));
  if (is_word && equals != std::string::npos) usage({at::option(option), "{} has no value", key});
  if (!is_word && value.empty()) usage({at::option(option), "{} needs a value: {}=...", key, key});
  if (is_word) setting.visible = key == "visible";
  const auto place = [&] { return Places{at::option(option), at::part(key)}; };
  with_value_at(place, ExitCode::usage, [&] { set_object_field(object, key, value); });
}

/// Which object, from 1; changes its settings.
std::size_t read_object(const std::string& text, ObjectChoice& object) {
  const std::vector<std::string> fields = split(text, ':');
  const std::uint32_t number = read_count(option, fields.front(), 1, most_objects, " before the first colon");
  if (fields.size() < 2)
    usage({at::option(option), "no setting of object {} is given; one is --object={}:opacity=0.5", number, number});
  for (std::size_t i = 1; i < fields.size(); ++i) set_field(object, fields[i]);
  return number;
}

}  // namespace

void set_object_field(ObjectChoice& object, std::string_view key, const std::string& value) {
  ObjectSetting& setting = object.setting;
  Placement& placement = setting.placement;
  if (key == "position") placement.position = read_vector(option, value);
  if (key == "rotation") placement.rotation = read_rotation(value);
  if (key == "scale")
    placement.scale = static_cast<float>(read_number(option, value, least_object_scale, most_object_scale));
  if (key == "opacity") setting.opacity = static_cast<float>(read_number(option, value, 0, 1));
  if (key == "name") setting.name = value;
  if (key == "part") object.part = read_word(option, model_parts, value);
}

void add_object_row(RowGroup rows) {
  rows.action<Command>(
      "object", "N:WHAT",
      "Properties of object N, separated by colons: position=X,Y,Z; rotation=X,Y,Z in degrees about x, then y, then z; "
      "scale=S; opacity=O, which multiplies that of the look; name=NAME; hidden or visible; part=mesh, points or "
      "splats of a FILE that holds several. FILEs count first, then --scene. Can be repeated",
      [](Command&, const std::string& text) {
        ObjectChoice unused;
        read_object(text, unused);  // throws; set_objects() follows when the objects are known
      });
}

void set_objects(Document& document, std::span<const std::string> settings) {
  if (settings.empty()) return;
  std::vector<ObjectChoice>& objects = document.objects;
  for (const std::string& text : settings) {
    ObjectChoice unused;
    const std::size_t number = read_object(text, unused);
    if (number > objects.size())
      usage({at::option(option), "there is no object {}; {} shown", number,
             objects.size() == 1 ? "one is" : fmt::format("{} are", objects.size())});
    read_object(text, objects[number - 1]);
  }
}

std::string why_too_many(std::size_t objects) {
  if (objects <= most_objects) return {};
  return fmt::format("{} objects are too many: {} can be shown", objects, most_objects);
}

bool is_model(const ObjectChoice& object) {
  return takes_long_to_read(object) && !object.as_particles && !holds_sequence(object.file);
}

bool takes_long_to_read(const ObjectChoice& object) { return object.scene.empty() && !is_particle_file(object.file); }

FileContents read_contents(const Document& document, const ObjectChoice& choice,
                           const std::shared_ptr<LoadProgress>& progress) {
  if (!is_model(choice)) return {sequence_of(document, choice.file, progress)};
  const Models models = load_models(choice.file, *progress, document.flip);
  return {models.begin(), models.end()};
}

namespace {

void expect_no_part(const ObjectChoice& choice) {
  if (choice.part != Part::all)
    throw FileError({at::part(choice.name()), "only files of meshes, points or splats have parts"});
}

}  // namespace

Objects objects_of(const ObjectChoice& choice, const FileContents& contents) {
  const bool splits = choice.part == Part::all && contents.size() > 1;
  Objects objects;
  for (const Content& content : contents) {
    Object object{choice, content};
    if (object.moves()) {
      expect_no_part(choice);
    } else {
      object.part = object.model()->part();
      if (choice.part != Part::all && choice.part != object.part) continue;
      if (splits && !choice.setting.name.empty())
        object.setting.name = fmt::format("{} ({})", choice.setting.name, name_of(object.part));
      if (!splits) object.part = choice.part;
    }
    objects.push_back(std::move(object));
  }
  if (objects.empty()) throw FileError({at::file(choice.file), "the file has no {}", name_of(choice.part)});
  return objects;
}

Object object_of(const Document& document, const ObjectChoice& choice) {
  expect_no_part(choice);
  if (is_system(choice)) return {choice, system_of(document, choice)};
  if (choice.scene.empty()) return {choice, sequence_of(document, choice.file)};
  return {choice, built_in_content(choice.scene, document.size_of(choice), document.left.sort.seed)};
}

}  // namespace farfirst::app
