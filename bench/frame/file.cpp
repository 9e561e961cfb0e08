// See file.h.
#include "file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "compare/error_text.h"
#include "render/stages.h"
#include "report/statistics.h"

namespace farfirst::bench {

namespace {

/// Turns X.csv into X-frames.csv.
std::string beside(const std::string& path, const char* what) {
  if (path.empty()) return {};
  const std::filesystem::path whole = path;
  return (whole.parent_path() / (whole.stem().string() + "-" + what + whole.extension().string())).string();
}

TablePaths beside(const TablePaths& paths, const char* what) {
  return {beside(paths.csv, what), beside(paths.json, what)};
}

/// The stages of a frame. The check of its order is not part of it, nor is the total.
std::vector<app::Stage> parts_of_frame() {
  std::vector<app::Stage> parts;
  for (const app::Stage& stage : app::stages()) {
    if (stage.time != &app::FrameStats::total && stage.time != &app::FrameStats::check) parts.push_back(stage);
  }
  return parts;
}

std::string column_of(const app::Stage& stage) { return std::string(stage.name) + "_ms"; }

std::string text_of(double milliseconds) { return milliseconds < 0 ? "" : fmt::format("{:.6f}", milliseconds); }

/// The number of elements that were sorted and drawn; empty: all.
std::string kept_of(const FrameRow& row) { return row.kept < 0 ? "" : fmt::format("{:.0f}", row.kept); }

/// Empty if nothing was measured.
Fields errors_of(std::span<const app::PictureError> errors) {
  if (errors.empty()) return {"", "", ""};
  const app::PictureError sum = app::sum_of(errors);
  return {fmt::format("{:.8f}", sum.rmse()), fmt::format("{:.4f}", sum.psnr()), fmt::format("{:.8f}", sum.off_share())};
}

void append(Fields& fields, const Fields& more) { fields.insert(fields.end(), more.begin(), more.end()); }

std::vector<double> totals_of(const FrameRow& row) {
  std::vector<double> totals;
  for (const FrameSample& sample : row.frames) totals.push_back(sample.total());
  return totals;
}

/// Negative if it was never measured.
double median_of(const FrameRow& row, double app::FrameStats::*time) {
  std::vector<double> times;
  for (const FrameSample& sample : row.frames) {
    if (sample.report.*time >= 0) times.push_back(sample.report.*time);
  }
  return times.empty() ? -1 : quantile(times, 0.5);
}

/// The steps of a draw, in their sequence, with their medians.
app::Steps median_steps(const FrameRow& row) {
  std::vector<std::pair<std::string, std::vector<double>>> times;
  for (const FrameSample& sample : row.frames) {
    for (const auto& [name, milliseconds] : sample.report.draw_steps) {
      auto found = std::ranges::find(times, name, [](const auto& step) { return step.first; });
      if (found == times.end()) found = times.insert(times.end(), {name, {}});
      found->second.push_back(milliseconds);
    }
  }
  app::Steps steps;
  for (const auto& [name, all] : times) steps.emplace_back(name, quantile(all, 0.5));
  return steps;
}

Fields key_of(const FrameRow& row, const std::string& input) {
  return {row.entry, "frame", input, std::to_string(row.n)};
}

/// Puts a column for each stage in place of STAGES.
std::vector<Column> columns_with_stages(std::string names) {
  std::string stages;
  for (const app::Stage& stage : parts_of_frame()) stages += column_of(stage) + "# ";
  return columns_of("entry form distribution n# " + names.replace(names.find("STAGES"), 6, stages) +
                    " renderer samples# kept# rmse# psnr_db# off_share#");
}

Fields fields_of(const FrameRow& row, const std::string& input) {
  Fields fields = key_of(row, input);
  const std::vector<double> totals = totals_of(row);
  for (const double q : {0.5, 0.05, 0.95, 1.0}) fields.push_back(text_of(quantile(totals, q)));
  for (const app::Stage& stage : parts_of_frame()) fields.push_back(text_of(median_of(row, stage.time)));
  append(fields, {text_of(median_of(row, &app::FrameStats::check)), std::to_string(row.frames.size()),
                  row.sm_mhz < 0 ? "" : std::to_string(row.sm_mhz), row.device, row.renderer,
                  std::to_string(row.samples), kept_of(row)});
  append(fields, errors_of(row.errors));
  return fields;
}

std::vector<Column> stage_columns() {
  return columns_of("entry form distribution n# pass count# median_ms# share# renderer samples# kept#");
}

Fields fields_of(const FrameRow& row, const std::string& input, const std::string& part, double milliseconds) {
  Fields fields = key_of(row, input);
  const double whole = quantile(totals_of(row), 0.5);
  fields.insert(fields.end(), {part, "1", text_of(milliseconds), fmt::format("{:.4f}", milliseconds / whole),
                               row.renderer, std::to_string(row.samples), kept_of(row)});
  return fields;
}

Fields fields_of(const FrameRow& row, const FrameSample& sample, const std::string& input) {
  Fields fields = key_of(row, input);
  append(fields, {std::to_string(sample.round), std::to_string(sample.frame)});
  for (int i = 0; i < 3; ++i) fields.push_back(fmt::format("{}", sample.eye[i]));
  for (const app::Stage& stage : parts_of_frame()) fields.push_back(text_of(sample.report.*stage.time));
  append(fields,
         {text_of(sample.report.check), text_of(sample.total()), sample.report.renderer,
          std::to_string(sample.report.samples), sample.report.kept ? std::to_string(*sample.report.kept) : ""});
  const std::span<const app::PictureError> errors = row.errors;
  append(fields, errors_of(errors.empty() ? errors : errors.subspan(sample.frame % errors.size(), 1)));
  return fields;
}

}  // namespace

FrameFile::FrameFile(const TablePaths& paths, const std::vector<std::string>& about) {
  if (paths.csv.empty() && paths.json.empty()) return;
  rows_.emplace(
      paths, columns_with_stages("median_ms# p5_ms# p95_ms# worst_ms# STAGES check_ms# frames# sm_mhz# device"), about);
  stages_.emplace(beside(paths, "stages"), stage_columns(), about);
  steps_.emplace(beside(paths, "steps"), stage_columns(), about);
  frames_.emplace(beside(paths, "frames"),
                  columns_with_stages("round# frame# eye_x# eye_y# eye_z# STAGES check_ms# frame_ms#"), about);
}

void FrameFile::add(const std::string& input, const std::vector<FrameRow>& rows) {
  if (!rows_) return;
  for (const FrameRow& row : rows) {
    rows_->add(fields_of(row, input));
    for (const app::Stage& stage : parts_of_frame()) {
      const double time = median_of(row, stage.time);
      if (time >= 0) stages_->add(fields_of(row, input, stage.name, time));
    }
    for (const auto& [step, time] : median_steps(row)) steps_->add(fields_of(row, input, step, time));
    for (const FrameSample& sample : row.frames) frames_->add(fields_of(row, sample, input));
  }
}

void FrameFile::note(const std::string& comment) {
  for (std::optional<TableFile>* table : {&rows_, &stages_, &steps_, &frames_}) {
    if (*table) (*table)->note(comment);
  }
}

namespace {
std::string error_text(std::span<const app::PictureError> errors) {
  if (errors.empty()) return {};
  const app::PictureError sum = app::sum_of(errors);
  return fmt::format("; PSNR {}, {} off", app::psnr_text(sum), app::off_text(sum));
}
}  // namespace

void print_frame_heading() {
  fmt::print("{:34} {:24} {:>10} {:>10} {:>10} {:>10}", "entry", "scene and camera", "n", "frame ms", "p5 ms",
             "p95 ms");
  for (const app::Stage& stage : parts_of_frame()) fmt::print(" {:>9}", stage.name);
  fmt::print(" {:>9} {:>8}  {}\n", "check", "a second", "drawn by");
}

void print_frames(const std::string& input, const std::vector<FrameRow>& rows) {
  const auto shown = [](double time) { return time < 0 ? std::string("-") : fmt::format("{:.3f}", time); };
  for (const FrameRow& row : rows) {
    const std::vector<double> totals = totals_of(row);
    const double median = quantile(totals, 0.5);
    fmt::print("{:34} {:24} {:>10} {:>10.3f} {:>10.3f} {:>10.3f}", row.entry, input, row.n, median,
               quantile(totals, 0.05), quantile(totals, 0.95));
    for (const app::Stage& stage : parts_of_frame()) fmt::print(" {:>9}", shown(median_of(row, stage.time)));
    fmt::print(" {:>9} {:>8.1f}  {}, {} sample{}{}{}\n", shown(median_of(row, &app::FrameStats::check)), 1000 / median,
               row.renderer, row.samples, row.samples == 1 ? "" : "s",
               row.kept < 0 ? "" : fmt::format(", {:.0f} % in view", 100 * row.kept / std::max(row.n, 1u)),
               error_text(row.errors));
  }
  std::fflush(stdout);
}

}  // namespace farfirst::bench
