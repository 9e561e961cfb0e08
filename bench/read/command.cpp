// farfirst-bench read: measures the time and memory of reading files into models, beside assimp.

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "assimp.h"
#include "inputs/tessellate.h"
#include "io/load.h"
#include "io/reader.h"
#include "io/source.h"
#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"
#include "program/machine.h"
#include "report/statistics.h"
#include "report/table.h"

namespace farfirst::bench {
namespace {

/// The result of one reading, sent through a pipe as it is.
struct Sample {
  double seconds = 0.0;
  std::uint64_t vertices = 0, triangles = 0;
  std::uint64_t model_bytes = 0;  // the arrays that the reader returns; 0 if unknown
  std::uint64_t peak_bytes = 0;   // anonymous memory beyond the process's earlier use; only if it was watched
  bool failed = false;
};

/// Anonymous memory of this process: resident pages that belong to no file.
std::uint64_t anonymous_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  unsigned long long total = 0, resident = 0, shared = 0;
  const bool read = file && std::fscanf(file, "%llu %llu %llu", &total, &resident, &shared) == 3;
  if (file) std::fclose(file);
  return read ? (resident - shared) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

/// Samples the memory many times a millisecond while a reading runs.
class PeakWatch {
 public:
  PeakWatch() : before_(anonymous_bytes()), thread_([this] { watch(); }) {}
  std::uint64_t stop() {
    done_ = true;
    thread_.join();
    return std::max({peak_, anonymous_bytes(), before_}) - before_;
  }

