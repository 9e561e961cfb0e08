// Built where the viewer, and with it OpenGL, is not.

#include <CLI/CLI.hpp>

#include "commands.h"

namespace farfirst::bench {

void add_interop(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("interop", "Times OpenGL's buffers in CUDA (not in this build).");
  command->allow_extras();
  command->callback([&action] {
    action = []() -> int {
      throw Failure(failed, "this farfirst-bench was built without the viewer, so it has no OpenGL");
    };
  });
}

}  // namespace farfirst::bench
