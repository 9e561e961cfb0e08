#pragma once
// What is changed of a particle system. Nothing of it changes the file that it came from, but save().

#include <cstdint>
#include <filesystem>
#include <memory>

#include "cli/settings_file.h"
#include "file_watch.h"
#include "player.h"
#include "scene/particle_system.h"

namespace farfirst::app {

class ParticlePlan;

class ParticleEditor {
 public:
  ParticleEditor(Showing& now, Viewer& viewer, Player& player, Messages& messages, WindowMemory& memory)
      : now_(now), viewer_(viewer), player_(player), messages_(messages), memory_(memory) {}

  /// With about so many particles, of this seed; 0: as many as before. They restart, after their warm-up.
  void set_particles(std::uint32_t count, std::uint32_t seed);
  /// The system as it is by now, to be changed.
  ParticleSystemDescription& draft();
  /// Takes what was changed of it: at once, where particles can go on (ParticleSystem::apply). Else they restart,
  /// after their warm-up, if this is `done` and nothing is being dragged any more. False: it waits for that.
  bool apply_draft(bool done);
  /// Goes on as this plan says, or begins again.
  void take_plan(ParticleSystem& system, const std::shared_ptr<const ParticlePlan>& plan);
  /// Writes it, over whatever has this name. It comes from that file then.
  void save(const std::filesystem::path& file);
  /// That it came from; empty: none.
  std::filesystem::path file() const;

  /// Another scene is shown.
  void begin_scene();
  /// Has an editor saved the file of the system that is shown?
  bool file_has_changed() { return watch_.has_changed(FileWatch::Time::clock::now()); }

 private:
  void restart(ParticleSystem& system, std::shared_ptr<const ParticlePlan> plan);
  void name_file(const std::filesystem::path& file);

  Showing& now_;
  Viewer& viewer_;
  Player& player_;
  Messages& messages_;
  WindowMemory& memory_;
  ParticleSystemDescription draft_;
  std::shared_ptr<const ParticlePlan> draft_of_;
  FileWatch watch_;
};

}  // namespace farfirst::app
