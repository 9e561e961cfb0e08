// farfirst-bench counts: what a frame asks for, and what it costs. The same keys with a count that the host knows and
// with one in device memory, a sixteenth of them both ways, the other direction, ids of all points in two sequences,
// the same points as several sources and behind a transform, and replays of a CUDA graph, in turn, shuffled before each
// round.

#include <farfirst/sort.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <utility>

#include "commands.h"
#include "inputs/chosen_inputs.h"
#include "inputs/input.h"
#include "inputs/points.h"
#include "measure/arena.h"
#include "measure/gpu.h"
#include "measure/opengl.h"
#include "program/command_line.h"
#include "program/failure.h"
#include "program/machine.h"
#include "program/stop.h"
#include "report/statistics.h"
#include "report/table.h"
#include "tests/inputs/distributions.h"

namespace farfirst::bench {

namespace {

struct CountsSettings {
  std::vector<std::string> entries = {"cuda.farfirst"};
  std::vector<std::string> sizes = {"64k", "256k", "1M", "4M", "16M"};
  int repeat = 101, device = 0;
  std::uint32_t seed = 1;
  TablePaths files;
};

constexpr std::uint32_t share = 16;
constexpr double warm_up_seconds = 0.2;
constexpr Transform quarter_turn{{0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0}};

/// The device of an entry, and how it is timed.
struct Side {
  std::unique_ptr<OpenGL> opengl;
  std::unique_ptr<Device> device;
  std::unique_ptr<DeviceTimer> timer;
  bool replays = false;

  Side(const Algorithm& entry, int ordinal) {
    if (entry.backend == Backend::gl) {
      opengl = std::make_unique<OpenGL>(ordinal);
      device = opengl->open_device();
      timer = opengl->make_timer(*device);
    } else if (entry.backend == Backend::cuda) {
      device = open(Backend::cuda, {.cuda_device = ordinal});
      timer = make_cuda_timer(*device);
      replays = !entry.round_trips && !entry.allocates;
    }
    if (timer == nullptr)
      throw Failure(sort_unavailable, fmt::format("--entries: {} does not sort on a GPU here", entry.id));
  }
};

/// One way to ask for a sort, with a history of its own.
struct CountedWay {
  std::string name;
  std::uint32_t sorted = 0;  // elements
  std::function<void()> enqueue;
  std::function<void()> check;  // throws Failure
  std::unique_ptr<History> history;
  std::vector<double> milliseconds;
};

/// The ways of one entry and one n, on keys or on points.
class CountComparison {
 public:
  CountComparison(Side& side, const Choice& choice, std::uint32_t n, bool by_distance, std::uint32_t seed)
      : side_(side), choice_(choice), n_(n), by_distance_(by_distance), random_(seed) {
    make_input(seed);
    make_sorters();
    add_ways();
    turns_.resize(ways_.size());
    std::iota(turns_.begin(), turns_.end(), std::size_t{0});
  }

  void measure(int repeat) {
    for (CountedWay& way : ways_) verify(way);
    warm_up(repeat / 4);
    for (int round = 0; round < repeat; ++round) {
      run_shuffled([](CountedWay& way, double milliseconds) { way.milliseconds.push_back(milliseconds); });
    }
    for (CountedWay& way : ways_) verify(way);
  }
  const std::vector<CountedWay>& ways() const { return ways_; }

 private:
  struct Sorters {
    std::unique_ptr<Sorter> by_keys;
    std::unique_ptr<DistanceSorter> by_distance;
    Workspace workspace;
    SorterBase& base() const {
      return by_keys != nullptr ? static_cast<SorterBase&>(*by_keys) : static_cast<SorterBase&>(*by_distance);
    }
  };
  /// What varies between the ways.
  struct Call {
    const Sorters* sorters;
    std::uint32_t n;
    Buffer count{};
    Direction direction = Direction::back_to_front;
    History* history = nullptr;
    Buffer eye{}, ids{};
    std::span<const Source> sources{};  // by default all elements, or the first n of them
  };

