#include "chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "theme.h"

namespace farfirst::app::ui {
namespace {

constexpr std::size_t frames_between_ticks = 60;

struct Plot {
  ImVec2 minimum, maximum;  // pixels inside the axes
  double bottom = 0, top = 1;
  bool logarithmic = false;
  std::size_t capacity = 1;

  float x(std::size_t age) const {  // 0 = the newest
    const float step = (maximum.x - minimum.x) / static_cast<float>(std::max<std::size_t>(capacity - 1, 1));
    return maximum.x - static_cast<float>(age) * step;
  }
  float y(double value) const {
    const double share = logarithmic ? std::log(std::max(value, bottom) / bottom) / std::log(top / bottom)
                                     : (value - bottom) / (top - bottom);
    return maximum.y - static_cast<float>(std::clamp(share, 0.0, 1.0)) * (maximum.y - minimum.y);
  }
};

struct ChartRange {
  double least = 0, most = 0;
};

ChartRange range_of(std::span<const ChartSeries> series) {
  ChartRange range{1e30, 0};
  for (const ChartSeries& line : series) {
    if (!line.visible) continue;
    for (float value : line.values) {
      if (!(value > 0)) continue;
      range.least = std::min<double>(range.least, value);
      range.most = std::max<double>(range.most, value);
    }
  }
  return range.most > 0 ? range : ChartRange{0.1, 1};
}

void draw_value_axis(ImDrawList& list, const Plot& plot, const std::vector<double>& ticks, const char* unit) {
  const float height = ImGui::GetTextLineHeight();
  std::vector<float> heights;
  for (double tick : ticks) {
    heights.push_back(plot.y(tick));
    list.AddLine({plot.minimum.x, heights.back()}, {plot.maximum.x, heights.back()}, IM_COL32(255, 255, 255, 22));
  }
  for (std::size_t i : apart(heights, height)) {
    const std::string label = tick_label(ticks[i]);
    const float width = ImGui::CalcTextSize(label.c_str()).x;
    list.AddText({plot.minimum.x - width - 6, heights[i] - height * 0.5f}, quiet_color, label.c_str());
  }
  list.AddLine({plot.minimum.x, plot.minimum.y}, {plot.minimum.x, plot.maximum.y}, IM_COL32(255, 255, 255, 70));
  list.AddText({plot.minimum.x + 4, plot.minimum.y - height - 1}, quiet_color, unit);
}

void draw_time_axis(ImDrawList& list, const Plot& plot) {
  list.AddLine({plot.minimum.x, plot.maximum.y}, {plot.maximum.x, plot.maximum.y}, IM_COL32(255, 255, 255, 70));
  for (std::size_t age = 0; age < plot.capacity; age += frames_between_ticks) {
    const float x = plot.x(age);
    list.AddLine({x, plot.maximum.y}, {x, plot.maximum.y + 4}, IM_COL32(255, 255, 255, 70));
  }
  for (const AxisLabel& label : age_labels(plot.capacity, plot.maximum.x - plot.minimum.x))
    list.AddText({plot.minimum.x + label.left, plot.maximum.y + 4}, quiet_color, label.text.c_str());
}

constexpr ImU32 cursor_color = IM_COL32(255, 255, 255, 90), mark_color = IM_COL32(236, 182, 92, 130);

void draw_marks(ImDrawList& list, const Plot& plot, std::span<const ChartMark> marks) {
  const float size = ImGui::GetFontSize() * 0.28f;
  for (const ChartMark& mark : marks) {
    const float x = plot.x(mark.age), top = plot.minimum.y;
    list.AddLine({x, top}, {x, plot.maximum.y}, mark_color);
    list.AddTriangleFilled({x - size, top}, {x + size, top}, {x, top + 1.6f * size}, mark_color);
  }
}

void draw_stretch(ImDrawList& list, std::vector<ImVec2>& points, ImU32 color, float thickness) {
  if (points.size() == 1) list.AddCircleFilled(points[0], thickness * 1.5f, color);
  if (points.size() > 1) list.AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, thickness);
  points.clear();
}

void draw_line(ImDrawList& list, const Plot& plot, const ChartSeries& series, std::span<const ChartMark> marks,
               float thickness) {
  std::vector<ImVec2> points;
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    const std::size_t age = series.values.size() - 1 - i;
    const bool measured = series.values[i] >= 0;
    if (!measured || std::ranges::find(marks, age, &ChartMark::age) != marks.end())
      draw_stretch(list, points, series.color, thickness);
    if (measured) points.emplace_back(plot.x(age), plot.y(series.values[i]));
  }
  draw_stretch(list, points, series.color, thickness);
}

void read_out_series(const ChartSeries& line, std::size_t age, const char* unit) {
  const float value = line.values[line.values.size() - 1 - age];
  ImGui::PushStyleColor(ImGuiCol_Text, line.color);
  ImGui::Text("%-9s", line.name);
  ImGui::PopStyleColor();
  ImGui::SameLine(ImGui::GetFontSize() * 6);
  ImGui::TextUnformatted(value < 0 ? "not measured" : fmt::format("{:.3f} {}", value, unit).c_str());
}

