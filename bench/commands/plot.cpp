// farfirst-bench plot: draws figures of measurements with gnuplot.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>

#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"
#include "report/figures.h"
#include "report/markdown.h"

namespace farfirst::bench {

namespace {

struct PlotSettings {
  std::vector<std::string> files;
  std::string kind = "time";
  std::string distribution;
  std::size_t n = 0;
  std::vector<std::string> entries;
  FigureOptions figure{.baseline = "cuda.cub_radix"};
  std::string script;
};

const std::map<std::string, FigureKind> kinds = {{"time", FigureKind::time},         {"rate", FigureKind::rate},
                                                 {"speed-up", FigureKind::speed_up}, {"bars", FigureKind::bars},
                                                 {"frames", FigureKind::frames},     {"passes", FigureKind::passes}};

/// The results of all files that the options select.
Results chosen(const PlotSettings& settings) {
  const auto wanted = [&](const auto& row) {
    const auto& entries = settings.entries;
    return (settings.distribution.empty() || row.input == settings.distribution) &&
           (settings.n == 0 || row.n == settings.n) &&
           (entries.empty() || std::find(entries.begin(), entries.end(), row.entry) != entries.end());
  };
  Results all;
  for (const std::string& file : settings.files) {
    const Results results = read_results(std::filesystem::path(file));
    std::ranges::copy_if(results.sorts, std::back_inserter(all.sorts), wanted);
    std::ranges::copy_if(results.passes, std::back_inserter(all.passes), wanted);
    if (all.about.empty()) all.about = results.about;
  }
  return all;
}

/// Splits an entry that was drawn in several ways into several entries.
void split_by_drawing(Results& results) {
  const auto several = [](const auto& rows) {
    return std::ranges::any_of(rows, [&](const auto& row) { return row.drawn != rows.front().drawn; });
  };
  const auto rename = [](auto& rows) {
    for (auto& row : rows) row.entry += " " + row.drawn;
  };
  if (several(results.sorts)) rename(results.sorts);
  if (several(results.passes)) rename(results.passes);
}

int run(PlotSettings settings) {
  Results results;
  std::string script;
  try {
    results = chosen(settings);
    split_by_drawing(results);
    if (settings.figure.title.empty()) settings.figure.title = origin_of(results);
    script = figure(kinds.at(settings.kind), results, settings.figure);
  } catch (const BadResults& bad) {
    throw Failure(unreadable, bad.what());
  }
  if (settings.script.empty()) {
    draw(settings.figure.file, script);
  } else {
    write_text(settings.script, script);
  }
  return fine;
}

}  // namespace

void add_plot(CommandLine& line) {
  Command command = line.command("plot", "Draws CSV files of farfirst-bench sort with gnuplot.");
  const auto settings = std::make_shared<PlotSettings>();
  command.option("files", settings->files, "CSV files; for passes the ones that --passes writes").required();
  command
      .option("--kind", settings->kind,
              "time, rate or speed-up over n; bars: rates by distribution at the largest n; frames: times by scene; "
              "passes: stacked")
      .one_of({"time", "rate", "speed-up", "bars", "frames", "passes"});
  command.option("--out", settings->figure.file, "The figure: .svg or .png");
  command.option("--title", settings->figure.title, "Title of the figure (default: the source of the results)");
  command.option("--baseline", settings->figure.baseline, "The entry that speed-ups are relative to");
  command.option("--distribution", settings->distribution, "Draw only this distribution");
  command.option("--n", settings->n, "Draw only this number of elements; 0 = any");
  command.option("--entries", settings->entries, "Only these, with commas");
  command.option("--script", settings->script, "Write gnuplot's script to this file instead of drawing");
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
