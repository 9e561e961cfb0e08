#pragma once
// What menus, buttons and keys do. One place, so that they do the same.

#include <array>

#include "context.h"

namespace farfirst::app::ui {

void choose_sort(Context& context, const std::string& id);
/// The nth entry that can run here, from 0. Nothing if there is none.
void choose_nth_sort(Context& context, std::size_t n);
void step_sort(Context& context, int step);
void toggle_sorting(Context& context);
void cycle_draw_order(Context& context);

/// What comes next is meant for the right side, where there was none.
void set_split(Context& context, bool on);
/// From one side alone or the difference, it goes back to both.
void toggle_split(Context& context);
/// One side alone, then the other one, and so on.
void blink(Context& context);
/// What is shown, as a key says it again: both sides.
void show_or_both(Context& context, SplitShow show);
/// The side that the panels change becomes what the other one is.
void make_equal(Context& context);
void change_other_side(Context& context);
void move_divider(Context& context, float by);

struct CameraPreset {
  const char* name;
  glm::vec3 direction;  // with Y up
};
extern const std::array<CameraPreset, 7> camera_presets;
void apply_preset(Context& context, int index);  // wraps

struct UpAxis {
  const char* name;
  glm::vec3 axis;
};
extern const std::array<UpAxis, 6> up_axes;
void next_up_axis(Context& context);

void toggle_race(Context& context);
void freeze_race(Context& context);
void sweep_race(Context& context);
void tick_usual(Context& context);
void tick_all(Context& context, bool ticked);
void clear_race(Context& context);
/// Moves the row that keys act on down by `step`.
void move_in_race(Context& context, int step);
void tick_in_race(Context& context);
void copy_race(Context& context);
void save_race(Context& context);

/// Frames from one measurement to the next.
inline constexpr std::array error_every = {std::uint32_t{0}, std::uint32_t{60}, std::uint32_t{10}, std::uint32_t{1}};
void toggle_error(Context& context);
// Nothing while its window is closed:
void measure_error(Context& context);
void measure_methods(Context& context);
void toggle_causes(Context& context);
void toggle_heat(Context& context);
/// The next of what the panel offers: how often the error is measured by itself.
void cycle_error_every(Context& context);
void copy_errors(Context& context);
void save_errors(Context& context);

void toggle_key_lab(Context& context);
void measure_keys(Context& context);
void copy_key_lab(Context& context);
void save_key_lab(Context& context);

// Of the selected object; without one nothing, but where it says so.
void frame_selected(Context& context);  // or all
void duplicate_selected(Context& context);
void remove_selected(Context& context);
void toggle_selected(Context& context);  // hidden or shown
void next_handles(Context& context);

void copy_camera(Context& context);
void paste_camera(Context& context);
/// `adds`: what is chosen is opened beside what is shown.
void open_browser(Context& context, bool adds);
/// Opens files that were dropped, or adds them to what is shown. Models are opened together; a state alone.
void open_dropped(Session& session, std::vector<std::filesystem::path> files, bool adds);
/// Asks where the state is to be saved.
void save_state(Context& context);
/// Likewise the particle system that the panel is about; without one nothing.
void save_system(Context& context);
/// One step of the tour on or back; without a tour nothing.
void step_tour(Context& context, int step);
void toggle_pause(Context& context);
void change_point_size(Context& context, float factor);
void save_picture(Context& context, const Image& picture, const char* suffix = "");

}  // namespace farfirst::app::ui
