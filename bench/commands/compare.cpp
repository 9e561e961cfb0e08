// farfirst-bench compare: finds the entries that became slower or faster beyond noise, from two files of results.

#include <fmt/core.h>

#include <memory>

#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"
#include "report/results.h"

namespace farfirst::bench {

namespace {

struct CompareSettings {
  std::string before, after;
  double percent = 2;
  bool all = false;
};

const char* word_of(Change change) {
  switch (change) {
    case Change::slower:
      return "slower";
    case Change::faster:
      return "faster";
    case Change::none:
      break;
  }
  return "";
}

Results results_in(const std::string& path) {
  try {
    return read_results(std::filesystem::path(path));
  } catch (const BadResults& bad) {
    throw Failure(unreadable, bad.what());
  }
}

int run(const CompareSettings& settings) {
  const Results before = results_in(settings.before), after = results_in(settings.after);
  const auto found = differences(before.sorts, after.sorts, settings.percent / 100);
  if (found.empty()) throw Failure(failed, "the two files have no measurement in common");
  std::size_t slower = 0, faster = 0;
  for (const Difference& difference : found) {
    slower += difference.change == Change::slower ? 1 : 0;
    faster += difference.change == Change::faster ? 1 : 0;
    if (difference.change == Change::none && !settings.all) continue;
    const Result &old = difference.before, &now = difference.after;
    fmt::print("{:40} {:9} {:20} {:>10} {:>10.4f} ms {:>10.4f} ms {:>+7.1f} %  {:6}  {}\n", now.entry, now.form,
               now.input, now.n, old.median, now.median, 100 * (difference.ratio - 1), word_of(difference.change),
               now.drawn);
  }
  fmt::print("{} compared: {} slower, {} faster, {} the same within noise or {} %\n", found.size(), slower, faster,
             found.size() - slower - faster, settings.percent);
  return fine;
}

}  // namespace

void add_compare(CommandLine& line) {
  Command command = line.command("compare",
                                 "Compares two CSV files of farfirst-bench sort, and shows what became slower "
                                 "or faster beyond the noise of both.");
  const auto settings = std::make_shared<CompareSettings>();
  command.option("old", settings->before, "The earlier file").required();
  command.option("new", settings->after, "The later file").required();
  command.option("--percent", settings->percent, "Ignore smaller changes").range(0.0, 1000.0);
  command.flag("--all", settings->all, "Also show what did not change");
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
