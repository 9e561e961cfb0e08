// farfirst-bench gpus: compares sorts over several GPUs with the same sort on one, in turn. Points and keys lie in even
// parts on the GPUs; the order stays in parts, or is gathered on the first GPU. Shows the passes of each GPU, too.

#include <farfirst/parts.h>
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

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

/// The destination of an order.
struct GpuOutput {
  const char* name;  // of the variant
  bool on_all, in_parts;
};
constexpr GpuOutput alone_output{"one GPU", false, false};
constexpr GpuOutput group_outputs[] = {{"order in parts", true, true}, {"gathered", true, false}};

/// One variant of the sort.
struct GpuWay {
  std::string entry;
  GpuOutput output;
  Device* device;
  DeviceTimer* timer;
  SorterBase* sorter;
  std::function<void(bool trace)> enqueue;
  std::function<void(std::uint32_t* order)> read_order;
  std::vector<double> milliseconds;
  std::vector<Pass> passes;  // of a later call
};

/// The variants for one input: an entry over several GPUs, and the same one on one. Orders are checked on the host,
/// which has memory for more elements than one GPU can sort.
class GpuComparison {
 public:
  GpuComparison(Device& one, Device& all, const Choice& choice, std::uint32_t n, std::uint32_t seed)
      : one_(one), all_(all), host_(open(Backend::cpu)), n_(n), timers_{make_cuda_timer(one), make_cuda_timer(all)} {
    const std::string id(choice.algorithm->id);
    const Algorithm* alone = find(id.substr(0, id.rfind("_multi")));
    if (!choice.algorithm->features.has(Feature::parts) || alone == nullptr) {
      throw Failure(usage, fmt::format("--entries: {} does not sort over several GPUs", id));
    }
    if (choice.algorithm->forms.has(Form::distance)) {
      add_distance(*alone, choice, seed);
    } else {
      add_keys(*alone, choice, seed);
    }
    if (ways_.empty() || !ways_.back().output.on_all) throw Failure(sort_unavailable, left_out_.back());
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
    std::vector<std::uint32_t> order(n_);
    for (GpuWay& way : ways_) {
      way.enqueue(true);
      way.device->finish();
      way.sorter->take_trace(way.passes);
      way.read_order(order.data());
      const OrderCheck check = host_->check_order(host_buffer(keys_), host_buffer(order), n_);
      if (!check.ok())
        throw Failure(order_wrong, fmt::format("{}, {}: {}", way.entry, way.output.name, check.sentence()));
    }
  }
  const std::vector<GpuWay>& ways() const { return ways_; }
  /// A sentence for each variant that is missing: its GPU has too little memory, or cannot sort as many elements.
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  void add_distance(const Algorithm& alone, const Choice& choice, std::uint32_t seed) {
    const ViewedGeometry cube = make_points("cube", n_, seed);
    const std::span<const float> points = cube.geometry->positions;
    DistanceJob job{.n = n_, .eye = {0, 0, 3}};
    keys_.resize(n_);
    const Source of_host{.n = n_, .positions = host_buffer(points)};
    job.sources = {&of_host, 1};
    job.keys = host_buffer(keys_);
    host_->make_keys(job);
    job.keys = {};

    in_.emplace(all_, n_, 3, points.data());
    for (std::size_t i = 0; i < in_->buffers().size(); ++i) {
      sources_.push_back({.n = in_->size(i), .positions = in_->buffers()[i]});
    }
    try_way(alone_output, [&] {
      const std::shared_ptr<DistanceSorter> sorter = make_distance_sorter(one_, alone, n_);
      const auto whole = std::make_shared<Parts>(one_, n_, 3, points.data());
      whole_source_ = {.n = n_, .positions = whole->buffers()[0]};
      job.sources = {&whole_source_, 1};
      add(alone_output, alone, sorter, job, whole);
    });
    job.sources = sources_;
    for (const GpuOutput& output : group_outputs) {
      try_way(output, [&] {
        const std::shared_ptr<DistanceSorter> sorter =
            make_distance_sorter(all_, *choice.algorithm, n_, choice.parameters);
        add(output, *choice.algorithm, sorter, job);
      });
    }
  }

  void add_keys(const Algorithm& alone, const Choice& choice, std::uint32_t seed) {
    keys_ = inputs::make_keys(inputs::Distribution::uniform, n_, seed);
    in_.emplace(all_, n_, 1, keys_.data());
    std::vector<ParameterValue> parameters;
    for (const ParameterValue& value : choice.parameters) {
      if (find(alone, value.name) != nullptr) parameters.push_back(value);
    }
    try_way(alone_output, [&] {
      const std::shared_ptr<Sorter> sorter = make_sorter(one_, alone, n_, {.parameters = parameters});
      const auto whole = std::make_shared<Parts>(one_, n_, 1, keys_.data());
      add(alone_output, alone, sorter, ArgsortJob{.n = n_, .keys = whole->buffers()[0]}, whole);
    });
    for (const GpuOutput& output : group_outputs) {
      try_way(output, [&] {
        const std::shared_ptr<Sorter> sorter =
            make_sorter(all_, *choice.algorithm, n_, {.parameters = choice.parameters});
        add(output, *choice.algorithm, sorter, ArgsortJob{.n = n_});
      });
    }
  }

