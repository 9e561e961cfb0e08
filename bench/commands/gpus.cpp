// farfirst-bench gpus: sorts over several GPUs against the same sort on one of them, in turn. Points and keys lie in
// even parts on the GPUs; the order stays in parts, or is gathered on the first GPU. Also the passes of each GPU, and
// how much of the keys goes from one to another.

#include <farfirst/cuda.h>
#include <fmt/core.h>

#include <functional>
#include <memory>
#include <optional>

#include "commands.h"
#include "inputs/chosen_inputs.h"
#include "inputs/input.h"
#include "inputs/points.h"
#include "measure/arena.h"
#include "measure/gpu.h"
#include "program/command_line.h"
#include "program/failure.h"
#include "program/machine.h"
#include "program/stop.h"
#include "report/statistics.h"
#include "report/table.h"
#include "tests/inputs/distributions.h"

namespace farfirst::bench {

namespace {

struct GpusSettings {
  std::vector<std::string> entries = {"cuda.farfirst_multi", "cuda.hybrid_multi"};
  std::vector<std::string> sizes = {"8M", "64M"};
  std::vector<int> devices = {0, 1};
  int repeat = 11;
  std::uint32_t seed = 1;
  TablePaths files;
};

/// Words in even parts, each in the memory of a GPU.
class Parts {
 public:
  Parts(Device& device, std::uint32_t n, std::uint32_t words, const void* content) : device_(device), n_(n) {
    const std::size_t gpus = gpu_count(device);
    for (std::size_t i = 0; i < gpus; ++i) {
      const std::size_t begin = std::size_t{part_begin(n, gpus, i)} * words * 4;
      const std::size_t end = std::size_t{part_begin(n, gpus, i + 1)} * words * 4;
      buffers_.push_back(allocate_on(device, i, end - begin));
      if (content != nullptr) device.upload(buffers_.back(), static_cast<const char*>(content) + begin, end - begin);
    }
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() {
    for (const Buffer& buffer : buffers_) device_.release(buffer);
  }
  std::span<const Buffer> buffers() const { return buffers_; }
  std::uint32_t size(std::size_t i) const {
    return part_begin(n_, buffers_.size(), i + 1) - part_begin(n_, buffers_.size(), i);
  }
  void read(void* to) const {
    for (const Buffer& buffer : buffers_) {
      device_.download(to, buffer, buffer.bytes);
      to = static_cast<char*>(to) + buffer.bytes;
    }
  }

 private:
  Device& device_;
  const std::uint32_t n_;
  std::vector<Buffer> buffers_;
};

/// One way to sort.
struct GpuWay {
  std::string entry, name;
  Device* device;
  DeviceTimer* timer;
  SorterBase* sorter;
  std::function<void(bool trace)> enqueue;
  std::function<void()> verify;  // throws Failure
  std::vector<double> milliseconds;
  std::vector<Pass> passes;  // of a call after these
  double moved = 0;          // the share of the elements that were sorted by another GPU than had them
};

/// The ways to sort one input by an entry over several GPUs and by the same one on one.
class GpuComparison {
 public:
  GpuComparison(Device& one, Device& all, const Choice& choice, std::uint32_t n, std::uint32_t seed)
      : one_(one),
        all_(all),
        n_(n),
        timers_{make_cuda_timer(one), make_cuda_timer(all)},
        whole_order_(one, n * std::size_t{4}),
        gathered_(all, n * std::size_t{4}),
        order_(all, n, 1, nullptr) {
    const std::string id(choice.algorithm->id);
    const Algorithm* alone = find(id.substr(0, id.rfind("_multi")));
    if (!choice.algorithm->features.has(Feature::parts) || alone == nullptr) {
      throw Failure(usage, fmt::format("--entries: {} does not sort over several GPUs", id));
    }
    if (choice.algorithm->forms.has(Form::distance)) {
      make_points_of(n, seed);
      add_distance(*alone, {}, "one GPU", false, false);
      add_distance(*choice.algorithm, choice.parameters, "order in parts", true, true);
      add_distance(*choice.algorithm, choice.parameters, "gathered", true, false);
    } else {
      make_keys_of(n, seed);
      std::vector<ParameterValue> of_one;
      for (const ParameterValue& value : choice.parameters) {
        if (find(*alone, value.name) != nullptr) of_one.push_back(value);
      }
      add_keys(*alone, of_one, "one GPU", false, false);
      add_keys(*choice.algorithm, choice.parameters, "order in parts", true, true);
      add_keys(*choice.algorithm, choice.parameters, "gathered", true, false);
    }
  }

  void measure(int repeat) {
    for (int round = -2; round < repeat; ++round) {
      for (GpuWay& way : ways_) {
        way.timer->start();
        way.enqueue(false);
        way.timer->stop();
        way.device->finish();
        if (round >= 0) way.milliseconds.push_back(way.timer->milliseconds());
      }
    }
    for (GpuWay& way : ways_) {
      way.enqueue(true);
      way.device->finish();
      way.sorter->take_trace(way.passes);
      way.verify();
    }
  }
  const std::vector<GpuWay>& ways() const { return ways_; }

