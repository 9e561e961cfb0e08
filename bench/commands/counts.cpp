// farfirst-bench counts: does time follow the count? It sorts points to an order, all of them and some: by a count that
// the host knows, by a count in device memory, and by ids. Each runs as a call and as the replay of a CUDA graph. The
// variants take turns, shuffled before each round; each order is checked.

#include <farfirst/sort.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <numeric>
#include <random>

#include "inputs/chosen_inputs.h"
#include "inputs/input.h"
#include "inputs/points.h"
#include "measure/arena.h"
#include "measure/gpu.h"
#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"
#include "program/machine.h"
#include "program/stop.h"
#include "report/statistics.h"
#include "report/table.h"

namespace farfirst::bench {

namespace {

struct CountsSettings {
  std::vector<std::string> entries = {"cuda.farfirst"};
  std::vector<std::string> sizes = {"64k", "1M", "16M"};
  int repeat = 101, device = 0;
  std::uint32_t seed = 1;
  TablePaths files;
};

constexpr std::uint32_t shares[] = {1, 4, 16};
constexpr double warm_up_seconds = 0.5;

/// One way to sort, with a history of its own.
struct CountedWay {
  std::string name;
  std::uint32_t sorted = 0;  // elements
  DistanceJob job;
  std::unique_ptr<History> history;
  std::function<void()> enqueue;
  std::vector<double> milliseconds;
};

/// The variants of one entry and one n.
class CountComparison {
 public:
  CountComparison(Device& device, const Choice& choice, std::uint32_t n, std::uint32_t seed)
      : device_(device), timer_(make_cuda_timer(device)), choice_(choice), n_(n), random_(seed) {
    const ViewedGeometry cube = make_points("cube", n, seed);
    points_ = upload(cube.geometry->positions);
    std::vector<std::uint32_t> words(n);
    std::iota(words.begin(), words.end(), 0u);
    ids_ = upload(words);
    counts_ = upload(std::vector<std::uint32_t>{n / shares[0], n / shares[1], n / shares[2]});
    order_ = OwnedBuffer(device, n * std::size_t{4});
    for (const std::uint32_t share : shares) {
      sources_.push_back({.n = n / share, .positions = points_});
      sorters_.push_back(make_distance_sorter(device, *choice.algorithm, n / share, choice.parameters));
      scratch_.emplace_back(device, sorters_.back()->requirements());
    }
    for (std::size_t i = 0; i < std::size(shares); ++i) add_ways(i);
  }

  void measure(int repeat) {
    verify();
    const auto begin = std::chrono::steady_clock::now();
    while (seconds_since(begin) < warm_up_seconds) run_shuffled(false);
    for (int round = 0; round < repeat; ++round) run_shuffled(true);
    verify();
  }
  const std::vector<CountedWay>& ways() const { return ways_; }

 private:
  template <class T>
  OwnedBuffer upload(const std::vector<T>& words) {
    OwnedBuffer buffer(device_, words.size() * sizeof(T));
    device_.upload(buffer, words.data(), words.size() * sizeof(T));
    return buffer;
  }

  void add_ways(std::size_t which) {
    const std::uint32_t sorted = n_ / shares[which];
    DistanceJob all{.n = n_, .sources = {&sources_[0], 1}, .eye = {0, 0, 3}, .order = order_};
    DistanceJob few = all;
    few.n = sorted;
    few.sources = {&sources_[which], 1};
    add("n", few, which, sorted);
    all.count = counts_;
    all.count.offset += 4 * which;
    all.count.bytes = 4;
    add("count", all, 0, sorted);
    all.ids = ids_;
    add("ids, count", all, 0, sorted);
  }

  void add(const std::string& name, DistanceJob job, std::size_t sorter, std::uint32_t sorted) {
    scratch_[sorter].attach(job);
    DistanceSorter* const its = sorters_[sorter].get();
    for (const bool replayed : {false, true}) {
      if (replayed && (choice_.algorithm->round_trips || choice_.algorithm->allocates)) continue;
      CountedWay& way = ways_.emplace_back();
      way.name = name + (replayed ? ", replay" : "");
      way.sorted = sorted;
      way.history = its->make_history();
      job.history = way.history.get();
      way.job = job;
      way.enqueue = [its, job] { its->sort(job); };
      if (!replayed) continue;
      const std::shared_ptr<Replay> replay = make_cuda_replay(device_);
      replay->record(way.enqueue);
      way.enqueue = [replay] { replay->run(); };
    }
  }

