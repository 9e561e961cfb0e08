// farfirst-bench sort: entries of the catalogue against each other on the same keys. One process, interleaved (A B A
// B), the first round discarded, each entry's first timed result verified by the order check before a row is written.

#include <farfirst/sort.h>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>

#include "commands.h"
#include "inputs.h"
#include "machine.h"
#include "statistics.h"

namespace farfirst::bench {

namespace {

struct Settings {
  std::vector<std::string> entries;
  std::vector<std::string> sizes = {"64k", "1M"};
  std::vector<std::string> distribution_names = {"uniform"};
  std::string baseline = "cpu.std_sort";
  std::string csv;
  int repeat = 9;
  int threads = 0;
  std::uint32_t seed = 1;
  bool passes = false;
};

/// An entry, with parameters that are not at their presets: "cpu.lsd_radix:digit_bits=8:threads=1".
struct Choice {
  std::string text;
  const Algorithm* algorithm = nullptr;
  std::vector<ParameterValue> parameters;
};

struct Contestant {
  std::string name;
  const Algorithm* algorithm = nullptr;
  std::unique_ptr<Sorter> sorter;
  Workspace workspace;
  std::vector<double> milliseconds;
  std::map<std::string, std::vector<double>> passes;
};

/// One line of the result.
struct Row {
  std::string entry;
  std::string distribution;
  std::uint32_t n = 0;
  double median = 0, p5 = 0, p95 = 0;
  std::size_t scratch = 0;
};

std::uint32_t parse_size(const std::string& text) {
  std::size_t used = 0;
  double number = 0;
  try {
    number = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  const std::string unit = text.substr(used);
  const double factor = unit.empty() ? 1 : unit == "k" ? 1024 : unit == "M" ? 1048576 : 0;
  const double n = number * factor;
  if (used == 0 || !(n >= 1) || n > max_elements) {
    throw Failure(usage, fmt::format("--n: \"{}\" is not a number of elements from 1 to {}, with k = 2^10 or M = 2^20",
                                     text, max_elements));
  }
  return static_cast<std::uint32_t>(n);
}

ParameterValue parse_parameter(const std::string& text) {
  const std::size_t equals = text.find('=');
  std::size_t used = 0;
  try {
    if (equals != std::string::npos) {
      const std::string number = text.substr(equals + 1);
      const std::int64_t value = std::stoll(number, &used);
      if (used == number.size()) return {text.substr(0, equals), value};
    }
  } catch (const std::exception&) {}
  throw Failure(usage, fmt::format("--entries: \"{}\" is not a parameter and a whole number, like threads=1", text));
}

Choice parse_choice(const std::string& text) {
  std::size_t colon = text.find(':');
  const std::string id = text.substr(0, colon);
  Choice choice{.text = text, .algorithm = find(id), .parameters = {}};
  if (choice.algorithm == nullptr) {
    throw Failure(usage, fmt::format("--entries: there is no \"{}\"; farfirst-bench list shows them", id));
  }
  const std::string absent = why_unavailable(*choice.algorithm);
  if (!absent.empty()) throw Failure(sort_unavailable, absent);
  while (colon != std::string::npos) {
    const std::size_t next = text.find(':', colon + 1);
    choice.parameters.push_back(parse_parameter(text.substr(colon + 1, next - colon - 1)));
    colon = next;
  }
  return choice;
}

std::vector<Choice> chosen_entries(const std::vector<std::string>& texts) {
  std::vector<Choice> chosen;
  for (const std::string& text : texts) chosen.push_back(parse_choice(text));
  if (!texts.empty()) return chosen;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->backend != Backend::cpu || !why_unavailable(*algorithm).empty()) continue;
    chosen.push_back({.text = std::string(algorithm->id), .algorithm = algorithm, .parameters = {}});
  }
  return chosen;
}

double timed_sort(Contestant& contestant, SortJob job, Device& device) {
  contestant.workspace.attach(job);
  const auto begin = std::chrono::steady_clock::now();
  contestant.sorter->sort(job);
  device.finish();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

void verify(const Contestant& contestant, Device& device, const SortJob& job) {
  const OrderCheck check = device.check_order(job.keys, job.order, job.n);
  if (!check.ok()) throw Failure(order_wrong, fmt::format("{}: {}", contestant.name, check.sentence()));
}

std::vector<Row> measure(const Settings& settings, Device& device, const std::vector<Choice>& entries,
                         Distribution distribution, std::uint32_t n) {
  const std::vector<std::uint32_t> keys = make_keys(distribution, n, settings.seed);
  std::vector<std::uint32_t> order(n);
  std::vector<Contestant> contestants;
  for (const Choice& choice : entries) {
    if (n > choice.algorithm->max_n) continue;
    Contestant contestant{
        .name = choice.text,
        .algorithm = choice.algorithm,
        .sorter = make_sorter(device, *choice.algorithm, {.max_n = n, .parameters = choice.parameters}),
        .workspace = {},
        .milliseconds = {},
        .passes = {}};
    contestant.workspace = Workspace(device, contestant.sorter->requirements());
    contestants.push_back(std::move(contestant));
  }
  const SortJob job{.n = n, .keys = host_buffer(keys), .order = host_buffer(order), .trace = settings.passes};
  for (int round = -1; round < settings.repeat; ++round) {
    for (Contestant& contestant : contestants) {
      const double time = timed_sort(contestant, job, device);
      std::vector<Pass> passes;
      while (contestant.sorter->take_trace(passes)) {}
      if (round < 0) {
        verify(contestant, device, job);
        std::fill(order.begin(), order.end(), 0xFFFFFFFFu);
        continue;
      }
      contestant.milliseconds.push_back(time);
      for (const Pass& pass : passes) contestant.passes[std::string(pass.name)].push_back(pass.milliseconds);
    }
  }
  std::vector<Row> rows;
  for (const Contestant& contestant : contestants) {
    std::size_t scratch = 0;
    for (const std::size_t bytes : contestant.sorter->requirements().scratch) scratch += bytes;
    rows.push_back({contestant.name, std::string(name_of(distribution)), n, quantile(contestant.milliseconds, 0.5),
                    quantile(contestant.milliseconds, 0.05), quantile(contestant.milliseconds, 0.95), scratch});
    for (const auto& [pass, times] : contestant.passes) {
      fmt::print("    {} {}: {:.4f} ms\n", contestant.name, pass, quantile(times, 0.5));
    }
  }
  return rows;
}

void print_rows(const std::vector<Row>& rows, const std::string& baseline) {
  double reference = 0;
  for (const Row& row : rows) {
    if (row.entry == baseline) reference = row.median;
  }
  for (const Row& row : rows) {
    const double rate = static_cast<double>(row.n) / row.median / 1000.0;
    fmt::print("{:32} {:14} {:>10} {:>10.3f} {:>10.3f} {:>10.3f} {:>9.1f} ", row.entry, row.distribution, row.n,
               row.median, row.p5, row.p95, rate);
    if (reference > 0) {
      fmt::print("{:>8.2f}x\n", reference / row.median);
    } else {
      fmt::print("{:>9}\n", "-");
    }
  }
}

void write_csv(const std::string& path, const Settings& settings, const Device& device, const std::vector<Row>& rows) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"), &std::fclose);
  if (!file) throw Failure(failed, fmt::format("{}: cannot be written", path));
  for (const std::string& line : machine_lines()) fmt::print(file.get(), "# {}\n", line);
  fmt::print(file.get(), "# device: {}\n# seed: {}\n# repeats: {}, interleaved, first round discarded, wall clock\n",
             device.description(), settings.seed, settings.repeat);
  fmt::print(file.get(), "entry,form,distribution,n,median_ms,p5_ms,p95_ms,scratch_bytes\n");
  for (const Row& row : rows) {
    fmt::print(file.get(), "{},argsort,{},{},{:.6f},{:.6f},{:.6f},{}\n", row.entry, row.distribution, row.n, row.median,
               row.p5, row.p95, row.scratch);
  }
}

int run(const Settings& settings) {
  const std::vector<Choice> entries = chosen_entries(settings.entries);
  std::vector<std::uint32_t> sizes;
  for (const std::string& size : settings.sizes) sizes.push_back(parse_size(size));
  std::vector<Distribution> inputs;
  for (const std::string& name : settings.distribution_names) {
    Distribution distribution;
    if (name == "all") {
      inputs.assign(distributions().begin(), distributions().end());
    } else if (parse(name, distribution)) {
      inputs.push_back(distribution);
    } else {
      throw Failure(usage, fmt::format("--distributions: there is no \"{}\"; see farfirst-bench sort --help", name));
    }
  }
  const std::unique_ptr<Device> device = open(Backend::cpu, {.cpu_threads = settings.threads});
  for (const std::string& line : machine_lines()) fmt::print("# {}\n", line);
  fmt::print("{:32} {:14} {:>10} {:>10} {:>10} {:>10} {:>9} {:>9}\n", "entry", "distribution", "n", "median ms",
             "p5 ms", "p95 ms", "M/s", "speed-up");
  std::vector<Row> all;
  for (const Distribution distribution : inputs) {
    for (const std::uint32_t n : sizes) {
      const std::vector<Row> rows = measure(settings, *device, entries, distribution, n);
      print_rows(rows, settings.baseline);
      std::fflush(stdout);
      all.insert(all.end(), rows.begin(), rows.end());
    }
  }
  if (!settings.csv.empty()) write_csv(settings.csv, settings, *device, all);
  return fine;
}

}  // namespace

