// Built where the viewer, and with it the readers, is not.
#include "command.h"
#include "program/command_line.h"
#include "program/failure.h"

namespace farfirst::bench {

void add_read(CommandLine& line) {
  Command command = line.command("read", "Times how files become models (not in this build).");
  command.accept_anything();
  command.action(
      []() -> int { throw Failure(failed, "this farfirst-bench was built without the viewer, so it has no readers"); });
}

}  // namespace farfirst::bench
