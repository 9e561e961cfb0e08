#pragma once
// The times of a run without a window: a row of the CSV file for each frame as it comes, and a table at the end. Memory
// does not grow with the frames.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "render/quantiles.h"
#include "render/statistics.h"

namespace farfirst::app {

/// The first line of the CSV file.
std::string csv_heading();

class RunTimes {
 public:
  /// A frame of the warm-up: it prepares what later frames use.
  void warm_up(const FrameStats& report, const FrameIdentity& identity) { log_.add(report, identity); }
  /// A measured frame. Returns its row of the CSV file.
  std::string add(const FrameStats& report, const FrameIdentity& identity);
  /// The time of each stage over the frames that count, or in the last frame if none does; negative where not measured.
  std::array<double, stage_count> medians() const;
  /// The table. A median is of the frames that count; if none does, the times are of the last frame.
  std::string table() const;
  /// How often the elements were sorted, and how old and how wrong orders became, as a sentence.
  std::string orders() const;

 private:
  std::string note() const;

  FrameLog log_;
  StatisticsByIdentity<Quantiles> statistics_;
  std::uint64_t frames_ = 0, first_frames_ = 0;
  std::uint64_t sorts_ = 0;
  std::uint32_t oldest_ = 0;                  // order, in frames
  std::optional<InversionStats> most_wrong_;  // by depth
  double slowest_first_ = -1;                 // milliseconds of a frame that does not count
  FrameStats last_;
};

}  // namespace farfirst::app
