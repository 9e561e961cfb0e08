#pragma once
// Controls of a particle system: each changes the description, and reports whether the change continues.

#include <imgui.h>

#include <cstddef>

#include "context.h"

namespace farfirst::app::ui {

inline constexpr float most_place = 1e5f;  // of a coordinate, as files have it

/// What was done to the controls in a frame.
class Touch {
 public:
  /// Of the item just submitted.
  void note(bool changed) {
    changed_ |= changed;
    done_ |= ImGui::IsItemDeactivatedAfterEdit();
  }
  bool any() const { return changed_ || done_; }
  bool done() const { return done_; }  // one was let go

 private:
  bool changed_ = false, done_ = false;
};

/// A list that is this short begins open.
constexpr bool is_short(std::size_t length) { return length <= 4; }
/// Where particles are born, what they are at birth and over their life, and how forces take hold of them.
void emitter_choices(Context& context, ParticleSystemDescription& system, Touch& touch);
void force_choices(Context& context, ParticleSystemDescription& system, Touch& touch);

}  // namespace farfirst::app::ui
