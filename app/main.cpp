// The viewer: options, then a window or a run without one. Every way to end is an exit code of exit_codes.h.

#include <farfirst/sort.h>
#include <fmt/format.h>

#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include "exit_codes.h"
#include "headless.h"
#include "io/load.h"
#include "options.h"
#include "windowless.h"

namespace {

using namespace farfirst::app;

ExitCode run(const std::vector<std::string>& arguments) {
  const Options options = parse_command_line(arguments);
  switch (options.action) {
    case Options::Action::help:
      fmt::print("{}", help_text());
      return ExitCode::fine;
    case Options::Action::version:
      fmt::print("{}", version_text());
      return ExitCode::fine;
    case Options::Action::list_sorts:
      fmt::print("{}", sorts_text());
      return ExitCode::fine;
    case Options::Action::list_readers:
      fmt::print("{}", readers_text());
      return ExitCode::fine;
    case Options::Action::run:
      break;
  }
  return run_windowless(options);
}

int fail(ExitCode code, const char* sentence) {
  std::fflush(stdout);
  fmt::print(stderr, "farfirst: {}\n", sentence);
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const ExitCode code = run({argv + 1, argv + argc});
    if (std::fflush(stdout) != 0) return fail(ExitCode::failed, "standard output cannot be written");
    return static_cast<int>(code);
  } catch (const Failure& failure) {
    return fail(failure.exit_code, failure.what());
  } catch (const FileError& error) {
    return fail(ExitCode::unreadable, error.what());
  } catch (const NoOpenGL& error) {
    return fail(ExitCode::no_opengl, error.what());
  } catch (const farfirst::Error& error) {
    return fail(ExitCode::sort_unavailable, error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::sort_unavailable, "memory ran out");
  } catch (const std::exception& error) {
    return fail(ExitCode::failed, error.what());
  }
}
