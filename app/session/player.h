#pragma once
// What moves by itself: particles by steps or by a clock, sequences of files, the path of the camera.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "camera/path.h"
#include "messages.h"
#include "showing.h"
#include "step_clock.h"
#include "viewer.h"

namespace farfirst::app {

class Player {
 public:
  /// Particles take a step with every frame, or follow a clock in seconds: then they are drawn between their steps.
  Player(Showing& now, Viewer& viewer, Messages& messages, std::optional<CameraPath> path,
         std::function<double()> clock);

  // What is selected or, if that does not move so, the first; null if there is none.
  std::shared_ptr<ParticleSystem> particles() const;
  /// Plays unless paused.
  std::shared_ptr<ParticleSequence> sequence() const;

  /// Takes one step, and stands still.
  void step_once();
  /// Back to step 0.
  void restart();
  /// Shows this moment of the sequence, and pauses.
  void scrub(double position);
  const std::optional<CameraPath>& path() const { return path_; }
  std::uint32_t path_frame() const { return path_frame_; }
  /// 0..1 of the steps up to the particles' start, while these are being simulated; none: they are there.
  std::optional<double> start_simulated() const { return start_simulated_; }

  /// Another scene is shown: it begins to move with the next frame.
  void begin_scene();
  /// Plays sequences by the clock, and takes what was read. True if there is something else to draw, or to report.
  bool update();
  /// With every picture: moves the camera along its path,
  void follow_path();
  /// simulates particles up to their start, some milliseconds a frame; false until they are there;
  bool simulate_start();
  /// and lets them take their steps.
  void move_particles();
  /// Particles are others now: time begins with the next frame.
  void stop_clock() { step_clock_.stop(); }

 private:
  using Clock = std::chrono::steady_clock;

  Showing& now_;
  Viewer& viewer_;
  Messages& messages_;
  std::optional<CameraPath> path_;
  std::uint32_t path_frame_ = 0;
  std::function<double()> clock_;  // none: a step a frame
  StepClock step_clock_{particle_step_seconds};
  bool step_once_ = false;
  std::optional<double> start_simulated_;
  std::optional<Clock::time_point> played_;  // up to when sequences were played; none: they stand
};

}  // namespace farfirst::app
