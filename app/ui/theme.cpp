#include "theme.h"

#include <array>
#include <cmath>

#include "render/stages.h"

namespace farfirst::app::ui {
namespace {

ImVec4 shade(float grey, float alpha = 1.0f) { return {grey * 0.92f, grey * 0.98f, grey * 1.1f, alpha}; }
ImVec4 accent(float strength) { return {0.36f, 0.66f, 0.91f, strength}; }

void set_colors(ImGuiStyle& style) {
  ImVec4* const colors = style.Colors;
  colors[ImGuiCol_Text] = ImGui::ColorConvertU32ToFloat4(text_color);
  colors[ImGuiCol_TextDisabled] = ImGui::ColorConvertU32ToFloat4(quiet_color);
  colors[ImGuiCol_WindowBg] = ImGui::ColorConvertU32ToFloat4(panel_color);
  colors[ImGuiCol_ChildBg] = shade(0.085f, 0.0f);
  colors[ImGuiCol_PopupBg] = shade(0.11f, 0.98f);
  colors[ImGuiCol_Border] = shade(0.26f, 0.7f);
  colors[ImGuiCol_FrameBg] = shade(0.19f);
  colors[ImGuiCol_FrameBgHovered] = shade(0.25f);
  colors[ImGuiCol_FrameBgActive] = shade(0.29f);
  colors[ImGuiCol_TitleBg] = colors[ImGuiCol_TitleBgCollapsed] = shade(0.1f);
  colors[ImGuiCol_TitleBgActive] = shade(0.15f);
  colors[ImGuiCol_MenuBarBg] = shade(0.13f);
  colors[ImGuiCol_ScrollbarBg] = shade(0.08f, 0.4f);
  colors[ImGuiCol_ScrollbarGrab] = shade(0.27f);
  colors[ImGuiCol_ScrollbarGrabHovered] = shade(0.34f);
  colors[ImGuiCol_ScrollbarGrabActive] = shade(0.4f);
  colors[ImGuiCol_CheckMark] = accent(1.0f);
  // The number of a slider and the share of a progress bar are written over these.
  colors[ImGuiCol_SliderGrab] = {0.17f, 0.37f, 0.56f, 1.0f};
  colors[ImGuiCol_SliderGrabActive] = {0.18f, 0.40f, 0.61f, 1.0f};
  colors[ImGuiCol_Button] = shade(0.21f);
  colors[ImGuiCol_ButtonHovered] = shade(0.28f);
  colors[ImGuiCol_ButtonActive] = accent(0.55f);
  colors[ImGuiCol_Header] = shade(0.17f);
  colors[ImGuiCol_HeaderHovered] = shade(0.24f);
  colors[ImGuiCol_HeaderActive] = shade(0.28f);
  colors[ImGuiCol_Separator] = shade(0.22f);
  colors[ImGuiCol_SeparatorHovered] = colors[ImGuiCol_ResizeGripHovered] = accent(0.6f);
  colors[ImGuiCol_SeparatorActive] = colors[ImGuiCol_ResizeGripActive] = accent(0.9f);
  colors[ImGuiCol_ResizeGrip] = shade(0.2f, 0.0f);
  colors[ImGuiCol_PlotHistogram] = colors[ImGuiCol_SliderGrab];
  colors[ImGuiCol_TableHeaderBg] = shade(0.15f);
  colors[ImGuiCol_TableBorderLight] = shade(0.18f);
  colors[ImGuiCol_TableBorderStrong] = shade(0.22f);
  colors[ImGuiCol_TableRowBgAlt] = shade(1.0f, 0.02f);
  colors[ImGuiCol_TextSelectedBg] = accent(0.35f);
  colors[ImGuiCol_ModalWindowDimBg] = shade(0.02f, 0.55f);
}

void load_font(float scale) {
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  fonts.Clear();
  const float pixels = std::round(14.0f * scale);
  // What the panels write beyond Latin: arrows, bullets, the multiplication sign and the like.
  static constexpr std::array<ImWchar, 7> ranges = {0x0020, 0x024F, 0x2010, 0x2044, 0x2190, 0x21FF, 0};
  if (const auto file = find_font();
      !file.empty() && fonts.AddFontFromFileTTF(file.c_str(), pixels, nullptr, ranges.data()) != nullptr)
    return;
  ImFontConfig config;
  config.SizePixels = std::round(13.0f * scale);
  fonts.AddFontDefault(&config);
}

}  // namespace

void apply_theme(float scale) {
  ImGuiStyle style;
  style.WindowPadding = {10, 8};
  style.FramePadding = {7, 3};
  style.ItemSpacing = {8, 5};
  style.ItemInnerSpacing = {6, 4};
  style.CellPadding = {4, 2};
  style.IndentSpacing = 14;
  style.ScrollbarSize = 12;
  style.GrabMinSize = 10;
  style.WindowRounding = 4;
  style.FrameRounding = style.GrabRounding = style.PopupRounding = 3;
  style.WindowBorderSize = 1;
  style.WindowTitleAlign = {0.02f, 0.5f};
  set_colors(style);
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
  load_font(scale);
}

ImU32 stage_color(std::size_t stage) {
  static constexpr std::array<ImU32, stage_count> colors = {
      IM_COL32(214, 96, 84, 255),   IM_COL32(226, 206, 110, 255), IM_COL32(120, 200, 140, 255),
      IM_COL32(92, 168, 232, 255),  IM_COL32(190, 140, 230, 255), IM_COL32(96, 208, 204, 255),
      IM_COL32(70, 120, 150, 255),  IM_COL32(232, 112, 140, 255), IM_COL32(168, 190, 96, 255),
      IM_COL32(128, 128, 220, 255), IM_COL32(180, 80, 160, 255),  IM_COL32(236, 166, 92, 255),
      IM_COL32(150, 110, 90, 255),  IM_COL32(210, 214, 220, 255)};
  return colors[stage];
}

}  // namespace farfirst::app::ui
