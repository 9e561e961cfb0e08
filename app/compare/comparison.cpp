#include "comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "error_tables.h"
#include "error_text.h"
#include "scene/units.h"
#include "text_table.h"

namespace farfirst::app {
namespace {

using Line = std::vector<std::string>;

/// Columns of the table; files have all of them.
constexpr std::array<double FrameStats::*, 4> shown_stages = {&FrameStats::distance, &FrameStats::sort,
                                                              &FrameStats::draw, &FrameStats::total};

std::size_t place_of(double FrameStats::*time) {
  return static_cast<std::size_t>(std::ranges::find(stages(), time, &Stage::time) - stages().begin());
}

Line names_of(const ComparedRow& row, bool keys) {
  Line line = {row.trouble.empty() ? std::to_string(row.picture) : "-", row.sort, row.renderer};
  if (!row.parameters.empty()) line[1] += ", " + row.parameters;
  if (row.samples > 1) line[2] += fmt::format(", {} samples", row.samples);
  if (keys) line.push_back(row.key);
  return line;
}

Line head_of(bool keys) {
  Line line = {"", "sort", "renderer"};
  if (keys) line.emplace_back("key");
  for (const auto stage : shown_stages) line.emplace_back(stages()[place_of(stage)].name);
  line.insert(line.end(), {"GPU", "host", "RMSE", "PSNR", "off", "most"});
  return line;
}

Line line_of(const ComparedRow& row, bool keys) {
  Line line = names_of(row, keys);
  if (!row.trouble.empty()) {
    line.push_back(row.trouble);
    return line;
  }
  for (const auto stage : shown_stages) line.push_back(milliseconds(row.times[place_of(stage)]));
  line.insert(line.end(), {byte_size(row.gpu_bytes), byte_size(row.host_bytes), rmse_text(row.error),
                           psnr_text(row.error), off_text(row.error), largest_text(row.error)});
  return line;
}

/// First what was asked for, then the results.
std::string csv_row(const ComparedRow& row, const Comparison& of) {
  std::string text = fmt::format("{},{},{},{},{},{}", csv_field(of.scene), csv_field(of.device), row.sort,
                                 csv_field(row.parameters), row.renderer, row.key);
  if (!row.trouble.empty()) return text + std::string(stage_count + 11, ',') + csv_field(row.trouble) + '\n';
  text += fmt::format(",{},{},{}", row.picture, row.samples, row.elements);
  for (const double time : row.times) text += "," + csv_number(time, 6);
  const PictureError& error = row.error;
  return text + fmt::format(",{},{},{:.8f},{:.4f},{:.8f},{},{},\n", row.gpu_bytes, row.host_bytes, error.rmse(),
                            error.psnr(), error.off_share(), error.largest, of.against);
}

}  // namespace

std::string table_of(const Comparison& comparison) {
  std::vector<Line> lines = {head_of(comparison.keys)};
  for (const ComparedRow& row : comparison.rows) lines.push_back(line_of(row, comparison.keys));
  return aligned(lines, comparison.keys ? 4 : 3);
}

std::string csv_of(const Comparison& comparison) {
  std::string text = "scene,device,sort,parameters,renderer,key,picture,samples,elements";
  for (const Stage& stage : stages()) text += fmt::format(",{}_ms", stage.name);
  text += ",gpu_bytes,host_bytes,rmse,psnr_db,off_share,largest,against,reason\n";
  for (const ComparedRow& row : comparison.rows) text += csv_row(row, comparison);
  return text;
}

}  // namespace farfirst::app
