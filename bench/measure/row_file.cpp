// See row_file.h.
#include "row_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "program/failure.h"
#include "program/machine.h"

namespace farfirst::bench {

namespace {

std::vector<Column> row_columns() {
  return columns_of(
      "entry form distribution n# median_ms# p5_ms# p95_ms# wall_ms# clock repeats# key_buffers# scratch_bytes# "
      "settled "
      "sm_mhz# celsius# device driver cuda processor commit");
}

std::vector<Column> pass_columns() { return columns_of("entry form distribution n# pass count# median_ms# share#"); }

std::string value_of(const std::vector<std::string>& lines, const std::string& name) {
  for (const std::string& line : lines) {
    if (line.rfind(name + ": ", 0) == 0) return line.substr(name.size() + 2);
  }
  return {};
}

std::string known(int value) { return value < 0 ? "" : std::to_string(value); }

const char* word_of(Settled settled) {
  return settled == Settled::not_tried ? "" : settled == Settled::yes ? "yes" : "no";
}

Fields fields_of(Arena& arena, const Row& row, const std::vector<std::string>& about) {
  const GpuFacts gpu = row.backend == Backend::cuda ? arena.gpu() : GpuFacts{};
  return {row.entry,
          std::string(name_of(row.form)),
          row.input,
          std::to_string(row.n),
          fmt::format("{:.6f}", row.time.median),
          fmt::format("{:.6f}", row.time.p5),
          fmt::format("{:.6f}", row.time.p95),
          fmt::format("{:.6f}", row.wall.median),
          std::string(row.clock),
          std::to_string(row.repeats),
          std::to_string(row.key_buffers),
          std::to_string(row.scratch),
          word_of(row.settled),
          known(row.gpu.sm_mhz),
          known(row.gpu.celsius),
          arena.description(row.backend),
          row.backend == Backend::gl ? arena.opengl() : gpu.driver,
          gpu.toolkit,
          value_of(about, "processor"),
          value_of(about, "commit")};
}

Fields fields_of(const Row& row, const PassRow& pass) {
  return {row.entry,
          std::string(name_of(row.form)),
          row.input,
          std::to_string(row.n),
          pass.name,
          std::to_string(pass.count),
          fmt::format("{:.6f}", pass.milliseconds),
          fmt::format("{:.4f}", share_of(pass, row))};
}

/// Turns X.csv into X-passes.csv.
std::string beside(const std::string& path) {
  if (path.empty()) return {};
  const std::filesystem::path whole(path);
  return (whole.parent_path() / (whole.stem().string() + "-passes" + whole.extension().string())).string();
}

template <class Number>
Number parsed(const std::string& text) {
  Number value{};
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

std::vector<std::string> about_machine(const Arena& arena) {
  std::vector<std::string> lines = machine_lines();
  if (!arena.gpu().name.empty()) {
    lines.push_back("GPU: " + arena.gpu().name);
    lines.push_back("driver: " + arena.gpu().driver);
    lines.push_back("CUDA: " + arena.gpu().toolkit);
  }
  if (!arena.opengl().empty()) lines.push_back("OpenGL: " + arena.opengl());
  return lines;
}

RowFile::RowFile(const Arena& arena, const Options& options) {
  about_ = about_machine(arena);
  if (!options.settings.empty()) about_.push_back("settings: " + options.settings);
  if (!options.description.empty()) about_.push_back(options.description);
  const TablePaths& paths = options.paths;
  if (paths.csv.empty() && paths.json.empty()) return;
  ExistingRows kept = take_up(options, about_);
  rows_.emplace(paths, row_columns(), kept.comments, kept.rows);
  if (options.passes) {
    passes_.emplace(TablePaths{beside(paths.csv), beside(paths.json)}, pass_columns(), kept.comments, kept.passes);
  }
}

RowFile::ExistingRows RowFile::take_up(const Options& options, const std::vector<std::string>& about) {
  ExistingRows kept;
  kept.comments = about;
  if (!options.resume || !std::filesystem::exists(options.paths.csv)) return kept;
  try {
    Table table = read_table(std::filesystem::path(options.paths.csv));
    check_origin(table, about);
    kept.comments = table.comments;
    keep_rows(table, kept);
    if (options.passes) keep_passes(beside(options.paths.csv), kept);
  } catch (const BadResults& bad) {
    throw Failure(unreadable, fmt::format("--resume: {}", bad.what()));
  }
  kept.comments.push_back(fmt::format("resumed: {}, commit {}", value_of(about, "date"), value_of(about, "commit")));
  return kept;
}

void RowFile::check_origin(const Table& table, const std::vector<std::string>& about) {
  Fields columns;
  for (const Column& column : row_columns()) columns.push_back(column.name);
  if (table.columns != columns) {
    throw Failure(
        usage, fmt::format("--resume: {} has other columns than this program writes; take another file", table.file));
  }
  for (const char* name : {"processor", "threads", "GPU", "driver", "CUDA", "OpenGL", "settings"}) {
    const std::string there = value_of(table.comments, name), here = value_of(about, name);
    if (there == here) continue;
    throw Failure(usage,
                  fmt::format("--resume: {} was measured elsewhere or otherwise: its {} is \"{}\", and here it is "
                              "\"{}\"; take another file",
                              table.file, name, there, here));
  }
  const std::string there = value_of(table.comments, "commit"), here = value_of(about, "commit");
  if (there != here) {
    remarks_.push_back(fmt::format("{} was begun by commit {}; this is {}, and the rows say which measured them",
                                   table.file, there, here));
  }
}

void RowFile::keep_rows(Table& table, ExistingRows& kept) {
  if (table.torn_line != 0) {
    remarks_.push_back(fmt::format("{}:{}: half a row, which is measured again", table.file, table.torn_line));
    if (!table.rows.empty() && table.rows.back().line == table.torn_line) table.rows.pop_back();
  }
  const std::size_t entry = table.column("entry"), form = table.column("form"), input = table.column("distribution"),
                    n = table.column("n"), wall = table.column("wall_ms");
  for (Table::Row& row : table.rows) {
    const Fields& its = row.fields;
    earlier_.push_back({its[entry], its[form], its[input], parsed<std::size_t>(its[n]), parsed<double>(its[wall])});
    known_.insert({its[entry], its[form], its[input], earlier_.back().n});
    kept.rows.push_back(std::move(row.fields));
  }
}

/// Passes are written before their row; those without a row will be measured again.
void RowFile::keep_passes(const std::string& path, ExistingRows& kept) {
  if (!std::filesystem::exists(path)) return;
  Table table = read_table(std::filesystem::path(path));
  const std::size_t entry = table.column("entry"), form = table.column("form"), input = table.column("distribution"),
                    n = table.column("n");
  for (Table::Row& row : table.rows) {
    const Fields& its = row.fields;
    if (known_.contains({its[entry], its[form], its[input], parsed<std::size_t>(its[n])})) {
      kept.passes.push_back(std::move(row.fields));
    }
  }
}

bool RowFile::has(const std::string& entry, Form form, const std::string& input, std::uint32_t n) const {
  return known_.contains({entry, std::string(name_of(form)), input, n});
}

void RowFile::add(Arena& arena, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    known_.insert({row.entry, std::string(name_of(row.form)), row.input, row.n});
    for (const PassRow& pass : row.passes) {
      if (passes_) passes_->add(fields_of(row, pass));
    }
    if (rows_) rows_->add(fields_of(arena, row, about_));
  }
}

void RowFile::note(const std::string& comment) {
  if (rows_) rows_->note(comment);
}

}  // namespace farfirst::bench
