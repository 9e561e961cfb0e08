// What is shown against the reference_picture, in a window of its own: the picture error meter with its causes, and the
// table of methods.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "actions.h"
#include "compare/error_tables.h"
#include "compare/error_text.h"
#include "panels.h"
#include "scene/units.h"
#include "table.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

// ---- the indicator

struct Finding {
  ImU32 color = quiet_color;
  std::string text, explanation;
};

std::string explanation_of(const PictureErrorMeter& meter) {
  return fmt::format(
      "The picture by {} with {}, against the renderer exact with as many. The reference took {}.\nexact: {}",
      meter.shown().report.renderer,
      counted(static_cast<std::uint64_t>(std::max(meter.shown().report.samples, 1)), "sample"),
      milliseconds(meter.milliseconds()), meter.remark());
}

/// Green where no pixel is off, yellow where it is hard to see, red elsewhere.
Finding finding(const ErrorAnalysis& analysis) {
  constexpr double hard_to_see = 40;  // dB
  const PictureErrorMeter& meter = analysis.meter();
  if (!meter.trouble().empty()) return {error_color, meter.trouble(), "There is no reference to measure against."};
  if (!meter.error()) return {quiet_color, analysis.is_asked() ? "is being measured" : "not measured yet", ""};
  const PictureError& error = *meter.error();
  const ImU32 color = error.off == 0 ? good_color : error.psnr() >= hard_to_see ? warning_color : error_color;
  const std::string text = error.is_none() ? std::string("exact: no pixel differs")
                                           : fmt::format("PSNR {}, {} off, by up to {}", psnr_text(error),
                                                         off_text(error), largest_text(error));
  return {color, text, explanation_of(meter)};
}

/// What a colour of the heat map means.
void legend(Context& context) {
  const std::array<const char*, 2> ends = {"1/255", "all"};
  ImGui::TextDisabled("heat map: %s", ends[0]);
  ImGui::SameLine(0, font() * 0.4f);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = font() * 8;
  constexpr int parts = 64;
  for (int i = 0; i < parts; ++i) {
    const auto steps = static_cast<std::uint32_t>(std::lround(std::pow(255.0, i / (parts - 1.0))));
    const float x = corner.x + width * static_cast<float>(i) / parts;
    ImGui::GetWindowDrawList()->AddRectFilled({x, corner.y + 2}, {x + width / parts + 1, corner.y + font() - 1},
                                              heat_color(steps));
  }
  ImGui::Dummy({width, font()});
  context.probe.item("error/legend");
  ImGui::SameLine(0, font() * 0.4f);
  ImGui::TextDisabled("%s", ends[1]);
}

void error_heading(Context& context, const ErrorAnalysis& analysis) {
  const Finding shown = finding(analysis);
  const float radius = font() * 0.3f;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool old = analysis.meter().error() && !analysis.is_up_to_date();
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, at.y + font() * 0.5f}, radius,
                                              old ? quiet_color : shown.color);
  ImGui::Dummy({radius * 2, font()});
  context.probe.item("error/indicator");
  ImGui::SameLine();
  colored_text(old ? quiet_color : text_color, shown.text);
  context.probe.item("error/finding");
  if (!shown.explanation.empty()) tooltip(shown.explanation.c_str());
  const PictureErrorMeter& meter = analysis.meter();
  if (!meter.is_done()) {
    ImGui::TextDisabled("%s (Esc stops)", analysis.progress().c_str());
    context.probe.item("error/progress");
  } else if (old) {
    ImGui::TextDisabled("of an earlier picture");
  } else if (context.session.viewer.shows_heat()) {
    legend(context);
  } else {
    ImGui::TextDisabled("%s", meter.error() ? "of this picture" : "");
  }
}

// ---- what can be done

// As error_every.
constexpr std::array every_items = {
    ComboItem{"when asked", "The error is measured when one asks for it."},
    ComboItem{"every 60 frames", "And at rest. What moves stands still until it is measured."},
    ComboItem{"every 10 frames", "And at rest. What moves stands still until it is measured."},
    ComboItem{"every frame", "What moves goes on once the frame is measured."}};

