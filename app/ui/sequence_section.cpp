// A sequence of files: play, scrub, how fast, and how it moves from one to the next.

#include <fmt/format.h>

#include <array>

#include "panels.h"
#include "scene/particle_sequence.h"
#include "scene/units.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

constexpr std::array<ComboItem, 4> interpolations = {
    {{"auto", "Between equal ids if the files have them, else along velocities if they have those."},
     {"velocity", "Along the velocities of the file, until the next one."},
     {"id", "On the line between particles of the same id in both files."},
     {"off", "Particles stay where they are until the next file."}}};
constexpr std::array<const char*, 4> moved_by = {"", "velocity", "id", "not interpolated"};

void show_scrubber(Context& context, const ParticleSequence& files) {
  auto position = static_cast<float>(files.position() + 1);
  const std::size_t last = files.frames();
  label("File", "Drag to another one. Playing stops there.");
  const std::string text = fmt::format("{} of {}", files.frame_number() + 1, last);
  if (slider("sequence position", position, 1.0f, static_cast<float>(last), "%.2f", context.probe,
             /*logarithmic=*/false, text))
    context.session.player.scrub(position - 1);
}

void show_playing(Context& context, ParticleSequence& files) {
  if (button(context.session.paused ? "Play" : "Pause", context.probe, "The Space key does the same."))
    context.session.paused = !context.session.paused;
  ImGui::SameLine();
  bool loops = files.loops();
  if (check_box("loop", loops, context.probe, "Begins again behind the last file.")) files.set_loops(loops);
  label("Files / s", "Files a second.");
  SequenceChoice& choice = context.session.document.sequence;
  auto rate = static_cast<float>(files.rate());
  if (slider("fps", rate, 1, 120, "%.3g", context.probe, /*logarithmic=*/true)) {
    choice.rate = rate;
    files.set_rate(rate);
  }
  label("Between", "Where particles are between two files.");
  Interpolation interpolation = files.interpolation();
  if (enum_combo("interpolation", interpolation, interpolations, context.probe)) {
    choice.interpolation = interpolation;
    files.set_interpolation(interpolation);
  }
}

}  // namespace

void sequence_section(Context& context) {
  const std::shared_ptr<ParticleSequence> shown = context.session.player.sequence();
  ParticleSequence& files = *shown;
  if (context.session.scene()->alone() == nullptr)
    fact("Files", files.name(), "Where there are several sequences: of the object that is selected.");
  if (!files.is_one()) {
    show_scrubber(context, files);
    show_playing(context, files);
  }
  mapping_choices(context);
  fact("Particles", with_thousands(files.drawn().count()));
  if (files.is_one()) return;
  fact("Shows", files.frame().name);
  fact("Moved by", moved_by[static_cast<std::size_t>(files.drawn().moves_by())]);
  fact("Read ahead", fmt::format("{}, {}", counted(files.read_ahead(), "file"), byte_size(files.read_ahead_bytes())),
       "Files that are in memory. --read-ahead is the limit.");
}

}  // namespace farfirst::app::ui
