// See measurements.h.
#include "measurements.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "inputs/eyes.h"
#include "inputs/model_inputs.h"
#include "program/failure.h"
#include "program/stop.h"
#include "recorded.h"
#include "report/progress.h"
#include "tests/inputs/distributions.h"

namespace farfirst::bench {

namespace {

// ---- Entries

std::string id_of(const std::string& entry) { return entry.substr(0, entry.find(':')); }

/// Empty if it can run here.
std::string absence_of(const std::string& entry) {
  const std::string id = entry == transfer ? "cuda.cub_radix" : id_of(entry);
  const Algorithm* algorithm = find(id);
  return algorithm == nullptr ? "there is no " + id : why_unavailable(*algorithm);
}

// ---- Inputs

Input named(Input input, const std::string& name) {
  input.name = name;
  return input;
}

/// n points of the geometry, evenly chosen.
std::shared_ptr<const Geometry> points_of(const Geometry& geometry, std::uint32_t n) {
  auto points = std::make_shared<Geometry>();
  points->bounds = geometry.bounds;
  points->positions.reserve(3 * std::size_t{n});
  const std::size_t all = geometry.positions.size() / 3;
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = geometry.positions.begin() + static_cast<std::ptrdiff_t>(3 * (i * all / n));
    points->positions.insert(points->positions.end(), at, at + 3);
  }
  return points;
}

/// The vertices of a mesh; its triangles are cut finer until it has enough of them.
ViewedGeometry vertices_of(const std::string& model, std::uint32_t n) {
  ViewedGeometry subject = read_viewed_geometry(model, {});
  for (std::uint32_t triangles = 2 * n; subject.geometry->positions.size() / 3 < n; triangles += n / 4) {
    subject = read_viewed_geometry(model, {.triangles = triangles});
  }
  subject.geometry = points_of(*subject.geometry, n);
  return subject;
}

Input make_input(const std::string& name, std::uint32_t n, const PaperSettings& settings) {
  if (name == jungle_input) return named(seen_from(read_viewed_geometry(name, {.elements = n}), "outside"), name);
  if (!settings.model.empty() && name == triangles_input) {
    return named(seen_from(read_viewed_geometry(settings.model, {.elements = n}), "outside"), name);
  }
  if (!settings.model.empty() && name == vertices_input) {
    return named(seen_from(vertices_of(settings.model, n), "origin"), name);
  }
  inputs::Shape shape(inputs::Distribution::distances);
  if (name != triangles_input && name != vertices_input) {
    if (const std::string sentence = parse(name, shape); !sentence.empty()) throw Failure(failed, sentence);
  }
  return {.name = name, .meaning = meaning_of(shape.distribution), .keys = make_keys(shape, n, settings.seed)};
}

}  // namespace

void PaperMeasurements::need(const Quantity& quantity, bool of_claim) {
  for (const Setup& setup : quantity.setups) {
    if (setup.n > settings_.largest) continue;
    Group& group = groups_[keys_of(setup)];
    group.cells.try_emplace(setup.entry);
    group.of_passes |= quantity.of_passes;
    group.of_claims |= of_claim;
  }
}

void PaperMeasurements::need(const Paper& paper) {
  for (const PaperTable& table : paper.tables) {
    for (const PaperTable::Line& line : table.lines) {
      for (const bench::Cell& cell : line.cells) need(cell.milliseconds, false);
    }
  }
  for (const Claim& claim : paper.claims) {
    need(claim.quantity, true);
    for (const Reason& reason : claim.reasons) need(reason.quantity, true);
  }
}

void PaperMeasurements::open_devices(Arena& arena) const {
  std::vector<Choice> choices;
  for (const auto& [keys, group] : groups_) {
    for (const auto& [entry, cell] : group.cells) {
      if (entry != transfer && absence_of(entry).empty()) choices.push_back(parse_choice(entry));
    }
  }
  arena.open_for(choices);
}

void PaperMeasurements::open_file(Arena& arena) {
  if (settings_.rows.paths.csv.empty() && settings_.rows.paths.json.empty()) return;
  file_.emplace(arena, settings_.rows);
  for (const std::string& remark : file_->remarks()) fmt::print(stderr, "farfirst-bench: {}\n", remark);
  if (settings_.rows.resume) take_what_was_measured();
}

void PaperMeasurements::take_what_was_measured() {
  const RecordedMeasurements recorded(settings_.rows.paths.csv);
  for (auto& [keys, group] : groups_) {
    for (auto& [entry, cell] : group.cells) {
      if (const Row* row = recorded.row({entry, keys.form, keys.input, keys.n})) cell.row = *row;
    }
  }
}