void add_sort(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("sort",
                         "Sorts the same keys with several entries and compares their times. Every entry is "
                         "verified; a wrong order ends with exit code 5 and no row.");
  const auto settings = std::make_shared<Settings>();
  std::vector<std::string_view> known;
  for (const Distribution distribution : distributions()) known.push_back(name_of(distribution));
  command
      ->add_option(
          "--entries", settings->entries,
          "Entries, with commas, parameters after colons: cpu.lsd_radix:threads=1 (default: all that run on the CPU)")
      ->delimiter(',');
  command->add_option("--n", settings->sizes, "Numbers of elements, with commas; k = 2^10, M = 2^20")
      ->delimiter(',')
      ->capture_default_str();
  command
      ->add_option("--distributions", settings->distribution_names,
                   fmt::format("all, or some of: {}", fmt::join(known, ", ")))
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--baseline", settings->baseline, "The entry that speed-ups refer to")->capture_default_str();
  command->add_option("--repeat", settings->repeat, "Timed rounds")->check(CLI::Range(1, 10000))->capture_default_str();
  command->add_option("--threads", settings->threads, "Threads of the CPU device; 0 = all")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command->add_option("--seed", settings->seed, "Seed of the keys")->capture_default_str();
  command->add_flag("--passes", settings->passes, "Show the time of each pass");
  command->add_option("--csv", settings->csv, "Also write the rows to this file");
  command->callback([&action, settings] { action = [settings] { return run(*settings); }; });
}

}  // namespace farfirst::bench
