// farfirst-bench relations: what the papers claim of their sorts against others, one by one, measured here. The claims
// are a table (relations_table.cpp); this file measures what it names, each setup once, and judges.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "commands.h"
#include "inputs.h"
#include "model_inputs.h"
#include "relations_table.h"
#include "report.h"

namespace farfirst::bench {

namespace {

struct Settings {
  std::string model;
  std::string csv, markdown, rows_csv;
  Arena::Options arena;
  MeasureOptions measure{.form = Form::argsort, .repeat = 7, .passes = true, .warm_up_seconds = 0.3, .most_seconds = 1};
  std::uint32_t seed = 1;
};

// ---- Measuring

Input input_of(const std::string& name, std::uint32_t n, const Settings& settings) {
  const bool of_model = name == model_input;
  if (of_model && !settings.model.empty()) {
    Input input = seen_from(read_subject(settings.model, {.triangles = n}), "outside");
    input.keys.resize(n);  // a cut model has somewhat more
    input.geometry.reset();
    return input;
  }
  Distribution distribution = Distribution::distances;
  if (!of_model && !parse(name, distribution)) throw Failure(failed, fmt::format("there is no distribution {}", name));
  return {.name = std::string(name_of(distribution)),
          .meaning = meaning_of(distribution),
          .keys = make_keys(distribution, n, settings.seed)};
}

/// Each setup is measured once; those on the same keys against each other.
class Measurements {
 public:
  void need(const Setup& setup) { groups_[key_of(setup)].try_emplace(setup.entry); }

  void run(Arena& arena, const Settings& settings) {
    for (auto& [key, group] : groups_) {
      const auto& [form, input, n] = key;
      if (group.contains(transfer)) group[transfer] = transfer_row(arena, n);
      const std::vector<Choice> choices = those_that_run(group);
      if (choices.empty()) continue;
      MeasureOptions options = settings.measure;
      options.form = form;
      for (Row& row : arena.measure(choices, input_of(input, n, settings), options)) {
        fmt::print(stderr, "{} {} {} {}: {:.4f} ms\n", row.entry, name_of(row.form), row.input, row.n, row.time.median);
        group[row.entry] = std::move(row);
      }
    }
  }

  /// Null where the entry could not run.
  const Row* row(const Setup& setup) const {
    const std::optional<Row>& found = groups_.at(key_of(setup)).at(setup.entry);
    return found ? &*found : nullptr;
  }
  std::vector<Row> rows() const {
    std::vector<Row> all;
    for (const auto& [key, group] : groups_) {
      for (const auto& [entry, row] : group) {
        if (row && entry != transfer) all.push_back(*row);
      }
    }
    return all;
  }

 private:
  using Key = std::tuple<Form, std::string, std::uint32_t>;
  using Group = std::map<std::string, std::optional<Row>>;  // by entry

  static std::optional<Row> transfer_row(Arena& arena, std::uint32_t n) {
    if (!why_unavailable(Backend::cuda).empty()) return {};
    const Times times = arena.transfer(Backend::cuda, n * sizeof(std::uint32_t), 5);
    return Row{.entry = transfer, .n = n, .backend = Backend::cuda, .time = times, .wall = times, .repeats = 5};
  }
  static Key key_of(const Setup& setup) { return {setup.form, setup.input, setup.n}; }
  static std::vector<Choice> those_that_run(const Group& group) {
    std::vector<Choice> choices;
    for (const auto& [entry, row] : group) {
      if (entry == transfer) continue;
      try {
        choices.push_back(parse_choice(entry));
        choices.back().named = false;  // what cannot be made here is not measured
      } catch (const Failure& failure) {
        if (failure.exit_code != sort_unavailable) throw;
        fmt::print(stderr, "farfirst-bench: {}\n", failure.what());
      }
    }
    return choices;
  }

