// What a frame costs, stage by stage: now, the median and the 95th percentile of the last frames, and a graph.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "activity.h"
#include "chart.h"
#include "panels.h"
#include "render/stages.h"
#include "scene/units.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

void timing_heading(Context& context) {
  const Session& session = context.session;
  ImGui::TextUnformatted(activity_text(session, "idle: nothing changes").c_str());
  tooltip(
      "Frames are drawn only while something changes. Choose 'Sort again: in every frame' to measure without moving.");
  ImGui::SameLine(ImGui::GetFontSize() * 10.5f);
  const FrameStats& last = context.last();
  if (session.viewer.first_order_under_way(context.side()))
    colored_text(warning_color, "the first order is being made");
  else if (last.algorithm.empty())
    ImGui::TextDisabled("not sorted");
  else if (last.order_age == 0)
    ImGui::TextDisabled("order of this frame");
  else
    colored_text(warning_color, fmt::format("order of {} frame{} ago", last.order_age, last.order_age == 1 ? "" : "s"));
  tooltip(
      "CPU sorts run in a thread of their own. A slow sort delays the order, not the frame; this is the delay in "
      "frames.");
}

void cell(const std::string& text, bool quiet = false) {
  ImGui::TableNextColumn();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetColumnWidth() - ImGui::CalcTextSize(text.c_str()).x - 4);
  quiet ? ImGui::TextDisabled("%s", text.c_str()) : ImGui::TextUnformatted(text.c_str());
}

void cells_of_one(const FrameHistory& times, std::size_t stage) {
  const SampleWindow& series = times.series(stage);
  for (const double value : {times.now(stage), series.median(), series.p95()}) cell(milliseconds(value));
}

void cells_of_two(const Session& session, std::size_t stage) {
  const FrameHistory &left = session.frames.times(left_index), &right = session.frames.times(right_index);
  for (const FrameHistory* times : {&left, &right}) {
    const std::size_t count = times->series(stage).size();
    const bool few = count < FrameHistory::least_to_compare;
    cell(times->has(stage) ? fmt::format("{} ({})", milliseconds(times->typical(stage)), count) : "-", few);
  }
  const std::optional<double> ratio = ratio_of(left, right, stage);
  cell(ratio ? fmt::format("{:.2f}", *ratio) : "-");
}

void stage_row(Context& context, std::size_t i) {
  const Stage& stage = stages()[i];
  const Session& session = context.session;
  const bool two = session.document.sides() > 1;
  const bool measured = session.frames.times(left_index).has(i) || (two && session.frames.times(right_index).has(i));
  if (!measured && !stage.always) return;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const bool hidden = context.state.hidden_series[i];
  ImGui::PushStyleColor(ImGuiCol_Text, hidden ? quiet_color : stage_color(i));
  const bool beside = is_beside(stage, context.last());
  const std::string name = std::string(stage.name) + (beside ? " beside###" : "###") + stage.name;
  if (ImGui::Selectable(name.c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
    context.state.hidden_series[i] = !hidden;
  ImGui::PopStyleColor();
  context.probe.item(std::string("stage/") + stage.name);
  tooltip(fmt::format("{}{}. A click hides or shows its line in the graph.", stage.meaning,
                      beside ? "; it goes on beside the frames, which do not wait for it" : "")
              .c_str());
  if (two)
    cells_of_two(session, i);
  else
    cells_of_one(session.frames.times(), i);
}

/// In the column of their side.
void part_row(Context& context, const std::string& name, double time) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextDisabled("  %s", name.c_str());
  context.probe.item("part/" + name);
  if (context.side() == right_index) ImGui::TableNextColumn();
  cell(milliseconds(time), /*quiet=*/true);
}

/// The passes of each GPU, one after the other, in proportion to the GPU that took longest.
void timeline(Context& context, const std::vector<PassTime>& passes) {
  std::vector<double> sums;
  for (const PassTime& pass : passes) {
    sums.resize(std::max<std::size_t>(sums.size(), pass.gpu + 1));
    sums[pass.gpu] += pass.milliseconds;
  }
  if (sums.size() < 2) return;
  const double longest = std::max(*std::ranges::max_element(sums), 1e-6);
  for (unsigned gpu = 0; gpu < sums.size(); ++gpu) {
    ImGui::TextDisabled("GPU %u", gpu);
    ImGui::SameLine(ImGui::GetFontSize() * 3.5f);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
    float x = corner.x;
    std::size_t color = 0;
    for (const PassTime& pass : passes) {
      if (pass.gpu != gpu) continue;
      const float end = x + static_cast<float>(pass.milliseconds / longest) * width;
      ImGui::GetWindowDrawList()->AddRectFilled({x, corner.y}, {std::max(end - 1, x), corner.y + height},
                                                stage_color(color++ % stages().size()));
      if (ImGui::IsMouseHoveringRect({x, corner.y}, {end, corner.y + height}))
        ImGui::SetTooltip("%s: %s", pass.name.c_str(), milliseconds(pass.milliseconds).c_str());
      x = end;
    }
    ImGui::Dummy({width, height});
    context.probe.item(fmt::format("timeline/GPU {}", gpu));
  }
}

struct TimingColumn {
  const char* name;
  std::string explanation;
};

std::array<TimingColumn, 3> timing_columns(bool two) {
  const std::string of_the_last = fmt::format(
      "Of the last {} frames with this sort, its parameters, this scene and this look. The first frame after a switch "
      "is not among them. Switch back, and the row goes on where it ended.",
      FrameHistory::length);
  if (two)
    return {{{"left", "Median of the left side, or its first time, and of how many frames. " + of_the_last},
             {"right", "Median of the right side, or its first time, and of how many frames. " + of_the_last},
             {"ratio", fmt::format("How many times as long the right side takes, once there are {} frames of each.",
                                   FrameHistory::least_to_compare)}}};
  return {{{"now", "The newest time. '-': this sort does not measure the stage by itself."},
           {"median", of_the_last},
           {"p95", of_the_last}}};
}

void column_heads(bool two) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  for (const TimingColumn& column : timing_columns(two)) {
    cell(column.name, /*quiet=*/true);
    tooltip(column.explanation.c_str());
  }
}

