// See measuring_options.h.
#include "measuring_options.h"

#include <CLI/CLI.hpp>

namespace farfirst::bench {

void add_measuring(CLI::App& command, MeasureOptions& measure, Arena::Options& arena) {
  command.add_option("--repeat", measure.repeat, "Timed rounds")->check(CLI::Range(1, 10000))->capture_default_str();
  command
      .add_option(
          "--warm-up", measure.warm_up_seconds,
          "Seconds of sorting before anything is timed, and up to five times as long until times settle; 0 = none")
      ->check(CLI::Range(0.0, 60.0))
      ->capture_default_str();
  command
      .add_option("--limit", measure.most_seconds,
                  "Seconds of timed rounds for one entry on one input: a slow one gets fewer rounds, at least one")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  command.add_option("--threads", arena.cpu_threads, "Threads of the CPU device; 0 = all")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command
      .add_option("--device", arena.cuda_device, "Ordinal of the CUDA device; OpenGL takes the same GPU where it can")
      ->check(CLI::Range(0, 63))
      ->capture_default_str();
}

}  // namespace farfirst::bench
