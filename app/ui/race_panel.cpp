// The race of the sorts: a table that orders itself by time, in a window of its own, and curves over the number of
// elements.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "actions.h"
#include "compare/race_text.h"
#include "descriptions.h"
#include "log_chart.h"
#include "panels.h"
#include "render/stages.h"
#include "scene/units.h"
#include "table.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

enum class RaceCell : std::uint8_t { sort, median, p95, least, ratio, rate, first, jump, scratch, state, recent };

struct RaceColumn : TableColumn {
  RaceCell cell;
  constexpr RaceColumn(RaceCell which, const TableColumn& column) : TableColumn(column), cell(which) {}
};

constexpr std::array race_columns = {
    RaceColumn{
        RaceCell::sort,
        {"sort",
         "Ticked ones race; the others free their memory. The indicator shows whether the newest order was right: its "
         "keys are made again, and it must be a permutation along which they ascend.",
         12.4f, 0}},
    RaceColumn{
        RaceCell::median,
        {"median",
         "Milliseconds of distances and sort together, of the last 200 sorts of these elements by this key with "
         "these parameters. Runs that make a sorter or warm it up do not count. The colours of the bar are stages: "
         "distance, sort, and what then makes the order of it, where an algorithm does them apart.",
         8, 0, 1}},
    RaceColumn{RaceCell::p95, {"p95", "95 of 100 of them take at most so long.", 4.7f, 4}},
    RaceColumn{RaceCell::least, {"least", "The fastest of them.", 4.7f, 6}},
    RaceColumn{RaceCell::ratio, {"ratio", "The median, as a multiple of the fastest algorithm's.", 3.6f, 1}},
    RaceColumn{RaceCell::rate, {"M/s", "Million elements a second.", 3.8f, 3}},
    RaceColumn{
        RaceCell::first,
        {"first",
         "The median of first frames. Some algorithms remember something from frame to frame (pivots, say); this is "
         "what they take when they must do without.",
         4.7f, 7}},
    RaceColumn{
        RaceCell::jump,
        {"jump",
         "The median of first frames after a jump: what the algorithm remembers is of an eye on the other side of "
         "the scene.",
         4.7f, 8}},
    RaceColumn{RaceCell::scratch, {"scratch", "Memory that a sort uses while it runs.", 5.2f, 5}},
    RaceColumn{RaceCell::state, {"state", "Memory that it keeps from sort to sort.", 5.2f, 9}},
    RaceColumn{
        RaceCell::recent,
        {"last 200",
         "The times of the last 200 frames of the race, from 0 to the largest of them. Not every algorithm runs in "
         "every frame.",
         6, 2, 0.6f}}};

constexpr std::array stage_fields = {&FrameStats::distance, &FrameStats::sort, &FrameStats::upload};

ImU32 color_of(double FrameStats::*time) {
  for (std::size_t i = 0; i < stages().size(); ++i)
    if (stages()[i].time == time) return stage_color(i);
  return text_color;
}

/// One for each entry, far from those of its neighbours.
ImU32 entry_color(std::size_t entry) {
  constexpr float golden = 0.618034f;
  const float hue = static_cast<float>(entry) * golden;
  ImVec4 color{0, 0, 0, 1};
  ImGui::ColorConvertHSVtoRGB(hue - std::floor(hue), 0.55f, 0.92f, color.x, color.y, color.z);
  return ImGui::ColorConvertFloat4ToU32(color);
}

// ---- above the table

std::string what_is_raced(const Context& context) {
  const Session& session = context.session;
  const Race& race = session.analysis.race();
  if (!session.scene() || race.elements() == 0) return "nothing to sort yet";
  const char* const what = session.scene()->alone() == nullptr          ? "element"
                           : session.frames.last().wanted.are_triangles ? "triangle"
                           : session.scene()->moves()                   ? "particle"
                                                                        : "point";
  return session.scene()->name() + ": " + counted(race.elements(), what);
}

