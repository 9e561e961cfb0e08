#include "key_lab_text.h"

#include <fmt/format.h>

#include <array>

#include "error_text.h"
#include "scene/units.h"
#include "text_table.h"

namespace farfirst::app {

namespace {

/// "7 frames", "64 frames or more"
std::string age_text(const KeyLabRow& row) {
  return fmt::format("{} frame{}{}", row.age, row.age == 1 ? "" : "s", row.has_no_end ? " or more" : "");
}

std::vector<std::string> table_row(const KeyLabRow& row) {
  std::vector<std::string> cells = {fmt::format("{}: {}", name_of(row.of), row.name)};
  if (!row.is_measured) {
    cells.push_back(row.trouble.empty() ? "its turn comes" : row.trouble);
    return cells;
  }
  for (const double time : {row.distance, row.order, row.frame}) cells.push_back(milliseconds(time));
  const bool is_policy = row.of == KeyLabRow::Of::resort;
  cells.push_back(is_policy ? age_text(row) : "");
  cells.push_back(is_policy ? fmt::format("{:.3g} %", 100 * row.inversion_stats.depth()) : "");
  cells.push_back(psnr_text(row.error));
  cells.push_back(off_text(row.error));
  return cells;
}

std::string csv_row(const KeyLab& lab, const KeyLabRow& row, const RacePlace& place) {
  std::string text = fmt::format("{},{},{},{},{},{}", csv_field(place.scene), csv_field(place.device), row.algorithm,
                                 lab.renderer(), name_of(row.of), csv_field(row.name));
  for (const double time : {row.distance, row.order, row.frame}) text.append(",").append(csv_number(time, 6));
  if (!row.is_measured) return text + fmt::format(",,,,,,,,,{}\n", csv_field(row.trouble));
  const PictureError& error = row.error;
  return text + fmt::format(",{},{},{:.6f},{:.8f},{:.6f},{:.3f},{:.6f},{},\n", row.age, row.has_no_end ? "yes" : "no",
                            row.inversion_stats.share(), row.inversion_stats.depth(), error.rmse(), error.psnr(),
                            error.off_share(), error.largest);
}

}  // namespace

const char* name_of(KeyLabRow::Of of) {
  constexpr std::array names = {"chosen", "metric", "sort point", "key bits", "sort again"};
  return names.at(static_cast<std::size_t>(of));
}

std::string table_of(const KeyLab& lab, const RacePlace& place) {
  std::vector<std::vector<std::string>> lines = {
      {"changed", "distance", "sort", "a frame", "age", "wrong", "PSNR", "off"}};
  for (const KeyLabRow& row : lab.rows()) lines.push_back(table_row(row));
  const std::uint32_t elements = lab.shown().report.elements;
  return fmt::format("{}, {} elements, {}\n", place.scene, with_thousands(elements), place.device) + aligned(lines);
}

std::string csv_of(const KeyLab& lab, const RacePlace& place) {
  std::string text =
      "scene,device,sort,renderer,changed,to,distance_ms,sort_ms,ms_a_frame,age,age_is_open,wrong_share,wrong_depth,"
      "rmse,psnr_db,off_share,largest,reason\n";
  for (const KeyLabRow& row : lab.rows()) text += csv_row(lab, row, place);
  return text;
}

}  // namespace farfirst::app
