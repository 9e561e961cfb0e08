// Built where the viewer, and with it its frame, is not.
#include "command.h"
#include "program/command_line.h"
#include "program/failure.h"

namespace farfirst::bench {

namespace {
void add_absent(CommandLine& line, const char* name, const char* description) {
  Command command = line.command(name, description);
  command.accept_anything();
  command.action([]() -> int { throw Failure(failed, "this farfirst-bench was built without the viewer"); });
}
}  // namespace

void add_frame(CommandLine& line) { add_absent(line, "frame", "Times whole frames (not in this build)."); }

void add_race(CommandLine& line) {
  add_absent(line, "race", "Times frames beside which sorts race (not in this build).");
}

}  // namespace farfirst::bench
