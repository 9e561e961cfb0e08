#pragma once
// Mouse and keyboard, event by event. Dear ImGui sees the mouse once per frame: which buttons are down then, and how
// far it moved since the frame before. With slow frames a press, a drag and a release arrive between two of them, and
// the motion belongs to no button. So the events wait here, and every step of them gets a frame of Dear ImGui of its
// own.

#include <imgui.h>

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace farfirst::app::ui {

struct InputEvent {
  enum class Kind : std::uint8_t { motion, leave, button, wheel, key, character, focus };
  Kind kind = Kind::motion;
  ImVec2 at{};            // the mouse's position, or the steps of the wheel
  int code = 0;           // GLFW's number of the button or key, or the character
  int modifiers = 0;      // GLFW's bits; of a key or button
  bool down = false;      // of a key or button; or the window has the focus
  bool repeated = false;  // of a key that is held
};

class Input {
 public:
  /// Needs a Dear ImGui context.
  Input();

  void add(const InputEvent& event);
  bool pending() const { return !waiting_.empty(); }
  /// Hands the next step to Dear ImGui and returns it: one event, or several that mean the same together (motions in a
  /// row, a key and the character it types). To be called before ImGui::NewFrame and after the back ends' own.
  std::vector<InputEvent> take_step();

 private:
  void apply(const InputEvent& event);
  void apply_key(const InputEvent& event);
  void set_modifiers(const InputEvent& event);

  std::deque<InputEvent> waiting_;
  ImVec2 position_;
  std::array<bool, ImGuiMouseButton_COUNT> buttons_{};
  unsigned modifier_keys_ = 0;  // left and right ones that are down
  int modifiers_ = 0;
};

/// Was it pressed in this frame, or repeated while it is held?
bool key_pressed(ImGuiKey key);

}  // namespace farfirst::app::ui
