#pragma once
// Watches a file, and reports when another program has written it.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace farfirst::app {

class FileWatch {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::milliseconds interval{500};  // between two looks at the disk

  /// Takes the file's present state as known. Empty: watches nothing.
  void begin(std::filesystem::path file);
  /// True once for each change. A change counts only when two looks find the same file, since a file may be half
  /// written, or missing for a while.
  bool has_changed(Time now);

 private:
  struct Stamp {
    std::filesystem::file_time_type written;
    std::uintmax_t bytes = 0;
    bool operator==(const Stamp&) const = default;
  };
  std::optional<Stamp> stamp() const;

  std::filesystem::path file_;
  std::optional<Stamp> known_, seen_;  // last looked at
  std::optional<Time> looked_;
};

}  // namespace farfirst::app
