#pragma once
// Tells when somebody has written a file anew.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace farfirst::app {

class FileWatch {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::milliseconds interval{500};  // between two looks at the disk

  /// As the file is now, it is known. Empty: nothing is watched.
  void begin(std::filesystem::path file);
  /// True once for each change. A file is left alone until it was found alike at two looks, since it may be half
  /// written, and while it is not there.
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
