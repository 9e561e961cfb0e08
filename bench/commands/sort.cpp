// farfirst-bench sort: entries of the catalogue against each other on the same keys. See measure/arena.h.

#include <farfirst/sort.h>
#include <fmt/format.h>

#include <memory>

#include "inputs/chosen_inputs.h"
#include "measure/arena.h"
#include "measure/campaign.h"
#include "measure/chosen_entries.h"
#include "measure/options.h"
#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"

namespace farfirst::bench {

namespace {

struct SortSettings {
  std::vector<std::string> entries = {"cpu"};
  std::string form = "argsort";
  InputSettings inputs;
  std::string baseline = "cpu.std_sort";
  TablePaths files;
  bool resume = false;
  double minutes = 0;
  Arena::Options arena;
  MeasureOptions measure;
};

/// The settings that a row's time depends on, beside its own columns.
std::string settings_line(const SortSettings& settings) {
  const MeasureOptions& measure = settings.measure;
  return fmt::format("seed {}, {} repeats of at most {:g} s an entry, warm-up {:g} s, threads {}{}{}",
                     settings.inputs.seed, measure.repeat, measure.most_seconds, measure.warm_up_seconds,
                     settings.arena.cpu_threads == 0 ? "all" : std::to_string(settings.arena.cpu_threads),
                     settings.arena.cuda_graphs ? ", graphs" : "", measure.passes ? ", passes" : "");
}

int run(SortSettings settings) {
  settings.measure.form = parse_form(settings.form);
  if (settings.resume && settings.files.csv.empty()) {
    throw Failure(usage, "--resume continues a CSV file: name it with --csv");
  }
  Part part{.title = {},
            .file = {.paths = settings.files,
                     .resume = settings.resume,
                     .passes = settings.measure.passes,
                     .settings = settings_line(settings)},
            .entries = chosen_entries(settings.entries, settings.measure.form),
            .inputs = planned_inputs(settings.inputs, settings.measure.form),
            .measure = settings.measure,
            .baseline = settings.baseline};
  if (part.entries.empty()) throw Failure(sort_unavailable, "none of the entries can run here");
  Arena arena(settings.arena);
  return Campaign(arena, {.minutes = settings.minutes}).run({std::move(part)});
}

void add_files(Command command, SortSettings& settings) {
  command.option("--csv", settings.files.csv,
                 "Also write the rows to this file, as they are measured; passes to a file beside it");
  command.option("--json", settings.files.json, "The same as JSON");
  command.flag("--resume", settings.resume,
               "Continue the CSV file, without measuring its rows again. A file from another machine, or measured with "
               "other settings, is refused");
  command
      .option("--minutes", settings.minutes,
              "Begin nothing that would probably end later: exit code 7; --resume continues; 0 = no limit")
      .range(0.0, 1e6);
}

}  // namespace

void add_sort(CommandLine& line) {
  Command command = line.command("sort",
                                 "Sorts the same keys with several entries and compares their times. Every entry is "
                                 "verified; a wrong order ends with exit code 5 and no row.");
  const auto settings = std::make_shared<SortSettings>();
  command.option("--entries", settings->entries,
                 "Entries, with commas, parameters after colons: cpu.lsd_radix:threads=1; cpu, cuda or gl: all of "
                 "that back end; all");
  command.option("--form", settings->form,
                 "Form of the sort: argsort, distance (positions to order), pairs, keys, paper_keys, argsort64, ...");
  add_input_options(command, settings->inputs);
  command.option("--baseline", settings->baseline, "The entry that speed-ups are relative to");
  add_measuring(command, settings->measure, settings->arena);
  command.flag("--graph", settings->arena.cuda_graphs,
               "Record sorts on CUDA as graphs and time their replay, without the time in which launches wait for "
               "the host");
  command.flag("--passes", settings->measure.passes, "Show the time of each pass, from rounds of their own");
  add_files(command, *settings);
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
