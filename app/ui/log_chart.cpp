#include "log_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "chart.h"
#include "scene/units.h"
#include "theme.h"

namespace farfirst::app::ui {
namespace {

constexpr ImU32 grid_color = IM_COL32(255, 255, 255, 22), axis_color = IM_COL32(255, 255, 255, 70);

/// From the ticks of both axes to pixels.
struct LogPlot {
  ImVec2 minimum, maximum;
  std::vector<double> x_ticks, y_ticks;

  static double share(const std::vector<double>& ticks, double value) {
    return std::clamp(std::log(value / ticks.front()) / std::log(ticks.back() / ticks.front()), 0.0, 1.0);
  }
  float x(double value) const {
    return minimum.x + static_cast<float>(share(x_ticks, value)) * (maximum.x - minimum.x);
  }
  float y(double value) const {
    return maximum.y - static_cast<float>(share(y_ticks, value)) * (maximum.y - minimum.y);
  }
  ImVec2 at(const LogPoint& point) const { return {x(point.x), y(point.y)}; }
};

void set_ticks(LogPlot& plot, std::span<const LogSeries> series) {
  LogPoint least{1e30, 1e30}, most{1e-30, 1e-30};
  for (const LogSeries& line : series)
    for (const LogPoint& point : line.points) {
      least = {std::min(least.x, point.x), std::min(least.y, point.y)};
      most = {std::max(most.x, point.x), std::max(most.y, point.y)};
    }
  if (least.x > most.x) least = {1000, 0.1}, most = {100'000, 10};
  plot.x_ticks = decade_ticks(least.x, most.x);
  plot.y_ticks = decade_ticks(least.y, most.y);
}

std::string count_label(double value) {
  if (value >= 999'999.5) return fmt::format("{:.4g} M", value * 1e-6);
  return value >= 999.5 ? fmt::format("{:.4g} k", value * 1e-3) : fmt::format("{:.4g}", value);
}

void draw_axes(ImDrawList& list, const LogPlot& plot, const char* x_unit, const char* y_unit) {
  const float height = ImGui::GetTextLineHeight();
  for (const double tick : plot.y_ticks) {
    const float y = plot.y(tick);
    list.AddLine({plot.minimum.x, y}, {plot.maximum.x, y}, grid_color);
    const std::string label = tick_label(tick);
    list.AddText({plot.minimum.x - ImGui::CalcTextSize(label.c_str()).x - 6, y - height * 0.5f}, quiet_color,
                 label.c_str());
  }
  float free = 0;  // left of this no label may begin
  for (const double tick : plot.x_ticks) {
    const float x = plot.x(tick);
    list.AddLine({x, plot.minimum.y}, {x, plot.maximum.y}, grid_color);
    const std::string label = count_label(tick);
    const float width = ImGui::CalcTextSize(label.c_str()).x;
    const float left = std::min(x - width * 0.5f, plot.maximum.x - width);
    if (left < free) continue;
    list.AddText({left, plot.maximum.y + 4}, quiet_color, label.c_str());
    free = left + width + ImGui::GetFontSize() * 0.7f;
  }
  list.AddLine({plot.minimum.x, plot.minimum.y}, {plot.minimum.x, plot.maximum.y}, axis_color);
  list.AddLine({plot.minimum.x, plot.maximum.y}, {plot.maximum.x, plot.maximum.y}, axis_color);
  list.AddText({plot.minimum.x + 4, plot.minimum.y - height - 1}, quiet_color,
               fmt::format("{} over {}", y_unit, x_unit).c_str());
}

void draw_line(ImDrawList& list, const LogPlot& plot, const LogSeries& line) {
  const float font = ImGui::GetFontSize();
  std::vector<ImVec2> points;
  for (const LogPoint& point : line.points) points.push_back(plot.at(point));
  list.AddPolyline(points.data(), static_cast<int>(points.size()), line.color, 0, font * (line.strong ? 0.2f : 0.1f));
  for (const ImVec2& point : points) list.AddCircleFilled(point, font * (line.strong ? 0.22f : 0.15f), line.color);
}

/// At the right ends, so far apart that none touches another; of two that are too near, the lower one is moved up.
void draw_names(ImDrawList& list, const LogPlot& plot, std::span<const LogSeries> series) {
  struct Name {
    const LogSeries* line;
    float y;
  };
  const float height = ImGui::GetTextLineHeight();
  std::vector<Name> names;
  for (const LogSeries& line : series)
    if (!line.points.empty()) names.push_back({&line, plot.y(line.points.back().y) - height * 0.5f});
  std::ranges::sort(names, std::greater(), &Name::y);
  float below = plot.maximum.y;
  for (Name& name : names) below = name.y = std::min(name.y, below - height);
  // Those that were moved out at the top push the others down again.
  float above = plot.minimum.y - height;
  for (auto name = names.rbegin(); name != names.rend(); ++name) above = name->y = std::max(name->y, above + height);
  for (const Name& name : names)
    if (name.y <= plot.maximum.y)
      list.AddText({plot.maximum.x + ImGui::GetFontSize() * 0.5f, name.y}, name.line->color, name.line->name.c_str());
}

void read_out(const LogPlot& plot, std::span<const LogSeries> series, const char* x_unit, const char* y_unit) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const LogSeries* nearest = nullptr;
  LogPoint its;
  float least = ImGui::GetFontSize() * 2;
  for (const LogSeries& line : series)
    for (const LogPoint& point : line.points) {
      const ImVec2 at = plot.at(point);
      const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
      if (distance >= least) continue;
      least = distance;
      nearest = &line;
      its = point;
    }
  if (nearest == nullptr) return;
  ImGui::BeginTooltip();
  ImGui::PushStyleColor(ImGuiCol_Text, nearest->color);
  ImGui::TextUnformatted(nearest->name.c_str());
  ImGui::PopStyleColor();
  ImGui::TextUnformatted(
      fmt::format("{:.4g} {} for {} {}", its.y, y_unit, with_thousands(static_cast<std::uint64_t>(its.x)), x_unit)
          .c_str());
  ImGui::EndTooltip();
}

}  // namespace

void log_chart(const char* id, const ImVec2& size, std::span<const LogSeries> series, const char* x_unit,
               const char* y_unit) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(id, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)});
  const float font = ImGui::GetFontSize();
  float names = 0;
  for (const LogSeries& line : series) names = std::max(names, ImGui::CalcTextSize(line.name.c_str()).x + font);
  if (names > size.x * 0.4f) names = 0;

  LogPlot plot;
  plot.minimum = {corner.x + font * 3.4f, corner.y + font * 1.2f};
  plot.maximum = {corner.x + size.x - std::max(names, font), corner.y + size.y - font * 1.5f};
  if (plot.maximum.x - plot.minimum.x < font || plot.maximum.y - plot.minimum.y < font) return;
  set_ticks(plot, series);

  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_axes(list, plot, x_unit, y_unit);
  for (const LogSeries& line : series) draw_line(list, plot, line);
  if (names > 0) draw_names(list, plot, series);
  if (ImGui::IsItemHovered()) read_out(plot, series, x_unit, y_unit);
}

}  // namespace farfirst::app::ui
