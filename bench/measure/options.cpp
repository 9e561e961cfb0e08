// See options.h.
#include "options.h"

#include "program/command_line.h"

namespace farfirst::bench {

void add_measuring(Command command, MeasureOptions& measure, Arena::Options& arena) {
  command.option("--repeat", measure.repeat, "Timed rounds").range(1, 10000);
  command
      .option("--warm-up", measure.warm_up_seconds,
              "Seconds of sorting before anything is timed, and up to five times as long until times settle; 0 = none")
      .range(0.0, 60.0);
  command
      .option("--limit", measure.most_seconds,
              "Seconds of timed rounds for one entry on one input: slow entries sort less often, at least once")
      .range(0.0, 3600.0);
  command.option("--threads", arena.cpu_threads, "Threads of the CPU device; 0 = all").range(0, 1024);
  command.option("--device", arena.cuda_device, "Ordinal of the CUDA device; OpenGL uses the same GPU if it can")
      .range(0, 63);
}

}  // namespace farfirst::bench
