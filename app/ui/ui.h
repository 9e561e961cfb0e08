#pragma once
// The user interface: panels, mouse, keys. It needs a Dear ImGui context and no window, so that tests can drive it with
// events of their own.

#include <functional>

#include "context.h"
#include "gizmo.h"
#include "input.h"
#include "io/image.h"
#include "keys.h"
#include "search.h"

namespace farfirst::app::ui {

class Ui {
 public:
  Ui(Session& session, float scale);

  /// An event of mouse or keyboard: it acts in the next frame(), in its turn.
  void add_input(const InputEvent& event) { input_.add(event); }
  /// How long events may have waited before the window could ask for them: two clicks may be that much further apart
  /// than they were.
  void set_input_delay(double seconds);
  /// All that happened since the frame before: one frame of Dear ImGui for every step of the input. `begin_back_ends`
  /// begins each; the last is left open for ImGui::Render.
  void frame(const std::function<void()>& begin_back_ends);
  /// What the picture of the scene is drawn for: the part of the display that no panel covers, in framebuffer pixels.
  Viewer::View view() const;
  /// Its corner: framebuffer pixels from the lower left, as glBlitFramebuffer wants it.
  glm::ivec2 view_corner() const;

  /// The window of the race: from the upper left, in framebuffer pixels.
  PixelArea race_pixels() const;

  /// Must frames follow without input?
  bool animated() const { return held_.any(); }
  std::string title() const;
  /// Writes a screenshot under a fresh name and says where.
  void save(const Image& picture, const char* suffix = "");

  UiState& state() { return state_; }
  FileBrowser& browser() { return browser_; }
  SaveDialog& save_dialog() { return save_dialog_; }
  Probe& probe() { return probe_; }

 private:
  enum class Edge : std::uint8_t { none, side_bar, timing, divider };
  Context context() { return {session_, state_, browser_, save_dialog_, probe_, scale_}; }
  void handle(const InputEvent& event);
  void key(const InputEvent& event);
  bool keys_are_taken() const;
  void set_menu_keys();
  void build();
  void lay_out();
  void side_bar_window(Context& context);
  void timing_window(Context& context);
  void race_window(Context& context);
  void error_window(Context& context);
  void key_lab_window(Context& context);
  bool drag_edges();
  Edge edge_under_mouse() const;
  void move_camera();
  void select_by_click();
  void drag_camera();
  void wheel();
  /// The mouse in the picture: -1..1, y up.
  glm::vec2 pointer() const;
  void fly();

  Session& session_;
  float scale_;
  UiState state_;
  FileBrowser browser_;
  SaveDialog save_dialog_;
  Search search_;
  Probe probe_;
  Input input_;
  HeldKeys held_;
  Gizmo gizmo_;
  bool pressed_on_picture_ = false;
  bool popup_open_ = false;  // a list, a menu or a colour picker
  Edge dragged_ = Edge::none;
  Rectangle area_{{0, 0}, {1, 1}};  // of the picture, in ImGui's coordinates
  float timing_top_ = 1;            // of the timing panel, or the end of the window
};

}  // namespace farfirst::app::ui
