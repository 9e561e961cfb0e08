#pragma once
// Statistics of frame times by identity, restricted to fair measurements.

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <list>
#include <utility>
#include <vector>

#include "identity.h"
#include "stages.h"

namespace farfirst::app {

/// A time in a report. On a GPU it may belong to an earlier frame.
struct Measurement {
  std::size_t stage = 0;
  double milliseconds = 0;
  std::uint64_t frame = 0;
};
std::vector<Measurement> measurements_of(const FrameStats& report);

/// The last frames, for times that are known later.
class FrameLog {
 public:
  struct Entry {
    std::uint64_t number = 0;
    FrameIdentity identity;
    /// Is it a fair measurement? Not a frame that drew nothing, nor the first one of its identity in a row: in that
    /// one, programs are compiled, memory is taken and caches are cold.
    bool counts = false;
  };
  /// `disturbed`: something else was made for this frame.
  const Entry& add(const FrameStats& report, const FrameIdentity& identity, bool disturbed = false);
  /// Null if it is too long ago.
  const Entry* find(std::uint64_t number) const;
  void clear() { frames_.clear(); }

 private:
  static constexpr std::size_t kept = 32;  // more than any GPU is late
  std::deque<Entry> frames_;
};

/// The data of each identity. Drops the least recently used ones when there are too many.
template <class Identity, class Value>
class ByIdentity {
 public:
  using Entry = std::pair<Identity, Value>;

  explicit ByIdentity(std::size_t most = 64) : most_(most) {}

  /// Makes it if there is none yet.
  Value& operator[](const Identity& identity) {
    const auto found = std::ranges::find(entries_, identity, &Entry::first);
    if (found != entries_.end()) {
      entries_.splice(entries_.begin(), entries_, found);
    } else {
      entries_.emplace_front(identity, Value());
      if (entries_.size() > most_) entries_.pop_back();
    }
    return entries_.front().second;
  }
  /// Null if there is none.
  const Value* find(const Identity& identity) const {
    const auto found = std::ranges::find(entries_, identity, &Entry::first);
    return found == entries_.end() ? nullptr : &found->second;
  }
  const std::list<Entry>& entries() const { return entries_; }  // most recently used first
  void clear() { entries_.clear(); }

 private:
  std::size_t most_;
  std::list<Entry> entries_;
};

template <class Statistic>
using StageStatistics = std::array<Statistic, stage_count>;
template <class Statistic>
using StatisticsByIdentity = ByIdentity<FrameIdentity, StageStatistics<Statistic>>;

}  // namespace farfirst::app
