#include "player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "object/context.h"
#include "order/gpu_context.h"
#include "scene/particle_sequence.h"
#include "scene/particles.h"

namespace farfirst::app {

using namespace std::chrono_literals;

Player::Player(Showing& now, Viewer& viewer, Messages& messages, WindowMemory& memory,
               const std::optional<std::filesystem::path>& path, std::function<double()> clock)
    : now_(now), viewer_(viewer), messages_(messages), memory_(memory), clock_(std::move(clock)) {
  viewer_.scene_renderer().draw_between_steps(static_cast<bool>(clock_));
  if (path) path_ = CameraPath::read(*path);
  now_.playing = path.has_value();
}

std::shared_ptr<ParticleSystem> Player::particles() const {
  if (!now_.scene) return nullptr;
  if (const Object* const object = now_.selected_object(); object != nullptr && object->particles())
    return object->particles();
  const auto systems = now_.scene->systems();
  return systems.empty() ? nullptr : systems.front();
}

std::shared_ptr<ParticleSequence> Player::sequence() const {
  if (!now_.scene) return nullptr;
  if (const Object* const object = now_.selected_object(); object != nullptr && object->sequence())
    return object->sequence();
  const auto sequences = now_.scene->sequences();
  return sequences.empty() ? nullptr : sequences.front();
}

void Player::begin_scene() {
  for (const auto& files : now_.scene->sequences()) files->follow_clock();
  step_clock_.stop();
  path_frame_ = 0;
  draft_of_.reset();
  const Object* const alone = now_.scene->alone();
  system_watch_.begin(alone != nullptr && alone->particles() ? alone->file : std::filesystem::path{});
}

void Player::follow_path() {
  if (!path_ || !now_.playing || !now_.scene) return;
  now_.camera = path_->at(path_frame_, now_.scene->bounds().bulk, now_.scene->origin(), now_.document.up());
  path_frame_ = (path_frame_ + 1) % path_->length();
}

// ---- particles

/// Simulated by the CPU, the steps take longer than the window may wait.
bool Player::simulate_start() {
  constexpr auto patience = 50ms;
  start_simulated_.reset();
  if (!clock_ || !now_.scene || !gl::is_software(viewer_.scene_renderer().gpu().gl)) return true;
  for (const auto& system : now_.scene->systems()) {
    if (system->simulate_for(patience)) continue;
    start_simulated_ = system->simulated_share();
    return false;
  }
  return true;
}

/// Particles stand still during a measurement. A requested step is taken whole.
void Player::move_particles() {
  const bool measured = now_.stands_still();
  const bool once = step_once_ && !measured;
  const bool rests = (now_.paused || measured) && !once;
  viewer_.scene_renderer().set_paused(rests);
  if (rests || once) step_clock_.stop();
  if (rests || !now_.scene) return;
  const auto systems = now_.scene->systems();
  if (systems.empty()) return;
  StepClock::Due due{.steps = 1, .part = 1};
  if (!once && clock_) due = step_clock_.at(clock_());
  step_once_ = false;
  viewer_.scene_renderer().set_steps(due.steps);
  for (const auto& system : systems) system->set_part(due.part);
}

void Player::step_once() { now_.paused = step_once_ = now_.dirty = true; }

void Player::restart() {
  if (!now_.scene) return;
  for (const auto& system : now_.scene->systems()) system->restart();
  step_clock_.stop();
  now_.dirty = true;
}

// ---- sequences

bool Player::update() {
  if (now_.paused) step_clock_.stop();  // nothing may be drawn meanwhile
  if (!now_.scene) return false;
  const auto now = Clock::now();
  // A longer pause, as behind a dialogue, causes no leap.
  constexpr double longest = 0.25;
  const double passed = played_ ? std::min(std::chrono::duration<double>(now - *played_).count(), longest) : 0;
  const bool rests = now_.paused || now_.stands_still();
  bool any_plays = false, any_remark = false;
  for (const auto& files : now_.scene->sequences()) {
    const std::uint64_t before = files->drawn().version();
    files->update();
    const bool plays = !rests && !files->is_one() && !files->is_at_end();
    if (plays && passed > 0) files->advance(passed);
    any_plays |= plays;
    for (const std::string& remark : files->take_remarks()) {
      messages_.remark(remark);
      any_remark = true;
    }
    now_.dirty |= files->drawn().version() != before;
  }
  played_ = any_plays ? std::optional(now) : std::nullopt;
  return (now_.dirty && !now_.scene->sequences().empty()) || any_remark;
}

void Player::scrub(double position) {
  const std::shared_ptr<ParticleSequence> files = sequence();
  if (!files) return;
  now_.paused = true;
  played_.reset();
  files->go_to(position);
  now_.dirty = true;
}

}  // namespace farfirst::app
