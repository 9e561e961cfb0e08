#pragma once
// A cached sorter with its memory, replaced when its parameters change, and the steps common to all back ends on the
// way from a task to a job.

#include <farfirst/sort.h>

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "order.h"

namespace farfirst::app {

inline std::size_t bytes_of(const OwnedBuffer& buffer) { return static_cast<const Buffer&>(buffer).bytes; }

class CachedSorter {
 public:
  /// Prepares it for this task. Throws Error or OutOfMemory; then it is empty.
  void prepare(Device& device, const Task& task);
  void clear();

  DistanceSorter* sorter() const { return sorter_.get(); }  // null while it is empty
  const Workspace& workspace() const { return workspace_; }
  /// `frame` will be the first to draw the next order, which is traced.
  void expect_trace(std::uint64_t frame) { traced_.push_back(frame); }
  /// The newest known trace that was not fetched yet. False if there is none. Never waits.
  bool take_timings(SortTimings& timings);
  /// The oldest one.
  bool take_oldest_timings(SortTimings& timings);
  std::size_t scratch_bytes() const { return workspace_.bytes(); }
  /// The memory that the sorter keeps from call to call.
  std::size_t state_bytes() const;
  /// Does it have a history?
  bool remembers() const { return sorter_ != nullptr && sorter_->requirements().history > 0; }
  /// Device memory of sorter and scratch.
  std::size_t bytes() const { return scratch_bytes() + state_bytes(); }

 private:
  std::unique_ptr<DistanceSorter> sorter_;
  Workspace workspace_;
  Candidate made_for_;
  std::uint32_t max_n_ = 0;
  std::uint64_t scene_ = 0;           // that the sorter's history remembers
  std::deque<std::uint64_t> traced_;  // frames of pending traces, oldest first
};

/// Several sorters side by side: each keeps its memory and its history while the others sort.
class CachedSorters {
 public:
  CachedSorter& operator[](std::size_t slot) { return slots_[slot]; }
  /// Null if nothing was sorted in that slot.
  CachedSorter* find(std::size_t slot) {
    const auto found = slots_.find(slot);
    return found == slots_.end() ? nullptr : &found->second;
  }
  const CachedSorter* find(std::size_t slot) const { return const_cast<CachedSorters*>(this)->find(slot); }
  /// Frees a slot's memory.
  void forget(std::size_t slot) { slots_.erase(slot); }
  void clear() { slots_.clear(); }
  std::size_t bytes() const;

 private:
  std::map<std::size_t, CachedSorter> slots_;
};

/// The task as a job on one source, or on one for each object, and what the job points at. The
/// caller fills in the buffers. The elements outlive it.
class SceneJob {
 public:
  SceneJob(const OrderRequest& wanted, const Elements& elements);
  SceneJob(const SceneJob&) = delete;
  SceneJob& operator=(const SceneJob&) = delete;

  DistanceJob job;

  /// Lets it read arrays of all elements, and their triangles.
  void read(const Buffer& positions, std::uint32_t stride, const Buffer& triangles);
  /// The elements' own arrays, in host memory.
  void read_host();
  /// OpenGL's arrays, at their present addresses.
  void read_opengl(const GpuElements& stored);
  /// Positions of one part that lie elsewhere. Call it after the others.
  void read_part(std::size_t part, const Buffer& positions, std::uint32_t stride);

 private:
  const Elements& elements_;
  std::vector<Source> sources_;
};
/// The library's direction for this order.
Direction direction_of(const OrderRequest& wanted);

/// Splits a traced sort into the displayed stages.
void set_times(const std::vector<Pass>& passes, SortTimings& timings);

}  // namespace farfirst::app
