#pragma once
// What was measured of the frames drawn, of each side.

#include <array>
#include <chrono>
#include <cstddef>
#include <deque>
#include <string>

#include "document/document.h"
#include "history.h"
#include "render/scene_renderer.h"

namespace farfirst::app {

class Frames {
 public:
  const FrameStats& last(std::size_t side = left_index) const { return sides_[side].last; }
  const FrameHistory& times(std::size_t side = left_index) const { return sides_[side].times; }
  /// The steps of the newest draw that is known, by the renderer that drew; empty if it has none.
  const Steps& draw_steps(std::size_t side = left_index) const { return sides_[side].draw_steps; }
  /// While drawing goes on; 0 when idle.
  double per_second() const;

  /// `disturbed` as FrameHistory::add.
  void add(std::size_t side, const FrameStats& report, const FrameIdentity& identity, bool disturbed);
  /// All sides were drawn, which took so many milliseconds.
  void count(double milliseconds);
  /// The next frame of each side is marked with this.
  void mark_next(const std::string& what);
  /// What this side drew last is no longer known.
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

}  // namespace farfirst::app