 private:
  void watch() {
    while (!done_) {
      peak_ = std::max(peak_, anonymous_bytes());
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }

  std::uint64_t before_, peak_ = 0;
  std::atomic<bool> done_{false};
  std::thread thread_;
};

using Path = std::filesystem::path;

struct Reader {
  const char* name;
  Sample (*read)(const Path&);
};

void add(const app::Model& model, Sample& sample) {
  sample.vertices += model.positions.size();
  sample.triangles += model.triangle_count();
  sample.model_bytes += model.bytes();
}

/// Our own reader alone: no normals, no bounds.
Sample read_own(const Path& path) {
  app::LoadProgress progress;
  const app::MappedFile file(path);
  Sample sample;
  for (const app::Model& model : app::read_mapped(file, path, app::ProgressScale(progress, 0.0f, 1.0f)))
    add(model, sample);
  return sample;
}

/// The lower limit of any reader: reads all bytes of the file once, and unpacks those in gzip.
Sample read_bytes(const Path& path) {
  const app::MappedFile file(path);
  const std::unique_ptr<app::ByteSource> source = app::make_source(file.bytes());
  std::vector<char> piece(1 << 20);
  while (source->want(1) > 0) {
    const std::size_t visible = std::min(source->window().size(), piece.size());
    std::memcpy(piece.data(), source->window().data(), visible);
    source->take(visible);
  }
  return {};
}

Sample read_loaded(const Path& path) {
  app::LoadProgress progress;
  Sample sample;
  for (const auto& model : app::load_models(path, progress)) add(*model, sample);
  return sample;
}

Sample read_by_assimp(const Path& path) {
  const AssimpCounts counts = read_with_plain_assimp(path);
  return {.vertices = counts.vertices, .triangles = counts.faces};
}

constexpr std::size_t load_model_row = 2;
constexpr Reader readers[] = {
    {"bytes", read_bytes}, {"reader", read_own}, {"load_model", read_loaded}, {"assimp", read_by_assimp}};

/// Reads in a child process, so that every reading starts with the same heap.
Sample measure(const Reader& reader, const Path& path, bool watch_memory) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    Sample sample;
    try {
      std::unique_ptr<PeakWatch> watch;
      if (watch_memory) watch = std::make_unique<PeakWatch>();
      const auto start = std::chrono::steady_clock::now();
      sample = reader.read(path);
      sample.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (watch) sample.peak_bytes = watch->stop();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", reader.name, error.what());
      sample.failed = true;
    }
    const bool sent = write(ends[1], &sample, sizeof(sample)) == static_cast<ssize_t>(sizeof(sample));
    _exit(sent ? 0 : 1);
  }
  close(ends[1]);
  Sample sample;
  if (child < 0 || read(ends[0], &sample, sizeof(sample)) != static_cast<ssize_t>(sizeof(sample))) sample.failed = true;
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return sample;
}

/// Touches every page once, so that the first reader does not pay for the disk.
void warm_up(const Path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> piece(1 << 20);
  while (file.read(piece.data(), static_cast<std::streamsize>(piece.size()))) {}
}

struct Options {
  std::vector<std::string> files;
  std::string csv;
  std::string tessellated;
  unsigned repeat = 7;
  unsigned parts = 12;
};

/// False if load_model() cannot read the file.
bool measure_file(const Path& path, const Options& options, TableFile& file) {
  warm_up(path);
  const double megabytes = static_cast<double>(std::filesystem::file_size(path)) * 1e-6;
  std::vector<double> seconds[std::size(readers)];
  bool failed[std::size(readers)] = {};
  // Interleaved, so that a disturbance of the machine affects all readers alike.
  for (unsigned round = 0; round < options.repeat; ++round) {
    for (std::size_t r = 0; r < std::size(readers); ++r) {
      const Sample sample = failed[r] ? Sample{.failed = true} : measure(readers[r], path, false);
      failed[r] = sample.failed;
      if (!failed[r]) seconds[r].push_back(sample.seconds);
    }
  }
  for (std::size_t r = 0; r < std::size(readers); ++r) {
    if (failed[r]) {
      fmt::print("{:28} {:10}  cannot be read\n", path.filename().string(), readers[r].name);
      continue;
    }
    const double median = quantile(seconds[r], 0.5);
    const Sample memory = measure(readers[r], path, true);
    const double peak = static_cast<double>(memory.peak_bytes) * 1e-6,
                 model = static_cast<double>(memory.model_bytes) * 1e-6;
    fmt::print("{:28} {:10} {:>10} v {:>10} t {:9.1f} ms {:8.0f} MB/s  peak {:8.1f} MB", path.filename().string(),
               readers[r].name, memory.vertices, memory.triangles, median * 1e3, megabytes / median, peak);
    fmt::print("{}\n", model > 0.0 ? fmt::format("  {:.2f} x its arrays", peak / model) : "");
    const auto at = [&](double q) { return fmt::format("{:.3f}", quantile(seconds[r], q) * 1e3); };
    file.add({path.filename().string(), readers[r].name, std::to_string(memory.vertices),
              std::to_string(memory.triangles), fmt::format("{:.1f}", megabytes), std::to_string(options.repeat),
              at(0.5), at(0.95), at(0), fmt::format("{:.1f}", megabytes / median), std::to_string(memory.model_bytes),
              std::to_string(memory.peak_bytes)});
  }
  std::fflush(stdout);
  return !failed[load_model_row];
}

int measure_all(const Options& options) {
  TableFile table({options.csv, {}},
                  columns_of("file reader vertices# triangles# megabytes# runs# median_ms# p95_ms# min_ms# mb_per_s# "
                             "model_bytes# peak_anonymous_bytes#"),
                  machine_lines());
  bool all_read = true;
  for (const std::string& file : options.files) all_read = measure_file(file, options, table) && all_read;
  return all_read ? fine : unreadable;
}

int make_tessellated(const Options& options) {
  app::LoadProgress progress;
  const app::Model model = tessellate(app::load_model(options.files.front(), progress), options.parts);
  write_binary_ply(model, options.tessellated);
  fmt::print("{}: {} vertices, {} triangles\n", options.tessellated, model.positions.size(), model.triangle_count());
  return fine;
}

int run(const Options& options) {
  try {
    return options.tessellated.empty() ? measure_all(options) : make_tessellated(options);
  } catch (const app::FileError& error) {
    throw Failure(unreadable, error.what());
  }
}

}  // namespace

void add_read(CommandLine& line) {
  Command command = line.command(
      "read",
      "Times the reading of files into models: their bytes alone (unpacked from gzip), the reader alone, load_model() "
      "(with bounds and normals), and assimp without any post-processing; interleaved, median. Peak anonymous memory "
      "comes from a run of its own, and is "
      "good to a megabyte or so: small files are meaningless.");
  const auto options = std::make_shared<Options>();
  command.option("files", options->files, "Files to read").required().existing_file();
  command.option("--repeat", options->repeat, "Timed rounds").range(1, 10000);
  command.option("--csv", options->csv, "Also write the rows to this file");
  const Option made = command.option("--make-tessellated", options->tessellated,
                                     "Measure nothing: cut the triangles of the first file and write this binary PLY");
  command.option("--parts", options->parts, "Number of parts of every edge").needs(made).range(1, 1000);
  command.action([options] { return run(*options); });
}

}  // namespace farfirst::bench
