#pragma once
// The history of measurements: the last frames in a row, for the graph, and the statistics of each identity.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/document.h"
#include "render/sample_window.h"
#include "render/scene_renderer.h"
#include "render/statistics.h"

namespace farfirst::app {

class FrameHistory {
 public:
  static constexpr std::size_t length = 240;
  /// Fewer frames cannot show which of two is faster.
  static constexpr std::size_t least_to_compare = 10;

  /// A frame that drew something.
  struct Row {
    std::uint64_t frame = 0;
    /// Milliseconds; negative = not measured, not known yet, or no fair measurement.
    std::array<float, stage_count> times = filled(-1.0f);
    bool fair = false;
    /// The changes since the row before, for people. Empty: none.
    std::string mark{};
  };

  /// `disturbed`: a choice changed whose effect may come in a later frame.
  void add(const FrameStats& report, const FrameIdentity& identity, bool disturbed = false);
  /// The next frame is marked with this, and not counted.
  void mark_next(const std::string& what) { next_mark_ = what; }
  /// Forgets what was measured.
  void clear();

  const std::deque<Row>& rows() const { return rows_; }  // oldest first, `length` at most
  // For the identity of the newest frame; -1 where this does not measure it.
  /// The newest time, also of the first frame.
  double now(std::size_t stage) const { return now_[stage]; }
  /// The last `length` fair ones.
  const SampleWindow& series(std::size_t stage) const;
  /// The passes of the newest traced sort; empty if it traces none.
  const std::vector<PassTime>& passes() const { return passes_; }
  /// The median or, while there is none, the newest time.
  double typical(std::size_t stage) const { return series(stage).empty() ? now(stage) : series(stage).median(); }
  /// Was this stage measured, in a fair frame or not?
  bool has(std::size_t stage) const { return now_[stage] >= 0; }

 private:
  void add_row(const FrameStats& report, bool fair, const std::string& mark);
  std::string mark_for(const FrameIdentity& identity);
  void take(const Measurement& measurement);
  void take_passes(const FrameStats& report);
  void forget_newest();

  FrameLog log_;
  StatisticsByIdentity<SampleWindow> statistics_;
  std::deque<Row> rows_;
  std::optional<FrameIdentity> present_;  // of the newest frame; none while nothing is drawn
  std::optional<FrameIdentity> settled_;  // of the newest fair frame
  std::string next_mark_;
  std::array<double, stage_count> now_ = filled(-1.0);
  std::vector<PassTime> passes_;

  template <class T>
  static std::array<T, stage_count> filled(T value) {
    std::array<T, stage_count> result;
    result.fill(value);
    return result;
  }
};

/// For each side: the history, and the newest frame's state.
class Frames {
 public:
  const FrameStats& last(std::size_t side = left_index) const { return sides_[side].last; }
  const FrameHistory& times(std::size_t side = left_index) const { return sides_[side].times; }
  /// The steps of the newest known draw, by the renderer that drew; empty if it has none.
  const Steps& draw_steps(std::size_t side = left_index) const { return sides_[side].draw_steps; }
  /// During continuous drawing; 0 when idle.
  double per_second() const;

  /// `disturbed` as FrameHistory::add.
  void add(std::size_t side, const FrameStats& report, const FrameIdentity& identity, bool disturbed);
  /// All sides were drawn, in this time.
  void count(double milliseconds);
  /// The next frame of each side is marked with this.
  void mark_next(const std::string& what);
  /// Forgets the last draw of this side.
  void forget_last(std::size_t side) { sides_[side].last = {}; }
  void clear_times();

 private:
  struct Side {
    FrameStats last;
    FrameHistory times;
    Steps draw_steps;
  };
  std::array<Side, 2> sides_;
  std::deque<std::chrono::steady_clock::time_point> drawn_at_;
};

/// The ratio of a stage's time there to the time here; none as long as there are too few frames of either.
std::optional<double> ratio_of(const FrameHistory& here, const FrameHistory& there, std::size_t stage);

/// The differences of two identities, for people: "sort cpu.vqsort, metric view-depth". Empty if there are none.
std::string change_between(const FrameIdentity& from, const FrameIdentity& to);

}  // namespace farfirst::app
