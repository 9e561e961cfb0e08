// See row_text.h.
#include "row_text.h"

#include <fmt/core.h>

#include <cstdio>

namespace farfirst::bench {

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
               row.n, row.time.median, row.time.p5, row.time.p95, row.wall.median, rate, speed_up,
               row.settled == Settled::no ? fmt::format("{}, not settled", row.clock) : std::string(row.clock));
    for (const PassRow& pass : row.passes) {
      fmt::print("    {:36} {:>5} x {:>23.4f} {:>9.1f} %\n", pass.name, pass.count, pass.milliseconds,
                 100 * share_of(pass, row));
    }
  }
  std::fflush(stdout);
}

}  // namespace farfirst::bench