/// What the colours of the bars are, where there is room for that.
void legend() {
  constexpr std::array names = {"distance", "sort", "order"};
  const float gap = font() * 0.6f;
  float width = 0;
  for (const char* name : names) width += ImGui::CalcTextSize(name).x + gap;
  ImGui::SameLine();
  const float left = ImGui::GetContentRegionAvail().x - width;
  if (left < font()) {
    ImGui::NewLine();
    return;
  }
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + left);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    ImGui::PushStyleColor(ImGuiCol_Text, color_of(stage_fields[i]));
    ImGui::TextUnformatted(names[i]);
    ImGui::PopStyleColor();
  }
}

void race_heading(Context& context) {
  const Race& race = context.session.analysis.race();
  ImGui::TextUnformatted(what_is_raced(context).c_str());
  context.probe.item("race/what");
  tooltip(race.how_timed().c_str());
  ImGui::SameLine();
  if (race.is_frozen()) {
    ImGui::PushStyleColor(ImGuiCol_Text, warning_color);
    ImGui::TextUnformatted("frozen");
    ImGui::PopStyleColor();
  } else if (race.is_sweeping()) {
    ImGui::TextDisabled("now 1/%u of them", race.thinning());
  } else {
    ImGui::TextDisabled("%s a frame", milliseconds(race.cost_per_frame()).c_str());
    tooltip("What the race takes of a frame, on the average of the last two seconds.");
  }
  legend();
}

void tick_menu(Context& context) {
  if (button("tick", context.probe, "Which algorithms race.")) ImGui::OpenPopup("ticks");
  if (!ImGui::BeginPopup("ticks")) return;
  if (ImGui::MenuItem("the usual ones", "Shift T")) tick_usual(context);
  context.probe.item("tick/usual");
  if (ImGui::MenuItem("all")) tick_all(context, true);
  context.probe.item("tick/all");
  if (ImGui::MenuItem("none")) tick_all(context, false);
  context.probe.item("tick/none");
  ImGui::EndPopup();
}

void race_controls(Context& context) {
  Race& race = context.session.analysis.race();
  if (button(race.is_frozen() ? "go on" : "freeze", context.probe,
             "Nothing is sorted while the times are frozen. (Shift R)"))
    race.set_frozen(!race.is_frozen());
  ImGui::SameLine();
  if (button("clear##race", context.probe, "Forgets all times. (Delete)")) race.clear();
  ImGui::SameLine();
  tick_menu(context);
  ImGui::SameLine();
  if (button("copy", context.probe, "Copies the table as text. (Ctrl Shift C)")) copy_race(context);
  ImGui::SameLine();
  if (button("CSV", context.probe, "Writes all values to a new file. (Ctrl E)")) save_race(context);
  ImGui::SameLine();
  if (button("PNG", context.probe, "Writes a picture of this window to a new file. (Ctrl Shift E)"))
    context.state.screenshot = Screenshot::race;
  ImGui::SameLine();
  check_box("curves", context.session.document.race.curves, context.probe,
            "Repeats the race on 1/64, 1/32, ... of the elements and on all of them, and draws the medians. (C)");
}

// ---- the table

struct Table {
  std::vector<RaceColumn> shown;
  double longest = 0;  // the median that takes the whole width of a bar
};

bool has_room(RaceCell cell, bool any_remembers) {
  return any_remembers || (cell != RaceCell::first && cell != RaceCell::jump);
}

/// As many race_columns as there is room for.
std::vector<RaceColumn> shown_race_columns(float room, bool any_remembers) {
  std::vector<RaceColumn> wanted(race_columns.begin(), race_columns.end());
  std::erase_if(wanted, [&](const RaceColumn& column) { return !has_room(column.cell, any_remembers); });
  return columns_that_fit(std::move(wanted), room, 3);
}

/// Colour and meaning of the indicator.
std::pair<ImU32, std::string> indicator_of(const RaceRow& row) {
  const RaceTimes* times = row.times;
  if (times == nullptr || times->checked() == 0) return {quiet_color, "No order of it was checked yet."};
  const std::string counts = fmt::format("{} of its orders were right, {} wrong.", times->right, times->wrong);
  if (times->wrong == 0) return {good_color, counts};
  const std::string last = fmt::format("\nThe last wrong one: {}", times->last_wrong);
  return {times->newest_is_right ? warning_color : error_color, counts + last};
}

