// farfirst-bench interop: measures the host time of sharing OpenGL's buffers with CUDA, and whether sorts are as fast
// on them as on CUDA's own memory. Both sides use the same sorter and the same scratch, in turn. Several sorts are
// enqueued at once and the last is timed, so that no launch waits for the host. Both orders are checked.

#include <farfirst/cuda.h>
#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <memory>

#include "inputs/points.h"
#include "measure/chosen_entries.h"
#include "object/buffer.h"
#include "offscreen/context.h"
#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"
#include "program/machine.h"
#include "report/statistics.h"
#include "report/table.h"

namespace farfirst::bench {

namespace {

struct InteropSettings {
  std::vector<std::string> entries = {"cuda"};
  std::uint32_t n = 8u << 20;
  int repeat = 50;
  int device = 0;
  std::string csv;
};

/// The buffers of one side: positions in, order out.
struct InteropBuffers {
  Buffer positions, order;
};

struct InteropTimes {
  std::vector<double> distance, sort;  // milliseconds of the device
};

struct InteropRow {
  std::string entry;
  std::vector<double> map, unmap, both;  // microseconds of the host
  InteropTimes shared, own;
};

class Bench {
 public:
  explicit Bench(const InteropSettings& settings)
      : settings_(settings),
        context_(/*debug=*/false, settings.device),
        device_(open(Backend::cuda, {.cuda_device = settings.device})) {
    const GlMatch match = match_gl(*device_, app::HeadlessContext::proc());
    if (!match.same) throw Failure(failed, match.sentence());
    const std::vector<float> positions = make_points("cube", settings.n, 1).geometry->positions;
    const std::size_t bytes = positions.size() * sizeof(float), order_bytes = settings.n * std::size_t{4};
    gl_positions_ = gl::Buffer(context_.gl(), bytes, positions.data());
    gl_order_ = gl::Buffer(context_.gl(), order_bytes);
    own_positions_ = OwnedBuffer(*device_, bytes);
    own_order_ = OwnedBuffer(*device_, order_bytes);
    keys_ = OwnedBuffer(*device_, order_bytes);
    device_->upload(own_positions_, positions.data(), bytes);
    const GlBuffer buffers[] = {{gl_positions_.name(), GlAccess::read}, {gl_order_.name()}};
    share_ = GlShare(*device_, buffers);
  }

  std::string device() const { return device_->description() + ", " + context_.renderer(); }

  InteropRow measure(const Choice& entry) {
    const auto sorter = make_distance_sorter(*device_, *entry.algorithm, settings_.n, entry.parameters);
    const Workspace workspace(*device_, sorter->requirements());
    const auto sort = [&](const InteropBuffers& buffers, InteropTimes* times) {
      sort_on(*sorter, workspace, buffers, times);
    };
    InteropRow row;
    row.entry = entry.text;
    for (int round = 0; round <= settings_.repeat; ++round) {
      const bool counts = round > 0;  // the first one warms up
      sort({own_positions_, own_order_}, counts ? &row.own : nullptr);
      use_order_in_gl();
      auto begin = std::chrono::steady_clock::now();
      auto mapping = share_.map();
      const double map = 1e6 * seconds_since(begin);
      sort({mapping[0], mapping[1]}, counts ? &row.shared : nullptr);
      begin = std::chrono::steady_clock::now();
      mapping.end();
      const double unmap = 1e6 * seconds_since(begin);
      if (!counts) continue;
      row.map.push_back(map);
      row.unmap.push_back(unmap);
      row.both.push_back(map + unmap);
    }
    return row;
  }

 private:
  /// Gives the next mapping work to wait for, like a draw.
  void use_order_in_gl() {
    context_.gl().CopyNamedBufferSubData(gl_order_.name(), gl_order_.name(), 0, settings_.n * std::size_t{4} - 4, 4);
  }

