// The viewer: options, then a window or a run without one. Every way to end is an exit code of exit_codes.h.

#include <farfirst/sort.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/settings_file.h"
#include "cli/window_options.h"
#include "headless/comparison.h"
#include "headless/export.h"
#include "headless/run.h"
#include "headless/say.h"
#include "headless/self_test.h"
#include "io/exit_codes.h"
#include "io/load.h"
#include "offscreen/context.h"
#include "scene/detached.h"
#include "window/window.h"

namespace {

using namespace farfirst::app;

/// The settings file of --config, --no-config and --reset-settings. A run without a window reads a file only if it is
/// named, so that its pictures depend on nothing but the command line.
SettingsFile settings_file(const Command& command, bool for_window) {
  if (!command.use_config) return SettingsFile({});
  const SettingsUse use{!command.config.empty(), for_window, command.reset_settings};
  if (use.named) return {command.config, use};
  return {for_window ? default_settings_path() : std::filesystem::path(), use};
}

WindowStart with_settings(SettingsFile& settings, const std::vector<std::string>& arguments) {
  WindowStart start;
  Command base;
  start.remarks = settings.load(base, start.memory);
  start.command = parse_command_line(arguments, base);
  return start;
}

/// No option is dropped silently.
void refuse_window_option(const std::vector<std::string>& arguments, const Command& command) {
  if (const std::string_view option = window_option(arguments, command); !option.empty())
    throw Failure(ExitCode::usage, {"--{} has an effect only in a window, and none opens: leave it out", option});
}

/// A state may show more than a run without a window can.
void say_what_is_missing(const Command& command) {
  std::vector<std::string_view> missing;
  if (command.document.race.on) missing.push_back("the race");
  if (command.document.error.on) missing.push_back("the error of the picture");
  if (command.document.key_lab) missing.push_back("the key lab");
  if (!missing.empty()) say(fmt::format("shown in a window alone: {}", fmt::join(missing, ", ")));
  if (command.document.split.on) say("two sides are shown in a window alone; this is the left one");
}

ExitCode run_without_window(const Command& asked, const std::vector<std::string>& arguments) {
  SettingsFile settings = settings_file(asked, /*for_window=*/false);
  const WindowStart start = with_settings(settings, arguments);
  for (const std::string& notice : start.command.notices) say(notice);
  for (const std::string& remark : start.remarks) say(remark);
  if (start.command.compare.is_on()) return run_comparison(start.command);
  say_what_is_missing(start.command);
  return run_windowless(start.command);
}

ExitCode show(const Command& asked, const std::vector<std::string>& arguments) {
  const bool writes = asked.exported || asked.saved_particles || asked.saved_system;
  if (writes) {
    refuse_window_option(arguments, asked);
    for (const std::string& notice : asked.notices) say(notice);
  }
  if (asked.exported) return run_export(asked);
  if (asked.saved_particles) return run_save_particles(asked);
  if (asked.saved_system) return run_save_system(asked);
  const bool measures = asked.output || asked.reference || asked.csv || asked.frames > 0 ||
                        asked.warmup.value_or(0) > 0 || asked.compare.is_on();
  if (asked.window == Command::Window::unwanted || (measures && asked.window != Command::Window::wanted)) {
    refuse_window_option(arguments, asked);
    return run_without_window(asked, arguments);
  }

  std::string why;
  if (display_available(why)) {
    SettingsFile settings = settings_file(asked, /*for_window=*/true);
    if (run_window(with_settings(settings, arguments), settings, why)) return ExitCode::fine;
  }
  if (asked.window == Command::Window::wanted) throw NoOpenGL(why);
  if (const std::string_view option = window_option(arguments, asked); !option.empty())
    throw NoOpenGL(fmt::format("--{} needs a window: {}", option, why));
  say(why + "; drawing a picture instead");
  return run_without_window(asked, arguments);
}

/// Only a context shows what can draw here.
std::string list_of_renderers() {
  try {
    const HeadlessContext context;
    return renderers_text(&context.gl(), {});
  } catch (const NoOpenGL& error) {
    return renderers_text(nullptr, error.what());
  }
}

/// GPUs that were asked for by number are required, not merely preferred.
void require_cuda_devices(const Command& command) {
  if (command.devices_option.empty()) return;
  try {
    farfirst::open(farfirst::Backend::cuda, {.cuda_devices = command.document.left.sort.cuda_devices});
  } catch (const farfirst::Error& error) {
    throw Failure(ExitCode::sort_unavailable, {"--{}={}: {}", command.devices_option,
                                               fmt::join(command.document.left.sort.cuda_devices, ","), error.what()});
  }
}

ExitCode run(const std::vector<std::string>& arguments) {
  const Command command = parse_command_line(arguments);
  switch (command.action) {
    case Command::Action::help:
      fmt::print("{}", help_text(command.help_topic));
      return ExitCode::fine;
    case Command::Action::version:
      fmt::print("{}", version_text());
      return ExitCode::fine;
    case Command::Action::list_sorts:
      fmt::print("{}", sorts_text());
      return ExitCode::fine;
    case Command::Action::list_renderers:
      fmt::print("{}", list_of_renderers());
      return ExitCode::fine;
    case Command::Action::list_readers:
      fmt::print("{}", readers_text());
      return ExitCode::fine;
    case Command::Action::self_test:
      require_cuda_devices(command);
      run_self_test(command);
      return ExitCode::fine;
    case Command::Action::run:
      break;
  }
  require_cuda_devices(command);
  return show(command, arguments);
}

int fail(ExitCode code, const char* sentence) {
  std::fflush(stdout);
  say(sentence);
  return static_cast<int>(code);
}

int run_and_report(const std::vector<std::string>& arguments) {
  try {
    const ExitCode code = run(arguments);
    if (std::fflush(stdout) != 0) return fail(ExitCode::failed, "standard output cannot be written");
    return static_cast<int>(code);
  } catch (const Failure& failure) {
    return fail(failure.exit_code, failure.what());
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

/// An abandoned read may continue for as long as its disk takes.
int end_program(int code) {
  if (detached_threads_end(std::chrono::milliseconds(50))) return code;
  std::fflush(nullptr);
  std::quick_exit(code);
}

}  // namespace

int main(int argc, char** argv) { return end_program(run_and_report({argv + 1, argv + argc})); }