void read_out(ImDrawList& list, const Plot& plot, std::span<const ChartSeries> series, const ChartStyle& style) {
  const float step =
      (plot.maximum.x - plot.minimum.x) / static_cast<float>(std::max<std::size_t>(style.capacity - 1, 1));
  auto age = static_cast<std::size_t>(std::max(0.0f, std::round((plot.maximum.x - ImGui::GetIO().MousePos.x) / step)));
  const auto reach = static_cast<std::size_t>(ImGui::GetFontSize() * 0.4f / step);
  const ChartMark* mark = mark_near(style.marks, age, reach);
  if (mark != nullptr) age = mark->age;
  list.AddLine({plot.x(age), plot.minimum.y}, {plot.x(age), plot.maximum.y}, cursor_color);
  ImGui::BeginTooltip();
  ImGui::Dummy({ImGui::GetFontSize() * 13, 0});  // one width for all, or it would jump from frame to frame
  const bool known =
      std::any_of(series.begin(), series.end(), [&](const auto& line) { return age < line.values.size(); });
  ImGui::TextDisabled("%s", !known     ? "no frame yet"
                            : age == 0 ? "newest frame"
                                       : fmt::format("{} frames ago", age).c_str());
  if (mark != nullptr) {
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 22);
    ImGui::PushStyleColor(ImGuiCol_Text, warning_color);
    ImGui::TextWrapped("Changed: %s. This frame does not count.", mark->text.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
  }
  for (const ChartSeries& line : series)
    if (line.visible && age < line.values.size() && mark == nullptr) read_out_series(line, age, style.unit);
  ImGui::EndTooltip();
}

}  // namespace

std::vector<double> nice_ticks(double top, int wanted) {
  const double raw = std::max(top, 1e-9) / std::max(wanted, 1);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  double step = 10 * power;
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= raw * (1 - 1e-9)) {
      step = factor * power;
      break;
    }
  std::vector<double> ticks;
  for (int i = 0; i == 0 || ticks.back() < top * (1 - 1e-9); ++i) ticks.push_back(step * i);
  return ticks;
}

std::vector<double> decade_ticks(double bottom, double top) {
  std::vector<double> ticks;
  int power = static_cast<int>(std::floor(std::log10(std::max(bottom, 1e-9)) + 1e-9));
  do ticks.push_back(std::pow(10.0, power++));
  while (ticks.back() < top * (1 - 1e-9) || ticks.size() < 2);
  return ticks;
}

std::vector<AxisLabel> age_labels(std::size_t capacity, float width) {
  const auto text_width = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; };
  const float gap = ImGui::GetFontSize() * 0.7f;
  const float step = width / static_cast<float>(std::max<std::size_t>(capacity - 1, 1));
  const float widest = text_width(fmt::format("-{}", capacity)) + gap;
  std::size_t every = frames_between_ticks;
  while (static_cast<float>(every) * step < widest && every < capacity) every *= 2;

  std::vector<AxisLabel> labels;
  AxisLabel title{"frames", 4, 4 + text_width("frames")};
  const bool titled = title.right + gap + text_width("now") <= width;
  const float leftmost = titled ? title.right + gap : 0;
  float free = width;  // left of this no label stands yet
  for (std::size_t age = 0; age < capacity; age += every) {
    AxisLabel label{age == 0 ? "now" : fmt::format("-{}", age)};
    const float size = text_width(label.text);
    label.right = std::min(width - static_cast<float>(age) * step + size * 0.5f, width);
    label.left = label.right - size;
    if (label.left < leftmost || label.right > free) continue;
    free = label.left - gap;
    labels.push_back(std::move(label));
  }
  if (titled) labels.push_back(std::move(title));
  return labels;
}

std::vector<std::size_t> apart(std::span<const float> heights, float text_height) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < heights.size(); ++i)
    if (chosen.empty() || heights[chosen.back()] - heights[i] >= text_height * 1.1f) chosen.push_back(i);
  return chosen;
}

std::string tick_label(double value) { return fmt::format("{:.4g}", value); }

const ChartMark* mark_near(std::span<const ChartMark> marks, std::size_t age, std::size_t reach) {
  const ChartMark* nearest = nullptr;
  std::size_t least = reach + 1;
  for (const ChartMark& mark : marks) {
    const std::size_t distance = mark.age > age ? mark.age - age : age - mark.age;
    if (distance < least) nearest = &mark;
    least = std::min(least, distance);
  }
  return nearest;
}

void chart(const char* id, const ImVec2& size, std::span<const ChartSeries> series, const ChartStyle& style) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(id, size);
  const float font = ImGui::GetFontSize();

  Plot plot;
  plot.minimum = {corner.x + font * 3.4f, corner.y + font * 1.2f};
  plot.maximum = {corner.x + size.x - font, corner.y + size.y - font * 1.5f};
  plot.capacity = style.capacity;
  plot.logarithmic = style.logarithmic;
  if (plot.maximum.x - plot.minimum.x < font || plot.maximum.y - plot.minimum.y < font) return;

  const ChartRange range = range_of(series);
  const int wanted = std::max(2, static_cast<int>((plot.maximum.y - plot.minimum.y) / (font * 2.2f)));
  const std::vector<double> ticks =
      style.logarithmic ? decade_ticks(range.least, range.most) : nice_ticks(range.most, wanted);
  plot.bottom = ticks.front();
  plot.top = ticks.back();

  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_value_axis(list, plot, ticks, style.unit);
  draw_time_axis(list, plot);
  list.PushClipRect({plot.minimum.x, plot.minimum.y - 2}, {plot.maximum.x + 2, plot.maximum.y + 2}, true);
  draw_marks(list, plot, style.marks);
  for (const ChartSeries& line : series)
    if (line.visible) draw_line(list, plot, line, style.marks, font * 0.11f);
  list.PopClipRect();
  if (ImGui::IsItemHovered()) read_out(list, plot, series, style);
}

}  // namespace farfirst::app::ui
