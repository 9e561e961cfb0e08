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

void add_object_row(std::vector<OptionRow>& rows) {
  rows.push_back(
      action(scene_group, "object", "N:WHAT",
             "Settings of the Nth object, with colons between: FILEs are counted first, then --scene. "
             "position=X,Y,Z; rotation=X,Y,Z, degrees about "
             "x, then y, then z; scale=S; opacity=O, 0 to 1 times that of the look; name=NAME; hidden, visible; "
             "part=mesh, points or splats: only this kind of a FILE that holds several. The "
             "option may be given several times",
             [](Command&, const std::string& text) {
               ObjectChoice unused;
               read_object(text, unused);  // throws; set_objects() follows when the objects are known
             }));
}

void set_objects(Document& document, std::span<const std::string> settings) {
  if (settings.empty()) return;
  std::vector<ObjectChoice> objects = document.all_objects();
  for (const std::string& text : settings) {
    ObjectChoice unused;
    const std::size_t number = read_object(text, unused);
    if (number > objects.size())
      usage({at::option(option), "there is no object {}; {} shown", number,
             objects.size() == 1 ? "one is" : fmt::format("{} are", objects.size())});
    read_object(text, objects[number - 1]);
  }
  show_objects(document, std::move(objects));
}

std::string ObjectChoice::name() const { return setting.name.empty() ? own_name() : setting.name; }

std::vector<ObjectChoice> Document::all_objects() const {
  if (scene == SceneKind::file) return objects.empty() ? std::vector<ObjectChoice>{{file, {}}} : objects;
  if (scene == SceneKind::sequence) return {{sequence.named, {}}};
  if (scene == SceneKind::particles && !system.file.empty()) return {{system.file, {}}};
  return {{{}, {}, std::string(scene_word())}};
}

std::string why_too_many(std::size_t objects) {
  if (objects <= most_objects) return {};
  return fmt::format("{} objects are too many: {} can be shown", objects, most_objects);
}

void show_objects(Document& document, std::vector<ObjectChoice> objects, bool as_models) {
  const ObjectChoice first = objects.front();
  const bool is_alone = objects.size() == 1 && first.setting == ObjectSetting{} && first.part == Part::all;
  document.file.clear();
  document.objects.clear();
  if (is_alone && !first.scene.empty()) return read_scene(document, first.scene);
  if (is_alone && is_particle_file(first.file)) return show_system(document, first.file);
  document.scene = SceneKind::file;
  document.system = {};
  document.sequence.named.clear();
  document.file = first.file;
  if (!is_alone) document.objects = std::move(objects);
  if (is_alone && !as_models && holds_sequence(first.file)) show_sequence(document, first.file);
}

bool is_model(const ObjectChoice& object) {
  return object.scene.empty() && !is_particle_file(object.file) && !holds_sequence(object.file);
}

Objects objects_of(const ObjectChoice& choice, const Models& models) {
  const bool splits = choice.part == Part::all && models.size() > 1;
  Objects objects;
  for (const std::shared_ptr<const Model>& model : models) {
    if (choice.part != Part::all && choice.part != model->part()) continue;
    Object& object = objects.emplace_back(Object{choice.file, model, choice.setting});
    object.part = splits ? model->part() : choice.part;
    if (splits && !choice.setting.name.empty())
      object.setting.name = fmt::format("{} ({})", choice.setting.name, name_of(object.part));
  }
  if (objects.empty()) throw FileError({at::file(choice.file), "the file has no {}", name_of(choice.part)});
  return objects;
}

namespace {

void expect_no_part(const ObjectChoice& choice) {
  if (choice.part != Part::all)
    throw FileError({at::part(choice.name()), "only files of meshes, points or splats have parts"});
}

}  // namespace

Object object_of(const Document& document, const ObjectChoice& choice) {
  expect_no_part(choice);
  Document its = document;
  if (!choice.scene.empty())
    read_scene(its, choice.scene);
  else if (is_particle_file(choice.file))
    show_system(its, choice.file);
  else
    show_sequence(its, choice.file);
  const SceneSource scene = scene_of_options(its);
  return {choice.file, scene.model, choice.setting, scene.particles, scene.sequence, choice.scene};
}

bool takes_long_to_read(const ObjectChoice& object) { return object.scene.empty() && !is_particle_file(object.file); }

FileContents read_contents(const Document& document, const ObjectChoice& choice,
                           const std::shared_ptr<LoadProgress>& progress) {
  if (is_model(choice)) return {load_models(choice.file, *progress, document.flip), nullptr};
  Document its = document;
  show_sequence(its, choice.file);
  return {{}, sequence_scene(its, progress).sequence};
}

Objects objects_of(const ObjectChoice& choice, const FileContents& contents) {
  if (!contents.sequence) return objects_of(choice, contents.models);
  expect_no_part(choice);
  Object object{.file = choice.file, .model = nullptr, .setting = choice.setting};
  object.sequence = contents.sequence;
  return {object};
}

}  // namespace farfirst::app