void choose_every(Context& context) {
  ErrorChoice& error = context.session.document.error;
  const auto found = std::ranges::find(error_every, error.every);
  std::array items = every_items;
  const std::string own = fmt::format("every {} frames", error.every);
  int index = found == error_every.end() ? 1 : static_cast<int>(found - error_every.begin());
  if (found == error_every.end()) items[1].name = own.c_str();
  ImGui::SetNextItemWidth(font() * 10);
  if (combo("error every", index, items, context.probe)) error.every = error_every.at(static_cast<std::size_t>(index));
}

void error_controls(Context& context) {
  ErrorChoice& error = context.session.document.error;
  if (button("measure", context.probe, "Measures the error of the picture that is shown. (Shift M)"))
    measure_error(context);
  ImGui::SameLine();
  check_box(
      "causes", error.causes, context.probe,
      "And finds out by what it is wrong: each by changing one thing, a dozen pictures by the renderer exact. (K)");
  ImGui::SameLine();
  check_box("heat map", error.heat, context.probe,
            "Shows where the picture is wrong instead of the picture. Every frame is measured then. (Ctrl M)");
  ImGui::SameLine();
  choose_every(context);
  if (button("methods", context.probe, "Draws this frame by every method, for a table. (J)")) measure_methods(context);
  ImGui::SameLine();
  if (button("copy##error", context.probe, "Copies the tables as text. (Ctrl Shift J)")) copy_errors(context);
  ImGui::SameLine();
  if (button("CSV##error", context.probe, "Writes all values to new files. (Ctrl J)")) save_errors(context);
}

// ---- the tables

void head_of(Context& context, const char* table, const TableColumn& column, bool is_name) {
  ImGui::TableNextColumn();
  if (is_name)
    ImGui::TextDisabled("%s", column.name);
  else
    right_aligned(context.probe, column.name, quiet_color);
  context.probe.item(fmt::format("error/{}/column/{}", table, column.name));
  tooltip(column.explanation);
}

constexpr float name_width = 12.5f;
constexpr TableColumn rmse_column{"RMSE", "Root mean square of the differences of all channels of all pixels, of 1.",
                                  4.6f, 4};
constexpr TableColumn psnr_column{"PSNR", "Peak signal to noise ratio. Above 40 dB differences are hard to see.", 5.2f,
                                  0};
constexpr TableColumn off_column{"off", "Pixels with a channel that is off by more than 1/255.", 5.2f, 1};
constexpr TableColumn most_column{"most", "What a channel is off by at most.", 4.2f, 3};

void error_cell(Context& context, const std::string& column, const PictureError& error) {
  if (column == rmse_column.name) right_aligned(context.probe, rmse_text(error));
  if (column == psnr_column.name) right_aligned(context.probe, psnr_text(error));
  if (column == off_column.name) right_aligned(context.probe, off_text(error));
  if (column == most_column.name) right_aligned(context.probe, largest_text(error));
}

/// The first column of a row.
void name_cell(Context& context, const std::string& id, const std::string& name, const std::string& meaning,
               ImU32 color = text_color) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const float room = ImGui::GetContentRegionAvail().x;
  colored_text(color, name);
  context.probe.item(id);
  if (ImGui::CalcTextSize(name.c_str()).x > room) context.probe.item("clipped/" + name);
  if (!meaning.empty()) tooltip(meaning.c_str());
}

