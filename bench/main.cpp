// farfirst-bench: measures the sorts, readers and frames, and reports only results that it has checked.

#include <farfirst/sort.h>
#include <fmt/core.h>

#include <exception>

#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"

int main(int argc, char** argv) {
  using namespace farfirst::bench;
  CommandLine line(
      "farfirst-bench",
      "farfirst-bench measures the sorts of the catalogue, the readers and the frame.\n"
      "Exit codes: 0 fine, 1 failed, 2 usage, 3 file unreadable, 4 no OpenGL, 5 a sort gave a wrong order, 6 a named "
      "sort cannot run here, 7 ended early (Ctrl-C, or --minutes are over): results so far are kept, and --resume "
      "continues.");
  add_list(line);
  add_sort(line);
  add_paper(line);
  add_tune(line);
  add_read(line);
  add_frame(line);
  add_interop(line);
  add_run(line);
  add_counts(line);
  add_gpus(line);
  add_compare(line);
  add_plot(line);
  try {
    return line.run(argc, argv);
  } catch (const Failure& failure) {
    fmt::print(stderr, "farfirst-bench: {}\n", failure.what());
    return failure.exit_code;
  } catch (const farfirst::Error& error) {
    fmt::print(stderr, "farfirst-bench: {}\n", error.what());
    return sort_unavailable;
  } catch (const std::exception& error) {
    fmt::print(stderr, "farfirst-bench: {}\n", error.what());
    return failed;
  }
}