std::string row_explanation(const RaceRow& row) {
  std::string text = describe(*row.algorithm);
  if (!row.parameters.empty()) {
    text += "\n\nParameters (those of the chosen entry can be set in the tab Sort, under Advanced):";
    for (const ParameterValue& parameter : row.parameters)
      text += fmt::format(" {} {};", parameter.name, parameter.value);
    text.back() = '.';
  }
  if (row.times != nullptr && !row.times->passes.empty()) {
    text += "\n\nPasses of the newest sort:";
    for (const PassTime& pass : row.times->passes)
      text += fmt::format("\n  {}  {}", name_of(pass), milliseconds(pass.milliseconds));
  }
  if (row.median() >= 0) {
    const RaceTimes& times = *row.times;
    const bool fused = times.distance.empty();
    text += fmt::format("\n\nMedians: distance {}, sort {}, order {}.",
                        fused ? "within the sort" : milliseconds(times.distance.median()),
                        milliseconds(times.sort.median()),
                        times.order.empty() ? "within the sort" : milliseconds(times.order.median()));
  }
  if (row.age >= 0)
    text += fmt::format("\n\n{} runs; the newest {:.1f} s ago.", row.times->steady().size(), row.age * 1e-3);
  if (const std::string state = state_text(row); !state.empty()) text += "\n\n" + state;
  return text;
}

void indicator(Context& context, const RaceRow& row) {
  const auto [color, text] = indicator_of(row);
  const float radius = font() * 0.26f;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius * 1.6f, at.y + font() * 0.5f}, radius, color);
  ImGui::Dummy({radius * 3.2f, font()});
  context.probe.item("race/indicator/" + std::string(row.algorithm->id));
  tooltip(text.c_str());
}

/// Tick, indicator and name.
void name_cell(Context& context, const RaceRow& row) {
  const Race& race = context.session.analysis.race();
  const std::string id(row.algorithm->id);
  const bool absent = row.state == RaceRow::State::absent;
  bool ticked = race.is_ticked(row.entry);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {font() * 0.3f, ImGui::GetStyle().ItemSpacing.y});
  ImGui::BeginDisabled(absent);
  if (ImGui::Checkbox(("##tick/" + id).c_str(), &ticked)) context.session.analysis.tick(row.entry, ticked);
  context.probe.item("race/tick/" + id);
  ImGui::EndDisabled();
  ImGui::SameLine();
  indicator(context, row);
  ImGui::SameLine();
  const bool is_off = row.state != RaceRow::State::raced && row.state != RaceRow::State::waiting;
  const ImU32 color = race.is_sweeping() && !is_off ? entry_color(row.entry) : is_off ? quiet_color : text_color;
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  if (list_row(id.c_str(), context.state.race_cursor == id)) context.state.race_cursor = id;
  ImGui::PopStyleColor();
  context.probe.item("race/row/" + id);
  tooltip(row_explanation(row).c_str());
  ImGui::PopStyleVar(2);
}

/// The median over its bar, which is divided by stages.
void median_cell(const RaceRow& row, const Table& table) {
  const std::string text = milliseconds(row.median());
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float number = font() * 4.4f, room = ImGui::GetContentRegionAvail().x;
  const float width = std::max(room - number, font());
  const RaceTimes& times = *row.times;
  const std::array parts = {times.distance.median(), times.sort.median(), times.order.median()};
  double sum = 0;
  for (const double part : parts) sum += std::max(part, 0.0);
  float x = corner.x + number;
  const auto all = static_cast<float>(row.median() / table.longest) * width;
  for (std::size_t i = 0; i < parts.size() && sum > 0; ++i) {
    const float part = all * static_cast<float>(std::max(parts[i], 0.0) / sum);
    if (part <= 0) continue;
    ImGui::GetWindowDrawList()->AddRectFilled({x, corner.y + 2}, {std::max(x + part, x + 1), corner.y + font() - 1},
                                              color_of(stage_fields[i]));
    x += part;
  }
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + number - font() * 0.4f - ImGui::CalcTextSize(text.c_str()).x);
  ImGui::TextUnformatted(text.c_str());
}

