// Built where the viewer, and with it OpenGL, is not.
#include "commands.h"
#include "program/command_line.h"
#include "program/failure.h"

namespace farfirst::bench {

void add_interop(CommandLine& line) {
  Command command = line.command("interop", "Times OpenGL's buffers in CUDA (not in this build).");
  command.accept_anything();
  command.action(
      []() -> int { throw Failure(failed, "this farfirst-bench was built without the viewer, so it has no OpenGL"); });
}

}  // namespace farfirst::bench
