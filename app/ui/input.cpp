#include "input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cfloat>

namespace farfirst::app::ui {
namespace {

using Kind = InputEvent::Kind;

struct NamedKey {
  int glfw;
  ImGuiKey imgui;
};
/// What Dear ImGui's text fields, lists and menus listen to.
constexpr std::array named_keys = {NamedKey{GLFW_KEY_TAB, ImGuiKey_Tab},
                                   NamedKey{GLFW_KEY_LEFT, ImGuiKey_LeftArrow},
                                   NamedKey{GLFW_KEY_RIGHT, ImGuiKey_RightArrow},
                                   NamedKey{GLFW_KEY_UP, ImGuiKey_UpArrow},
                                   NamedKey{GLFW_KEY_DOWN, ImGuiKey_DownArrow},
                                   NamedKey{GLFW_KEY_PAGE_UP, ImGuiKey_PageUp},
                                   NamedKey{GLFW_KEY_PAGE_DOWN, ImGuiKey_PageDown},
                                   NamedKey{GLFW_KEY_HOME, ImGuiKey_Home},
                                   NamedKey{GLFW_KEY_END, ImGuiKey_End},
                                   NamedKey{GLFW_KEY_INSERT, ImGuiKey_Insert},
                                   NamedKey{GLFW_KEY_DELETE, ImGuiKey_Delete},
                                   NamedKey{GLFW_KEY_BACKSPACE, ImGuiKey_Backspace},
                                   NamedKey{GLFW_KEY_SPACE, ImGuiKey_Space},
                                   NamedKey{GLFW_KEY_ENTER, ImGuiKey_Enter},
                                   NamedKey{GLFW_KEY_ESCAPE, ImGuiKey_Escape},
                                   NamedKey{GLFW_KEY_A, ImGuiKey_A},
                                   NamedKey{GLFW_KEY_C, ImGuiKey_C},
                                   NamedKey{GLFW_KEY_V, ImGuiKey_V},
                                   NamedKey{GLFW_KEY_X, ImGuiKey_X},
                                   NamedKey{GLFW_KEY_Y, ImGuiKey_Y},
                                   NamedKey{GLFW_KEY_Z, ImGuiKey_Z}};

int enter_of_keypad(int key) { return key == GLFW_KEY_KP_ENTER ? GLFW_KEY_ENTER : key; }

struct ModifierKey {
  int key, modifier;
};
constexpr std::array modifier_keys = {
    ModifierKey{GLFW_KEY_LEFT_SHIFT, GLFW_MOD_SHIFT},     ModifierKey{GLFW_KEY_RIGHT_SHIFT, GLFW_MOD_SHIFT},
    ModifierKey{GLFW_KEY_LEFT_CONTROL, GLFW_MOD_CONTROL}, ModifierKey{GLFW_KEY_RIGHT_CONTROL, GLFW_MOD_CONTROL},
    ModifierKey{GLFW_KEY_LEFT_ALT, GLFW_MOD_ALT},         ModifierKey{GLFW_KEY_RIGHT_ALT, GLFW_MOD_ALT},
    ModifierKey{GLFW_KEY_LEFT_SUPER, GLFW_MOD_SUPER},     ModifierKey{GLFW_KEY_RIGHT_SUPER, GLFW_MOD_SUPER}};

/// Does `next` change nothing of what `last` meant?
bool joins(const InputEvent& last, const InputEvent& next) {
  if (next.kind == Kind::motion || next.kind == Kind::wheel) return last.kind == next.kind;
  return next.kind == Kind::character && (last.kind == Kind::key || last.kind == Kind::character);
}

// Dear ImGui's input changed with 1.87: a queue of its own, and keys by its own numbers. Its queue is to take a whole
// step at once, since the steps are made here.

void set_up(ImGuiIO& io) {
  io.KeyRepeatDelay = 1e6f;  // see Input::add
#if IMGUI_VERSION_NUM >= 18700
  io.ConfigInputTrickleEventQueue = false;
#else
  for (const NamedKey& key : named_keys) io.KeyMap[key.imgui] = key.glfw;
#endif
}

void give_position(ImGuiIO& io, const ImVec2& position) {
#if IMGUI_VERSION_NUM >= 18700
  io.AddMousePosEvent(position.x, position.y);
#else
  io.MousePos = position;
#endif
}

void give_button(ImGuiIO& io, int button, bool down) {
#if IMGUI_VERSION_NUM >= 18700
  io.AddMouseButtonEvent(button, down);
#else
  io.MouseDown[button] = down;
#endif
}

void give_wheel(ImGuiIO& io, const ImVec2& steps) {
#if IMGUI_VERSION_NUM >= 18700
  io.AddMouseWheelEvent(steps.x, steps.y);
#else
  io.MouseWheelH += steps.x;
  io.MouseWheel += steps.y;
#endif
}

void give_key(ImGuiIO& io, const NamedKey& key, bool down) {
#if IMGUI_VERSION_NUM >= 18700
  io.AddKeyEvent(key.imgui, down);
#else
  io.KeysDown[key.glfw] = down;
#endif
#if IMGUI_VERSION_NUM < 18900  // in whose menus Space alone takes an item
  const bool in_menu = (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0 && !io.WantTextInput;
  if (key.imgui == ImGuiKey_Enter && (in_menu || !down)) give_key(io, {GLFW_KEY_SPACE, ImGuiKey_Space}, down);
#endif
}

void give_modifiers(ImGuiIO& io, int modifiers) {
#if IMGUI_VERSION_NUM >= 18900
  io.AddKeyEvent(ImGuiMod_Shift, (modifiers & GLFW_MOD_SHIFT) != 0);
  io.AddKeyEvent(ImGuiMod_Ctrl, (modifiers & GLFW_MOD_CONTROL) != 0);
  io.AddKeyEvent(ImGuiMod_Alt, (modifiers & GLFW_MOD_ALT) != 0);
  io.AddKeyEvent(ImGuiMod_Super, (modifiers & GLFW_MOD_SUPER) != 0);
#else
  io.KeyShift = (modifiers & GLFW_MOD_SHIFT) != 0;
  io.KeyCtrl = (modifiers & GLFW_MOD_CONTROL) != 0;
  io.KeyAlt = (modifiers & GLFW_MOD_ALT) != 0;
  io.KeySuper = (modifiers & GLFW_MOD_SUPER) != 0;
#endif
}

}  // namespace

Input::Input() : position_(-FLT_MAX, -FLT_MAX) { set_up(ImGui::GetIO()); }

/// A held key repeats when the system says so: Dear ImGui would count the time of slow frames. It sees the key go up
/// and down again.
void Input::add(const InputEvent& event) {
  if (event.kind == Kind::key && event.repeated) {
    InputEvent up = event;
    up.down = false;
    waiting_.push_back(up);
  }
  waiting_.push_back(event);
}

std::vector<InputEvent> Input::take_step() {
  std::vector<InputEvent> step;
  while (!waiting_.empty() && (step.empty() || joins(step.back(), waiting_.front()))) {
    step.push_back(waiting_.front());
    waiting_.pop_front();
  }
  for (const InputEvent& event : step) apply(event);
  ImGuiIO& io = ImGui::GetIO();  // a back end may have written what the mouse does by now, ahead of the events
  give_position(io, position_);
  for (int i = 0; i < ImGuiMouseButton_COUNT; ++i) give_button(io, i, buttons_[static_cast<std::size_t>(i)]);
  give_modifiers(io, modifiers_);
  return step;
}

void Input::apply(const InputEvent& event) {
  ImGuiIO& io = ImGui::GetIO();
  switch (event.kind) {
    case Kind::motion:
      position_ = event.at;
      break;
    case Kind::leave:  // a drag goes on outside the window
      if (std::none_of(buttons_.begin(), buttons_.end(), [](bool down) { return down; }))
        position_ = {-FLT_MAX, -FLT_MAX};
      break;
    case Kind::button:
      set_modifiers(event);
      if (event.code >= 0 && event.code < ImGuiMouseButton_COUNT)
        buttons_[static_cast<std::size_t>(event.code)] = event.down;
      break;
    case Kind::wheel:
      give_wheel(io, event.at);
      break;
    case Kind::key:
      apply_key(event);
      break;
    case Kind::character:
      io.AddInputCharacter(static_cast<unsigned>(event.code));
      break;
    case Kind::focus:
      io.AddFocusEvent(event.down);
      break;
  }
}

void Input::apply_key(const InputEvent& event) {
  set_modifiers(event);
  const auto found = std::find_if(named_keys.begin(), named_keys.end(),
                                  [&](const NamedKey& key) { return key.glfw == enter_of_keypad(event.code); });
  if (found != named_keys.end()) give_key(ImGui::GetIO(), *found, event.down);
}

/// What a window says with the event of a modifier key itself differs from system to system.
void Input::set_modifiers(const InputEvent& event) {
  const auto found = event.kind == Kind::key
                         ? std::find_if(modifier_keys.begin(), modifier_keys.end(),
                                        [&](const ModifierKey& key) { return key.key == event.code; })
                         : modifier_keys.end();
  if (found == modifier_keys.end()) {
    modifiers_ = event.modifiers;
    return;
  }
  const unsigned bit = 1u << (found - modifier_keys.begin());
  modifier_keys_ = event.down ? modifier_keys_ | bit : modifier_keys_ & ~bit;
  modifiers_ = 0;
  for (std::size_t i = 0; i < modifier_keys.size(); ++i)
    if ((modifier_keys_ >> i & 1u) != 0) modifiers_ |= modifier_keys[i].modifier;
}

bool key_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(key);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#endif
}

}  // namespace farfirst::app::ui
