#include "machine.h"

#include <fmt/core.h>

#include <ctime>
#include <fstream>
#include <thread>

namespace farfirst::bench {

namespace {

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

}  // namespace

std::vector<std::string> machine_lines() {
  return {fmt::format("processor: {}", processor()), fmt::format("threads: {}", std::thread::hardware_concurrency()),
          fmt::format("compiler: {} {}", FARFIRST_COMPILER, FARFIRST_BUILD_TYPE),
          fmt::format("commit: {}", FARFIRST_COMMIT), fmt::format("date: {}", today())};
}

}  // namespace farfirst::bench