bool PaperMeasurements::run(Arena& arena) {
  open_devices(arena);
  open_file(arena);
  std::vector<std::pair<const Keys*, Group*>> plan;
  double left = 0;  // elements of all entries
  const auto work_of = [](const Keys& keys, const Group& group) {
    return static_cast<double>(keys.n) * static_cast<double>(group.cells.size());
  };
  for (const bool of_claims : {true, false}) {
    for (auto& [keys, group] : groups_) {
      const bool is_known =
          std::ranges::all_of(group.cells, [](const auto& each) { return each.second.row.has_value(); });
      if (group.of_claims != of_claims || is_known) continue;
      plan.emplace_back(&keys, &group);
      left += work_of(keys, group);
    }
  }
  Progress progress = progress_on_stderr();
  TimeForecast forecast;
  const auto first = std::chrono::steady_clock::now();
  for (std::size_t done = 0; done < plan.size(); ++done) {
    const Keys& keys = *plan[done].first;
    const auto begin = std::chrono::steady_clock::now();
    const bool is_over = settings_.minutes > 0 && begin - first > std::chrono::duration<double>(60 * settings_.minutes);
    if (stop_requested() || is_over) return false;
    progress.show(done, plan.size(), done > 0 ? forecast.seconds(left) : -1,
                  fmt::format("{} {} {}", name_of(keys.form), keys.input, keys.n));
    measure(arena, keys, *plan[done].second);
    const double work = work_of(keys, *plan[done].second);
    forecast.learn(work, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    left -= work;
  }
  return true;
}

void PaperMeasurements::measure(Arena& arena, const Keys& keys, Group& group) {
  const std::vector<Choice> choices = those_that_run(keys, group);
  if (const auto found = group.cells.find(transfer); found != group.cells.end() && !found->second.row) {
    bring(arena, keys, found->second);
  }
  if (choices.empty()) return;
  try {
    MeasureOptions options = settings_.measure;
    options.form = keys.form;
    options.passes = group.of_passes;
    options.left_out = [&](const std::string& sentence) {
      for (auto& [entry, cell] : group.cells) {
        if (entry != transfer && absence_of(entry).empty()) cell.why_not = sentence;
      }
    };
    std::vector<Row> rows = measure_arrays(arena, choices, keys, options);
    if (file_) file_->add(arena, rows);
    for (Row& row : rows) {
      forecast_.learn(row.entry, std::string(name_of(keys.form)), keys.input, keys.n, row.wall.median / 1000);
      Cell& cell = group.cells[row.entry];
      cell.row = std::move(row);
    }
  } catch (const Error& error) {  // for example, out of memory
    for (auto& [entry, cell] : group.cells) cell.why_not = error.what();
  } catch (const Failure& failure) {
    if (failure.exit_code == order_wrong || !settings_.model.empty()) throw;
    for (auto& [entry, cell] : group.cells) cell.why_not = failure.what();
  }
}

std::vector<Row> PaperMeasurements::measure_arrays(Arena& arena, const std::vector<Choice>& choices, const Keys& keys,
                                                   MeasureOptions options) {
  const Arrays arrays = arrays_of(keys.input);
  const bool same = made_.input == keys.input && made_.n == keys.n;
  options.repeat = (options.repeat + static_cast<int>(arrays.number) - 1) / static_cast<int>(arrays.number);
  std::map<std::string, std::vector<Row>> of_entries;
  PaperSettings settings = settings_;
  for (std::uint32_t i = 0; i < arrays.number; ++i, ++settings.seed) {
    if (!same || arrays.number > 1) {
      input_ = {};
      input_ = make_input(arrays.input, keys.n, settings);
    }
    for (Row& row : arena.measure(choices, input_, options)) of_entries[row.entry].push_back(std::move(row));
  }
  made_ = keys;
  std::vector<Row> rows;
  for (const auto& [entry, of_entry] : of_entries) rows.push_back(mean_of_arrays(of_entry, keys.input));
  return rows;
}

void PaperMeasurements::bring(Arena& arena, const Keys& keys, Cell& cell) {
  cell.why_not = absence_of(transfer);
  if (!cell.why_not.empty()) return;
  const Times times = arena.transfer(Backend::cuda, keys.n * sizeof(std::uint32_t), settings_.measure.repeat);
  cell.row = Row{.entry = transfer,
                 .form = keys.form,
                 .input = keys.input,
                 .n = keys.n,
                 .backend = Backend::cuda,
                 .time = times,
                 .wall = times,
                 .clock = "wall clock",
                 .repeats = settings_.measure.repeat};
  if (file_) file_->add(arena, {*cell.row});
}

std::vector<Choice> PaperMeasurements::those_that_run(const Keys& keys, Group& group) const {
  std::vector<Choice> choices;
  for (auto& [entry, cell] : group.cells) {
    if (entry == transfer || cell.row) continue;
    cell.why_not = absence_of(entry);
    if (!cell.why_not.empty()) continue;
    const auto guess = forecast_.guess(entry, std::string(name_of(keys.form)), keys.input, keys.n);
    if (guess && guess->seconds > settings_.slowest_seconds) {
      cell.why_not = fmt::format("{} on {} {}: it would take {} or more, as it took on {}", entry, keys.n, keys.input,
                                 in_words(guess->seconds), guess->from);
      continue;
    }
    cell.why_not = fmt::format("{} cannot sort {} {} here", entry, keys.n, name_of(keys.form));
    choices.push_back(parse_choice(entry));
    choices.back().named = false;  // one that cannot be made is a gap in the tables, not an error
  }
  return choices;
}

const Row* PaperMeasurements::row(const Setup& setup) const {
  const auto group = groups_.find(keys_of(setup));
  if (group == groups_.end()) return nullptr;
  const std::optional<Row>& row = group->second.cells.at(setup.entry).row;
  return row ? &*row : nullptr;
}

std::string PaperMeasurements::why_not(const Setup& setup) const {
  const auto group = groups_.find(keys_of(setup));
  if (group == groups_.end()) return fmt::format("it needs {} elements; see --largest", setup.n);
  const std::string& sentence = group->second.cells.at(setup.entry).why_not;
  return sentence.empty() ? "the run was ended before" : sentence;
}

}  // namespace farfirst::bench