  void make_input(std::uint32_t seed) {
    Device& device = *side_.device;
    const std::vector<std::uint32_t> keys = inputs::make_keys(inputs::Distribution::uniform, n_, seed);
    keys_ = OwnedBuffer(device, n_ * std::size_t{4});
    device.upload(keys_, keys.data(), n_ * std::size_t{4});
    const Subject cube = make_points("cube", n_, seed);
    const std::vector<float>& points = cube.geometry->positions;
    points_ = OwnedBuffer(device, points.size() * sizeof(float));
    device.upload(points_, points.data(), points.size() * sizeof(float));
    if (by_distance_) make_strip();
    order_ = OwnedBuffer(device, n_ * std::size_t{4});
    counts_ = OwnedBuffer(device, 256);
    const std::uint32_t counts[] = {n_, n_ / share};
    device.upload(counts_, counts, sizeof counts);
    view_ = OwnedBuffer(device, 256);
    const float view[] = {0, 0, 3, 0, 0, -1};
    device.upload(view_, view, sizeof view);
    if (by_distance_) make_ids();
    for (const std::uint32_t n : {n_, n_ / share}) first_n_.push_back({.n = n, .positions = points_});
    halves_ = cut_evenly(2);
    many_ = cut_evenly(17);
    turned_ = cut_evenly(1);
    turned_[0].transform = quarter_turn;
    mesh_ = as_triangles(cut_evenly(1));
    meshes_ = as_triangles(cut_evenly(17));
    turned_mesh_ = mesh_;
    turned_mesh_[0].transform = quarter_turn;
  }

  /// The points as so many sources.
  std::vector<Source> cut_evenly(std::uint32_t parts) const {
    std::vector<Source> sources;
    for (std::uint32_t part = 0, begin = 0; part < parts; ++part) {
      const auto end = static_cast<std::uint32_t>(std::uint64_t{n_} * (part + 1) / parts);
      Source source{.n = end - begin, .positions = points_};
      source.positions.offset += begin * std::size_t{12};
      source.positions.bytes = source.n * std::size_t{12};
      sources.push_back(source);
      begin = end;
    }
    return sources;
  }
  /// Triangles instead of points: a strip through all of them.
  std::vector<Source> as_triangles(std::vector<Source> sources) const {
    for (Source& source : sources) {
      source.triangles = corners_;
      source.triangles.offset += source.positions.offset;
      source.triangles.bytes = source.positions.bytes;
      source.positions = points_;
      source.vertex_count = n_;
    }
    return sources;
  }
  std::span<const Source> sources_of(const Call& call) const {
    return call.sources.empty() ? std::span(&first_n_[call.n == n_ ? 0 : 1], 1) : call.sources;
  }

  void make_strip() {
    std::vector<std::uint32_t> corners(3 * std::size_t{n_});
    for (std::size_t i = 0; i < corners.size(); ++i) corners[i] = static_cast<std::uint32_t>((i / 3 + i % 3) % n_);
    corners_ = OwnedBuffer(*side_.device, corners.size() * 4);
    side_.device->upload(corners_, corners.data(), corners.size() * 4);
  }

  /// All elements, so that such calls differ from others only by having ids: in their sequence, as culling leaves them,
  /// and in blocks from the last to the first.
  void make_ids() {
    constexpr std::uint32_t block = 4096;
    std::vector<std::uint32_t> ids(n_);
    std::iota(ids.begin(), ids.end(), 0u);
    ids_ = OwnedBuffer(*side_.device, n_ * std::size_t{4});
    side_.device->upload(ids_, ids.data(), n_ * std::size_t{4});
    std::ranges::reverse(ids);
    for (std::uint32_t begin = 0; begin < n_; begin += block) {
      std::reverse(ids.begin() + begin, ids.begin() + std::min(begin + block, n_));
    }
    unsorted_ids_ = OwnedBuffer(*side_.device, n_ * std::size_t{4});
    side_.device->upload(unsorted_ids_, ids.data(), n_ * std::size_t{4});
  }

  void make_sorters() {
    for (Sorters* sorters : {&large_, &small_}) {
      const std::uint32_t n = sorters == &large_ ? n_ : n_ / share;
      if (by_distance_) {
        sorters->by_distance = make_distance_sorter(*side_.device, *choice_.algorithm, n, choice_.parameters);
      } else {
        sorters->by_keys =
            make_sorter(*side_.device, *choice_.algorithm, n, {.counted = true, .parameters = choice_.parameters});
      }
      sorters->workspace = Workspace(*side_.device, sorters->base().requirements());
    }
  }

  void sort(const Call& call) {
    if (!by_distance_) {
      ArgsortJob job{.n = call.n, .keys = keys_, .count = call.count, .direction = call.direction, .order = order_};
      job.history = call.history;
      call.sorters->workspace.attach(job);
      return call.sorters->by_keys->sort(job);
    }
    DistanceJob job{.n = call.n, .sources = sources_of(call), .count = call.count};
    job.eye[2] = 3;
    job.eye_on_device = call.eye;
    job.ids = call.ids;
    job.direction = call.direction;
    job.order = order_;
    job.history = call.history;
    call.sorters->workspace.attach(job);
    call.sorters->by_distance->sort(job);
  }

