#pragma once
// Progress of a long run: one line that is overwritten on a terminal, elsewhere a line now and then.

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>

namespace farfirst::bench {

class Progress {
 public:
  /// `rewrites`: `file` is a terminal; else a line comes after each `now_and_then`.
  explicit Progress(std::FILE* file, bool rewrites, std::chrono::seconds now_and_then = std::chrono::seconds(30))
      : file_(file), rewrites_(rewrites), now_and_then_(now_and_then) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// "[12/140, 3 min 20 s left] argsort uniform 8388608". Time left below 0: not known yet.
  void show(std::size_t done, std::size_t all, double seconds_left, const std::string& what);
  /// Call it before other output to the terminal.
  void clear();

 private:
  std::FILE* file_;
  const bool rewrites_;
  const std::chrono::seconds now_and_then_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Writes to stderr.
Progress progress_on_stderr();

}  // namespace farfirst::bench
