// Built where the viewer, and with it its frame, is not.
#include "command.h"
#include "program/command_line.h"
#include "program/failure.h"

namespace farfirst::bench {

void add_frame(CommandLine& line) {
  Command command = line.command("frame", "Times whole frames (not in this build).");
  command.accept_anything();
  command.action([]() -> int { throw Failure(failed, "this farfirst-bench was built without the viewer"); });
}

}  // namespace farfirst::bench
