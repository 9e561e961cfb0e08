// farfirst-bench tune: tries combinations of an entry's parameters at several n, as Cederman and Tsigas did for
// GPU-Quicksort (2009, section 5.3).

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>

#include "inputs/chosen_inputs.h"
#include "measure/options.h"
#include "measure/row_file.h"
#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"
#include "program/stop.h"
#include "report.h"
#include "report/markdown.h"
#include "report/progress.h"
#include "report/statistics.h"
#include "tests/inputs/distributions.h"

namespace farfirst::bench {

namespace {

/// The number of configurations that take turns with each other and with the unchanged entry.
constexpr std::size_t batch_size = 24;

struct TuneSettings {
  std::string entry = "cuda.quicksort";  // with its fixed parameters
  std::vector<std::string> varied;       // "threads=64,128"
  std::vector<std::string> sizes = {"1M", "2M", "4M", "8M", "16M"};
  double minutes = 0;  // 0: no limit
  std::uint32_t seed = 1;
  TablePaths rows;
  std::string markdown;
  Arena::Options arena;
  MeasureOptions measure{.repeat = 7, .warm_up_seconds = 0.1, .most_seconds = 0.5};
};

class Tuning {
 public:
  explicit Tuning(const TuneSettings& settings)
      : settings_(settings), entry_(parse_choice(settings.entry)), arena_(settings.arena) {
    const Algorithm& algorithm = *entry_.algorithm;
    result_.entry = settings.entry;
    result_.seed = settings.seed;
    result_.form = algorithm.forms.has(Form::paper_keys) ? Form::paper_keys : Form::argsort;
    for (const std::string& text : settings.varied) result_.varied.push_back(parse_varied(algorithm, text));
    if (result_.varied.empty()) {
      if (algorithm.id != "cuda.quicksort") throw Failure(usage, "--vary needs parameters and their values");
      result_.varied = search_of_quicksort();
    }
    wanted_ = configurations(result_.varied, settings.seed);
    result_.combinations = wanted_.size();
    std::vector<std::uint32_t> sizes = parse_sizes(settings.sizes, 1);
    std::ranges::sort(sizes);
    for (const std::uint32_t n : sizes) {
      inputs_.push_back({.name = "uniform", .keys = make_keys(inputs::Distribution::uniform, n, settings_.seed)});
      result_.sizes.push_back({.search = {.n = n, .tried = {}}});
    }
  }

  /// Throws Failure if a result is wrong, or nothing could be tried.
  TuneResult run() {
    arena_.open_for({entry_});
    if (!settings_.rows.csv.empty() || !settings_.rows.json.empty()) {
      const std::string how =
          fmt::format("farfirst-bench tune {}; seed {}; {} repeats; {} configurations in turn, and the entry as it is",
                      settings_.entry, settings_.seed, settings_.measure.repeat, batch_size);
      file_.emplace(arena_, RowFile::Options{.paths = settings_.rows, .description = how});
    }
    try_all();
    for (std::size_t size = 0; size < inputs_.size(); ++size) trace_extremes(size);
    std::erase_if(result_.sizes, [](const TunedSize& size) { return size.search.tried.empty(); });
    if (result_.sizes.empty()) {
      if (!result_.whole) throw Failure(ended_early, "ended before anything was tried");
      throw Failure(sort_unavailable, result_.left_out.empty() ? "nothing was tried" : result_.left_out.front());
    }
    return result_;
  }

 private:
  void try_all() {
    Progress progress = progress_on_stderr();
    for (std::size_t at = 0; at < wanted_.size(); at += batch_size) {
      const auto batch = std::span(wanted_).subspan(at, std::min(batch_size, wanted_.size() - at));
      for (std::size_t size = 0; size < inputs_.size(); ++size) {
        const double passed = seconds_since(begin_),
                     share = static_cast<double>(at) / static_cast<double>(wanted_.size());
        result_.whole = !stop_requested() && (settings_.minutes <= 0 || passed <= settings_.minutes * 60);
        if (!result_.whole) return;
        progress.show(at, wanted_.size(), at == 0 ? -1 : passed * (1 / share - 1),
                      fmt::format("{} configurations on {}", batch.size(), inputs_[size].n()));
        try_batch(size, batch);
      }
    }
  }

