#pragma once
// Times of the sorts in a race. A time belongs to an identity: entry, parameters, n, scene, and all else that decides a
// sort's cost. Each identity has its own.

#include <farfirst/sort.h>

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "order/order.h"
#include "order/sort_identity.h"
#include "render/sample_window.h"
#include "render/statistics.h"

namespace farfirst::app {

/// The state of the sorter's history. Entries without a history are always steady.
enum class RaceCase : std::uint8_t {
  steady,  // the frame before
  first,   // nothing: it is new, or its history was cleared
  jump     // the frame before, whose eye was far from this one's
};
inline constexpr std::size_t race_cases = 3;

/// A sort that was timed.
struct RaceResult {
  std::uint64_t run = 0;
  SortTimings timings{};
  double total = -1;  // ms, of distances and sort; negative: there is no order
  double taken = 0;   // ms of the GPU or of the worker for all of it: with the check, and what lies between
  OrderCheck check{};
  bool checked = false;
  bool remembers = false;  // the entry, from call to call
  std::size_t scratch = 0, state = 0;
  std::string failure{};  // why there is no order
};

/// The times of one identity.
struct RaceTimes {
  static constexpr std::size_t length = 200;

  struct Point {
    std::uint64_t frame = 0;  // of the race
    float milliseconds = 0;
  };

  std::array<SampleWindow, race_cases> total{SampleWindow(length), SampleWindow(length), SampleWindow(length)};
  SampleWindow distance{length}, sort{length}, order{length};  // of steady ones, where the entry does them apart
  std::vector<PassTime> passes;                                // of the newest
  std::deque<Point> recent;                                    // of the last `length` frames
  double measured = -1;                                        // when, by the race's clock

  std::size_t scratch = 0, state = 0;  // bytes
  bool remembers = false;
  std::uint64_t right = 0, wrong = 0;  // orders
  bool newest_is_right = false;
  std::string last_wrong;  // what was wrong with it

  /// `counts`: it is a fair measurement. The check counts in any case.
  void add(const RaceResult& result, RaceCase what, std::uint64_t frame, double now, bool counts);
  const SampleWindow& steady() const { return total[static_cast<std::size_t>(RaceCase::steady)]; }
  /// The median of a case; negative: not measured.
  double median(RaceCase what) const { return total[static_cast<std::size_t>(what)].median(); }
  std::uint64_t checked() const { return right + wrong; }

 private:
  void add_times(const RaceResult& result, RaceCase what, std::uint64_t frame, double now);
};

using RaceLedger = ByIdentity<SortIdentity, RaceTimes>;

/// Splits the passes of a sort: keys, making the order, and the rest. Negative where
/// the entry does not do it apart.
struct RaceStages {
  double distance = -1, sort = -1, order = -1;
};
RaceStages stages_of(const SortTimings& timings);

}  // namespace farfirst::app
