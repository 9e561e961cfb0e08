#pragma once
// A line chart on ImDrawList: several series, axes with ticks, linear or logarithmic, a read-out under the mouse. Dear
// ImGui's own PlotLines has one series and no axes.

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

namespace farfirst::app::ui {

struct ChartSeries {
  const char* name;
  ImU32 color;
  std::vector<float> values;  // oldest first; negative = not measured: the line has a gap there
  bool visible = true;
};

/// A vertical line where something changed. No series goes on across it.
struct ChartMark {
  std::size_t age = 0;  // values since then; 0 = the newest
  std::string text;     // shown when the mouse is near
};

struct ChartStyle {
  const char* unit = "ms";
  std::size_t capacity = 240;  // values across the whole width; the newest is at the right
  bool logarithmic = false;
  std::span<const ChartMark> marks{};
};

/// Draws into the next `size` pixels.
void chart(const char* id, const ImVec2& size, std::span<const ChartSeries> series, const ChartStyle& style);

/// Multiples of 1, 2 or 5 times a power of ten from 0 to at least `top`, about `wanted` of them; the last is the axis's
/// end.
std::vector<double> nice_ticks(double top, int wanted);
/// Powers of ten that hold [bottom, top].
std::vector<double> decade_ticks(double bottom, double top);
struct AxisLabel {
  std::string text;
  float left = 0, right = 0;  // pixels from the left end of the axis
};
/// Labels of the time axis in the current font, "now" at its right end, so far apart that none touches another;
/// the last is the axis's title, if there is room for it.
std::vector<AxisLabel> age_labels(std::size_t capacity, float width);
/// Of labels in a column at these heights, lowest first, those to be drawn, so that none touches another.
std::vector<std::size_t> apart(std::span<const float> heights, float text_height);
/// 0.05, 2, 1500: as many digits as the step needs.
std::string tick_label(double value);
/// The mark that the mouse is at: within `reach` values of this age. Null if there is none.
const ChartMark* mark_near(std::span<const ChartMark> marks, std::size_t age, std::size_t reach);

}  // namespace farfirst::app::ui
