// See gnuplot.h.
#include "gnuplot.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "markdown.h"
#include "program/failure.h"

namespace farfirst::bench {

namespace {

/// Runs a program with one argument, without a shell between; its exit status, or -1 if it could not be started.
int run_program(const char* program, std::string argument) {
  std::string name(program);
  char* arguments[] = {name.data(), argument.data(), nullptr};
  pid_t child = 0;
  int status = 0;
  if (posix_spawnp(&child, program, nullptr, nullptr, arguments, environ) != 0) return -1;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

void draw(const std::string& file, const std::string& script) {
  const std::string path = file + ".gnuplot";
  write_text(path, script);
  const int status = run_program("gnuplot", path);
  std::filesystem::remove(path);
  if (status == -1 || status == 127) {
    throw Failure(failed, "gnuplot was not found (Debian, Ubuntu: apt-get install gnuplot-nox)");
  }
  if (status != 0) throw Failure(failed, fmt::format("gnuplot could not draw {}", file));
}

std::string origin_of(const Results& results) {
  std::string text;
  for (const char* name : {"GPU: ", "processor: ", "commit: ", "date: "}) {
    for (const std::string& line : results.about) {
      if (line.rfind(name, 0) != 0 || (std::string(name) == "processor: " && !text.empty())) continue;
      text += (text.empty() ? "" : ", ") + line.substr(std::string(name).size());
    }
  }
  return text;
}

}  // namespace farfirst::bench