  void sort_on(DistanceSorter& sorter, const Workspace& workspace, const InteropBuffers& buffers, InteropTimes* times) {
    const Source points{.n = settings_.n, .positions = buffers.positions};
    DistanceJob job{.n = settings_.n, .sources = {&points, 1}};
    job.order = buffers.order;
    job.keys = keys_;
    job.eye[2] = 3;
    workspace.attach(job);
    constexpr int ahead = 2;
    for (int i = 0; i < ahead; ++i) sorter.sort(job);
    job.trace = true;
    sorter.sort(job);
    device_->finish();
    std::vector<Pass> passes;
    sorter.take_trace(passes);
    if (times == nullptr) return verify(sorter, job);
    double distance = 0, rest = 0;
    for (const Pass& pass : passes) (pass.name == "keys" ? distance : rest) += pass.milliseconds;
    times->distance.push_back(distance);
    times->sort.push_back(rest);
  }

  void verify(const DistanceSorter& sorter, const DistanceJob& job) {
    const OrderCheck check = device_->check_order(job.keys, job.order, job.n);
    if (!check.ok()) throw Failure(order_wrong, fmt::format("{}: {}", sorter.algorithm().id, check.sentence()));
  }

  const InteropSettings& settings_;
  app::HeadlessContext context_;
  std::unique_ptr<Device> device_;
  gl::Buffer gl_positions_, gl_order_;
  OwnedBuffer own_positions_, own_order_, keys_;
  GlShare share_;
};

double median(const std::vector<double>& values) { return quantile(values, 0.5); }

int run(const InteropSettings& settings) {
  if (const std::string reason = why_unavailable(Backend::cuda); !reason.empty())
    throw Failure(sort_unavailable, reason);
  const std::vector<Choice> entries = chosen_entries(settings.entries, Form::distance);
  for (const Choice& entry : entries) {
    if (entry.algorithm->backend != Backend::cuda) throw Failure(usage, "--entries: " + entry.text + " is not of CUDA");
  }
  Bench bench(settings);
  Fields about = machine_lines();
  about.push_back("device: " + bench.device());
  about.push_back(fmt::format("repeats: {}, in turn on OpenGL's buffers and on own memory", settings.repeat));
  for (const std::string& line : about) fmt::print("# {}\n", line);
  const char* columns[] = {
      "map_us",          "unmap_us",       "map_and_unmap_us", "map_and_unmap_p95_us", "distance_shared_ms",
      "distance_own_ms", "sort_shared_ms", "sort_own_ms"};
  std::vector<Column> all = {{"entry"}, {"n", numeric}};
  fmt::print("{:24}", "entry");
  for (const char* column : columns) {
    all.push_back({column, numeric});
    fmt::print(" {:>21}", column);
  }
  fmt::print("\n");
  TableFile file({settings.csv, {}}, all, about);
  for (const Choice& entry : entries) {
    const InteropRow row = bench.measure(entry);
    Fields fields = {row.entry, std::to_string(settings.n)};
    fmt::print("{:24}", row.entry);
    for (const double value :
         {median(row.map), median(row.unmap), median(row.both), quantile(row.both, 0.95), median(row.shared.distance),
          median(row.own.distance), median(row.shared.sort), median(row.own.sort)}) {
      fields.push_back(fmt::format("{:.6f}", value));
      fmt::print(" {:>21.4f}", value);
    }
    fmt::print("\n");
    std::fflush(stdout);
    file.add(fields);
  }
  return fine;
}

}  // namespace

void add_interop(CommandLine& line) {
  Command command = line.command(
      "interop", "Times the mapping of OpenGL's buffers for CUDA, and sorts on them and on CUDA's own memory.");
  const auto settings = std::make_shared<InteropSettings>();
  command.option("--entries", settings->entries, "CUDA entries, with commas; cuda: all that run");
  command.option("--n", settings->n, "Number of points").range(1u, 1u << 30);
  command.option("--repeat", settings->repeat, "Timed rounds").range(1, 10000);
  command.option("--device", settings->device, "Which GPU, as CUDA counts them");
  command.option("--csv", settings->csv, "Also write the rows to this file");
  command.action([settings] { return run(*settings); });
}

}  // namespace farfirst::bench
