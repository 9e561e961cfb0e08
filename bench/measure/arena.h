#pragma once
// Measurement of entries on the same keys, each verified. For farfirst-bench sort, paper and tune.
//
// One process measures all entries, on CPU, CUDA and OpenGL, in turn (A B A B). First all of them run until clocks have
// settled: until batches of sorts take as long as the batches before. On a GPU the time is the device's, between two
// events or timestamps around the whole sort. The inputs are copies that together exceed its cache, in turn. Each
// entry's result is verified before and after it is timed.

#include <farfirst/forms.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu.h"
#include "inputs/input.h"
#include "nvml.h"

namespace farfirst::bench {

/// An entry with its parameters that are not at their defaults: "cpu.lsd_radix:digit_bits=8:threads=1".
struct Choice {
  std::string text;
  const Algorithm* algorithm = nullptr;
  std::vector<ParameterValue> parameters;
  bool named = true;  // else it comes from a whole back end, and is left out, with a message, if it cannot be made
};
/// Throws Failure if there is no such entry, or it cannot run here.
Choice parse_choice(const std::string& text);

struct MeasureOptions {
  Form form = Form::argsort;
  int repeat = 9;
  bool passes = false;
  double warm_up_seconds = 0.3;  // the minimum; five times as long at most
  double most_seconds = 10;      // for the timed sorts of one entry: slow entries sort less often, at least once
  std::function<void(const std::string&)>
      left_out{};  // gets the reason why an entry is left out; without it the reason is printed
};

/// Median, and the range of nine times in ten.
struct Times {
  double median = 0, p5 = 0, p95 = 0;
};

/// The passes of one name in a sort.
struct PassRow {
  std::string name;
  int count = 0;
  double milliseconds = 0;  // sum, median over the sorts
};

/// Whether times had settled before the timed sorts.
enum class Settled { not_tried, no, yes };

/// The result of one entry.
struct Row {
  std::string entry;
  Form form = Form::argsort;
  std::string input{};
  std::uint32_t n = 0;
  Backend backend = Backend::cpu;
  Times time;  // of the device, by `clock`
  Times wall;  // from the call until the host knows that the sort is done
  std::string_view clock{};
  int repeats = 0;
  std::size_t scratch = 0;
  unsigned key_buffers = 1;  // copies of the input, used in turn
  std::vector<PassRow> passes{};
  Settled settled = Settled::not_tried;
  GpuState gpu{};  // just after the timed sorts
};
/// The share of a pass in the time of all passes, 0 to 1.
double share_of(const PassRow& pass, const Row& row);

struct Team;

/// Measures entries; opens devices when they are first needed.
class Arena {
 public:
  struct Options {
    int cpu_threads = 0;
    int cuda_device = 0;
    bool cuda_graphs = false;  // time sorts on CUDA as replays of a graph
  };
  explicit Arena(const Options& options);
  ~Arena();

  /// Opens the devices of these choices, if possible.
  void open_for(const std::vector<Choice>& choices);

  /// Leaves out choices that lack the form or sort fewer elements. Throws Failure if a result is wrong.
  std::vector<Row> measure(const std::vector<Choice>& choices, const Input& input, const MeasureOptions& options);

  /// "AMD EPYC, 2 threads", "NVIDIA H200, 143771 MiB"; opens the device.
  std::string description(Backend backend);
  const GpuFacts& gpu() const noexcept { return gpu_; }           // empty before a CUDA entry was measured
  const std::string& opengl() const noexcept { return opengl_; }  // version; empty before an OpenGL entry was measured
  /// Clocks and temperature of the open GPU, or why they are unknown; empty without one.
  std::string gpu_state() const;
  /// The time to copy `bytes` from host memory to the device and back, milliseconds.
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
  std::unique_ptr<Nvml> nvml_;  // if there is an NVIDIA GPU
  std::unique_ptr<Side> sides_[3];
};

}  // namespace farfirst::bench
