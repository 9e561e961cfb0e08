// Particles from files: opened, played by the clock, scrubbed.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/sequence_values.h"
#include "scene/particle_sequence.h"
#include "session.h"

namespace farfirst::app {

void Session::open_sequence(const std::filesystem::path& named) {
  std::error_code error;
  const auto path = std::filesystem::absolute(named, error);
  load_.reset();
  awaited_.reset();
  keep_camera_ = scene_ && scene_->sequence && std::filesystem::absolute(options.sequence.named, error) == path;
  Options wanted = keep_camera_ ? options : without_state(options);
  show_sequence(wanted, path);
  if (!keep_camera_) wanted.sequence.mapping = {};  // others may have no such properties
  if (!show_built_in({wanted, {}})) return;
  if (!keep_camera_) before_tour_.reset();
  if (options.state.empty()) memory.remember(path);
}

/// Plays by the clock, and takes what was read. True if there is something else to draw, or to tell.
bool Session::step_sequence() {
  ParticleSequence* const files = sequence();
  if (!files) return false;
  const std::uint64_t before = files->version();
  files->update();
  const bool plays = !paused && !files->is_one() && !files->is_at_end() && !(truth_ && truth_->is_under_way());
  const auto now = Clock::now();
  if (plays && played_) {
    // What stood still for longer, as behind a dialogue, does not leap.
    constexpr double longest = 0.25;
    files->advance(std::min(std::chrono::duration<double>(now - *played_).count(), longest));
  }
  played_ = plays ? std::optional(now) : std::nullopt;
  const std::vector<std::string> remarks = files->take_remarks();
  for (const std::string& remark : remarks) {
    fmt::print(stderr, "farfirst: {}\n", remark);
    tell(remark);
  }
  dirty_ |= files->version() != before;
  return dirty_ || !remarks.empty();
}

void Session::scrub(double position) {
  if (!sequence()) return;
  paused = true;
  played_.reset();
  sequence()->go_to(position);
  dirty_ = true;
}

}  // namespace farfirst::app