  std::map<Key, Group> groups_;
};

// ---- Judging

/// A claim, and what became of it.
struct Verdict {
  const Relation* relation = nullptr;
  std::string ours;  // empty: not measured
  std::string text;  // "holds", "does not, because ..."
};

Verdict judge(const Relation& relation, const Measurements& measurements) {
  if (relation.quantity.setups.empty()) return {&relation, "", relation.because};
  std::vector<const Row*> rows;
  for (const Setup& setup : relation.quantity.setups) {
    rows.push_back(measurements.row(setup));
    if (rows.back() == nullptr) return {&relation, "", setup.entry + " was not measured: it cannot run here"};
  }
  const double ours = relation.quantity.value(rows);
  const bool holds = ours >= relation.least && (relation.most == 0 || ours <= relation.most);
  std::string text = holds ? "holds" : "does not";
  if (!holds && !relation.because.empty()) text += ", because " + relation.because;
  return {&relation, fmt::format("{:.3g}", ours), text};
}

/// "1.25 or more", "0.2 or less", "0.85 to 1.15".
std::string condition_of(const Relation& relation) {
  if (relation.quantity.setups.empty()) return "";
  if (relation.most == 0) return fmt::format("{:g} or more", relation.least);
  if (relation.least == 0) return fmt::format("{:g} or less", relation.most);
  return fmt::format("{:g} to {:g}", relation.least, relation.most);
}

// ---- Telling

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

void write(const std::string& path, const std::string& text) {
  const File file(std::fopen(path.c_str(), "w"), &std::fclose);
  if (!file || std::fputs(text.c_str(), file.get()) < 0) {
    throw Failure(failed, fmt::format("{}: cannot be written", path));
  }
}

std::string as_markdown(const std::vector<Verdict>& verdicts) {
  std::string text = "| # | paper | claim | theirs | ours | holds if | |\n|---|---|---|---|---|---|---|\n";
  for (const Verdict& verdict : verdicts) {
    const Relation& relation = *verdict.relation;
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", relation.number, relation.paper, relation.claim,
                        relation.theirs, verdict.ours, condition_of(relation), verdict.text);
  }
  return text;
}

std::string as_csv(const std::vector<Verdict>& verdicts, const Arena& arena) {
  std::string text;
  for (const std::string& line : about_machine(arena)) text += "# " + line + "\n";
  text += "number,paper,claim,theirs,ours,least,most,verdict\n";
  for (const Verdict& verdict : verdicts) {
    const Relation& relation = *verdict.relation;
    text += fmt::format("{},\"{}\",\"{}\",\"{}\",{},{:g},{:g},\"{}\"\n", relation.number, relation.paper,
                        relation.claim, relation.theirs, verdict.ours, relation.least, relation.most, verdict.text);
  }
  return text;
}

int run(const Settings& settings) {
  Measurements measurements;
  for (const Relation& relation : relations()) {
    for (const Setup& setup : relation.quantity.setups) measurements.need(setup);
  }
  Arena arena(settings.arena);
  measurements.run(arena, settings);
  std::vector<Verdict> verdicts;
  for (const Relation& relation : relations()) verdicts.push_back(judge(relation, measurements));
  const std::string table = as_markdown(verdicts);
  std::fputs(table.c_str(), stdout);
  if (!settings.markdown.empty()) write(settings.markdown, table);
  if (!settings.csv.empty()) write(settings.csv, as_csv(verdicts, arena));
  if (!settings.rows_csv.empty()) {
    write_csv(settings.rows_csv, arena, measurements.rows(),
              fmt::format("what farfirst-bench relations measured; seed {}, {} repeats", settings.seed,
                          settings.measure.repeat));
  }
  return fine;
}

}  // namespace

void add_relations(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "relations",
      "Measures what the papers claim of their sorts against others, and tells of each claim whether it holds here.");
  const auto settings = std::make_shared<Settings>();
  command->add_option("--model", settings->model,
                      "A mesh whose distances are sorted, cut to millions of triangles (default: a sphere's points)");
  command->add_option("--repeat", settings->measure.repeat, "Timed rounds")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command->add_option("--device", settings->arena.cuda_device, "Ordinal of the CUDA device")
      ->check(CLI::Range(0, 63))
      ->capture_default_str();
  command->add_option("--csv", settings->csv, "Write the claims and verdicts to this file");
  command->add_option("--markdown", settings->markdown, "Write them as a table to this file");
  command->add_option("--rows", settings->rows_csv, "Write what was measured for them to this CSV file");
  command->callback([&action, settings] { action = [settings] { return run(*settings); }; });
}

}  // namespace farfirst::bench
