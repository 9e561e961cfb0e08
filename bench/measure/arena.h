#pragma once
// Entries against each other on the same keys: how long each takes, verified. For farfirst-bench sort, paper and tune.
//
// One process; entries take turns (A B A B), CPU, CUDA and OpenGL alike; before any of it is timed, all of it runs
// until clocks have settled: until batches of sorts take as long as those before them. On a GPU the time is the
// device's, between two events or timestamps round the whole sort, and what is sorted comes from copies that together
// are larger than its cache, in turn. Each entry's result is verified before and after it is timed.

#include <farfirst/forms.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu.h"
#include "inputs/input.h"
#include "nvml.h"

namespace farfirst::bench {

/// An entry, with parameters that are not at their defaults: "cpu.lsd_radix:digit_bits=8:threads=1".
struct Choice {
  std::string text;
  const Algorithm* algorithm = nullptr;
  std::vector<ParameterValue> parameters;
  bool named = true;  // else it stands for a whole back end, and is left out, with a sentence, where it cannot be made
};
/// Throws Failure where there is no such entry, or it cannot run here.
Choice parse_choice(const std::string& text);

struct MeasureOptions {
  Form form = Form::argsort;
  int repeat = 9;
  bool passes = false;
  double warm_up_seconds = 0.3;  // at least, and five times as long at most
  double most_seconds = 10;      // for the timed sorts of one entry: a slow one gets fewer, at least one
  std::function<void(const std::string&)>
      left_out{};  // gets the reason why an entry is left out; without it the reason is printed
};

/// Median, and where nine of ten lie.
struct Times {
  double median = 0, p5 = 0, p95 = 0;
};

/// All passes of one name in a sort.
struct PassRow {
  std::string name;
  int count = 0;
  double milliseconds = 0;  // together, median over the sorts
};

/// Did batches of sorts take equally long before the timed ones?
enum class Settled { not_tried, no, yes };

/// One entry's result.
struct Row {
  std::string entry;
  Form form = Form::argsort;
  std::string input{};
  std::uint32_t n = 0;
  Backend backend = Backend::cpu;
  Times time;  // of the device, by `clock`
  Times wall;  // from the call until the host knows that it is done
  std::string_view clock{};
  int repeats = 0;
  std::size_t scratch = 0;
  unsigned key_buffers = 1;  // copies of what is sorted, used in turn
  std::vector<PassRow> passes{};
  Settled settled = Settled::not_tried;
  GpuState gpu{};  // just after the timed sorts
};
/// 0 to 1, of the time of all passes.
double share_of(const PassRow& pass, const Row& row);

struct Team;

/// Opens devices when they are first needed.
class Arena {
 public:
  struct Options {
    int cpu_threads = 0;
    int cuda_device = 0;
    bool cuda_graphs = false;  // sorts on CUDA are recorded, and their replay is timed
  };
  explicit Arena(const Options& options);
  ~Arena();

  /// Opens the devices of these, as far as they can be.
  void open_for(const std::vector<Choice>& choices);

  /// Choices that lack the form or sort fewer elements are left out. Throws Failure where a result is wrong.
  std::vector<Row> measure(const std::vector<Choice>& choices, const Input& input, const MeasureOptions& options);

  /// "AMD EPYC, 2 threads", "NVIDIA H200, 143771 MiB"; opens the device.
  std::string description(Backend backend);
  const GpuFacts& gpu() const noexcept { return gpu_; }           // empty before a CUDA entry was measured
  const std::string& opengl() const noexcept { return opengl_; }  // version; empty before an OpenGL entry was measured
  /// Clocks and temperature of the GPU that was opened, or why they are unknown; empty without one.
  std::string gpu_state() const;
  /// How long it takes to bring `bytes` from host memory to the device and back, milliseconds.
  Times transfer(Backend backend, std::size_t bytes, int repeat);

 private:
  struct Side;
  Side& side(Backend backend);
  std::string why_closed(Backend backend);  // empty if its device is open, or could be opened
  void open_cuda(Side& side);
  void open_gl(Side& side);
  std::unique_ptr<Team> team_of(Backend backend, const std::vector<Choice>& choices, const Input& input,
                                const MeasureOptions& options);
  Options options_;
  GpuFacts gpu_;
  std::string opengl_;
  std::unique_ptr<Nvml> nvml_;  // where there is a GPU of NVIDIA's
  std::unique_ptr<Side> sides_[3];
};

}  // namespace farfirst::bench