  template <class Function>
  void try_way(const GpuOutput& output, Function add) {
    try {
      add();
    } catch (const Error& error) {
      left_out_.push_back(fmt::format("{} is left out: {}", output.name, error.what()));
    }
  }

  /// Keeps `input` for as long as the variant.
  template <class OwnSorter, class Job>
  void add(const GpuOutput& output, const Algorithm& entry, const std::shared_ptr<OwnSorter>& sorter, Job job,
           const std::shared_ptr<Parts>& input = nullptr) {
    Device& device = output.on_all ? all_ : one_;
    const auto memory = std::make_shared<Workspace>(device, sorter->requirements());
    memory->attach(job);
    const auto parts = output.in_parts ? std::make_shared<Parts>(device, n_, 1, nullptr) : nullptr;
    const auto whole = output.in_parts ? nullptr : std::make_shared<OwnedBuffer>(device, n_ * std::size_t{4});
    if (whole) job.order = *whole;
    ways_.push_back({.entry = std::string(entry.id),
                     .output = output,
                     .device = &device,
                     .timer = timers_[output.on_all ? 1 : 0].get(),
                     .sorter = sorter.get(),
                     .enqueue =
                         [this, sorter, job, memory, input, parts](bool trace) {
                           Job own = job;
                           own.trace = trace;
                           const std::span<const Buffer> order = parts ? parts->buffers() : std::span<const Buffer>();
                           if constexpr (std::is_same_v<Job, DistanceJob>) {
                             sort_in_parts(*sorter, own, order);
                           } else {
                             sort_in_parts(*sorter, own, job.keys ? std::span<const Buffer>() : in_->buffers(), order);
                           }
                         },
                     .read_order =
                         [&device, parts, whole](std::uint32_t* to) {
                           if (parts) return parts->read(to);
                           const Buffer& from = *whole;
                           device.download(to, from, from.bytes);
                         },
                     .milliseconds = {},
                     .passes = {}});
  }

  Device &one_, &all_;
  const std::unique_ptr<Device> host_;
  const std::uint32_t n_;
  const std::unique_ptr<DeviceTimer> timers_[2];
  std::vector<std::uint32_t> keys_;
  std::optional<Parts> in_;
  std::vector<Source> sources_;
  Source whole_source_;
  std::vector<GpuWay> ways_;
  std::vector<std::string> left_out_;
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

/// Prints the passes of each GPU, one after the other.
void print_passes(const GpuWay& way) {
  int gpu = -1;
  for (const Pass& pass : way.passes) {
    if (static_cast<int>(pass.gpu) != gpu) fmt::print("{}    GPU {}:", gpu < 0 ? "" : "\n", pass.gpu);
    gpu = static_cast<int>(pass.gpu);
    fmt::print(" {} {:.3f};", pass.name, pass.milliseconds);
  }
  if (gpu >= 0) fmt::print("\n");
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
  const std::vector<std::uint32_t> sizes = parse_sizes(settings.sizes, 1);
  install_stop_handlers();
  TableFile file(settings.files, columns_of("entry way n# median_ms# p5_ms# p95_ms# times_one_gpu# gpu# pass"),
                 about(settings, *all));
  for (const std::string& text : settings.entries) {
    const Choice choice = parse_choice(text);
    for (const std::uint32_t n : sizes) {
      if (stop_requested()) throw Failure(ended_early, fmt::format("ended before {} elements were measured", n));
      GpuComparison comparison(*one, *all, choice, n, settings.seed);
      comparison.measure(settings.repeat);
      const GpuWay& first = comparison.ways().front();
      for (const GpuWay& way : comparison.ways()) {
        const double median = quantile(way.milliseconds, 0.5);
        const auto times_one_gpu = [&](int digits) {
          if (first.output.on_all) return std::string();  // it was left out
          return fmt::format("{:.{}f}", quantile(first.milliseconds, 0.5) / median, digits);
        };
        fmt::print("{:20} {:15} {:>10} {:>10.4f} ms {:>6}\n", way.entry, way.output.name, n, median, times_one_gpu(2));
        file.add({way.entry, way.output.name, std::to_string(n), fmt::format("{:.6f}", median),
                  fmt::format("{:.6f}", quantile(way.milliseconds, 0.05)),
                  fmt::format("{:.6f}", quantile(way.milliseconds, 0.95)), times_one_gpu(4), "", ""});
        print_passes(way);
        for (const Pass& pass : way.passes) {
          file.add({way.entry, way.output.name, std::to_string(n), fmt::format("{:.6f}", pass.milliseconds), "", "", "",
                    std::to_string(pass.gpu), std::string(pass.name)});
        }
      }
      for (const std::string& sentence : comparison.left_out()) fmt::print("    {}\n", sentence);
      std::fflush(stdout);
    }
  }
  return fine;
}

}  // namespace

void add_gpus(CommandLine& line) {
  Command command =
      line.command("gpus",
                   "Compares sorts over several GPUs with the same sort on the first of them, in turn: keys and "
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
