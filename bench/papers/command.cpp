// farfirst-bench paper: repeats a paper's measurements here. It prints its tables and figures with its competitors,
// inputs and sizes, and whether each of its claims holds.

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "inputs/chosen_inputs.h"
#include "measure/options.h"
#include "measurements.h"
#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"
#include "program/stop.h"
#include "recorded.h"
#include "report.h"
#include "report/markdown.h"

namespace farfirst::bench {

namespace {

struct PaperCommandSettings : PaperSettings {
  std::vector<std::string> chosen;
  std::string largest_size;
  TablePaths table;
  std::string markdown;
  std::string measured;  // judge this file; measure nothing
};

std::vector<Paper> chosen_papers(const PaperCommandSettings& settings) {
  std::vector<Paper> chosen;
  const auto wanted = [&](const std::string& id) {
    return std::ranges::find(settings.chosen, id) != settings.chosen.end();
  };
  for (Paper& paper : papers(settings.largest)) {
    if (wanted("all") || wanted(paper.id)) chosen.push_back(std::move(paper));
  }
  return chosen;
}

std::string how(const PaperCommandSettings& settings) {
  return fmt::format(
      "farfirst-bench paper {}; model {}; seed {}; {} repeats, interleaved", fmt::join(settings.chosen, " "),
      settings.model.empty() ? "none: a sphere's points" : settings.model, settings.seed, settings.measure.repeat);
}

/// Reports the results. `about`: the machine and how it was measured.
void report(const PaperCommandSettings& settings, const std::vector<Paper>& chosen, const Measured& measured,
            const Fields& about) {
  std::string text;
  for (const Paper& paper : chosen) text += as_text(paper, measured);
  std::fputs(text.c_str(), stdout);
  if (!settings.markdown.empty()) write_text(settings.markdown, text);
  if (settings.table.csv.empty() && settings.table.json.empty()) return;
  TableFile table(settings.table, paper_columns(), about);
  for (const Paper& paper : chosen) {
    for (const Fields& row : paper_rows(paper, measured)) table.add(row);
  }
}

int judge_again(const PaperCommandSettings& settings) {
  const RecordedMeasurements recorded(settings.measured);
  report(settings, chosen_papers(settings), recorded, recorded.about());
  return fine;
}

int measure_and_judge(const PaperCommandSettings& settings) {
  const std::vector<Paper> chosen = chosen_papers(settings);
  PaperMeasurements measurements(settings);
  for (const Paper& paper : chosen) measurements.need(paper);
  Arena arena(settings.arena);
  install_stop_handlers();
  const bool whole = measurements.run(arena);
  Fields about = about_machine(arena);
  about.push_back(how(settings));
  report(settings, chosen, measurements, about);
  return whole ? fine : ended_early;
}

int run(PaperCommandSettings settings) {
  if (!settings.largest_size.empty()) settings.largest = parse_size("--largest", settings.largest_size, 1);
  settings.rows.passes = true;
  settings.rows.description = how(settings);
  const std::string model = std::filesystem::path(settings.model).stem().string();
  settings.rows.settings = fmt::format("seed {}; model {}", settings.seed, model.empty() ? "none" : model);
  try {
    return settings.measured.empty() ? measure_and_judge(settings) : judge_again(settings);
  } catch (const BadResults& bad) {
    throw Failure(unreadable, bad.what());
  }
}

}  // namespace

void add_paper(CommandLine& line) {
  Command command = line.command(
      "paper",
      "Repeats a paper's measurements: its tables and figures, with its inputs, sizes, competitors and parameters, and "
      "whether each of its claims holds here. docs/papers.md has the rules.");
  const auto settings = std::make_shared<PaperCommandSettings>();
  std::vector<std::string> known = paper_ids();
  known.emplace_back("all");
  command.option("PAPER", settings->chosen, fmt::format("Some of: {}", fmt::join(known, ", ")))
      .required()
      .one_of(known);
  command.option("--largest", settings->largest_size,
                 "Largest number of elements to measure; k = 2^10, M = 2^20 (default: the papers' largest, 256M)");
  command.option("--model", settings->model,
                 "A mesh whose distances are sorted, cut to as many elements as the papers' models have (default: a "
                 "sphere's points)");
  command
      .option("--slowest", settings->slowest_seconds,
              "Leave out sorts that would take this many seconds, estimated from fewer elements")
      .range(0.001, 3600.0);
  add_measuring(command, settings->measure, settings->arena);
  command.option("--seed", settings->seed, "Seed of the keys");
  command.option("--markdown", settings->markdown, "Also write the report to this file");
  command.option("--csv", settings->table.csv, "Write times, ratios and check results to this CSV file");
  command.option("--json", settings->table.json, "The same as JSON");
  const Option rows =
      command.option("--rows", settings->rows.paths.csv,
                     "Write all measurements to this CSV file, as `sort` does; passes to a file beside it");
  command
      .option("--measured", settings->measured,
              "Measure nothing, but judge the file that an earlier run wrote with --rows")
      .excludes(rows);
  command
      .flag("--resume", settings->rows.resume,
            "Continue the file of --rows, without measuring its rows again. Missing entries are measured in turn "
            "with each other, not with the others")
      .needs(rows);
  command.option("--minutes", settings->minutes, "End after this many minutes, and report what is there; 0 = no limit")
      .range(0.0, 1e6);
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
