// Built where the viewer, and with it the readers, is not.

#include <CLI/CLI.hpp>

#include "commands.h"

namespace farfirst::bench {

void add_read(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("read", "Times how files become models (not in this build).");
  command->allow_extras();
  command->callback([&action] {
    action = []() -> int {
      throw Failure(failed, "this farfirst-bench was built without the viewer, so it has no readers");
    };
  });
}

}  // namespace farfirst::bench