/// Below the row `frame`, the last one.
void show_beside(Context& context) {
  const std::string beside = beside_text(context.session, context.side());
  if (beside.empty()) return;
  colored_text(quiet_color, "beside frame: " + beside);
  context.probe.item("beside");
  tooltip("This runs beside the frames. They do not wait for it, but may take longer.");
}

void timing_table(Context& context) {
  if (!ImGui::BeginTable("times", 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame)) return;
  ImGui::TableSetupColumn("ms", ImGuiTableColumnFlags_WidthStretch, 1.6f);
  const bool two = context.session.document.sides() > 1;
  const std::array<float, 3> widths = two ? std::array{1.4f, 1.4f, 0.8f} : std::array{1.0f, 1.0f, 1.0f};
  for (const float width : widths) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, width);
  const std::size_t side = context.side();
  column_heads(two);
  for (std::size_t i = 0; i < stages().size(); ++i) {
    stage_row(context, i);
    if (!context.state.show_passes) continue;
    if (stages()[i].time == &FrameStats::sort) {
      for (const PassTime& pass : context.session.frames.times(side).passes())
        part_row(context, name_of(pass), pass.milliseconds);
    }
    if (stages()[i].time == &FrameStats::draw) {
      for (const auto& [name, time] : context.session.frames.draw_steps(side)) part_row(context, name, time);
    }
  }
  ImGui::EndTable();
  show_beside(context);
  if (context.state.show_passes) timeline(context, context.session.frames.times(side).passes());
  const std::string& remark = context.last().renderer_remark;
  if (context.state.show_passes && !remark.empty()) {
    ImGui::TextWrapped("%s", remark.c_str());
    context.probe.item("renderer remark");
  }
}

void timing_controls(Context& context) {
  check_box("log", context.state.logarithmic, context.probe,
            "A logarithmic axis shows microseconds and seconds in one graph.");
  ImGui::SameLine();
  check_box("passes", context.state.show_passes, context.probe,
            "Shows the passes of the newest sort, and the steps of the newest draw if its renderer has several.");
  ImGui::SameLine();
  if (button("clear", context.probe, "Deletes the times so far.")) context.session.frames.clear_times();
}

std::vector<ChartMark> marks_of(const std::deque<FrameHistory::Row>& rows) {
  std::vector<ChartMark> marks;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!rows[i].mark.empty()) marks.push_back({rows.size() - 1 - i, rows[i].mark});
  return marks;
}

void graph(Context& context) {
  const auto& rows = context.session.frames.times(context.side()).rows();
  std::vector<ChartSeries> series;
  for (std::size_t i = 0; i < stages().size(); ++i) {
    ChartSeries line{stages()[i].name, stage_color(i), {}, !context.state.hidden_series[i]};
    line.values.reserve(rows.size());
    for (const FrameHistory::Row& row : rows) line.values.push_back(row.times[i]);
    const bool measured = std::ranges::any_of(line.values, [](float value) { return value >= 0; });
    if (measured || stages()[i].always) series.push_back(std::move(line));
  }
  const std::vector<ChartMark> marks = marks_of(rows);
  ChartStyle style;
  style.capacity = FrameHistory::length;
  style.logarithmic = context.state.logarithmic;
  style.marks = marks;
  chart("graph", ImGui::GetContentRegionAvail(), series, style);
  context.probe.item("graph");
}

}  // namespace

float timing_width() { return ImGui::GetFontSize() * 18.5f; }

/// Numbers and graph side by side; in a narrow panel one below the other, and the panel scrolls.
void timing_panel(Context& context) {
  const float font = ImGui::GetFontSize(), width = font * (context.session.document.sides() > 1 ? 26.0f : 23.0f);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool beside = room.x >= width + font * 12;
  if (beside) ImGui::BeginChild("numbers", {width, 0});
  timing_heading(context);
  timing_controls(context);
  timing_table(context);
  if (beside) ImGui::EndChild();
  if (beside) ImGui::SameLine();
  const ImGuiStyle& style = ImGui::GetStyle();
  const float seen = ImGui::GetWindowWidth() - 2 * style.WindowPadding.x - style.ScrollbarSize;
  const ImVec2 below = {seen, std::max(ImGui::GetContentRegionAvail().y, font * 10)};
  ImGui::BeginChild("chart", beside ? ImVec2(0, 0) : below, false, ImGuiWindowFlags_NoScrollbar);
  graph(context);
  ImGui::EndChild();
}

}  // namespace farfirst::app::ui