  std::vector<Row> measure(const Input& input, std::span<const Configuration> batch, bool passes) {
    std::vector<Choice> choices = {entry_};
    for (const Configuration& configuration : batch) {
      choices.push_back(parse_choice(entry_of(settings_.entry, result_.varied, configuration)));
      choices.back().named = false;  // a combination that is impossible is reported and left out
    }
    MeasureOptions options = settings_.measure;
    options.form = result_.form;
    options.passes = passes;
    options.left_out = [this](const std::string& sentence) {
      if (std::ranges::find(result_.left_out, sentence) == result_.left_out.end()) result_.left_out.push_back(sentence);
    };
    return arena_.measure(choices, input, options);
  }

  void try_batch(std::size_t size, std::span<const Configuration> batch) {
    TunedSize& at = result_.sizes[size];
    for (const Row& row : measure(inputs_[size], batch, false)) {
      if (row.entry == settings_.entry) at.as_it_is.push_back(row.time.median);
      if (file_ && !file_->has(row.entry, row.form, row.input, row.n)) file_->add(arena_, {row});
      const auto found = std::ranges::find(batch, row.entry, [&](const Configuration& configuration) {
        return entry_of(settings_.entry, result_.varied, configuration);
      });
      if (found != batch.end()) at.search.tried.push_back({*found, row.time.median});
    }
  }

  void trace_extremes(std::size_t size) {
    TunedSize& at = result_.sizes[size];
    std::vector<Configuration> chosen;
    for (const auto& [rank, tried] : extremes(at.search.tried)) chosen.push_back(tried.configuration);
    if (chosen.empty()) return;
    for (const Row& row : measure(inputs_[size], chosen, true)) at.passes[row.entry] = row.passes;
  }

  const TuneSettings& settings_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Choice entry_;
  Arena arena_;
  std::vector<Configuration> wanted_;
  std::vector<Input> inputs_;
  std::optional<RowFile> file_;
  TuneResult result_;
};

int run(const TuneSettings& settings) {
  Tuning tuning(settings);
  install_stop_handlers();
  const TuneResult result = tuning.run();
  const std::string text = as_markdown(result);
  std::fputs(text.c_str(), stdout);
  if (!settings.markdown.empty()) write_text(settings.markdown, text);
  return result.whole ? fine : ended_early;
}

}  // namespace

void add_tune(CommandLine& line) {
  Command command = line.command(
      "tune",
      "Tries combinations of an entry's parameters, as the authors of GPU-Quicksort did. Reports the best and the "
      "worst five, the effect of each parameter over all values of the others, the best values over n, and the linear "
      "rules that they follow. Verifies every configuration.");
  const auto settings = std::make_shared<TuneSettings>();
  command.option("ENTRY", settings->entry, "An entry; parameters after colons stay fixed");
  command
      .option("--vary", settings->varied,
              "A parameter and its values, threads=64,128,256; once for each (default: the three of cuda.quicksort "
              "that its authors searched)")
      .once_each();
  command.option("--n", settings->sizes, "Numbers of elements, with commas; k = 2^10, M = 2^20");
  command.option("--minutes", settings->minutes, "End after this many minutes, and report what is there; 0 = no limit")
      .range(0.0, 1e6);
  add_measuring(command, settings->measure, settings->arena);
  command.option("--seed", settings->seed, "Seed of the keys and of the sequence of the combinations");
  command.option("--markdown", settings->markdown, "Also write the report to this file");
  command.option("--csv", settings->rows.csv, "Write each configuration's times to this CSV file, as `sort` does");
  command.option("--json", settings->rows.json, "The same as JSON");
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