  void add(const std::string& name, Call call, std::uint32_t sorted) {
    CountedWay way;
    way.name = name;
    way.sorted = sorted;
    way.history = call.sorters->base().make_history();
    call.history = way.history.get();
    way.enqueue = [this, call] { sort(call); };
    way.check = [this, call, name] { check(call, name); };
    ways_.push_back(std::move(way));
  }

  void add_ways() {
    const Buffer all{counts_buffer(0)}, few{counts_buffer(1)};
    const std::pair<std::string, Call> by_distance_and_replayed[] = {
        {"device_eye", {.sorters = &large_, .n = n_, .eye = view_}},
        {"sources_2", {.sorters = &large_, .n = n_, .sources = halves_}},
        {"sources_17", {.sorters = &large_, .n = n_, .sources = many_}},
        {"transform", {.sorters = &large_, .n = n_, .sources = turned_}},
        {"triangles", {.sorters = &large_, .n = n_, .sources = mesh_}},
        {"triangles_17", {.sorters = &large_, .n = n_, .sources = meshes_}},
        {"triangles_transform", {.sorters = &large_, .n = n_, .sources = turned_mesh_}},
    };
    add("host_n", {&large_, n_}, n_);
    add("device_n", {&large_, n_, all}, n_);
    add("host_few", {&small_, n_ / share}, n_ / share);
    add("device_few", {&large_, n_, few}, n_ / share);
    add("front_to_back", {&large_, n_, {}, Direction::front_to_back}, n_);
    if (by_distance_) {
      for (const auto& [name, call] : by_distance_and_replayed) add(name, call, n_);
      add("ids", {.sorters = &large_, .n = n_, .ids = ids_}, n_);
      add("ids_device_n", {.sorters = &large_, .n = n_, .count = all, .ids = ids_}, n_);
      add("ids_unsorted", {.sorters = &large_, .n = n_, .ids = unsorted_ids_}, n_);
    }
    if (!side_.replays) return;
    add_replay("replay_host_n", {&large_, n_}, n_);
    add_replay("replay_device_n", {&large_, n_, all}, n_);
    add_replay("replay_host_few", {&small_, n_ / share}, n_ / share);
    add_replay("replay_device_few", {&large_, n_, few}, n_ / share);
    if (!by_distance_) return;
    for (const auto& [name, call] : by_distance_and_replayed) add_replay("replay_" + name, call, n_);
  }

  /// The first call is captured; the history is used by every replay.
  void add_replay(const std::string& name, const Call& call, std::uint32_t sorted) {
    add(name, call, sorted);
    const std::shared_ptr<Replay> replay = make_cuda_replay(*side_.device);
    replay->record(ways_.back().enqueue);
    ways_.back().enqueue = [replay] { replay->run(); };
  }

  Buffer counts_buffer(std::size_t which) const {
    Buffer one = counts_;
    one.offset += 4 * which;
    one.bytes = 4;
    return one;
  }

  /// At least so many rounds: the GPU idles while inputs are made, and its clocks rise slowly.
  void warm_up(int rounds) {
    const auto begin = std::chrono::steady_clock::now();
    for (int round = 0; round < rounds || seconds_since(begin) < warm_up_seconds; ++round) {
      run_shuffled([](CountedWay&, double) {});
    }
  }

  /// Every way once, in a sequence of its own: in one sequence a sixteenth came behind another one, and was faster by
  /// up to 3 microseconds.
  template <class Function>
  void run_shuffled(Function f) {
    std::ranges::shuffle(turns_, random_);
    for (const std::size_t turn : turns_) {
      CountedWay& way = ways_[turn];
      side_.timer->start();
      way.enqueue();
      side_.timer->stop();
      side_.device->finish();
      f(way, side_.timer->milliseconds());
    }
  }

  void verify(CountedWay& way) {
    const std::vector<std::uint32_t> none(n_, 0xFFFFFFFFu);
    for (int call = 0; call < 4; ++call) {
      side_.device->upload(order_, none.data(), n_ * std::size_t{4});
      way.enqueue();
      side_.device->finish();
      way.check();
    }
  }

