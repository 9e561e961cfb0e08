#include "headless_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "camera/opening.h"
#include "cli/object_values.h"
#include "cli/particle_values.h"
#include "cli/tour.h"
#include "io/exit_codes.h"
#include "io/load.h"
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

HeadlessInput::HeadlessInput(const Options& options) : options_(options), look_(options.look) {
  if (options.camera_path) path_ = CameraPath::read(*options.camera_path);
}

std::uint32_t HeadlessInput::frames() const {
  if (options_.frames > 0) return options_.frames;
  return path_ ? path_->length() : 0;
}

void HeadlessInput::open() {
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

void HeadlessInput::say_remarks() const {
  for (const char* name : {"color-by", "opacity-by", "size-by"})
    if (options_.was_given(name) && !scene_.contents().particles)
      say(fmt::format("--{} is for particles, and there are none", name));
  for (const auto& sequence : scene_.sequences())
    for (const std::string& remark : sequence->take_remarks()) say(remark);
}

void HeadlessInput::say_coarse_places() const {
  if (!scene_.objects) return;
  for (const std::string& sentence : coarse_places_of(*scene_.objects)) say(sentence);
}

/// All that a choice means. `files` are those that were read already.
Objects HeadlessInput::read_objects_of(const ObjectChoice& choice,
                                       std::map<std::filesystem::path, Models>& files) const {
  if (!is_model(choice)) return {object_of(options_, choice)};
  Models& models = files[choice.file];
  if (models.empty()) models = load_with_progress(choice.file, options_.flip);
  return objects_of(choice, models);
}

/// One after the other, each with what its reader remarked. If some cannot be read, there is a sentence for each.
Objects HeadlessInput::read_objects() const {
  Objects objects;
  std::map<std::filesystem::path, Models> files;
  std::vector<Failure> unreadable;
  for (const ObjectChoice& choice : options_.all_objects()) {
    try {
      const std::size_t first = objects.size();
      std::ranges::move(read_objects_of(choice, files), std::back_inserter(objects));
      for (std::size_t i = first; i < objects.size(); ++i)
        for (const std::string& remark : remarks_of(objects, i)) say(objects[i].name() + ": " + remark);
    } catch (const Failure& failure) {
      if (failure.exit_code != ExitCode::unreadable) throw;
      const auto is_same = [&](const Failure& other) { return std::string_view(other.what()) == failure.what(); };
      if (std::ranges::none_of(unreadable, is_same)) unreadable.push_back(failure);
    }
  }
  if (!unreadable.empty()) {
    for (std::size_t i = 0; i + 1 < unreadable.size(); ++i) say(unreadable[i].what());
    throw unreadable.back();
  }
  if (const std::string too_many = why_too_many(objects.size()); !too_many.empty())
    throw Failure(ExitCode::usage, too_many);
  return objects;
}

Camera HeadlessInput::camera(std::uint32_t frame) const {
  return path_ ? path_->at(frame, bulk_, scene_.origin(), opening_.up) : opening_;
}

std::string HeadlessInput::heading() const {
  return (options_.note.empty() ? std::string() : note_text(options_)) +
         fmt::format("{}: {}\n", scene_.name(), scene_.counts());
}

}  // namespace farfirst::app
