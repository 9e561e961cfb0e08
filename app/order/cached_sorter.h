#pragma once
// A sorter and its memory, made anew when what they were made for changes; and what every back end does alike on the
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
  /// For this task. Throws Error or OutOfMemory; then it is empty.
  void prepare(Device& device, const Task& task);
  void clear();

  DistanceSorter* sorter() const { return sorter_.get(); }  // null while it is empty
  const Workspace& workspace() const { return workspace_; }
  /// `frame` first draws what is sorted next, and traced.
  void expect_trace(std::uint64_t frame) { traced_.push_back(frame); }
  /// What the newest trace says that is known and was not taken yet. False if there is none. Never waits.
  bool take_timings(SortTimings& timings);
  /// The same of the oldest.
  bool take_oldest_timings(SortTimings& timings);
  std::size_t scratch_bytes() const { return workspace_.bytes(); }
  /// What the sorter keeps from call to call.
  std::size_t state_bytes() const;
  /// Does it remember something from call to call?
  bool remembers() const { return sorter_ != nullptr && sorter_->requirements().history > 0; }
  /// Device memory of both.
  std::size_t bytes() const { return scratch_bytes() + state_bytes(); }

 private:
  std::unique_ptr<DistanceSorter> sorter_;
  Workspace workspace_;
  Candidate made_for_;
  std::uint32_t max_n_ = 0;
  std::uint64_t scene_ = 0;           // that the sorter's history remembers
  std::deque<std::uint64_t> traced_;  // frames of traces that are not known yet, oldest first
};

/// Sorters that stand side by side: each keeps its memory and what it remembers while the others sort.
class CachedSorters {
 public:
  CachedSorter& operator[](std::size_t slot) { return slots_[slot]; }
  /// Null if nothing was sorted there.
  CachedSorter* find(std::size_t slot) {
    const auto found = slots_.find(slot);
    return found == slots_.end() ? nullptr : &found->second;
  }
  const CachedSorter* find(std::size_t slot) const { return const_cast<CachedSorters*>(this)->find(slot); }
  /// Gives its memory back.
  void forget(std::size_t slot) { slots_.erase(slot); }
  void clear() { slots_.clear(); }
  std::size_t bytes() const;

 private:
  std::map<std::size_t, CachedSorter> slots_;
};

/// What is wanted of these elements, as a job on one source, or on one for each object, and what the job points at. The
/// caller fills in the buffers. The elements outlive it.
class SceneJob {
 public:
  SceneJob(const OrderRequest& wanted, const Elements& elements);
  SceneJob(const SceneJob&) = delete;
  SceneJob& operator=(const SceneJob&) = delete;

  DistanceJob job;

  /// Lets it read arrays of all elements, where there are triangles these too.
  void read(const Buffer& positions, std::uint32_t stride, const Buffer& triangles);
  /// The elements' own arrays, in host memory.
  void read_host();
  /// OpenGL's arrays, where they are now.
  void read_opengl(const GpuElements& stored);
  /// Positions of one part that lie elsewhere. To be called after the others.
  void read_part(std::size_t part, const Buffer& positions, std::uint32_t stride);

 private:
  const Elements& elements_;
  std::vector<Source> sources_;
};
/// The direction in which the library shall sort.
Direction direction_of(const OrderRequest& wanted);

/// Splits a traced sort into the stages that are shown.
void set_times(const std::vector<Pass>& passes, SortTimings& timings);

}  // namespace farfirst::app
