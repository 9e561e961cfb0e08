#pragma once
// The table of keys: it handles them, and the help sheet prints it.

#include <span>

#include "context.h"

namespace farfirst::app::ui {

struct KeyBinding {
  const char* group;
  const char* keys;       // as the help sheet shows them; empty: the row before shows them
  const char* meaning;    // in such a row for the search alone; empty: it does not list it
  int key;                // GLFW's number, by position on the keyboard; 0: a gesture of the mouse
  int modifiers;          // GLFW's bits, exactly
  void (*act)(Context&);  // null: something that is held, or a gesture
};
std::span<const KeyBinding> key_bindings();

/// A key went down. True if it meant something.
bool handle_key(Context& context, int key, int modifiers);

/// Keys that are held: flying.
class HeldKeys {
 public:
  void set(int key, bool down);
  void clear() { bits_ = 0; }
  bool any() const { return bits_ != 0; }
  /// Right, up, forward: -1, 0 or 1.
  glm::vec3 direction() const;

 private:
  unsigned bits_ = 0;
};

}  // namespace farfirst::app::ui
