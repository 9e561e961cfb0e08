#include "keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>

#include "actions.h"

namespace farfirst::app::ui {
namespace {

constexpr int control = GLFW_MOD_CONTROL;
constexpr int shift = GLFW_MOD_SHIFT;
constexpr int control_shift = GLFW_MOD_CONTROL | GLFW_MOD_SHIFT;
constexpr const char* mouse = "Mouse";
constexpr const char* camera = "Camera";
constexpr const char* sorting = "Sorting";
constexpr const char* comparing = "Comparing";
constexpr const char* race = "Race, while it is open";
constexpr const char* error = "Error, while it is open";
constexpr const char* key_lab = "Key lab, while it is open";
constexpr const char* objects = "Objects";
constexpr const char* display = "Display";
constexpr const char* program = "Program";

template <std::size_t n>
void nth_sort(Context& context) {
  choose_nth_sort(context, n);
}

constexpr std::array bindings = {
    KeyBinding{mouse, "left drag", "orbit; in fly mode, look around", 0, 0, nullptr},
    KeyBinding{mouse, "right or middle drag", "pan; a left drag with Shift pans too", 0, 0, nullptr},
    KeyBinding{mouse, "wheel", "move towards the point under the mouse, or away; in fly mode, forward or back", 0, 0,
               nullptr},
    KeyBinding{mouse, "Shift + wheel", "change the field of view", 0, 0, nullptr},
    KeyBinding{mouse, "click", "select an object, where there are several; drag its handles", 0, 0, nullptr},
    KeyBinding{mouse, "double click", "orbit around this point", 0, 0, nullptr},
    KeyBinding{mouse, "drop files", "open them: they become objects of one scene; or a state", 0, 0, nullptr},
    KeyBinding{mouse, "Shift, drop files", "open them beside what is shown", 0, 0, nullptr},

    KeyBinding{camera, "W A S D", "fly forward, left, back, right", GLFW_KEY_W, 0, nullptr},
    KeyBinding{camera, "E  Q", "fly up, down", GLFW_KEY_E, 0, nullptr},
    KeyBinding{camera, "Shift / Ctrl, Alt", "while flying: four times / a quarter of the speed", 0, 0, nullptr},
    KeyBinding{camera, "Ctrl =  Ctrl -", "fly faster, slower", GLFW_KEY_EQUAL, control,
               [](Context& c) { c.state.speed = std::min(c.state.speed * 1.25f, 32.0f); }},
    KeyBinding{camera, "", "fly slower", GLFW_KEY_MINUS, control,
               [](Context& c) { c.state.speed = std::max(c.state.speed / 1.25f, 0.03125f); }},
    KeyBinding{camera, "V", "switch between orbit and fly mode", GLFW_KEY_V, 0,
               [](Context& c) { c.state.fly = !c.state.fly; }},
    KeyBinding{camera, "F", "fit the selected object into the picture, or the scene", GLFW_KEY_F, 0, frame_selected},
    KeyBinding{camera, "Shift F", "fit the scene into the picture", GLFW_KEY_F, shift,
               [](Context& c) { c.session.navigation.frame_all(); }},
    KeyBinding{camera, "Enter", "return to the opening view", GLFW_KEY_ENTER, 0,
               [](Context& c) { c.session.navigation.reset(); }},
    KeyBinding{camera, "N  B", "next, previous view: front, back, left, right, top, bottom, corner", GLFW_KEY_N, 0,
               [](Context& c) { apply_preset(c, c.state.preset + 1); }},
    KeyBinding{camera, "", "previous view", GLFW_KEY_B, 0, [](Context& c) { apply_preset(c, c.state.preset - 1); }},
    KeyBinding{camera, "U", "next up axis: Y, Z, X, -Y, -Z, -X", GLFW_KEY_U, 0, next_up_axis},
    KeyBinding{camera, "Ctrl C  Ctrl V", "copy, paste the camera as JSON", GLFW_KEY_C, control, copy_camera},
    KeyBinding{camera, "", "paste the camera", GLFW_KEY_V, control, paste_camera},

    KeyBinding{objects, "G", "next handles of the selected object: move, turn, scale, none; Ctrl drags in steps", GLFW_KEY_G,
               0, next_handles},
    KeyBinding{objects, "Ctrl D", "duplicate it", GLFW_KEY_D, control, duplicate_selected},
    KeyBinding{objects, "Ctrl H", "hide or show it", GLFW_KEY_H, control, toggle_selected},
    KeyBinding{objects, "Delete", "take it out of the scene; while the race is open, forget its times", GLFW_KEY_DELETE, 0,
               [](Context& c) { c.session.analysis.race().is_on() ? clear_race(c) : remove_selected(c); }},
    KeyBinding{objects, "Ctrl Z", "undo what was done to objects, particle systems, look or sorting", GLFW_KEY_Z, control,
               [](Context& c) { c.session.undo(); }},
    KeyBinding{objects, "Ctrl Y  Ctrl Shift Z", "do it again", GLFW_KEY_Y, control, [](Context& c) { c.session.redo(); }},
    KeyBinding{objects, "", "", GLFW_KEY_Z, control_shift, [](Context& c) { c.session.redo(); }},

    KeyBinding{sorting, "1 ... 9", "choose an algorithm by its number in the list", GLFW_KEY_1, 0, nth_sort<0>},
    KeyBinding{sorting, "", "", GLFW_KEY_2, 0, nth_sort<1>},
    KeyBinding{sorting, "", "", GLFW_KEY_3, 0, nth_sort<2>},
    KeyBinding{sorting, "", "", GLFW_KEY_4, 0, nth_sort<3>},
    KeyBinding{sorting, "", "", GLFW_KEY_5, 0, nth_sort<4>},
    KeyBinding{sorting, "", "", GLFW_KEY_6, 0, nth_sort<5>},
    KeyBinding{sorting, "", "", GLFW_KEY_7, 0, nth_sort<6>},
    KeyBinding{sorting, "", "", GLFW_KEY_8, 0, nth_sort<7>},
    KeyBinding{sorting, "", "", GLFW_KEY_9, 0, nth_sort<8>},
    KeyBinding{sorting, "[  ]", "previous, next algorithm", GLFW_KEY_LEFT_BRACKET, 0,
               [](Context& c) { step_sort(c, -1); }},
    KeyBinding{sorting, "", "next algorithm", GLFW_KEY_RIGHT_BRACKET, 0, [](Context& c) { step_sort(c, 1); }},
    KeyBinding{sorting, "O", "turn sorting on or off: back to front, or file order", GLFW_KEY_O, 0, toggle_sorting},
    KeyBinding{sorting, "P", "next draw order: back to front, front to back, file order, shuffled", GLFW_KEY_P, 0,
               cycle_draw_order},

    KeyBinding{comparing, "X", "split the picture into two sides, or not; drag the divider between them", GLFW_KEY_X, 0,
               toggle_split},
    KeyBinding{comparing, "Shift X", "the panels change the other side", GLFW_KEY_X, shift, change_other_side},
    KeyBinding{comparing, "\\", "show one side alone, then the other", GLFW_KEY_BACKSLASH, 0, blink},
    KeyBinding{comparing, "Shift \\", "show their difference, or both", GLFW_KEY_BACKSLASH, shift,
               [](Context& c) { show_or_both(c, SplitShow::difference); }},
    KeyBinding{comparing, "Ctrl \\", "show a heat map of it, or both", GLFW_KEY_BACKSLASH, control,
               [](Context& c) { show_or_both(c, SplitShow::heat); }},
    KeyBinding{comparing, ",  .", "move the divider to the left, to the right", GLFW_KEY_COMMA, 0,
               [](Context& c) { move_divider(c, -0.05f); }},
    KeyBinding{comparing, "", "move the divider to the right", GLFW_KEY_PERIOD, 0, [](Context& c) { move_divider(c, 0.05f); }},
    KeyBinding{comparing, "R", "open or close the race of the sorts", GLFW_KEY_R, 0, toggle_race},
    KeyBinding{comparing, "M", "open or close the error of the picture", GLFW_KEY_M, 0, toggle_error},
    KeyBinding{comparing, "L",
               "open or close the key lab: other metrics, sort points, key bits and policies of sorting again",
               GLFW_KEY_L, 0, toggle_key_lab},

    KeyBinding{race, "Up  Down", "previous, next row", GLFW_KEY_UP, 0, [](Context& c) { move_in_race(c, -1); }},
    KeyBinding{race, "", "next row", GLFW_KEY_DOWN, 0, [](Context& c) { move_in_race(c, 1); }},
    KeyBinding{race, "T  Shift T", "tick the algorithm of the row or not, tick the usual ones", GLFW_KEY_T, 0,
               tick_in_race},
    KeyBinding{race, "", "tick the usual algorithms", GLFW_KEY_T, shift, tick_usual},
    KeyBinding{race, "C", "curves over the number of elements, or not", GLFW_KEY_C, 0, sweep_race},
    KeyBinding{race, "Shift R", "freeze the times, or go on", GLFW_KEY_R, shift, freeze_race},
    KeyBinding{race, "Ctrl Shift C", "copy the table as text", GLFW_KEY_C, control_shift, copy_race},
    KeyBinding{race, "Ctrl E  Ctrl Shift E", "save the values as CSV, the window as PNG", GLFW_KEY_E, control,
               save_race},
    KeyBinding{race, "", "save the window as PNG", GLFW_KEY_E, control_shift,
               [](Context& c) {
                 if (c.session.analysis.race().is_on()) c.state.screenshot = Screenshot::race;
               }},

    KeyBinding{error, "Shift M", "measure the error", GLFW_KEY_M, shift, measure_error},
    KeyBinding{error, "K", "find the causes, or not", GLFW_KEY_K, 0, toggle_causes},
    KeyBinding{error, "Ctrl M", "show where the picture is wrong, or the picture", GLFW_KEY_M, control, toggle_heat},
    KeyBinding{error, "Shift K", "next of: measure when asked, every 60 frames, every 10, every frame", GLFW_KEY_K,
               shift, cycle_error_every},
    KeyBinding{error, "J", "draw this frame by every method, for a table", GLFW_KEY_J, 0, measure_methods},
    KeyBinding{error, "Ctrl Shift J  Ctrl J", "copy the tables as text, save the values as CSV", GLFW_KEY_J,
               control_shift, copy_errors},
    KeyBinding{error, "", "save the values as CSV", GLFW_KEY_J, control, save_errors},

    KeyBinding{key_lab, "Shift L", "measure what is shown now", GLFW_KEY_L, shift, measure_keys},
    KeyBinding{key_lab, "Ctrl L  Ctrl Shift L", "save the values as CSV, copy the table as text", GLFW_KEY_L, control,
               save_key_lab},
    KeyBinding{key_lab, "", "copy the table as text", GLFW_KEY_L, control_shift, copy_key_lab},

    KeyBinding{display, "=  -", "larger, smaller points", GLFW_KEY_EQUAL, 0,
               [](Context& c) { change_point_size(c, 1.2f); }},
    KeyBinding{display, "", "smaller points", GLFW_KEY_MINUS, 0, [](Context& c) { change_point_size(c, 1 / 1.2f); }},
    KeyBinding{display, "Space", "pause or continue the particles or the camera path", GLFW_KEY_SPACE, 0, toggle_pause},
    KeyBinding{display, "Z", "show times in the corner", GLFW_KEY_Z, 0,
               [](Context& c) { c.state.overlay = !c.state.overlay; }},
    KeyBinding{display, "I", "show the scene and settings in the corner", GLFW_KEY_I, 0,
               [](Context& c) { c.state.information = !c.state.information; }},
    KeyBinding{display, "Tab", "hide or show all panels", GLFW_KEY_TAB, 0,
               [](Context& c) { c.state.visible = !c.state.visible; }},
    KeyBinding{display, "H  F1", "show this sheet", GLFW_KEY_H, 0, [](Context& c) { c.state.help = !c.state.help; }},
    KeyBinding{display, "", "", GLFW_KEY_F1, 0, [](Context& c) { c.state.help = !c.state.help; }},
    KeyBinding{display, "F12  Ctrl F12", "save a screenshot with panels, without panels", GLFW_KEY_F12, 0,
               [](Context& c) { c.state.screenshot = Screenshot::with_panels; }},
    KeyBinding{display, "", "save a screenshot without panels", GLFW_KEY_F12, control,
               [](Context& c) { c.state.screenshot = Screenshot::without_panels; }},

    KeyBinding{program, "arrows, Enter", "move and choose in an open list, a menu or the file browser", 0, 0, nullptr},
    KeyBinding{program, "Ctrl K", "search controls and commands by their words", GLFW_KEY_K, control,
               [](Context& c) { c.state.search = true; }},
    KeyBinding{program, "Ctrl O", "open a file: a model or a state", GLFW_KEY_O, control,
               [](Context& c) { open_browser(c, /*adds=*/false); }},
    KeyBinding{program, "Ctrl S", "save what is shown as a state", GLFW_KEY_S, control, save_state},
    KeyBinding{program, "F2", "what am I looking at? The guided tour", GLFW_KEY_F2, 0,
               [](Context& c) { c.session.show_tour(1); }},
    KeyBinding{program, "Page up  Page down", "previous, next step of the tour", GLFW_KEY_PAGE_UP, 0,
               [](Context& c) { step_tour(c, -1); }},
    KeyBinding{program, "", "next step of the tour", GLFW_KEY_PAGE_DOWN, 0, [](Context& c) { step_tour(c, 1); }},
    KeyBinding{program, "F5", "reload the file", GLFW_KEY_F5, 0, [](Context& c) { c.session.reload(); }},
    KeyBinding{program, "Ctrl R", "reload the shaders", GLFW_KEY_R, control,
               [](Context& c) { c.session.viewer.reload_shaders(); }},
    KeyBinding{program, "Ctrl Shift V", "turn V-sync on or off", GLFW_KEY_V, control_shift,
               [](Context& c) { c.session.window_settings.vsync = !c.session.window_settings.vsync; }},
    KeyBinding{program, "Esc", "stop measuring; close a list, a menu, the search, the file browser, this sheet or the tour; select nothing", GLFW_KEY_ESCAPE, 0,
               [](Context& c) {
                 if (c.session.analysis.stop()) return;
                 if (!c.state.help && !c.browser.is_open() && c.session.document.note.empty()) c.session.selected.reset();
                 if (!c.state.help && !c.browser.is_open()) c.session.close_note();
                 c.state.help = false;
                 c.browser.close();
               }},
    KeyBinding{program, "Ctrl Q", "quit", GLFW_KEY_Q, control, [](Context& c) { c.state.quit = true; }}};

/// The keypad and the shifted forms of the same keys.
int main_key(int key) {
  if (key >= GLFW_KEY_KP_1 && key <= GLFW_KEY_KP_9) return GLFW_KEY_1 + (key - GLFW_KEY_KP_1);
  if (key == GLFW_KEY_KP_ADD) return GLFW_KEY_EQUAL;
  if (key == GLFW_KEY_KP_SUBTRACT) return GLFW_KEY_MINUS;
  if (key == GLFW_KEY_KP_ENTER) return GLFW_KEY_ENTER;
  return key;
}

constexpr std::array fly_keys = {GLFW_KEY_D, GLFW_KEY_A, GLFW_KEY_E, GLFW_KEY_Q, GLFW_KEY_W, GLFW_KEY_S};

}  // namespace

std::span<const KeyBinding> key_bindings() { return bindings; }

bool handle_key(Context& context, int key, int modifiers) {
  int relevant = GLFW_MOD_SHIFT | GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER;
  if (main_key(key) == GLFW_KEY_EQUAL) relevant &= ~GLFW_MOD_SHIFT;  // "+" is Shift and "="
  for (const KeyBinding& binding : bindings) {
    if (binding.act == nullptr || binding.key != main_key(key) || binding.modifiers != (modifiers & relevant)) continue;
    binding.act(context);
    return true;
  }
  return false;
}

void HeldKeys::set(int key, bool down) {
  const auto found = std::find(fly_keys.begin(), fly_keys.end(), key);
  if (found == fly_keys.end()) return;
  const unsigned bit = 1u << (found - fly_keys.begin());
  bits_ = down ? bits_ | bit : bits_ & ~bit;
}

glm::vec3 HeldKeys::direction() const {
  const auto axis = [this](unsigned shift) {
    return static_cast<float>((bits_ >> shift) & 1u) - static_cast<float>((bits_ >> (shift + 1)) & 1u);
  };
  return {axis(0), axis(2), axis(4)};
}

}  // namespace farfirst::app::ui
