#pragma once
// Sorter by distance. The entry reads the positions itself if it accepts the job; otherwise the core makes keys first.

#include "core/checked_sorter.h"

namespace farfirst::core {

class ByDistance final : public CheckedSorter<DistanceSorter> {
 public:
  explicit ByDistance(Made made);
  void sort(const DistanceJob& job) override { sort(job, {}); }
  void sort(const DistanceJob& job, const Parts& parts);

 private:
  bool is_taken(const DistanceJob& job) const;
  void sort_by_keys(const DistanceJob& job, Call call) const;
  Buffer place_for_keys(const DistanceJob& job) const;
  void finish_order(const DistanceJob& job, const Call& call) const;

  Reserved keys_{};
};

}  // namespace farfirst::core
