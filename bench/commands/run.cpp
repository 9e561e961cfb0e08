// farfirst-bench run: measures a machine, into a folder of CSV and JSON files with figures. The
// default run takes minutes. With --full it measures every form, size and distribution, in any number
// of calls.

#include <farfirst/forms.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>

#include "measure/campaign.h"
#include "measure/chosen_entries.h"
#include "measure/options.h"
#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"
#include "report/figures.h"

namespace farfirst::bench {

namespace {

struct RunSettings {
  std::string folder = "farfirst-results";
  bool full = false, resume = false;
  std::vector<std::string> entries = {"all"};
  std::string model = "jungle";
  std::string least = "64k", middle = "8M", most = "64M";  // sizes of the default run
  double minutes = 0, slow_seconds = 1.5;
  std::uint32_t seed = 1;
  Arena::Options arena;
  MeasureOptions measure{.repeat = 9, .warm_up_seconds = 0.1, .most_seconds = 0.5};
};

// // ---- Plan

std::vector<std::string> powers_of_two(std::uint32_t least, std::uint32_t most) {
  std::vector<std::string> sizes;
  for (std::uint64_t n = least; n <= most; n *= 2) sizes.push_back(std::to_string(n));
  return sizes;
}

/// 1 k to 256 M: 2^k - 1, 2^k and 2^k + 1.
std::vector<std::string> sizes_of_product() {
  std::vector<std::string> sizes;
  for (unsigned bits = 10; bits <= 28; ++bits) {
    for (const std::int64_t beside : {-1, 0, 1}) sizes.push_back(std::to_string((std::int64_t{1} << bits) + beside));
  }
  return sizes;
}

std::string settings_line(const RunSettings& settings) {
  return fmt::format("seed {}, {} repeats of at most {:g} s an entry, warm-up {:g} s, threads {}", settings.seed,
                     settings.measure.repeat, settings.measure.most_seconds, settings.measure.warm_up_seconds,
                     settings.arena.cpu_threads == 0 ? "all" : std::to_string(settings.arena.cpu_threads));
}

class Plan {
 public:
  explicit Plan(const RunSettings& settings) : settings_(settings) {}

  void add(const std::string& name, const std::string& title, Form form, InputSettings inputs) {
    inputs.seed = settings_.seed;
    const std::filesystem::path file = std::filesystem::path(settings_.folder) / name;
    Part part;
    part.title = title;
    part.file.paths = {file.string() + ".csv", file.string() + ".json"};
    part.file.resume = settings_.resume;
    part.file.settings = settings_line(settings_);
    part.entries = chosen_entries(settings_.entries, form);
    part.inputs = planned_inputs(inputs, form);
    part.measure = settings_.measure;
    part.baseline = why_unavailable(Backend::cuda).empty() ? "cuda.cub_radix" : "cpu.std_sort";
    part.measure.form = form;
    if (!part.entries.empty()) parts_.push_back(std::move(part));
  }
  const std::vector<Part>& parts() const noexcept { return parts_; }

