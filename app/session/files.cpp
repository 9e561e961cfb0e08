// Files that are opened: read one after the other while frames are drawn, and shown as objects of one scene.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "cli/sequence_values.h"
#include "cli/state_file.h"
#include "io/particle_file.h"
#include "session.h"

namespace farfirst::app {
namespace {

std::filesystem::path absolute_path(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::absolute(file, error);
}

}  // namespace

bool opens_alone(const std::filesystem::path& file) {
  return is_state_file(file) || is_particle_file(file) || holds_sequence(file);
}

/// What is shown next has nothing of the state that was.
Options Session::without_state(Options options) {
  options.state.clear();
  options.tour = 0;
  options.note = {};
  options.camera.pose.reset();
  return options;
}

void Session::open(const std::filesystem::path& file) {
  if (is_state_file(file)) return open_state(file);
  if (is_particle_file(file)) return open_system(file);
  if (holds_sequence(file)) return open_sequence(file);
  open(std::vector<ObjectChoice>{{file, {}}});
}

void Session::open(std::vector<ObjectChoice> objects) {
  awaited_.reset();
  read(std::move(objects), options.flip);
  const std::vector<ObjectChoice> shown = options.all_objects();
  keep_camera_ = scene_ && scene_->kind == SceneKind::file &&
                 std::ranges::equal(shown, reading_.choices, {}, &ObjectChoice::file, &ObjectChoice::file);
}

bool Session::can_add() const { return scene_ && scene_->kind == SceneKind::file; }

void Session::add(const std::filesystem::path& file) {
  if (opens_alone(file) || !can_add()) return open(file);
  // What is being read is waited for.
  if (load_ && reading_.before > 0) return reading_.choices.push_back({absolute_path(file), {}});
  awaited_.reset();
  read({{file, {}}}, options.flip, shown_objects());
  keep_camera_ = true;
}

void Session::read(std::vector<ObjectChoice> choices, Flip flip, Objects before) {
  for (ObjectChoice& choice : choices) choice.file = absolute_path(choice.file);
  const std::size_t count = before.size();
  reading_ = {.choices = std::move(choices), .objects = std::move(before), .at = 0, .before = count, .flip = flip};
  read_next();
}

void Session::read_next() {
  load_ = std::make_unique<BackgroundLoad>(reading_.choices[reading_.at].file, reading_.flip);
}

std::string Session::loading_text() const {
  const std::string name = load_->path().filename().string();
  if (reading_.choices.size() == 1) return name;
  return fmt::format("{} ({} of {})", name, reading_.at + 1, reading_.choices.size());
}

void Session::reload() {
  if (scene_ && scene_->kind == SceneKind::file)
    open(options.all_objects());
  else if (scene_ && scene_->sequence)
    open_sequence(options.sequence.named);
  else if (scene_)
    open_without_models(scene_->kind, options.system);
}

void Session::set_flip(Flip flip) {
  options.flip = flip;
  if (!scene_ || scene_->kind != SceneKind::file) return;
  open(options.all_objects());
  keep_camera_ = false;
}

void Session::cancel_load() {
  if (load_) load_->cancel();
}

/// A file that cannot be read does not keep the others from being shown.
bool Session::step_load() {
  try {
    std::optional<Model> model = load_->poll();
    if (!model) return false;
    const ObjectChoice& choice = reading_.choices[reading_.at];
    reading_.objects.push_back({choice.file, std::make_shared<const Model>(std::move(*model)), choice.setting});
  } catch (const LoadCancelled&) {
    tell("reading was cancelled");
    end_load();
    return true;
  } catch (const FileError& error) {
    tell_error(error.what());
  } catch (const std::bad_alloc&) {
    tell_error(fmt::format("{}: memory ran out while reading", load_->path().filename().string()));
  }
  if (++reading_.at < reading_.choices.size()) {
    read_next();
  } else if (reading_.objects.size() == reading_.before) {
    end_load();
  } else if (reading_.objects.size() > most_objects) {
    tell_error(fmt::format("{} objects are too many: {} can be shown", reading_.objects.size(), most_objects));
    end_load();
  } else {
    take(std::exchange(reading_.objects, {}));
  }
  return true;
}

/// Without a model. What is shown stays as it is.
void Session::end_load() {
  load_.reset();
  reading_ = {};
  awaited_.reset();
  if (!scene_) options = without_state(options);
}

void Session::take(Objects objects) {
  load_.reset();
  const bool of_state = awaited_.has_value();
  const bool begins = !scene_;  // the options may come from a state
  Wanted wanted =
      of_state ? *std::exchange(awaited_, {}) : Wanted{keep_camera_ || begins ? options : without_state(options), {}};
  wanted.options.scene = SceneKind::file;
  wanted.options.file = objects.front().file;
  wanted.options.objects.clear();
  for (const Object& object : objects) wanted.options.objects.push_back({object.file, object.setting});
  const Objects read(objects.begin() + static_cast<std::ptrdiff_t>(reading_.before), objects.end());
  if (!show(scene_of_objects(std::move(objects)), wanted)) return;
  if (!of_state && !keep_camera_) before_tour_.reset();
  for (const Object& object : read) {
    if (options.state.empty()) memory.remember(object.file);
    tell_remarks(object);
  }
}

/// One message with what the reader remarked. The scene section lists all of it.
void Session::tell_remarks(const Object& object) {
  constexpr std::size_t most_remarks = 3;
  const std::vector<std::string>& remarks = object.model->remarks;
  if (remarks.empty()) return;
  std::string text = object.name() + ":";
  for (std::size_t i = 0; i < std::min(remarks.size(), most_remarks); ++i) text += " " + remarks[i];
  if (remarks.size() > most_remarks) text += fmt::format(" The panel has {} more.", remarks.size() - most_remarks);
  for (const std::string& remark : remarks) fmt::print(stderr, "farfirst: {}: {}\n", object.name(), remark);
  tell(text);
}

// ---- objects

/// As the options have them.
Objects Session::shown_objects() const {
  Objects objects = scene_->objects ? *scene_->objects : Objects{{scene_->file, scene_->model, {}}};
  for (std::size_t i = 0; i < std::min(objects.size(), options.objects.size()); ++i)
    objects[i].setting = options.objects[i].setting;
  return objects;
}

/// Is what is shown what the options say?
bool Session::objects_are_placed() const {
  if (!scene_ || scene_->kind != SceneKind::file) return true;
  if (!scene_->objects) return options.objects.empty() || options.objects.front().setting == ObjectSetting{};
  return std::ranges::equal(*scene_->objects, options.objects, {}, &Object::setting, &ObjectChoice::setting);
}

void Session::place_objects() {
  if (objects_are_placed()) return;
  if (scene_->objects) {
    scene_->objects = std::make_shared<const Objects>(shown_objects());
    frame_->set_objects(scene_->objects);
    return;
  }
  SceneSource scene = scene_of_objects(shown_objects());
  if (put_into_frame(scene))
    scene_ = std::move(scene);
  else
    options.objects.front().setting = {};
}

void Session::remove_object(std::size_t object) {
  if (!scene_ || options.objects.size() < 2 || object >= options.objects.size()) return;
  Objects others = shown_objects();
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(object));
  Wanted wanted{options, {}};
  wanted.options.objects.erase(wanted.options.objects.begin() + static_cast<std::ptrdiff_t>(object));
  wanted.options.file = others.front().file;
  keep_camera_ = true;
  show(scene_of_objects(std::move(others)), wanted);
}

}  // namespace farfirst::app