  /// Runs each variant once, in random sequence: in a fixed one, the variant before can cost three microseconds.
  void run_shuffled(bool timed) {
    std::vector<std::size_t> turns(ways_.size());
    std::iota(turns.begin(), turns.end(), std::size_t{0});
    std::ranges::shuffle(turns, random_);
    for (const std::size_t turn : turns) {
      timer_->start();
      ways_[turn].enqueue();
      timer_->stop();
      device_.finish();
      if (timed) ways_[turn].milliseconds.push_back(timer_->milliseconds());
    }
  }

  void verify() {
    const std::vector<std::uint32_t> none(n_, 0xFFFFFFFFu);
    for (CountedWay& way : ways_) {
      device_.upload(order_, none.data(), n_ * std::size_t{4});
      way.enqueue();
      device_.finish();
      const OwnedBuffer keys(device_, way.job.n * std::size_t{4});
      DistanceJob making{
          .n = way.job.n, .sources = way.job.sources, .ids = way.job.ids, .eye = {0, 0, 3}, .keys = keys};
      device_.make_keys(making);
      const OrderCheck result = device_.check_order(
          {.keys = keys, .order = order_, .n = way.job.n, .count = way.job.count, .ids = way.job.ids, .elements = n_});
      if (!result.ok())
        throw Failure(order_wrong, fmt::format("{}, {}: {}", choice_.text, way.name, result.sentence()));
    }
  }

  Device& device_;
  const std::unique_ptr<DeviceTimer> timer_;
  const Choice& choice_;
  const std::uint32_t n_;
  std::mt19937 random_;
  OwnedBuffer points_, ids_, counts_, order_;
  std::vector<Source> sources_;  // of each share
  std::vector<std::unique_ptr<DistanceSorter>> sorters_;
  std::vector<Workspace> scratch_;
  std::vector<CountedWay> ways_;
};

std::vector<std::string> about(const CountsSettings& settings) {
  std::vector<std::string> lines = machine_lines();
  const GpuFacts facts = gpu_facts(settings.device);
  lines.insert(lines.end(), {"GPU: " + facts.name, "driver: " + facts.driver, "CUDA: " + facts.toolkit});
  lines.push_back(fmt::format("settings: seed {}, {} shuffled rounds after {:g} s of warm-up, points of a cube",
                              settings.seed, settings.repeat, warm_up_seconds));
  return lines;
}

int run(const CountsSettings& settings) {
  if (const std::string absent = why_unavailable(Backend::cuda); !absent.empty())
    throw Failure(sort_unavailable, absent);
  const std::vector<std::uint32_t> sizes = parse_sizes(settings.sizes, shares[2]);
  install_stop_handlers();
  TableFile file(settings.files, columns_of("entry n# way sorted# median_ms# p5_ms# p95_ms#"), about(settings));
  for (const std::string& text : settings.entries) {
    const Choice choice = parse_choice(text);
    if (choice.algorithm->backend != Backend::cuda) throw Failure(usage, "--entries: " + text + " is not a CUDA entry");
    const std::unique_ptr<Device> device = open(Backend::cuda, {.cuda_device = settings.device});
    for (const std::uint32_t n : sizes) {
      if (stop_requested()) throw Failure(ended_early, fmt::format("ended before {} elements were measured", n));
      CountComparison comparison(*device, choice, n, settings.seed);
      comparison.measure(settings.repeat);
      for (const CountedWay& way : comparison.ways()) {
        const auto at = [&](double q) { return quantile(way.milliseconds, q); };
        fmt::print("{:16} {:>10} {:20} {:>10} {:>10.4f} ms\n", choice.text, n, way.name, way.sorted, at(0.5));
        file.add({choice.text, std::to_string(n), way.name, std::to_string(way.sorted), fmt::format("{:.6f}", at(0.5)),
                  fmt::format("{:.6f}", at(0.05)), fmt::format("{:.6f}", at(0.95))});
      }
      std::fflush(stdout);
    }
  }
  return fine;
}

}  // namespace

void add_counts(CommandLine& line) {
  Command command = line.command("counts",
                                 "Measures whether time follows the count: sorts points on a GPU, all, a quarter and a "
                                 "sixteenth of them, with a count that the host knows or that is in device memory, by "
                                 "ids, and as replays of a CUDA graph, in turn; each order is checked.");
  const auto settings = std::make_shared<CountsSettings>();
  command.option("--entries", settings->entries,
                 "CUDA entries, with commas, parameters after colons: cuda.hybrid:sublists=1024");
  command.option("--n", settings->sizes, "Numbers of elements, with commas; k = 2^10, M = 2^20");
  command.option("--repeat", settings->repeat, "Timed rounds").range(1, 10000);
  command.option("--seed", settings->seed, "Seed of the points and of the sequence of the variants");
  command.option("--device", settings->device, "Ordinal of the CUDA device").range(0, 63);
  command.option("--csv", settings->files.csv, "Also write the rows to this file");
  command.option("--json", settings->files.json, "The same as JSON");
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
