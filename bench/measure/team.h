#pragma once
// The entries that sort on one device in turn, and their times.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arena.h"
#include "device_timer.h"
#include "workload.h"

namespace farfirst::bench {

/// Scratch that all entries on a device share, in turn: they accept any contents.
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

/// The time of one sort, in milliseconds.
struct Timed {
  double device = 0, wall = 0;
};

/// A sorter of any form, behind one interface.
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
  /// Sorts its next call: a moving eye continues from this entry's last call.
  Timed sort_next(Workload& workload, const SharedScratch& scratch, bool trace = false);
  /// Sets the number of the next call.
  void go_to(std::uint64_t call) { call_ = call; }
  /// Sorts once, checks the result, and keeps the time. Throws Failure.
  void verify(Workload& workload, const SharedScratch& scratch, bool trace = false);
  /// Keeps the times of its next call and, if `checks`, checks the result. Throws Failure.
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
