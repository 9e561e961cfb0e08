#pragma once
// Colours, fonts and sizes of the panels.

#include <imgui.h>

#include <cstddef>
#include <filesystem>

namespace farfirst::app::ui {

/// Sets style and font for a display scale of 1 (96 dpi) or more. Call before the renderer's back end makes its
/// textures.
void apply_theme(float scale);

/// A sans-serif TrueType file of the system; empty if there is none: then ImGui's own bitmap font serves.
std::filesystem::path find_font();

constexpr ImU32 text_color = IM_COL32(226, 230, 236, 255);
constexpr ImU32 quiet_color = IM_COL32(140, 149, 162, 255);
constexpr ImU32 accent_color = IM_COL32(92, 168, 232, 255);
constexpr ImU32 selection_color = IM_COL32(38, 78, 116, 255);  // under text
constexpr ImU32 good_color = IM_COL32(98, 196, 128, 255);
constexpr ImU32 warning_color = IM_COL32(236, 182, 92, 255);
constexpr ImU32 error_color = IM_COL32(238, 104, 96, 255);
constexpr ImU32 panel_color = IM_COL32(27, 30, 36, 255);

/// Of the left side (0) and the right one (1) of a split picture.
constexpr ImU32 side_color(std::size_t side) { return side == 0 ? accent_color : IM_COL32(240, 160, 84, 255); }

/// Of the stages of a frame, in the order of stages.h.
ImU32 stage_color(std::size_t stage);

}  // namespace farfirst::app::ui
