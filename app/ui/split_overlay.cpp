// Marks of two sides on the picture.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "cli/options.h"
#include "compare/error_text.h"
#include "panels.h"
#include "render/stages.h"
#include "scene/units.h"
#include "theme.h"

namespace farfirst::app::ui {
namespace {

struct SplitWords {
  std::string text;
  ImU32 color = text_color;
};
using Line = std::vector<SplitWords>;

float width_of(const Line& line) {
  float width = 0;
  for (const SplitWords& words : line) width += ImGui::CalcTextSize(words.text.c_str()).x;
  return width;
}

/// Lines in a box, behind the panels: a window of Dear ImGui's would have the size of the frame before. `pivot` of it
/// is at `at`: 0, 0 is its upper left corner. Returns where it is.
Rectangle box(const Context& context, const ImVec2& at, const ImVec2& pivot, const std::vector<Line>& lines,
              ImU32 border) {
  const float padding = 6 * context.scale, height = ImGui::GetTextLineHeightWithSpacing();
  ImVec2 size(0, static_cast<float>(lines.size()) * height - ImGui::GetStyle().ItemSpacing.y + 2 * padding);
  for (const Line& line : lines) size.x = std::max(size.x, width_of(line) + 2 * padding);
  const ImVec2 corner(std::floor(at.x - pivot.x * size.x), std::floor(at.y - pivot.y * size.y));
  const Rectangle where{corner, {corner.x + size.x, corner.y + size.y}};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(where.minimum, where.maximum, IM_COL32(20, 22, 27, 225), 3 * context.scale);
  if (border != 0) list.AddRect(where.minimum, where.maximum, border, 3 * context.scale);
  float y = corner.y + padding;
  for (const Line& line : lines) {
    float x = corner.x + padding;
    for (const SplitWords& words : line) {
      list.AddText({x, y}, words.color, words.text.c_str());
      x += ImGui::CalcTextSize(words.text.c_str()).x;
    }
    y += height;
  }
  return where;
}

std::string sort_text(const Session& session, std::size_t side) {
  const FrameStats& last = session.last(side);
  if (session.first_order_under_way(side)) return "the first order is being made";
  if (last.algorithm.empty()) return std::string(app::name_of(last.wanted.draw_order)) + " order";
  const bool reversed = last.wanted.draw_order == DrawOrder::front_to_back;
  return last.algorithm + (reversed ? ", front to back" : "");
}

/// Medians, each with how many frames it is of.
std::vector<Line> times_lines(const FrameHistory& times, const FrameStats& last) {
  std::vector<Line> lines;
  constexpr double FrameStats::*fields[] = {&FrameStats::total, &FrameStats::sort, &FrameStats::draw};
  for (double FrameStats::*const field : fields) {
    const auto stage = std::ranges::find(stages(), field, &Stage::time);
    const auto i = static_cast<std::size_t>(stage - stages().begin());
    if (!times.has(i)) continue;
    lines.push_back({SplitWords{fmt::format("{} {} ({}){}", stage->name, milliseconds(times.typical(i)),
                                            times.series(i).size(), is_beside(*stage, last) ? ", beside" : "")}});
  }
  return lines;
}

/// At the top corner of its side, with a border if it is the one that the panels change. Returns its lower edge.
float side_label(Context& context, const Rectangle& area, std::size_t side) {
  const Session& session = context.session;
  const FrameStats& last = session.last(side);
  const bool is_left = side == Session::left;
  const float margin = 6 * context.scale;
  std::vector<Line> lines = {{{is_left ? "left  " : "right  ", side_color(side)}, {sort_text(session, side)}}};
  if (!last.renderer.empty())
    lines.push_back(
        {{fmt::format("{}, {} sample{}", last.renderer, std::max(last.samples, 1), last.samples > 1 ? "s" : "")}});
  std::ranges::move(times_lines(session.times(side), last), std::back_inserter(lines));
  const Rectangle where =
      box(context, {is_left ? area.minimum.x + margin : area.maximum.x - margin, area.minimum.y + margin},
          {is_left ? 0.0f : 1.0f, 0}, lines, context.side() == side ? side_color(side) : 0);
  context.probe.area(is_left ? "label/left" : "label/right", where);
  return where.maximum.y;
}

void divider(Context& context, const Rectangle& area) {
  const float x = divider_at(context.session.document.split, area), half = 1.5f * context.scale;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled({x - half, area.minimum.y}, {x, area.maximum.y}, side_color(Session::left));
  list.AddRectFilled({x, area.minimum.y}, {x + half, area.maximum.y}, side_color(Session::right));
  const float y = (area.minimum.y + area.maximum.y) / 2, size = 7 * context.scale;
  const float gap = 3 * context.scale;
  list.AddTriangleFilled({x - gap, y - size}, {x - gap - size, y}, {x - gap, y + size}, side_color(Session::left));
  list.AddTriangleFilled({x + gap, y + size}, {x + gap + size, y}, {x + gap, y - size}, side_color(Session::right));
  context.probe.area("divider", {{x - half, area.minimum.y}, {x + half, area.maximum.y}});
}

std::string what_is_shown(const SplitView& split) {
  if (split.show == SplitShow::difference) return fmt::format("left minus right, {} times: ", split.gain);
  return split.show == SplitShow::heat ? "heat map: " : "";
}

/// At the lower edge of the picture.
void error_label(Context& context, const Rectangle& area) {
  const std::optional<PictureError> error = context.session.difference();
  if (!error) return;
  const std::string text = error->is_none() ? "both pictures are equal"
                                            : fmt::format("PSNR {}, {} of the pixels off by more than 1/255",
                                                          psnr_text(*error), off_text(*error));
  const ImVec2 at((area.minimum.x + area.maximum.x) / 2, area.maximum.y - 6 * context.scale);
  context.probe.area("label/difference",
                     box(context, at, {0.5f, 1}, {{{what_is_shown(context.session.document.split) + text}}}, 0));
}

}  // namespace

float divider_at(const SplitView& split, const Rectangle& area) {
  return area.minimum.x + split.divider * (area.maximum.x - area.minimum.x);
}

float split_overlay(Context& context, const Rectangle& area) {
  const Session& session = context.session;
  if (session.sides() == 1 || !session.scene()) return 0;
  const SplitShow show = session.document.split.show;
  float bottom = area.minimum.y;
  if (show != SplitShow::right) bottom = std::max(bottom, side_label(context, area, Session::left));
  if (show != SplitShow::left) bottom = std::max(bottom, side_label(context, area, Session::right));
  if (show == SplitShow::both) divider(context, area);
  error_label(context, area);
  return bottom - area.minimum.y;
}

}  // namespace farfirst::app::ui