 private:
  void make_points_of(std::uint32_t n, std::uint32_t seed) {
    const Subject cube = make_points("cube", n, seed);
    const std::vector<float>& points = cube.geometry->positions;
    whole_ = OwnedBuffer(one_, points.size() * sizeof(float));
    one_.upload(whole_, points.data(), points.size() * sizeof(float));
    in_.emplace(all_, n, 3, points.data());
    whole_source_ = {.n = n, .positions = whole_};
    for (std::size_t i = 0; i < in_->buffers().size(); ++i) {
      sources_.push_back({.n = in_->size(i), .positions = in_->buffers()[i]});
    }
    keys_ = OwnedBuffer(one_, n * std::size_t{4});
    DistanceJob job{.n = n, .sources = {&whole_source_, 1}, .eye = {0, 0, eye_z}, .keys = keys_};
    one_.make_keys(job);
  }
  void make_keys_of(std::uint32_t n, std::uint32_t seed) {
    const std::vector<std::uint32_t> keys = inputs::make_keys(inputs::Distribution::uniform, n, seed);
    keys_ = OwnedBuffer(one_, n * std::size_t{4});
    one_.upload(keys_, keys.data(), n * std::size_t{4});
    in_.emplace(all_, n, 1, keys.data());
  }

  void add(const Algorithm& entry, const char* name, bool on_all, bool in_parts, SorterBase& sorter,
           std::function<void(bool)> enqueue) {
    GpuWay way{.entry = std::string(entry.id),
               .name = name,
               .device = on_all ? &all_ : &one_,
               .timer = timers_[on_all ? 1 : 0].get(),
               .sorter = &sorter,
               .enqueue = std::move(enqueue),
               .verify = {},
               .milliseconds = {},
               .passes = {}};
    way.verify = [this, i = ways_.size(), on_all, in_parts] { verify(ways_[i], on_all, in_parts); };
    ways_.push_back(std::move(way));
  }

  /// Which part of n elements in even parts has this one?
  std::size_t part_of(std::uint32_t i) const {
    const std::size_t parts = gpu_count(all_);
    std::size_t part = std::size_t{i} * parts / n_;
    while (part + 1 < parts && part_begin(n_, parts, part + 1) <= i) ++part;
    while (part_begin(n_, parts, part) > i) --part;
    return part;
  }

  /// The keys are on the GPU that sorts alone, so the order is brought there.
  void verify(GpuWay& way, bool on_all, bool in_parts) {
    if (on_all) {
      std::vector<std::uint32_t> order(n_);
      if (in_parts) {
        order_.read(order.data());
      } else {
        all_.download(order.data(), gathered_, n_ * std::size_t{4});
      }
      std::size_t moved = 0;
      for (std::uint32_t i = 0; in_parts && i < n_; ++i) moved += part_of(order[i]) != part_of(i) ? 1 : 0;
      way.moved = static_cast<double>(moved) / n_;
      one_.upload(whole_order_, order.data(), n_ * std::size_t{4});
    }
    const OrderCheck check = one_.check_order(keys_, whole_order_, n_);
    if (!check.ok()) throw Failure(order_wrong, fmt::format("{}, {}: {}", way.entry, way.name, check.sentence()));
  }

  void add_distance(const Algorithm& entry, const std::vector<ParameterValue>& parameters, const char* name,
                    bool on_all, bool in_parts) {
    Device& device = on_all ? all_ : one_;
    const std::shared_ptr<DistanceSorter> sorter = make_distance_sorter(device, entry, n_, parameters);
    const auto memory = std::make_shared<Workspace>(device, sorter->requirements());
    add(entry, name, on_all, in_parts, *sorter, [this, sorter, memory, on_all, in_parts](bool trace) {
      DistanceJob job{.n = n_, .eye = {0, 0, eye_z}, .trace = trace};
      job.sources = on_all ? std::span<const Source>(sources_) : std::span<const Source>(&whole_source_, 1);
      if (in_parts) {
        job.order_parts = order_.buffers();
      } else {
        job.order = on_all ? gathered_ : whole_order_;
      }
      memory->attach(job);
      sorter->sort(job);
    });
  }

  void add_keys(const Algorithm& entry, const std::vector<ParameterValue>& parameters, const char* name, bool on_all,
                bool in_parts) {
    Device& device = on_all ? all_ : one_;
    const std::shared_ptr<Sorter> sorter = make_sorter(device, entry, n_, {.parameters = parameters});
    const auto memory = std::make_shared<Workspace>(device, sorter->requirements());
    add(entry, name, on_all, in_parts, *sorter, [this, sorter, memory, on_all, in_parts](bool trace) {
      SortJob job{.n = n_, .trace = trace};
      if (on_all) {
        job.key_parts = in_->buffers();
      } else {
        job.keys = keys_;
      }
      if (in_parts) {
        job.order_parts = order_.buffers();
      } else {
        job.order = on_all ? gathered_ : whole_order_;
      }
      memory->attach(job);
      sorter->sort(job);
    });
  }

