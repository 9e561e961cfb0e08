#pragma once
// A sorter and its memory, made anew when what they were made for changes; and what every back end does alike on the
// way from a request to a job.

#include <farfirst/sort.h>

#include <deque>
#include <memory>
#include <vector>

#include "request.h"

namespace farfirst::app {

class SorterSlot {
 public:
  /// For orders of this spec by this entry. Throws Error or OutOfMemory; then it is empty.
  void prepare(Device& device, const Algorithm& algorithm, const std::vector<ParameterValue>& parameters,
               const OrderSpec& spec);
  void clear();

  Sorter* sorter() const { return sorter_.get(); }  // null while it is empty
  const Workspace& workspace() const { return workspace_; }
  /// `frame` first draws what is sorted next, and traced.
  void expect_trace(std::uint64_t frame) { traced_.push_back(frame); }
  /// The times of the newest trace that is known and was not taken yet. False if there is none. Never waits.
  bool take_times(OrderTimes& times);
  /// Device memory of both.
  std::size_t bytes() const { return workspace_.bytes() + (sorter_ == nullptr ? 0 : sorter_->requirements().own); }

 private:
  std::unique_ptr<Sorter> sorter_;
  Workspace workspace_;
  std::uint32_t max_n_ = 0;
  std::vector<ParameterValue> parameters_;
  std::uint64_t scene_ = 0;           // that the sorter's state remembers
  std::deque<std::uint64_t> traced_;  // frames of traces that are not known yet, oldest first
};

/// What a spec and its elements say of a job, whose buffers the caller fills in. `bounds` is what the job points at.
DistanceJob distance_job(const OrderSpec& spec, const Elements& elements, float (&bounds)[6]);

/// Splits a traced sort into the stages that are shown.
void set_times(const std::vector<Pass>& passes, OrderTimes& times);

}  // namespace farfirst::app