  void check(const Call& call, const std::string& name) {
    OwnedBuffer made;
    OrderToCheck order{.keys = keys_, .order = order_, .n = call.n, .count = call.count, .direction = call.direction};
    if (by_distance_) {
      made = OwnedBuffer(*side_.device, call.n * std::size_t{4});
      DistanceJob job{.n = call.n, .sources = sources_of(call)};
      job.eye[2] = 3;
      job.ids = order.ids = call.ids;
      order.elements = n_;
      job.keys = order.keys = made;
      side_.device->make_keys(job);
    }
    const OrderCheck result = side_.device->check_order(order);
    if (!result.ok()) throw Failure(order_wrong, fmt::format("{}, {}: {}", choice_.text, name, result.sentence()));
  }

  Side& side_;
  const Choice& choice_;
  const std::uint32_t n_;
  const bool by_distance_;
  std::mt19937 random_;  // of the sequence of the ways
  OwnedBuffer keys_, points_, corners_, order_, counts_, view_, ids_, unsorted_ids_;
  std::vector<Source> first_n_, halves_, many_, turned_, mesh_, meshes_, turned_mesh_;
  Sorters large_, small_;
  std::vector<CountedWay> ways_;
  std::vector<std::size_t> turns_;  // numbers of ways
};

std::vector<std::string> about(const CountsSettings& settings) {
  std::vector<std::string> lines = machine_lines();
  if (why_unavailable(Backend::cuda).empty()) {
    const GpuFacts facts = gpu_facts(settings.device);
    lines.push_back("GPU: " + facts.name);
    lines.push_back("driver: " + facts.driver);
    lines.push_back("CUDA: " + facts.toolkit);
  }
  lines.push_back(fmt::format("settings: seed {}, {} shuffled rounds after {:g} s of warm-up or more, few = n / {}",
                              settings.seed, settings.repeat, warm_up_seconds, share));
  return lines;
}

int run(const CountsSettings& settings) {
  std::vector<std::uint32_t> sizes;
  for (const std::string& size : settings.sizes) sizes.push_back(parse_size("--n", size, share));
  stop_when_asked();
  TableFile file(settings.files,
                 {{"entry"},
                  {"form"},
                  {"n", numeric},
                  {"way"},
                  {"sorted", numeric},
                  {"median_ms", numeric},
                  {"p5_ms", numeric},
                  {"p95_ms", numeric},
                  {"first_calls", numeric},
                  {"steady_calls", numeric}},
                 about(settings));
  for (const std::string& text : settings.entries) {
    const Choice choice = parse_choice(text);
    Side side(*choice.algorithm, settings.device);
    for (const bool by_distance : {false, true}) {
      for (const std::uint32_t n : sizes) {
        if (stop_requested()) throw Failure(ended_early, fmt::format("ended before {} elements were measured", n));
        CountComparison comparison(side, choice, n, by_distance, settings.seed);
        comparison.measure(settings.repeat);
        const std::string form(name_of(by_distance ? Form::distance : Form::argsort));
        for (const CountedWay& way : comparison.ways()) {
          const double median = quantile(way.milliseconds, 0.5);
          const HistoryCounts calls = way.history->counts();
          fmt::print("{:16} {:9} {:>10} {:26} {:>10} {:>10.4f} ms\n", choice.text, form, n, way.name, way.sorted,
                     median);
          file.add({choice.text, form, std::to_string(n), way.name, std::to_string(way.sorted),
                    fmt::format("{:.6f}", median), fmt::format("{:.6f}", quantile(way.milliseconds, 0.05)),
                    fmt::format("{:.6f}", quantile(way.milliseconds, 0.95)), std::to_string(calls.first),
                    std::to_string(calls.steady)});
        }
        std::fflush(stdout);
      }
    }
  }
  return fine;
}

}  // namespace

void add_counts(CommandLine& line) {
  Command command = line.command("counts",
                                 "What a frame asks for: counts that the host knows or that are in device memory, a "
                                 "sixteenth of the elements, the other direction, ids, several sources, a transform, "
                                 "replays of a CUDA graph, in turn on a GPU, shuffled before each round; each order "
                                 "is checked.");
  const auto settings = std::make_shared<CountsSettings>();
  command.option("--entries", settings->entries,
                 "Entries of a GPU, with commas, parameters after colons: cuda.hybrid:sublists=1024");
  command.option("--n", settings->sizes, "Numbers of elements, with commas; k = 2^10, M = 2^20");
  command.option("--repeat", settings->repeat, "Timed rounds").range(1, 10000);
  command.option("--seed", settings->seed, "Seed of the keys and of the sequence of the ways");
  command.option("--device", settings->device, "Ordinal of the CUDA device").range(0, 63);
  command.option("--csv", settings->files.csv, "Also write the rows to this file");
  command.option("--json", settings->files.json, "The same as JSON");
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