  static constexpr float eye_z = 3;
  Device &one_, &all_;
  const std::uint32_t n_;
  const std::unique_ptr<DeviceTimer> timers_[2];
  OwnedBuffer whole_order_, gathered_;
  const Parts order_;
  OwnedBuffer whole_, keys_;
  std::optional<Parts> in_;
  Source whole_source_;
  std::vector<Source> sources_;
  std::vector<GpuWay> ways_;
};

std::vector<std::string> about(const GpusSettings& settings, const Device& all) {
  std::vector<std::string> lines = machine_lines();
  const GpuFacts facts = gpu_facts(settings.devices.front());
  lines.push_back("GPUs: " + all.description());
  lines.push_back("driver: " + facts.driver);
  lines.push_back("CUDA: " + facts.toolkit);
  lines.push_back(fmt::format("settings: seed {}, {} rounds in turn", settings.seed, settings.repeat));
  return lines;
}

/// The passes of each GPU, one after the other, and what went from one to another.
void print_passes(const GpuWay& way, std::uint32_t n) {
  for (std::size_t i = 0; i < way.passes.size(); ++i) {
    const Pass& pass = way.passes[i];
    if (i == 0 || pass.gpu != way.passes[i - 1].gpu) fmt::print("{}    GPU {}:", i == 0 ? "" : "\n", pass.gpu);
    fmt::print("{} {} {:.3f}", i == 0 || pass.gpu != way.passes[i - 1].gpu ? "" : ",", pass.name, pass.milliseconds);
  }
  if (!way.passes.empty()) fmt::print("\n");
  if (way.moved != 0) fmt::print("    keys that went to another GPU: {:.1f} MB\n", way.moved * n * 4 / 1e6);
}

int run(const GpusSettings& settings) {
  if (const std::string absent = why_unavailable(Backend::cuda); !absent.empty())
    throw Failure(sort_unavailable, absent);
  std::unique_ptr<Device> one, all;
  try {
    one = open(Backend::cuda, {.cuda_device = settings.devices.front()});
    all = open(Backend::cuda, {.cuda_devices = settings.devices});
  } catch (const Error& error) {
    throw Failure(sort_unavailable, fmt::format("--devices: {}", error.what()));
  }
  std::vector<std::uint32_t> sizes;
  for (const std::string& size : settings.sizes) sizes.push_back(parse_size("--n", size, 1));
  stop_when_asked();
  TableFile file(settings.files,
                 {{"entry"},
                  {"way"},
                  {"n", numeric},
                  {"median_ms", numeric},
                  {"p5_ms", numeric},
                  {"p95_ms", numeric},
                  {"times_one_gpu", numeric},
                  {"gpu", numeric},
                  {"pass"}},
                 about(settings, *all));
  for (const std::string& text : settings.entries) {
    const Choice choice = parse_choice(text);
    for (const std::uint32_t n : sizes) {
      if (stop_requested()) throw Failure(ended_early, fmt::format("ended before {} elements were measured", n));
      GpuComparison comparison(*one, *all, choice, n, settings.seed);
      comparison.measure(settings.repeat);
      const double alone = quantile(comparison.ways().front().milliseconds, 0.5);
      for (const GpuWay& way : comparison.ways()) {
        const double median = quantile(way.milliseconds, 0.5);
        fmt::print("{:20} {:15} {:>10} {:>10.4f} ms {:>6.2f}\n", way.entry, way.name, n, median, alone / median);
        file.add({way.entry, way.name, std::to_string(n), fmt::format("{:.6f}", median),
                  fmt::format("{:.6f}", quantile(way.milliseconds, 0.05)),
                  fmt::format("{:.6f}", quantile(way.milliseconds, 0.95)), fmt::format("{:.4f}", alone / median), "",
                  ""});
        print_passes(way, n);
        for (const Pass& pass : way.passes) {
          file.add({way.entry, way.name, std::to_string(n), fmt::format("{:.6f}", pass.milliseconds), "", "", "",
                    std::to_string(pass.gpu), std::string(pass.name)});
        }
      }
      std::fflush(stdout);
    }
  }
  return fine;
}

}  // namespace

void add_gpus(CommandLine& line) {
  Command command =
      line.command("gpus",
                   "Sorts over several GPUs against the same sort on the first of them, in turn: keys and "
                   "points in parts, the order left in parts or gathered; each order is checked.");
  const auto settings = std::make_shared<GpusSettings>();
  command.option("--entries", settings->entries, "Entries over several GPUs, with commas");
  command.option("--n", settings->sizes, "Numbers of elements, with commas; k = 2^10, M = 2^20");
  command.option("--devices", settings->devices, "Ordinals of the CUDA devices, with commas; one may be named twice");
  command.option("--repeat", settings->repeat, "Timed rounds").range(1, 10000);
  command.option("--seed", settings->seed, "Seed of the points and keys");
  command.option("--csv", settings->files.csv, "Also write the rows to this file");
  command.option("--json", settings->files.json, "The same as JSON");
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
