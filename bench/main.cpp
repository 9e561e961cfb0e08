// farfirst-bench: measures what Farfirst does, and refuses to report what it did not verify.

#include <farfirst/sort.h>
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "commands.h"

int main(int argc, char** argv) {
  using namespace farfirst::bench;
  CLI::App app(
      "farfirst-bench measures the sorts of the catalogue, the readers and the frame.\n"
      "Exit codes: 0 fine, 1 failed, 2 usage, 3 file unreadable, 4 no OpenGL, 5 a sort gave a wrong order, 6 a named "
      "sort cannot run here, 7 ended early (Ctrl-C, or --minutes are over): what was measured is kept, and --resume "
      "goes on.",
      "farfirst-bench");
  app.require_subcommand(1);
  Action action;
  add_list(app, action);
  add_sort(app, action);
  add_paper(app, action);
  add_tune(app, action);
  add_read(app, action);
  add_frame(app, action);
  add_interop(app, action);
  add_run(app, action);
  add_overhead(app, action);
  add_compare(app, action);
  add_plot(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "farfirst-bench: {}. See farfirst-bench --help.\n", error.what());
    return usage;
  }
  try {
    return action();
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
