// Particles from files: opened, played by the clock, scrubbed.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/sequence_values.h"
#include "scene/particle_sequence.h"
#include "session.h"

namespace farfirst::app {

std::shared_ptr<ParticleSequence> Session::sequence() const {
  if (!scene_) return nullptr;
  if (const Object* object = selected_object(); object != nullptr && object->sequence()) return object->sequence();
  const auto sequences = scene_->sequences();
  return sequences.empty() ? nullptr : sequences.front();
}

/// Plays by the clock, and takes what was read. True if there is something else to draw, or to tell.
bool Session::step_sequences() {
  if (!scene_) return false;
  const auto now = Clock::now();
  // What stood still for longer, as behind a dialogue, does not leap.
  constexpr double longest = 0.25;
  const double passed = played_ ? std::min(std::chrono::duration<double>(now - *played_).count(), longest) : 0;
  const bool rests = paused || (error_analysis_ && error_analysis_->is_under_way());
  bool any_plays = false, any_remark = false;
  for (const auto& files : scene_->sequences()) {
    const std::uint64_t before = files->version();
    files->update();
    const bool plays = !rests && !files->is_one() && !files->is_at_end();
    if (plays && passed > 0) files->advance(passed);
    any_plays |= plays;
    for (const std::string& remark : files->take_remarks()) {
      fmt::print(stderr, "farfirst: {}\n", remark);
      notify(remark);
      any_remark = true;
    }
    dirty_ |= files->version() != before;
  }
  played_ = any_plays ? std::optional(now) : std::nullopt;
  return (dirty_ && !scene_->sequences().empty()) || any_remark;
}

void Session::scrub(double position) {
  const std::shared_ptr<ParticleSequence> files = sequence();
  if (!files) return;
  paused = true;
  played_.reset();
  files->go_to(position);
  dirty_ = true;
}

}  // namespace farfirst::app
