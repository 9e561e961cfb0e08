// farfirst-bench plot: figures of what was measured, drawn by gnuplot.

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <map>
#include <memory>

#include "commands.h"
#include "figures.h"
#include "plot.h"

namespace farfirst::bench {

namespace {

struct Settings {
  std::vector<std::string> files;
  FigureKind kind = FigureKind::time;
  std::string distribution;
  std::size_t n = 0;
  std::vector<std::string> entries;
  FigureOptions figure;
  std::string script;
};

const std::map<std::string, FigureKind> kinds = {{"time", FigureKind::time},
                                                 {"rate", FigureKind::rate},
                                                 {"speed-up", FigureKind::speed_up},
                                                 {"bars", FigureKind::bars},
                                                 {"passes", FigureKind::passes}};

/// Those of all files that were asked for.
Results chosen(const Settings& settings) {
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

/// Runs a program with one argument, without a shell between; its exit status, or -1 if it could not be started.
int run_program(const char* program, std::string argument) {
  std::string name(program);
  char* arguments[] = {name.data(), argument.data(), nullptr};
  pid_t child = 0;
  int status = 0;
  if (posix_spawnp(&child, program, nullptr, nullptr, arguments, environ) != 0) return -1;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  if (!(file << text).flush()) throw Failure(failed, fmt::format("{}: cannot be written", path));
}

}  // namespace

void draw(const std::string& file, const std::string& script) {
  const std::string path = file + ".gnuplot";
  write(path, script);
  const int status = run_program("gnuplot", path);
  std::filesystem::remove(path);
  if (status == -1 || status == 127) {
    throw Failure(failed, "gnuplot was not found (Debian, Ubuntu: apt-get install gnuplot-nox)");
  }
  if (status != 0) throw Failure(failed, fmt::format("gnuplot could not draw {}", file));
}

std::string origin_of(const Results& results) {
  std::string text;
  for (const char* name : {"GPU: ", "processor: ", "commit: ", "date: "}) {
    for (const std::string& line : results.about) {
      if (line.rfind(name, 0) != 0 || (std::string(name) == "processor: " && !text.empty())) continue;
      text += (text.empty() ? "" : ", ") + line.substr(std::string(name).size());
    }
  }
  return text;
}

namespace {

int run(Settings settings) {
  Results results;
  std::string script;
  try {
    results = chosen(settings);
    if (settings.figure.title.empty()) settings.figure.title = origin_of(results);
    script = figure(settings.kind, results, settings.figure);
  } catch (const BadResults& bad) {
    throw Failure(unreadable, bad.what());
  }
  if (settings.script.empty()) {
    draw(settings.figure.file, script);
  } else {
    write(settings.script, script);
  }
  return fine;
}

}  // namespace

void add_plot(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("plot", "Draws CSV files of farfirst-bench sort with gnuplot.");
  const auto settings = std::make_shared<Settings>();
  command->add_option("files", settings->files, "CSV files; for passes the ones that --passes writes")->required();
  command
      ->add_option("--kind", settings->kind,
                   "time, rate or speed-up over n; bars: rates by distribution at the largest n; passes: stacked")
      ->transform(CLI::CheckedTransformer(kinds, CLI::ignore_case));
  command->add_option("--out", settings->figure.file, "The figure: .svg or .png")->capture_default_str();
  command->add_option("--title", settings->figure.title, "Above the figure (default: whence the results are)");
  command->add_option("--baseline", settings->figure.baseline, "The entry that speed-ups refer to")
      ->default_str("cuda.cub_radix");
  command->add_option("--distribution", settings->distribution, "Only this one");
  command->add_option("--n", settings->n, "Only this number of elements");
  command->add_option("--entries", settings->entries, "Only these, with commas")->delimiter(',');
  command->add_option("--script", settings->script, "Write gnuplot's script to this file instead of drawing");
  settings->figure.baseline = "cuda.cub_radix";
  command->callback([&action, settings] { action = [settings] { return run(*settings); }; });
}

}  // namespace farfirst::bench
