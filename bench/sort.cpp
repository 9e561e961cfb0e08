// farfirst-bench sort: entries of the catalogue against each other on the same keys. See measure.h.

#include <farfirst/sort.h>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "chosen_inputs.h"
#include "commands.h"
#include "measure.h"
#include "report.h"

namespace farfirst::bench {

namespace {

struct Settings {
  std::vector<std::string> entries = {"cpu"};
  std::string form = "argsort";
  InputSettings inputs;
  std::string baseline = "cpu.std_sort";
  std::string csv;
  Arena::Options arena;
  MeasureOptions measure;
};

constexpr Form all_forms[] = {Form::argsort, Form::distance, Form::pairs,      Form::argsort64,  Form::pairs64,
                              Form::keys,    Form::keys64,   Form::paper_keys, Form::paper_pairs};

Form parse_form(const std::string& name) {
  std::vector<std::string_view> known;
  for (const Form form : all_forms) {
    if (name_of(form) == name) return form;
    known.push_back(name_of(form));
  }
  throw Failure(usage, fmt::format("--form: there is no \"{}\"; there are {}", name, fmt::join(known, ", ")));
}

bool has_form(const Algorithm& algorithm, Form form) {
  return algorithm.forms.has(form) || form == Form::distance || form == Form::pairs ||
         (form == Form::pairs64 && algorithm.forms.has(Form::argsort64));
}

/// A back end's name stands for all of its entries that run here and have the form; "all" for those of every back end.
std::vector<Choice> chosen_entries(const std::vector<std::string>& texts, Form form) {
  std::vector<Choice> chosen;
  for (const std::string& text : texts) {
    if (text != "all" && text != "cpu" && text != "cuda" && text != "gl") {
      chosen.push_back(parse_choice(text));
      if (!has_form(*chosen.back().algorithm, form)) {
        throw Failure(sort_unavailable, fmt::format("{} has no form {}", text, name_of(form)));
      }
      continue;
    }
    for (const Algorithm* algorithm : algorithms()) {
      const bool wanted = text == "all" || name_of(algorithm->backend) == text;
      if (!wanted || !has_form(*algorithm, form) || !why_unavailable(*algorithm).empty()) continue;
      chosen.push_back({.text = std::string(algorithm->id), .algorithm = algorithm, .parameters = {}, .named = false});
    }
  }
  if (chosen.empty()) throw Failure(sort_unavailable, "none of the entries can run here");
  return chosen;
}

int run(Settings settings) {
  settings.measure.form = parse_form(settings.form);
  const std::vector<Choice> entries = chosen_entries(settings.entries, settings.measure.form);
  const std::vector<PlannedInput> plan = planned_inputs(settings.inputs, settings.measure.form);
  Arena arena(settings.arena);
  std::vector<Row> all;
  for (const PlannedInput& planned : plan) {
    const std::optional<Input> input = planned.make();
    if (!input) continue;
    const std::vector<Row> rows = arena.measure(entries, *input, settings.measure);
    if (all.empty()) {
      for (const std::string& line : about_machine(arena)) fmt::print("# {}\n", line);
      print_heading();
    }
    print_rows(rows, settings.baseline);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  if (all.empty()) throw Failure(sort_unavailable, "none of the entries can run here");
  if (!settings.csv.empty()) {
    write_csv(settings.csv, arena, all,
              fmt::format("seed {}; {} repeats, interleaved, after {} s of warm-up; on GPUs from buffers in turn that "
                          "exceed the cache",
                          settings.inputs.seed, settings.measure.repeat, settings.measure.warm_up_seconds));
  }
  return fine;
}

void add_measuring(CLI::App& command, Settings& settings) {
  command.add_option("--repeat", settings.measure.repeat, "Timed rounds")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command.add_option("--warm-up", settings.measure.warm_up_seconds, "Seconds of sorting before anything is timed")
      ->check(CLI::Range(0.0, 60.0))
      ->capture_default_str();
  command
      .add_option("--limit", settings.measure.most_seconds,
                  "Seconds of timed rounds for one entry on one input: a slow one gets fewer rounds, at least one")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  command.add_option("--threads", settings.arena.cpu_threads, "Threads of the CPU device; 0 = all")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command
      .add_option("--device", settings.arena.cuda_device,
                  "Ordinal of the CUDA device; OpenGL takes the same GPU where it can")
      ->check(CLI::Range(0, 63))
      ->capture_default_str();
}

}  // namespace

void add_sort(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("sort",
                         "Sorts the same keys with several entries and compares their times. Every entry is "
                         "verified; a wrong order ends with exit code 5 and no row.");
  const auto settings = std::make_shared<Settings>();
  command
      ->add_option("--entries", settings->entries,
                   "Entries, with commas, parameters after colons: cpu.lsd_radix:threads=1; cpu, cuda or gl: all of "
                   "that back end; all")
      ->delimiter(',')
      ->capture_default_str();
  command
      ->add_option("--form", settings->form,
                   "What is sorted: argsort, distance (positions to order), pairs, keys, paper_keys, argsort64, ...")
      ->capture_default_str();
  add_input_options(*command, settings->inputs);
  command->add_option("--baseline", settings->baseline, "The entry that speed-ups refer to")->capture_default_str();
  add_measuring(*command, *settings);
  command->add_flag("--graph", settings->arena.cuda_graphs,
                    "Record sorts on CUDA as graphs and time their replay: what they take when no launch waits for "
                    "the host");
  command->add_flag("--passes", settings->measure.passes, "Show the time of each pass, from rounds of their own");
  command->add_option("--csv", settings->csv, "Also write the rows to this file; passes to a file beside it");
  command->callback([&action, settings] { action = [settings] { return run(*settings); }; });
}

}  // namespace farfirst::bench
