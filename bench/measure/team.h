#pragma once
// The entries that sort on one device, in turn, and how long it took them.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arena.h"
#include "device_timer.h"
#include "workload.h"

namespace farfirst::bench {

/// Scratch that all entries on a device use in turn: any contents will do.
class SharedScratch {
 public:
  void grow(const Requirements& requirements);
  void allocate(Device& device);
  const Workspace& memory() const noexcept { return memory_; }

 private:
  std::vector<std::size_t> bytes_;
  Workspace memory_;
};

/// Passes of one name, over several traced sorts.
class PassSums {
 public:
  void add(const std::vector<Pass>& passes);
  std::vector<PassRow> rows() const;

 private:
  std::vector<std::string> names_;  // in the sequence in which they began
  std::map<std::string, std::vector<double>> times_;
  std::map<std::string, int> counts_;
};

/// What one sort took, in milliseconds.
struct Timed {
  double device = 0, wall = 0;
};

/// The sorter of a form, whatever its jobs are.
class AnySorter {
 public:
  AnySorter(Device& device, const Choice& choice, Form form, std::uint32_t n);
  void sort(const Job& job);
  SorterBase& base() const {
    return by_keys_ != nullptr ? static_cast<SorterBase&>(*by_keys_) : static_cast<SorterBase&>(*by_distance_);
  }

 private:
  std::unique_ptr<FormSorter> by_keys_;
  std::unique_ptr<DistanceSorter> by_distance_;
};

/// An entry's sorter on a device.
class TimedEntry {
 public:
  /// Without a timer, the device's time is that of the wall clock. With a replay, sorts that the host only enqueues are
  /// recorded, then run and timed.
  TimedEntry(const Choice& choice, Device& device, DeviceTimer* timer, Replay* replay, Form form, std::uint32_t n);

  const Requirements& requirements() const { return sorter_.base().requirements(); }
  /// Its next call: where the eye moves, it goes on from where this entry's last call left it.
  Timed sort_next(Workload& workload, const SharedScratch& scratch, bool trace = false);
  /// The next call is this one.
  void go_to(std::uint64_t call) { call_ = call; }
  /// Sorts once, checks the result, and remembers how long it took. Throws Failure.
  void verify(Workload& workload, const SharedScratch& scratch, bool trace = false);
  /// Keeps the times of its next call, and, where it shall, checks what came out. Throws Failure.
  void time(Workload& workload, const SharedScratch& scratch, bool checks);
  void trace(Workload& workload, const SharedScratch& scratch);

  std::string name;
  double expected = 0;  // seconds
  int rounds = 0;
  std::vector<double> device_times, wall_times;
  PassSums pass_sums;

 private:
  Timed sort(Job job, const SharedScratch& scratch, bool trace);
  void check(Workload& workload, const Job& job) const;
  void come_from_elsewhere(Workload& workload, const SharedScratch& scratch);

  Device& device_;
  DeviceTimer* timer_;
  Replay* replay_;
  AnySorter sorter_;
  std::uint64_t call_ = 0;
};

struct Team {
  Backend backend;
  std::string_view clock;
  Workload workload;
  SharedScratch scratch;
  std::vector<std::unique_ptr<TimedEntry>> members;
  Settled settled = Settled::not_tried;
};

}  // namespace farfirst::bench