void causes_table(Context& context, const PictureErrorMeter& meter) {
  if (meter.causes().empty()) return;
  const TableColumn names{"by cause", "What is wrong because of one thing: how much the picture changes with it.",
                          name_width, 0, 1};
  const auto columns = columns_that_fit<TableColumn>({names, rmse_column, psnr_column, off_column, most_column},
                                                     ImGui::GetContentRegionAvail().x, 3);
  if (!ImGui::BeginTable("causes", static_cast<int>(columns.size()), ImGuiTableFlags_RowBg)) return;
  set_up_columns(columns);
  ImGui::TableNextRow();
  for (const TableColumn& column : columns) head_of(context, "causes", column, column.stretch > 0);
  const auto add = [&](const std::string& id, const std::string& name, const std::string& meaning,
                       const PictureError& error, ImU32 color) {
    name_cell(context, id, name, meaning, color);
    for (std::size_t i = 1; i < columns.size(); ++i) {
      ImGui::TableNextColumn();
      error_cell(context, columns[i].name, error);
    }
  };
  for (const ErrorCause& cause : meter.causes())
    add("error/cause/" + cause.name, cause.name, cause.meaning, cause.error, text_color);
  const bool triangles = meter.shown().report.wanted.are_triangles;
  for (const ErrorOfKey& key : meter.keys()) {
    const std::string name = key_text(key, triangles);
    add("error/key/" + name, "key: " + name,
        key.is_shown ? "The key that is sorted by, without any other error: against the reference."
                     : "What would be shown if elements were sorted by this key, without any other error: against the "
                       "reference.",
        key.error, key.is_shown ? accent_color : text_color);
  }
  ImGui::EndTable();
}

void method_cell(Context& context, const std::string& column, const MethodRow& row) {
  if (column == "time") right_aligned(context.probe, milliseconds(row.time()));
  if (column == "sort") right_aligned(context.probe, milliseconds(row.sort));
  if (column == "draw") right_aligned(context.probe, milliseconds(row.draw));
  if (column == "memory") right_aligned(context.probe, row.gpu_bytes == 0 ? "-" : byte_size(row.gpu_bytes));
  error_cell(context, column, row.error);
}

std::string explanation_of(const MethodRow& row) {
  return row.remark.empty() ? row.meaning : row.meaning + "\n\n" + row.remark;
}

void methods_table(Context& context, const Methods& methods) {
  if (methods.rows().empty()) return;
  const TableColumn names{
      "method", "Renderers, and draw orders that are wrong on purpose. All with one sample a pixel.", 10.5f, 0, 1};
  const TableColumn time{"time", "What it takes to sort and draw, in the median of up to five frames.", 5.2f, 0};
  const TableColumn sort{"sort", "Of that, distances and sort.", 5.2f, 5};
  const TableColumn draw{"draw", "Of that, the picture.", 5.2f, 6};
  const TableColumn memory{"memory", "Of the renderer, beside the scene, the order and the picture.", 5.2f, 0};
  const auto columns = columns_that_fit<TableColumn>(
      {names, time, sort, draw, memory, rmse_column, psnr_column, off_column, most_column},
      ImGui::GetContentRegionAvail().x, 3);
  if (!ImGui::BeginTable("methods", static_cast<int>(columns.size()), ImGuiTableFlags_RowBg)) return;
  set_up_columns(columns);
  ImGui::TableNextRow();
  for (const TableColumn& column : columns) head_of(context, "methods", column, column.stretch > 0);
  for (const MethodRow& row : methods.rows()) {
    if (!row.can_run_here || !row.trouble.empty()) continue;
    name_cell(context, "error/method/" + row.name, row.name, explanation_of(row),
              row.is_measured ? text_color : quiet_color);
    for (std::size_t i = 1; i < columns.size(); ++i) {
      ImGui::TableNextColumn();
      if (row.is_measured)
        method_cell(context, columns[i].name, row);
      else if (i == 1)
        right_aligned(context.probe, "...", quiet_color);
    }
  }
  ImGui::EndTable();
  for (const MethodRow& row : methods.rows())
    if (!row.trouble.empty()) colored_text(warning_color, row.name + ": " + row.trouble);
}

}  // namespace

void error_panel(Context& context) {
  const ErrorAnalysis* analysis = context.session.analysis.error();
  if (analysis == nullptr) return;
  error_heading(context, *analysis);
  error_controls(context);
  ImGui::BeginChild("tables");
  causes_table(context, analysis->meter());
  methods_table(context, analysis->methods());
  ImGui::EndChild();
}

}  // namespace farfirst::app::ui
