// farfirst-bench overhead: what this program adds to what it measures. cuda.cub_radix as farfirst-bench sort times it,
// and a bare loop around CUB, on the same keys in the same process, in turn; and how much the medians of several runs
// differ, each with sorter, buffers and keys made anew.

#include <farfirst/sort.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "commands.h"
#include "inputs/chosen_inputs.h"
#include "measure/bare_cub.h"
#include "measure/gpu.h"
#include "measure/nvml.h"
#include "measure/team.h"
#include "program/command_line.h"
#include "program/failure.h"
#include "program/machine.h"
#include "program/stop.h"
#include "report/statistics.h"
#include "report/table.h"
#include "tests/inputs/distributions.h"

namespace farfirst::bench {

namespace {

struct OverheadSettings {
  std::vector<std::string> sizes = {"64k", "1M", "8M", "64M"};
  int repeat = 101, runs = 5, device = 0;
  double warm_up_seconds = 0.3;
  std::uint32_t seed = 1;
  TablePaths files;
};

/// Medians of one run, in milliseconds.
struct Medians {
  double harness = 0, bare = 0;
};

class OverheadComparison {
 public:
  explicit OverheadComparison(const OverheadSettings& settings)
      : settings_(settings),
        device_(open(Backend::cuda, {.cuda_device = settings.device})),
        timer_(make_cuda_timer(*device_)),
        facts_(gpu_facts(settings.device)),
        nvml_(facts_.pci_address),
        entry_(parse_choice("cuda.cub_radix")) {}

  std::vector<std::string> about() const {
    std::vector<std::string> lines = machine_lines();
    lines.push_back("GPU: " + facts_.name);
    lines.push_back("driver: " + facts_.driver);
    lines.push_back("CUDA: " + facts_.toolkit);
    lines.push_back(fmt::format("settings: seed {}, {} runs of {} rounds, warm-up {:g} s", settings_.seed,
                                settings_.runs, settings_.repeat, settings_.warm_up_seconds));
    return lines;
  }
  std::string gpu_state() const {
    return nvml_.why_absent().empty() ? sentence(nvml_.state()) : "unknown: " + nvml_.why_absent();
  }

  Medians run(std::uint32_t n) {
    const Input input{.name = "uniform", .keys = make_keys(inputs::Distribution::uniform, n, settings_.seed)};
    Workload workload(*device_, Form::argsort, input, facts_.cache_bytes);
    TimedEntry harness(entry_, *device_, timer_.get(), nullptr, Form::argsort, n);
    SharedScratch scratch;
    scratch.grow(harness.requirements());
    scratch.allocate(*device_);
    const auto bare = make_bare_cub(*device_, n);
    std::vector<double> bare_times;
    const auto sort_bare = [&] {
      const auto job = std::get<FormJob>(workload.job_of(0));
      return bare->sort(job.keys, job.order);
    };
    harness.verify(workload, scratch);
    verify_bare(workload, *bare);
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() <
           settings_.warm_up_seconds) {
      harness.sort_next(workload, scratch);
      sort_bare();
    }
    for (int round = 0; round < settings_.repeat; ++round) {  // A B B A: each follows the other as often
      if (round % 2 == 0) harness.time(workload, scratch, false);
      bare_times.push_back(sort_bare());
      if (round % 2 == 1) harness.time(workload, scratch, false);
    }
    harness.verify(workload, scratch);
    verify_bare(workload, *bare);
    return {quantile(harness.device_times, 0.5), quantile(bare_times, 0.5)};
  }

 private:
  static void verify_bare(Workload& workload, BareCub& bare) {
    workload.poison();
    const Job job = workload.job_of(0);
    bare.sort(std::get<FormJob>(job).keys, std::get<FormJob>(job).order);
    if (const std::string fault = workload.fault(job); !fault.empty()) {
      throw Failure(order_wrong, "the bare loop around CUB: " + fault);
    }
  }

  const OverheadSettings& settings_;
  const std::unique_ptr<Device> device_;
  const std::unique_ptr<DeviceTimer> timer_;
  const GpuFacts facts_;
  const Nvml nvml_;
  const Choice entry_;
};

/// How far the largest lies above the smallest.
double spread(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  return most / least - 1;
}

int run(const OverheadSettings& settings) {
  const std::string absent = why_unavailable(Backend::cuda);
  if (!absent.empty()) throw Failure(sort_unavailable, absent);
  std::vector<std::uint32_t> sizes;
  for (const std::string& size : settings.sizes) sizes.push_back(parse_size("--n", size, 1));
  stop_when_asked();
  OverheadComparison comparison(settings);
  TableFile file(settings.files,
                 {{"n", numeric},
                  {"harness_ms", numeric},
                  {"bare_ms", numeric},
                  {"overhead_percent", numeric},
                  {"harness_runs_percent", numeric},
                  {"bare_runs_percent", numeric}},
                 comparison.about());
  file.note("GPU before: " + comparison.gpu_state());
  for (const std::string& line : comparison.about()) fmt::print("# {}\n", line);
  fmt::print("{:>10} {:>12} {:>12} {:>11} {:>15} {:>15}\n", "n", "harness ms", "bare ms", "overhead", "between runs",
             "of bare loop");
  for (const std::uint32_t n : sizes) {
    std::vector<double> harness, bare;
    for (int i = 0; i < settings.runs && !stop_requested(); ++i) {
      const Medians medians = comparison.run(n);
      harness.push_back(medians.harness);
      bare.push_back(medians.bare);
    }
    if (stop_requested()) throw Failure(ended_early, fmt::format("ended before {} elements were measured", n));
    const double ours = quantile(harness, 0.5), theirs = quantile(bare, 0.5);
    const double overhead = 100 * (ours / theirs - 1), ours_spread = 100 * spread(harness),
                 theirs_spread = 100 * spread(bare);
    fmt::print("{:>10} {:>12.4f} {:>12.4f} {:>+9.2f} % {:>13.2f} % {:>13.2f} %\n", n, ours, theirs, overhead,
               ours_spread, theirs_spread);
    std::fflush(stdout);
    file.add({std::to_string(n), fmt::format("{:.6f}", ours), fmt::format("{:.6f}", theirs),
              fmt::format("{:.3f}", overhead), fmt::format("{:.3f}", ours_spread),
              fmt::format("{:.3f}", theirs_spread)});
  }
  file.note("GPU after: " + comparison.gpu_state());
  return fine;
}

}  // namespace

void add_overhead(CommandLine& line) {
  Command command = line.command(
      "overhead",
      "What this program adds to what it measures: cuda.cub_radix as \"sort\" times it against a bare loop around CUB, "
      "in turn, and how far medians of several runs lie apart.");
  const auto settings = std::make_shared<OverheadSettings>();
  command.option("--n", settings->sizes, "Numbers of elements, with commas; k = 2^10, M = 2^20");
  command.option("--repeat", settings->repeat, "Timed rounds of a run").range(1, 10000);
  command.option("--runs", settings->runs, "Runs").range(1, 100);
  command.option("--warm-up", settings->warm_up_seconds, "Seconds of sorting before a run").range(0.0, 60.0);
  command.option("--seed", settings->seed, "Seed of the keys");
  command.option("--device", settings->device, "Ordinal of the CUDA device").range(0, 63);
  command.option("--csv", settings->files.csv, "Also write the rows to this file");
  command.option("--json", settings->files.json, "The same as JSON");
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