 private:
  const RunSettings& settings_;
  std::vector<Part> parts_;
};

Plan plan_of(const RunSettings& settings) {
  Plan plan(settings);
  plan.add("sizes", "Uniform keys to an order, by size", Form::argsort,
           {.sizes = powers_of_two(parse_size("--least", settings.least, 1), parse_size("--most", settings.most, 1))});
  plan.add("distributions", "Every distribution", Form::argsort,
           {.sizes = {std::to_string(parse_size("--middle", settings.middle, 1))}, .distributions = {"all"}});
  plan.add("orbit", "Distances to an order, of a model that an eye goes round", Form::distance,
           {.models = {settings.model}, .eyes = {"orbit"}});
  if (!settings.full) return plan;
  for (const Form form : all_forms()) {
    const std::string name(name_of(form));
    plan.add("product-" + name, fmt::format("Everything of the form {}", name), form,
             {.sizes = sizes_of_product(), .distributions = {"every"}, .points = {"sphere", "cube", "inside", "far"}});
  }
  return plan;
}

/// Refuses to overwrite existing files in the folder.
void prepare_folder(const RunSettings& settings, const Plan& plan) {
  std::error_code error;
  std::filesystem::create_directories(settings.folder, error);
  if (error)
    throw Failure(failed, fmt::format("--out: the folder {} cannot be made: {}", settings.folder, error.message()));
  for (const Part& part : plan.parts()) {
    if (settings.resume || !std::filesystem::exists(part.file.paths.csv)) continue;
    throw Failure(usage, fmt::format("{} is there already: --resume continues it, --out selects another folder",
                                     part.file.paths.csv));
  }
}

// ---- Figures

struct FigurePlan {
  const char* table;
  FigureKind kind;
  const char* name;
  std::size_t entries;   // of each back end at most: more could not be distinguished
  bool of_each = false;  // one figure for each back end, else one for all
};
constexpr FigurePlan figures[] = {
    {"sizes", FigureKind::rate, "rate", 3},         {"sizes", FigureKind::time, "time", 3},
    {"sizes", FigureKind::speed_up, "speed-up", 3}, {"orbit", FigureKind::bars, "orbit", 3},
    {"sizes", FigureKind::rate, "rate", 14, true},  {"distributions", FigureKind::bars, "distributions", 4, true}};

void draw_figure(const FigurePlan& plan, const RunSettings& settings, const std::string& baseline,
                 const std::vector<std::string>& backends) {
  const std::filesystem::path folder(settings.folder), table = folder / (std::string(plan.table) + ".csv");
  if (!std::filesystem::exists(table)) return;
  const Results results = read_results(table);
  Results chosen;
  chosen.about = results.about;
  for (const std::string& backend : backends) {  // the fastest of each
    std::vector<Result> its = results.sorts;
    std::erase_if(its, [&](const Result& row) { return !row.entry.starts_with(backend + "."); });
    const std::vector<std::string> names = fastest(its, plan.entries);
    std::ranges::copy_if(its, std::back_inserter(chosen.sorts),
                         [&](const Result& row) { return std::ranges::find(names, row.entry) != names.end(); });
  }
  const bool no_baseline = std::ranges::find(chosen.sorts, baseline, &Result::entry) == chosen.sorts.end();
  if (chosen.sorts.empty() || (plan.kind == FigureKind::speed_up && no_baseline)) return;
  const std::string file = (folder / plan.name).string() + (plan.of_each ? "-" + backends[0] : "") + ".svg";
  draw(file, figure(plan.kind, chosen, {.file = file, .title = origin_of(chosen), .baseline = baseline}));
  fmt::print("{}\n", file);
}

/// Without gnuplot the measurements are still valid, so a failure here is only a message.
void draw_figures(const RunSettings& settings, const std::string& baseline) {
  const std::vector<std::string> backends = {"cpu", "cuda", "gl"};
  try {
    for (const FigurePlan& plan : figures) {
      if (!plan.of_each) draw_figure(plan, settings, baseline, backends);
      for (const std::string& backend : backends) {
        if (plan.of_each) draw_figure(plan, settings, baseline, {backend});
      }
    }
  } catch (const std::runtime_error& error) {  // Failure, BadResults
    fmt::print(stderr, "farfirst-bench: no figures: {}\n", error.what());
  }
}

int run(const RunSettings& settings) {
  const Plan plan = plan_of(settings);
  if (plan.parts().empty()) throw Failure(sort_unavailable, "none of the entries can run here");
  prepare_folder(settings, plan);
  Arena arena(settings.arena);
  Campaign campaign(arena, {.minutes = settings.minutes, .slow_seconds = settings.slow_seconds, .lenient = true});
  const auto begin = std::chrono::steady_clock::now();
  const int code = campaign.run(plan.parts());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (code == fine) fmt::print("\n{} is complete, after {}\n", settings.folder, in_words(took.count()));
  if (code == fine) draw_figures(settings, plan.parts().front().baseline);
  return code;
}

}  // namespace

void add_run(CommandLine& line) {
  Command command = line.command(
      "run",
      "Measures this machine, into a folder: every entry by size and on every distribution, and distances from an "
      "eye that circles a model. Writes CSV, JSON and figures. Takes some minutes on a GPU.");
  const auto settings = std::make_shared<RunSettings>();
  command.option("--out", settings->folder, "The folder");
  command.flag("--full", settings->full,
               "Also every form on every distribution with all its parameters, from 1 k to 256 M elements with 2^k - 1 "
               "and 2^k + 1: many hours, in any number of calls (--minutes, --resume)");
  command.flag("--resume", settings->resume, "Continue with the files in the folder");
  command
      .option("--minutes", settings->minutes,
              "Begin nothing that would probably end later: exit code 7; --resume continues; 0 = no limit")
      .range(0.0, 1e6);
  command
      .option("--slow", settings->slow_seconds,
              "Leave out entries that would take more seconds per sort, estimated from their times on fewer "
              "elements; each is named; 0 = none")
      .range(0.0, 3600.0);
  command.option("--entries", settings->entries, "Entries, with commas, as of sort");
  command.option("--model", settings->model, "The model that the eye circles: a file, or jungle, the built-in scene");
  command.option("--least", settings->least, "The smallest number of elements; doubled until --most");
  command.option("--most", settings->most, "The greatest");
  command.option("--middle", settings->middle, "The number of elements of the distributions");
  add_measuring(command, settings->measure, settings->arena);
  command.option("--seed", settings->seed, "Seed of the keys");
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
