#include "subject.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <utility>

#include "camera/opening.h"
#include "cli/object_values.h"
#include "cli/particle_values.h"
#include "cli/tour.h"
#include "io/exit_codes.h"
#include "load_progress.h"
#include "say.h"
#include "scene/particle_sequence.h"

namespace farfirst::app {
namespace {

/// The text that came with a state, for a terminal.
std::string note_text(const Options& options) {
  const std::string step = options.tour > 0 ? fmt::format("{} of {}: ", options.tour, tour_steps().size()) : "";
  return step + options.note.title + "\n" + options.note.text + "\n\n";
}

}  // namespace

Subject::Subject(const Options& options) : options_(options), look_(options.look) {
  if (options.camera_path) path_ = CameraPath::read(*options.camera_path);
}

std::uint32_t Subject::frames() const {
  if (options_.frames > 0) return options_.frames;
  return path_ ? path_->length() : 0;
}

void Subject::open() {
  scene_ = options_.scene == SceneKind::file ? scene_of_objects(read_objects()) : scene_of_options(options_);
  bulk_ = scene_.bounds().bulk;
  say_remarks();
  say_coarse_places();
  const float aspect = static_cast<float>(options_.width) / static_cast<float>(options_.height);
  opening_ = opening_camera(scene_, aspect, options_.camera);
  if (options_.automatic_opacity)
    look_.opacity = opening_opacity(scene_, options_.camera,
                                    {.picture = {options_.width, options_.height},
                                     .as_points = options_.sort.primitive == Primitive::points,
                                     .point_size = look_.point_size,
                                     .file_alpha = look_.use_file_colors});
}

void Subject::say_remarks() const {
  for (const char* name : {"color-by", "opacity-by", "size-by"})
    if (options_.was_given(name) && !scene_.contents().particles)
      say(fmt::format("--{} is for particles, and there are none", name));
  for (const auto& sequence : scene_.sequences())
    for (const std::string& remark : sequence->take_remarks()) say(remark);
}

void Subject::say_coarse_places() const {
  if (!scene_.objects) return;
  for (const std::string& sentence : coarse_places_of(*scene_.objects)) say(sentence);
}

/// One after the other, each with what its reader remarked.
Objects Subject::read_objects() const {
  Objects objects;
  std::map<std::filesystem::path, Models> files;
  for (const ObjectChoice& choice : options_.all_objects()) {
    if (!is_model(choice)) {
      objects.push_back(object_of(options_, choice));
      continue;
    }
    Models& models = files[choice.file];
    if (models.empty()) models = load_with_progress(choice.file, options_.flip);
    for (Object& object : objects_of(choice, models)) {
      objects.push_back(std::move(object));
      for (const std::string& remark : remarks_of(objects, objects.size() - 1))
        say(objects.back().name() + ": " + remark);
    }
  }
  if (const std::string too_many = why_too_many(objects.size()); !too_many.empty())
    throw Failure(ExitCode::usage, too_many);
  return objects;
}

Camera Subject::camera(std::uint32_t frame) const {
  return path_ ? path_->at(frame, bulk_, scene_.origin(), opening_.up) : opening_;
}

std::string Subject::heading() const {
  return (options_.note.empty() ? std::string() : note_text(options_)) +
         fmt::format("{}: {}\n", scene_.name(), scene_.counts());
}

}  // namespace farfirst::app
