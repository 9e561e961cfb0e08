// See tuning.h.
#include "tuning.h"

#include <fmt/core.h>

#include <algorithm>

#include "inputs/chosen_inputs.h"
#include "measure/chosen_entries.h"
#include "program/failure.h"
#include "program/stop.h"
#include "report/forecast.h"
#include "report/progress.h"
#include "report/statistics.h"
#include "tests/inputs/distributions.h"

namespace farfirst::bench {

namespace {

/// So many configurations take turns with each other and with the entry as it is.
constexpr std::size_t batch_size = 24;

std::vector<Varied> varied_of(const Algorithm& algorithm, const std::vector<std::string>& texts) {
  std::vector<Varied> varied;
  for (const std::string& text : texts) varied.push_back(parse_varied(algorithm, text));
  if (varied.empty()) varied = usual_search(algorithm);
  if (varied.empty()) throw Failure(usage, fmt::format("{} has no parameters to vary", algorithm.id));
  return varied;
}

Form form_of(const Algorithm& algorithm, const std::string& name) {
  if (!name.empty()) return parse_form(name);
  return algorithm.forms.has(Form::paper_keys) ? Form::paper_keys : Form::argsort;
}

}  // namespace

Tuning::Tuning(const TuneSettings& settings)
    : settings_(settings), entry_(parse_choice(settings.entry)), arena_(settings.arena) {
  result_.entry = settings.entry;
  result_.seed = settings.seed;
  result_.form = form_of(*entry_.algorithm, settings.form);
  result_.varied = varied_of(*entry_.algorithm, settings.varied);
  wanted_ = configurations(result_.varied, settings.seed);
  result_.combinations = wanted_.size();
  if (settings.most > 0 && wanted_.size() > settings.most) wanted_.resize(settings.most);
  result_.wanted = wanted_.size();
  make_inputs();
}

void Tuning::make_inputs() {
  inputs::Shape shape;
  if (const std::string sentence = parse(settings_.distribution, shape); !sentence.empty()) {
    throw Failure(usage, "--distribution: " + sentence);
  }
  result_.input = name_of(shape);
  std::vector<std::uint32_t> sizes;
  for (const std::string& text : settings_.sizes) sizes.push_back(parse_size("--n", text, 1));
  std::ranges::sort(sizes);
  for (const std::uint32_t n : sizes) {
    inputs_.push_back({.name = result_.input,
                       .meaning = meaning_of(shape.distribution),
                       .keys = make_keys(shape, n, settings_.seed)});
    result_.sizes.push_back({.search = {.n = n, .tried = {}}});
  }
}

TuneResult Tuning::run() {
  arena_.open_for({entry_});
  if (!settings_.rows.csv.empty() || !settings_.rows.json.empty()) {
    const std::string how = fmt::format(
        "farfirst-bench tune {}; seed {}; {} repeats; {} configurations in turn, and the "
        "entry as it is",
        settings_.entry, settings_.seed, settings_.measure.repeat, batch_size);
    file_ = std::make_unique<RowFile>(arena_, RowFile::Options{.paths = settings_.rows, .description = how});
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

bool Tuning::out_of_time() const {
  return stop_requested() || (settings_.minutes > 0 && seconds_since(begin_) > settings_.minutes * 60);
}

void Tuning::try_all() {
  Progress progress = progress_on_stderr();
  TimeForecast forecast;
  double left = 0;  // elements, of all batches
  for (std::size_t at = 0; at < wanted_.size(); at += batch_size) {
    for (const Input& input : inputs_) left += input.n();
  }
  const std::size_t all = (wanted_.size() + batch_size - 1) / batch_size * inputs_.size();
  std::size_t done = 0;
  for (std::size_t at = 0; at < wanted_.size(); at += batch_size) {
    const auto batch = std::span(wanted_).subspan(at, std::min(batch_size, wanted_.size() - at));
    for (std::size_t size = 0; size < inputs_.size(); ++size) {
      if (out_of_time()) {
        result_.whole = false;
        return;
      }
      const double work = inputs_[size].n();
      progress.show(done, all, done > 0 ? forecast.seconds(left) : -1,
                    fmt::format("{} configurations on {}", batch.size(), inputs_[size].n()));
      const auto begin = std::chrono::steady_clock::now();
      try_batch(size, batch);
      forecast.learn(work, seconds_since(begin));
      left -= work;
      ++done;
    }
  }
}

std::vector<Row> Tuning::measure(const Input& input, std::span<const Configuration> batch, bool passes) {
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

void Tuning::try_batch(std::size_t size, std::span<const Configuration> batch) {
  const std::vector<Row> rows = measure(inputs_[size], batch, false);
  TunedSize& at = result_.sizes[size];
  for (const Row& row : rows) {
    if (row.entry == settings_.entry) at.as_it_is.push_back(row.time.median);
    if (file_ && !file_->has(row.entry, row.form, row.input, row.n)) file_->add(arena_, {row});
    const auto found = std::ranges::find(batch, row.entry, [&](const Configuration& configuration) {
      return entry_of(settings_.entry, result_.varied, configuration);
    });
    if (found != batch.end()) at.search.tried.push_back({*found, row.time.median});
  }
}

void Tuning::trace_extremes(std::size_t size) {
  TunedSize& at = result_.sizes[size];
  std::vector<Configuration> chosen;
  for (const Ranked& each : extremes(at.search.tried, reported_extremes)) chosen.push_back(each.configuration);
  if (chosen.empty()) return;
  for (const Row& row : measure(inputs_[size], chosen, true)) at.passes[row.entry] = row.passes;
}

}  // namespace farfirst::bench
