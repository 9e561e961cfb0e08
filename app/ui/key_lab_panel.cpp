// The key lab: what other metrics, sort points, bits of the key and policies of sorting again would take and how they
// would look, in a window of its own.

#include <fmt/format.h>

#include <array>

#include "actions.h"
#include "compare/error_text.h"
#include "compare/key_lab_text.h"
#include "panels.h"
#include "scene/units.h"
#include "table.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

enum class LabCell : std::uint8_t { name, distance, order, frame, age, wrong, psnr, off };

struct LabColumn : TableColumn {
  LabCell cell;
  constexpr LabColumn(LabCell which, const TableColumn& column) : TableColumn(column), cell(which) {}
};

constexpr std::array lab_columns = {
    LabColumn{LabCell::name, {"changed to", "One thing is changed; all else is as chosen. A click chooses it.", 12, 0}},
    LabColumn{LabCell::distance,
              {"distance", "Milliseconds from positions to keys, where that is a pass of its own.", 5, 5}},
    LabColumn{LabCell::order, {"sort", "Milliseconds of the rest of an order.", 5, 4}},
    LabColumn{LabCell::frame,
              {"a frame", "Milliseconds of both on the average of the frames of a motion, of which not all are sorted.",
               5, 1}},
    LabColumn{LabCell::age, {"age", "Frames: how old the oldest order is that is drawn in this motion.", 4, 2}},
    LabColumn{
        LabCell::wrong,
        {"wrong",
         "By how much neighbours in that order are in the wrong sequence by then, on the average over all: per cent of "
         "the depth of the scene.",
         4.4f, 3}},
    LabColumn{
        LabCell::psnr,
        {"PSNR", "Of the picture by that order, against the one in which every fragment is sorted by its own depth.",
         4.8f, 0}},
    LabColumn{LabCell::off, {"off", "Share of the pixels that have a channel off by more than 1/255.", 4.6f, 2}}};

void lab_heading(Context& context) {
  const Session& session = context.session;
  const KeyLab& lab = session.analysis.key_lab();
  std::string text = lab.rows().empty() ? "nothing to sort yet" : "against exact, drawn by " + lab.renderer();
  if (!lab.rows().empty()) text += fmt::format("; policies: {:g} degree a frame", KeyLab::degrees);
  ImGui::TextUnformatted(text.c_str());
  context.probe.item("key lab/what");
  tooltip(
      "Each row changes one thing against what is chosen and measures the picture against the reference. The renderer "
      "covers "
      "the same samples as the reference, so that only the order counts. A re-sort policy is measured in a motion "
      "round the middle of the scene that ends here, by the oldest order that it would still draw.");
  if (button("measure", context.probe, "Measures all rows of what is shown now. (Shift L)"))
    context.session.analysis.measure_keys();
  ImGui::SameLine();
  if (button("copy##keys", context.probe, "Copies the table as text. (Ctrl Shift L)")) copy_key_lab(context);
  ImGui::SameLine();
  if (button("CSV##keys", context.probe, "Writes all values to a new file. (Ctrl L)")) save_key_lab(context);
  if (lab.rows().empty() || (lab.is_done() && session.analysis.key_lab_is_current())) return;
  ImGui::SameLine();
  if (!lab.is_done())
    ImGui::TextDisabled("measuring");
  else
    colored_text(warning_color, "of an earlier view");
}

void choose(Context& context, const KeyLabRow& row) {
  SortChoice& sort = context.session.document.left.sort;
  if (row.of == KeyLabRow::Of::metric) sort.metric = row.sort.metric;
  if (row.of == KeyLabRow::Of::sort_point) sort.sort_point = row.sort.sort_point;
  if (row.of == KeyLabRow::Of::precision) sort.precision = row.sort.precision;
  if (row.of == KeyLabRow::Of::resort) sort.resort = row.sort.resort;
}

void name_cell(Context& context, const KeyLabRow& row) {
  const bool chosen = row.of == KeyLabRow::Of::chosen;
  const std::string text = fitting(row.name, ImGui::GetContentRegionAvail().x) + "##" + row.name;
  if (list_row(text.c_str(), chosen)) choose(context, row);
  context.probe.item("key lab/" + row.name);
  tooltip(fmt::format("{}: {}", app::name_of(row.of), row.trouble.empty() ? row.name : row.trouble).c_str());
}

std::string text_of(const KeyLabRow& row, LabCell cell) {
  const bool is_policy = row.of == KeyLabRow::Of::resort;
  switch (cell) {
    case LabCell::name:
      break;
    case LabCell::distance:
      return milliseconds(row.distance);
    case LabCell::order:
      return milliseconds(row.order);
    case LabCell::frame:
      return milliseconds(row.frame);
    case LabCell::age:
      return is_policy ? fmt::format("{}{}", row.age, row.has_no_end ? "+" : "") : std::string();
    case LabCell::wrong:
      return is_policy ? fmt::format("{:.3g}", 100 * row.inversion_stats.depth()) : std::string();
    case LabCell::psnr:
      return psnr_text(row.error);
    case LabCell::off:
      return off_text(row.error);
  }
  return {};
}

void row_cells(Context& context, const KeyLabRow& row, const std::vector<LabColumn>& shown) {
  ImGui::TableNextRow();
  for (const LabColumn& column : shown) {
    ImGui::TableNextColumn();
    if (column.cell == LabCell::name)
      name_cell(context, row);
    else if (row.is_measured)
      right_aligned(context.probe, text_of(row, column.cell));
    else if (column.cell == LabCell::frame)
      right_aligned(context.probe, row.trouble.empty() ? "..." : "failed", quiet_color);
  }
}

void lab_column_heads(Context& context, const std::vector<LabColumn>& shown) {
  ImGui::TableNextRow();
  for (const LabColumn& column : shown) {
    ImGui::TableNextColumn();
    if (column.cell == LabCell::name)
      ImGui::TextDisabled("%s", column.name);
    else
      right_aligned(context.probe, column.name, quiet_color);
    context.probe.item(std::string("key lab/column/") + column.name);
    tooltip(column.explanation);
  }
}

void table(Context& context) {
  const std::vector<LabColumn> shown =
      columns_that_fit(std::vector(lab_columns.begin(), lab_columns.end()), ImGui::GetContentRegionAvail().x, 2);
  if (!ImGui::BeginTable("keys", static_cast<int>(shown.size()), ImGuiTableFlags_RowBg)) return;
  set_up_columns(shown);
  lab_column_heads(context, shown);
  auto of = KeyLabRow::Of::chosen;
  for (const KeyLabRow& row : context.session.analysis.key_lab().rows()) {
    if (row.of != of) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextDisabled("%s", app::name_of(row.of));
    }
    of = row.of;
    row_cells(context, row, shown);
  }
  ImGui::EndTable();
}

}  // namespace

void key_lab_panel(Context& context) {
  lab_heading(context);
  const std::string& trouble = context.session.analysis.key_lab().trouble();
  if (!trouble.empty()) colored_text(error_color, trouble);
  ImGui::BeginChild("key lab table");
  table(context);
  ImGui::EndChild();
}

}  // namespace farfirst::app::ui
