#pragma once
// The sections of the side bar, the timing panel and what floats over the picture. Each is in a file of its own.

#include "context.h"

namespace farfirst::app::ui {

void menu_bar(Context& context);
void scene_section(Context& context);
void particles_section(Context& context);  // nothing where there are none
void object_list(Context& context);
void sequence_section(Context& context);  // nothing where no files are played
void mapping_choices(Context& context);   // there
void compare_section(Context& context);   // nothing where there is one side
void sort_section(Context& context);
void look_section(Context& context);
void splat_choices(Context& context);
void camera_section(Context& context);
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
