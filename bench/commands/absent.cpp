// Stand-ins for commands that were not built: whatever their arguments, they report that.
#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"

namespace farfirst::bench {

namespace {
[[maybe_unused]] void add_absent(CommandLine& line, const char* name) {
  Command command = line.command(name, "Not in this build.");
  command.accept_anything();
  command.action([]() -> int { throw Failure(failed, "this farfirst-bench was built without the viewer"); });
}
}  // namespace

#ifndef FARFIRST_BENCH_READS
void add_read(CommandLine& line) { add_absent(line, "read"); }
#endif
#ifndef FARFIRST_BENCH_DRAWS
void add_frame(CommandLine& line) { add_absent(line, "frame"); }
#endif
#ifndef FARFIRST_BENCH_OPENGL
void add_interop(CommandLine& line) { add_absent(line, "interop"); }
#endif

}  // namespace farfirst::bench
