// See frame.cpp; where this program was built without the viewer's frame.
#include <CLI/CLI.hpp>

#include "commands.h"

namespace farfirst::bench {

void add_frame(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("frame", "Not in this farfirst-bench: it was built without the viewer.");
  command->allow_extras()->callback([&action] {
    action = []() -> int { throw Failure(failed, "this farfirst-bench was built without the viewer"); };
  });
}

}  // namespace farfirst::bench
