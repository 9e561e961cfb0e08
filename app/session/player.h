#pragma once
// Moves what moves by itself: particles by steps or by a clock, sequences of files, the camera along its path. It also
// changes particle systems.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "camera/path.h"
#include "cli/settings_file.h"
#include "file_watch.h"
#include "messages.h"
#include "scene/particle_system.h"
#include "showing.h"
#include "step_clock.h"
#include "viewer.h"

namespace farfirst::app {

class ParticlePlan;

class Player {
 public:
  /// Particles take a step with every frame, or follow a clock in seconds: then they are drawn between their steps.
  Player(Showing& now, Viewer& viewer, Messages& messages, WindowMemory& memory,
         const std::optional<std::filesystem::path>& path, std::function<double()> clock);

  // The selected object or, if that does not move so, the first; null if there is none.
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
  /// The progress of the warm-up, 0..1, while it is being simulated; none: it is complete.
  std::optional<double> start_simulated() const { return start_simulated_; }

  // ---- particle systems. Only save_system() changes the file that they came from.
  /// With about this number of particles, of this seed; 0: as many as before. They restart, after their warm-up.
  void set_particles(std::uint32_t count, std::uint32_t seed);
  /// The present system, to be changed.
  ParticleSystemDescription& particle_draft();
  /// Applies changes of it: at once, where particles can continue (ParticleSystem::apply). Else they restart,
  /// after their warm-up, if `done` is set and nothing is being dragged. False: it waits for that.
  bool apply_particle_draft(bool done);
  /// Continues by this plan, or restarts.
  void take_plan(ParticleSystem& system, const std::shared_ptr<const ParticlePlan>& plan);
  /// Writes the system, over a file of this name. From then on the system belongs to that file.
  void save_system(const std::filesystem::path& file);
  /// The file of the system; empty: none.
  std::filesystem::path system_file() const;
  /// Has an editor saved that file?
  bool system_file_has_changed() { return system_watch_.has_changed(Clock::now()); }

  // ---- time
  /// Another scene is shown: it begins to move with the next frame.
  void begin_scene();
  /// Plays sequences by the clock, and takes files that were read. True if there is something new to draw or report.
  bool update();
  /// With every picture: moves the camera along its path,
  void follow_path();
  /// simulates particles up to their start, some milliseconds a frame; false until they are there;
  bool simulate_start();
  /// and lets them take their steps.
  void move_particles();

 private:
  using Clock = std::chrono::steady_clock;
  void restart(ParticleSystem& system, std::shared_ptr<const ParticlePlan> plan);
  void name_system_file(const std::filesystem::path& file);

  Showing& now_;
  Viewer& viewer_;
  Messages& messages_;
  WindowMemory& memory_;
  std::optional<CameraPath> path_;
  std::uint32_t path_frame_ = 0;
  std::function<double()> clock_;  // none: a step a frame
  StepClock step_clock_{particle_step_seconds};
  bool step_once_ = false;
  std::optional<double> start_simulated_;
  std::optional<Clock::time_point> played_;  // up to when sequences were played; none: they stand
  ParticleSystemDescription draft_;          // of this one
  std::shared_ptr<const ParticlePlan> draft_of_;
  FileWatch system_watch_;  // of the particle system that is shown
};

}  // namespace farfirst::app