void recent_cell(const RaceRow& row, std::uint64_t now) {
  const auto& points = row.times->recent;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = font();
  float most = 0;
  for (const RaceTimes::Point& point : points) most = std::max(most, point.milliseconds);
  std::vector<ImVec2> line;
  for (const RaceTimes::Point& point : points) {
    const std::uint64_t age = now - point.frame;
    if (age >= RaceTimes::length || most <= 0) continue;
    const float x = corner.x + width * (1 - static_cast<float>(age) / static_cast<float>(RaceTimes::length - 1));
    line.emplace_back(x, corner.y + height - 1 - (height - 2) * point.milliseconds / most);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({corner.x, corner.y + height}, {corner.x + width, corner.y + height}, IM_COL32(255, 255, 255, 30));
  if (line.size() == 1) list.AddCircleFilled(line[0], font() * 0.1f, accent_color);
  if (line.size() > 1) list.AddPolyline(line.data(), static_cast<int>(line.size()), accent_color, 0, font() * 0.08f);
  ImGui::Dummy({width, height});
}

void cell(Context& context, const RaceRow& row, RaceCell which, const Table& table) {
  const bool measured = row.median() >= 0;
  if (!measured && which == RaceCell::median) {
    right_aligned(context.probe, row.state == RaceRow::State::off ? "off" : "...", quiet_color);
    return;
  }
  if (!measured) return;
  const RaceTimes& times = *row.times;
  const ImU32 color = row.state == RaceRow::State::raced ? text_color : quiet_color;
  switch (which) {
    case RaceCell::sort:
      return;
    case RaceCell::median:
      return median_cell(row, table);
    case RaceCell::p95:
      return right_aligned(context.probe, milliseconds(times.steady().p95()), color);
    case RaceCell::least:
      return right_aligned(context.probe, milliseconds(times.steady().quantile(0)), color);
    case RaceCell::ratio:
      return right_aligned(context.probe,
                           row.ratio < 99.95 ? fmt::format("{:.2f}", row.ratio) : fmt::format("{:.0f}", row.ratio),
                           color);
    case RaceCell::rate:
      return right_aligned(context.probe, fmt::format("{:.1f}", row.elements_per_second * 1e-6), color);
    case RaceCell::first:
      return right_aligned(context.probe,
                           times.remembers ? milliseconds(times.median(RaceCase::first)) : std::string("="), color);
    case RaceCell::jump:
      return right_aligned(context.probe,
                           times.remembers ? milliseconds(times.median(RaceCase::jump)) : std::string("="), color);
    case RaceCell::scratch:
      return right_aligned(context.probe, byte_size(times.scratch), color);
    case RaceCell::state:
      return right_aligned(context.probe, times.state == 0 ? "-" : byte_size(times.state), color);
    case RaceCell::recent:
      return recent_cell(row, context.session.analysis.race().frame());
  }
}

void race_column_heads(Context& context, const std::vector<RaceColumn>& shown) {
  ImGui::TableNextRow();
  for (const RaceColumn& column : shown) {
    ImGui::TableNextColumn();
    if (column.cell == RaceCell::sort || column.stretch > 0) {
      ImGui::TextDisabled("%s", column.name);
    } else {
      right_aligned(context.probe, column.name, quiet_color);
    }
    context.probe.item(std::string("race/column/") + column.name);
    tooltip(column.explanation);
  }
}

/// In the table there are those that run, or ran; below it the others, each with its reason.
bool runs(const RaceRow& row) {
  if (row.state == RaceRow::State::off) return row.median() >= 0 || row.reason.empty();
  return row.state != RaceRow::State::absent && row.state != RaceRow::State::failed;
}

/// Rows keep their places while the mouse moves among them, and shortly after.
std::vector<RaceRow> rows_in_place(Context& context) {
  constexpr double rest = 1.5;  // seconds
  const ImGuiIO& io = ImGui::GetIO();
  const bool moves = io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || ImGui::IsAnyMouseDown();
  double& until = context.state.race_places_until;
  if (moves && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) until = ImGui::GetTime() + rest;
  std::vector<RaceRow> rows = context.session.analysis.race().rows();
  std::vector<std::size_t>& places = context.state.race_places;
  if (ImGui::GetTime() < until && places.size() == rows.size()) {
    std::ranges::sort(rows, {},
                      [&](const RaceRow& row) { return std::ranges::find(places, row.entry) - places.begin(); });
    return rows;
  }
  places.clear();
  for (const RaceRow& row : rows) places.push_back(row.entry);
  return rows;
}

void running_rows(Context& context, const std::vector<RaceRow>& rows) {
  Table table;
  const bool remembers =
      std::ranges::any_of(rows, [](const RaceRow& row) { return row.times != nullptr && row.times->remembers; });
  table.shown = shown_race_columns(ImGui::GetContentRegionAvail().x, remembers);
  for (const RaceRow& row : rows)
    if (runs(row)) table.longest = std::max(table.longest, row.median());
  if (!ImGui::BeginTable("runs", static_cast<int>(table.shown.size()), ImGuiTableFlags_RowBg)) return;
  set_up_columns(table.shown);
  race_column_heads(context, table.shown);
  for (const RaceRow& row : rows) {
    if (!runs(row)) continue;
    ImGui::TableNextRow();
    for (const RaceColumn& column : table.shown) {
      ImGui::TableNextColumn();
      if (column.cell == RaceCell::sort)
        name_cell(context, row);
      else
        cell(context, row, column.cell, table);
    }
  }
  ImGui::EndTable();
}

void other_rows(Context& context, const std::vector<RaceRow>& rows) {
  if (std::ranges::all_of(rows, runs) || !ImGui::BeginTable("others", 2, ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn("sort", ImGuiTableColumnFlags_WidthFixed, race_columns[0].width * font());
  ImGui::TableSetupColumn("reason", ImGuiTableColumnFlags_WidthStretch, 1);
  for (const RaceRow& row : rows) {
    if (runs(row)) continue;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    name_cell(context, row);
    ImGui::TableNextColumn();
    colored_text(row.state == RaceRow::State::failed ? error_color : quiet_color, state_text(row));
  }
  ImGui::EndTable();
}

void table(Context& context, const ImVec2& size) {
  ImGui::BeginChild("table", size);
  const std::vector<RaceRow> rows = rows_in_place(context);
  running_rows(context, rows);
  other_rows(context, rows);
  ImGui::EndChild();
}

void curves(Context& context, const ImVec2& size) {
  std::vector<LogSeries> series;
  for (const RaceCurve& curve : context.session.analysis.race().curves()) {
    LogSeries line{std::string(curve.algorithm->id), entry_color(curve.entry), {}};
    line.strong = context.state.race_cursor == line.name;
    for (const RaceCurve::Point& point : curve.points)
      line.points.push_back({static_cast<double>(point.n), point.milliseconds});
    series.push_back(std::move(line));
  }
  log_chart("curves chart", size, series, "elements", "ms");
  context.probe.item("race/curves");
}

}  // namespace

void race_panel(Context& context) {
  race_heading(context);
  race_controls(context);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (!context.session.analysis.race().is_sweeping()) {
    table(context, room);
    return;
  }
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  if (const float beside = font() * 32; room.x > beside + font() * 46) {
    table(context, {room.x - beside - gap, room.y});
    ImGui::SameLine();
    curves(context, {beside, room.y});
  } else {
    const float below = std::max(room.y * 0.5f, std::min(font() * 9, room.y));
    table(context, {room.x, room.y - below - gap});
    curves(context, {room.x, below});
  }
}

}  // namespace farfirst::app::ui
