// See progress.h.
#include "progress.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "forecast.h"

namespace farfirst::bench {

namespace {

/// The width limits a line: a longer one would wrap, and could not be overwritten.
std::size_t columns_of(std::FILE* terminal) {
  winsize size{};
  const bool known = ioctl(fileno(terminal), TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col - 1u : 79u;
}

}  // namespace

void Progress::show(std::size_t done, std::size_t all, double seconds_left, const std::string& what) {
  const auto now = std::chrono::steady_clock::now();
  if (!rewrites_ && now - last_ < now_and_then_) return;
  const std::string left = seconds_left < 0 ? "" : fmt::format(", {} left", in_words(seconds_left));
  std::string line = fmt::format("[{}/{}{}] {}", done, all, left, what);
  if (rewrites_) {
    line.resize(std::min(line.size(), columns_of(file_)));
    fmt::print(file_, "\r\033[K{}", line);
  } else {
    fmt::print(file_, "farfirst-bench: {}\n", line);
  }
  std::fflush(file_);
  last_ = now;
  is_shown_ = true;
}

void Progress::clear() {
  if (!rewrites_ || !is_shown_) return;
  fmt::print(file_, "\r\033[K");
  std::fflush(file_);
  is_shown_ = false;
}

Progress progress_on_stderr() { return Progress(stderr, isatty(STDERR_FILENO) == 1); }

}  // namespace farfirst::bench
