#pragma once
// Sorts of the CPU, raced beside the frame: a separate thread sorts, checks and times one after the other. Only the
// destructor waits for it.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "order/cpu_sorter.h"
#include "race_times.h"

namespace farfirst::app {

/// A sort to be timed; its task names the slot of its entry.
struct RaceRun {
  std::uint64_t number = 0;
  Task task;
};

class RaceWorker {
 public:
  RaceWorker() : thread_([this] { run(); }) {}
  /// Waits for the sort under way.
  ~RaceWorker();
  RaceWorker(const RaceWorker&) = delete;
  RaceWorker& operator=(const RaceWorker&) = delete;

  /// Sorts that wait or run, and results not fetched yet.
  std::size_t under_way() const;
  /// The task's elements are its own (Elements::own).
  void start(RaceRun run);
  /// The results so far.
  std::vector<RaceResult> take();
  /// Frees a slot's memory, after the sort in progress.
  void forget(std::size_t slot);
  /// Frees the memory of all slots.
  void rest();
  std::size_t bytes() const { return sorter_.bytes(); }

 private:
  template <class Change>
  void set(Change change);
  void run();  // the thread
  RaceResult work(const RaceRun& run);

  CpuSorter sorter_;  // the thread's

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<RaceRun> waiting_;
  std::vector<RaceResult> done_;
  std::set<std::size_t> forgotten_;
  bool rests_ = false;
  bool busy_ = false;
  bool stop_ = false;

  std::thread thread_;  // last: it uses all the others
};

}  // namespace farfirst::app
