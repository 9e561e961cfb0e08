#pragma once
// The tabs of the side bar, the timing panel and what floats over the picture. Each is in a file of its own.

#include "context.h"
#include "finder.h"

namespace farfirst::app::ui {

void side_bar(Context& context);
/// All controls of its tabs, for the search.
std::vector<Control> list_controls(const Context& context);
void scene_tab(Context& context);
void object_list(Context& context);
void particles_section(Context& context);  // nothing where there are none
void sequence_section(Context& context);   // nothing where no files are played
void mapping_choices(Context& context);    // there
void look_tab(Context& context);
void blending_choice(Context& context);
void splat_choices(Context& context);  // where there are splats
void splat_details(Context& context);  // likewise, for the fold
void sort_tab(Context& context);
void camera_tab(Context& context);
void compare_tab(Context& context);
void timing_panel(Context& context);  // inside a window of its own
float timing_width();                 // that its numbers need
void race_panel(Context& context);
void key_lab_panel(Context& context);
void error_panel(Context& context);  // inside a window of its own
void help_sheet(Context& context);
/// The text that came with what is shown, and how much it takes of the lower end of this area; 0: there is none.
void note(Context& context, const Rectangle& area);
float note_height(const Context& context, const Rectangle& area);

/// Marks of two sides on the picture: what is on each, the divider, and how far apart they are. Returns how much of its
/// top they take.
float split_overlay(Context& context, const Rectangle& area);
/// Where the divider is.
float divider_at(const SplitView& split, const Rectangle& area);

/// What floats over the picture, whose corners these are: messages, reading in progress, times, information, a hint
/// where there is nothing to see.
void overlays(Context& context, const Rectangle& area);

}  // namespace farfirst::app::ui
