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
std::string note_text(const Command& command) {
  const std::string step =
      command.document.tour > 0 ? fmt::format("{} of {}: ", command.document.tour, tour_steps().size()) : "";
  return step + command.document.note.title + "\n" + command.document.note.text + "\n\n";
}

}  // namespace

HeadlessInput::HeadlessInput(const Command& command) : command_(command), look_(command.document.left.look) {
  if (command.camera_path) path_ = CameraPath::read(*command.camera_path);
}

std::uint32_t HeadlessInput::frames() const {
  if (command_.frames > 0) return command_.frames;
  return path_ ? path_->length() : 0;
}

void HeadlessInput::open() {
  scene_ = Scene(read_objects());
  bulk_ = scene_.bounds().bulk;
  print_remarks();
  for (const std::string& sentence : scene_.coarse_places()) say(sentence);
  const float aspect = static_cast<float>(command_.size().x) / static_cast<float>(command_.size().y);
  opening_ = opening_camera(scene_, aspect, command_.document.camera);
  if (command_.document.automatic_opacity)
    look_.opacity = opening_opacity(scene_, command_.document.camera,
                                    {.picture = {command_.size().x, command_.size().y},
                                     .as_points = command_.document.left.sort.primitive == Primitive::points,
                                     .point_size = look_.point_size,
                                     .file_alpha = look_.use_file_colors});
}

void HeadlessInput::print_remarks() const {
  const ParticleMapping& mapping = command_.document.sequence.mapping;
  for (const auto& [name, property] : {std::pair("color-by", &mapping.color), std::pair("opacity-by", &mapping.opacity),
                                       std::pair("size-by", &mapping.size)})
    if (!property->name.empty() && !scene_.contents().particles)
      say(fmt::format("--{} is for particles, and there are none", name));
  for (const auto& sequence : scene_.sequences())
    for (const std::string& remark : sequence->take_remarks()) say(remark);
}

/// The objects of a choice. `files` are those that were read already.
Objects HeadlessInput::read_objects_of(const ObjectChoice& choice,
                                       std::map<std::filesystem::path, FileContents>& files) const {
  if (!is_model(choice)) return {object_of(command_.document, choice)};
  FileContents& contents = files[choice.file];
  if (contents.empty()) contents = load_with_progress(choice.file, command_.document.flip);
  return objects_of(choice, contents);
}

/// One after the other, each with its reader's remarks. There is a sentence for each that cannot be read.
Objects HeadlessInput::read_objects() const {
  Objects objects;
  std::map<std::filesystem::path, FileContents> files;
  std::vector<Failure> unreadable;
  for (const ObjectChoice& choice : command_.document.objects) {
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
  return (command_.document.note.empty() ? std::string() : note_text(command_)) +
         fmt::format("{}: {}\n", scene_.name(), scene_.counts());
}

}  // namespace farfirst::app
