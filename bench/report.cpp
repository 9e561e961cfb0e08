// See report.h.
#include "report.h"

#include <fmt/core.h>

#include <cstdio>
#include <memory>

#include "commands.h"
#include "machine.h"

namespace farfirst::bench {

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File created(const std::string& path) {
  File file(std::fopen(path.c_str(), "w"), &std::fclose);
  if (!file) throw Failure(failed, fmt::format("{}: cannot be written", path));
  return file;
}

/// A field of a CSV file.
std::string quoted(const std::string& text) { return text.find(',') == std::string::npos ? text : '"' + text + '"'; }

std::string value_of(const std::vector<std::string>& lines, const std::string& name) {
  for (const std::string& line : lines) {
    if (line.rfind(name + ": ", 0) == 0) return line.substr(name.size() + 2);
  }
  return {};
}

/// The columns that say where a row comes from.
std::string origin_of(Arena& arena, const Row& row, const std::vector<std::string>& lines) {
  const GpuFacts gpu = row.backend == Backend::cuda ? arena.gpu() : GpuFacts{};
  const std::string driver = row.backend == Backend::gl ? arena.opengl() : gpu.driver;
  return quoted(arena.description(row.backend)) + "," + quoted(driver) + "," + quoted(gpu.toolkit) + "," +
         quoted(value_of(lines, "processor")) + "," + value_of(lines, "commit");
}

double share_of(const PassRow& pass, const Row& row) {
  double sum = 0;
  for (const PassRow& each : row.passes) sum += each.milliseconds;
  return sum > 0 ? pass.milliseconds / sum : 0;
}

}  // namespace

std::vector<std::string> about_machine(const Arena& arena) {
  std::vector<std::string> lines = machine_lines();
  if (!arena.gpu().name.empty()) {
    lines.push_back("GPU: " + arena.gpu().name);
    lines.push_back("driver: " + arena.gpu().driver);
    lines.push_back("CUDA: " + arena.gpu().toolkit);
  }
  if (!arena.opengl().empty()) lines.push_back("OpenGL: " + arena.opengl());
  return lines;
}

void print_heading() {
  fmt::print("{:40} {:20} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9} {:>9}  {}\n", "entry", "input", "n", "median ms",
             "p5 ms", "p95 ms", "wall ms", "M/s", "speed-up", "clock");
}

void print_rows(const std::vector<Row>& rows, const std::string& baseline) {
  double reference = 0;
  for (const Row& row : rows) {
    if (row.entry == baseline) reference = row.time.median;
  }
  for (const Row& row : rows) {
    const double rate = static_cast<double>(row.n) / row.time.median / 1000.0;
    const std::string speed_up = reference > 0 ? fmt::format("{:.2f}x", reference / row.time.median) : "-";
    fmt::print("{:40} {:20} {:>10} {:>10.4f} {:>10.4f} {:>10.4f} {:>10.4f} {:>9.1f} {:>9}  {}\n", row.entry, row.input,
               row.n, row.time.median, row.time.p5, row.time.p95, row.wall.median, rate, speed_up, row.clock);
    for (const PassRow& pass : row.passes) {
      fmt::print("    {:36} {:>5} x {:>23.4f} {:>9.1f} %\n", pass.name, pass.count, pass.milliseconds,
                 100 * share_of(pass, row));
    }
  }
  std::fflush(stdout);
}

void write_csv(const std::string& path, Arena& arena, const std::vector<Row>& rows, const std::string& how) {
  const std::vector<std::string> lines = about_machine(arena);
  const File file = created(path);
  for (const std::string& line : lines) fmt::print(file.get(), "# {}\n", line);
  fmt::print(file.get(), "# {}\n", how);
  fmt::print(file.get(),
             "entry,form,distribution,n,median_ms,p5_ms,p95_ms,wall_ms,clock,repeats,key_buffers,scratch_bytes,"
             "device,driver,cuda,processor,commit\n");
  bool any_passes = false;
  for (const Row& row : rows) {
    fmt::print(file.get(), "{},{},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{},{},{},{},{}\n", row.entry, name_of(row.form),
               row.input, row.n, row.time.median, row.time.p5, row.time.p95, row.wall.median,
               quoted(std::string(row.clock)), row.repeats, row.key_buffers, row.scratch, origin_of(arena, row, lines));
    any_passes |= !row.passes.empty();
  }
  if (!any_passes) return;
  const std::size_t dot = path.rfind(".csv");
  const File passes = created(path.substr(0, dot) + "-passes.csv");
  for (const std::string& line : lines) fmt::print(passes.get(), "# {}\n", line);
  fmt::print(passes.get(), "entry,form,distribution,n,pass,count,median_ms,share\n");
  for (const Row& row : rows) {
    for (const PassRow& pass : row.passes) {
      fmt::print(passes.get(), "{},{},{},{},{},{},{:.6f},{:.4f}\n", row.entry, name_of(row.form), row.input, row.n,
                 quoted(pass.name), pass.count, pass.milliseconds, share_of(pass, row));
    }
  }
}

}  // namespace farfirst::bench
