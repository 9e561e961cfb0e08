#pragma once
// What can be undone: the objects of a scene, how they are placed and shown, what was changed of particle systems, how
// elements look, and how they are sorted. What is shown is looked at after every frame of the panels; where it differs
// from before, and no mouse button is held, that is one step, whoever made it and however long it took. A step knows
// what was shown before and after.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "document/document.h"
#include "scene/scene.h"

namespace farfirst::app {

class ParticlePlan;

/// A particle system, and what it was at that time.
struct ShownSystem {
  std::shared_ptr<ParticleSystem> system;
  std::shared_ptr<const ParticlePlan> plan;
};

/// What is shown: the document with what was read for it.
struct Shown {
  Document document;
  Objects objects{};
  std::vector<ShownSystem> systems{};
};

class Edits {
 public:
  static constexpr std::size_t most = 100;  // steps; what was removed stays in memory so long

  /// What is shown now. With `under_way` somebody is still changing it.
  void note(const Shown& now, bool under_way);
  /// What is shown next is where steps begin.
  void forget();
  /// What the program changed by itself is no step, but belongs to what is shown.
  void adopt(const Shown& now) { before_ = now; }

  /// What would be undone or done again: "move bunny.ply"; null if there is nothing.
  const std::string* next_undo() const { return done_.empty() ? nullptr : &done_.back().name; }
  const std::string* next_redo() const { return undone_.empty() ? nullptr : &undone_.back().name; }
  /// What is to be shown then; to be called if there is something.
  Shown undo();
  Shown redo();

 private:
  struct Step {
    std::string name;
    Shown before, after;
  };
  std::optional<Shown> before_;  // none: nothing was looked at yet
  std::deque<Step> done_, undone_;
};

/// "move bunny.ply"; empty if nothing differs.
std::string name_of_change(const Shown& before, const Shown& after);

}  // namespace farfirst::app
