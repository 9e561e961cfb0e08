// farfirst-bench tune: combinations of an entry's parameters at several n, as Cederman and Tsigas searched those of
// GPU-Quicksort (2009, section 5.3).

#include <fmt/core.h>

#include <cstdio>
#include <memory>

#include "command.h"
#include "measure/options.h"
#include "program/command_line.h"
#include "program/failure.h"
#include "program/stop.h"
#include "report.h"
#include "report/markdown.h"
#include "tuning.h"

namespace farfirst::bench {

namespace {

struct TuneCommandSettings : TuneSettings {
  std::string markdown;
  TablePaths rules;
};

int run(const TuneCommandSettings& settings) {
  Tuning tuning(settings);
  stop_when_asked();
  const TuneResult result = tuning.run();
  const std::string text = as_markdown(result);
  std::fputs(text.c_str(), stdout);
  if (!settings.markdown.empty()) write_text(settings.markdown, text);
  if (!settings.rules.csv.empty() || !settings.rules.json.empty()) {
    TableFile table(settings.rules, rule_columns(), about_machine(tuning.arena()));
    for (const Fields& row : rule_rows(result)) table.add(row);
  }
  return result.whole ? fine : ended_early;
}

void add_files(Command command, TuneCommandSettings& settings) {
  command.option("--markdown", settings.markdown, "Also write what is printed to this file");
  command.option("--csv", settings.rows.csv, "Write each configuration's times to this CSV file, as `sort` does");
  command.option("--json", settings.rows.json, "The same as JSON");
  command.option("--rules", settings.rules.csv, "Write the best values and the rules through them to this CSV file");
  command.option("--rules-json", settings.rules.json, "The same as JSON");
}

}  // namespace

void add_tune(CommandLine& line) {
  Command command = line.command(
      "tune",
      "Tries combinations of an entry's parameters and reports the best and the worst five, what one parameter does "
      "over "
      "all values of the others, the best values over n, and the linear rules that they follow. Every configuration is "
      "verified.");
  const auto settings = std::make_shared<TuneCommandSettings>();
  command.option("ENTRY", settings->entry, "An entry; parameters after colons stay as they are").required();
  command
      .option("--vary", settings->varied,
              "A parameter and its values, threads=64,128,256; once for each (default: all parameters, at most five "
              "values each; for cuda.quicksort the three that its authors searched)")
      .once_each();
  command.option("--n", settings->sizes, "Numbers of elements, with commas; k = 2^10, M = 2^20");
  command.option("--distribution", settings->distribution, "Of the keys");
  command.option("--form", settings->form,
                 "What is sorted (default: paper_keys, floats alone, where the entry has it, else argsort)");
  command.option("--most", settings->most, "Try no more combinations than these, chosen at random; 0 = all");
  command.option("--minutes", settings->minutes, "End after so many minutes, with what was tried; 0 = no limit")
      .range(0.0, 1e6);
  add_measuring(command, settings->measure, settings->arena);
  command.option("--seed", settings->seed, "Seed of the keys and of the sequence of the combinations");
  add_files(command, *settings);
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
