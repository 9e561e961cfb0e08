// farfirst-bench run: everything that is worth measuring on a machine, into a folder of CSV and JSON files with
// figures. The default run takes minutes; --full measures every form, size and distribution and takes as many calls as
// one likes.

#include <farfirst/forms.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>

#include "commands.h"
#include "measure/campaign.h"
#include "measure/chosen_entries.h"
#include "measure/options.h"
#include "program/command_line.h"
#include "program/failure.h"
#include "report/figures.h"
#include "report/gnuplot.h"

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

// ---- What is measured

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

/// What is in the folder is not written over.
void prepare_folder(const RunSettings& settings, const Plan& plan) {
  std::error_code error;
  std::filesystem::create_directories(settings.folder, error);
  if (error)
    throw Failure(failed, fmt::format("--out: the folder {} cannot be made: {}", settings.folder, error.message()));
  for (const Part& part : plan.parts()) {
    if (settings.resume || !std::filesystem::exists(part.file.paths.csv)) continue;
    throw Failure(usage, fmt::format("{} is there already: --resume goes on with it, --out takes another folder",
                                     part.file.paths.csv));
  }
}

// ---- Figures

struct FigurePlan {
  const char* table;
  FigureKind kind;
  const char* name;
  std::size_t entries;  // of each back end at most: more could not be distinguished
};
constexpr FigurePlan of_all[] = {{"sizes", FigureKind::rate, "rate", 3},
                                 {"sizes", FigureKind::time, "time", 3},
                                 {"sizes", FigureKind::speed_up, "speed-up", 3},
                                 {"orbit", FigureKind::bars, "orbit", 3}};
constexpr FigurePlan of_back_end[] = {{"sizes", FigureKind::rate, "rate", 14},
                                      {"distributions", FigureKind::bars, "distributions", 4}};

bool is_of(const std::string& entry, Backend backend) {
  return entry.rfind(std::string(name_of(backend)) + ".", 0) == 0;
}

/// The rows of the fastest entries of these back ends.
Results fastest_of(const Results& results, const std::vector<Backend>& backends, std::size_t count) {
  Results chosen;
  chosen.about = results.about;
  for (const Backend backend : backends) {
    std::vector<Result> its;
    std::ranges::copy_if(results.sorts, std::back_inserter(its),
                         [&](const Result& row) { return is_of(row.entry, backend); });
    const std::vector<std::string> names = fastest(its, count);
    std::ranges::copy_if(its, std::back_inserter(chosen.sorts),
                         [&](const Result& row) { return std::ranges::find(names, row.entry) != names.end(); });
  }
  return chosen;
}

class Figures {
 public:
  Figures(const RunSettings& settings, const std::string& baseline) : settings_(settings), baseline_(baseline) {}

  void draw_one(const FigurePlan& plan, const std::vector<Backend>& backends, const std::string& suffix) {
    const std::filesystem::path folder(settings_.folder), table = folder / (std::string(plan.table) + ".csv");
    if (!std::filesystem::exists(table)) return;
    const Results results = fastest_of(read_results(table), backends, plan.entries);
    if (results.sorts.empty()) return;
    const auto is_baseline = [&](const Result& row) { return row.entry == baseline_; };
    if (plan.kind == FigureKind::speed_up && std::ranges::none_of(results.sorts, is_baseline)) return;
    const std::string file = (folder / (plan.name + suffix + ".svg")).string();
    draw(file, figure(plan.kind, results, {.file = file, .title = origin_of(results), .baseline = baseline_}));
    fmt::print("{}\n", file);
  }

  void draw_all() {
    constexpr Backend backends[] = {Backend::cpu, Backend::cuda, Backend::gl};
    for (const FigurePlan& plan : of_all) draw_one(plan, {std::begin(backends), std::end(backends)}, "");
    for (const FigurePlan& plan : of_back_end) {
      for (const Backend backend : backends) draw_one(plan, {backend}, "-" + std::string(name_of(backend)));
    }
  }

 private:
  const RunSettings& settings_;
  const std::string& baseline_;
};

/// What was measured is not in vain where gnuplot is missing.
void draw_figures(const RunSettings& settings, const std::string& baseline) {
  try {
    Figures(settings, baseline).draw_all();
  } catch (const Failure& failure) {
    fmt::print(stderr, "farfirst-bench: no figures: {}\n", failure.what());
  } catch (const BadResults& bad) {
    fmt::print(stderr, "farfirst-bench: no figures: {}\n", bad.what());
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
      "Measures everything that is worth it here, into a folder: every entry by size and on every distribution, and an "
      "eye's way round a model; CSV, JSON and figures. Some minutes on a GPU.");
  const auto settings = std::make_shared<RunSettings>();
  command.option("--out", settings->folder, "The folder");
  command.flag("--full", settings->full,
               "Also every form on every distribution with all its numbers, from 1 k to 256 M elements with 2^k - 1 "
               "and 2^k + 1: many hours, in as many calls as one likes (--minutes, --resume)");
  command.flag("--resume", settings->resume, "Go on with what is in the folder");
  command
      .option("--minutes", settings->minutes,
              "Begin nothing that would probably end later: exit code 7, and --resume goes on; 0 = no limit")
      .range(0.0, 1e6);
  command
      .option("--slow", settings->slow_seconds,
              "Leave out entries of which one sort would take longer than so many seconds, by their times on fewer "
              "elements; each is named; 0 = none")
      .range(0.0, 3600.0);
  command.option("--entries", settings->entries, "Entries, with commas, as of sort");
  command.option("--model", settings->model, "What the eye goes round: a file, or jungle, the built-in scene");
  command.option("--least", settings->least, "The least number of elements; doubled until --most");
  command.option("--most", settings->most, "The greatest");
  command.option("--middle", settings->middle, "The number of elements of the distributions");
  add_measuring(command, settings->measure, settings->arena);
  command.option("--seed", settings->seed, "Seed of the keys");
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
