#pragma once
// Undo: the objects of a scene, how they are placed and shown, changes of particle systems, the look of
// elements, and how they are sorted. After every frame of the panels the present state is compared with the last one.
// If it differs and no mouse button is held, that is one step, whatever made it and however long it took. A step holds
// the states before and after.

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

/// The present state: the document with the objects read for it.
struct Shown {
  Document document;
  Objects objects{};
  std::vector<ShownSystem> systems{};
};

class Edits {
 public:
  static constexpr std::size_t most = 100;  // steps; removed objects stay in memory this long

  /// Sets the present state. `under_way`: a change is still in progress.
  void note(const Shown& now, bool under_way);
  /// The next state is where steps begin.
  void forget();
  /// Changes by the program itself are no step, but part of the present state.
  void adopt(const Shown& now) { before_ = now; }

  /// The step to undo or redo: "move bunny.ply"; null if there is none.
  const std::string* next_undo() const { return done_.empty() ? nullptr : &done_.back().name; }
  const std::string* next_redo() const { return undone_.empty() ? nullptr : &undone_.back().name; }
  /// The state to be shown then; only if there is one.
  Shown undo();
  Shown redo();

 private:
  struct Step {
    std::string name;
    Shown before, after;
  };
  std::optional<Shown> before_;  // none: there is no state yet
  std::deque<Step> done_, undone_;
};

/// "move bunny.ply"; empty if nothing differs.
std::string name_of_change(const Shown& before, const Shown& after);

}  // namespace farfirst::app
