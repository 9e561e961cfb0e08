#pragma once
// Sorts of keys: the forms, counts and directions that an entry lacks are made from those that it has.

#include "core/checked_sorter.h"

namespace farfirst::core {

class KeySorter final : public CheckedSorter<Sorter> {
 public:
  KeySorter(Made made, bool counted);
  void sort(const SortJob& job) override;

 private:
  bool pads(const SortJob& job) const { return job.count && !made_.counts(); }
  void pad_keys(SortJob& job, const Call& call) const;
  void sort_natively(const SortJob& job, const Call& call) const;
  void pairs_by_argsort(const SortJob& job, const Call& call) const;
  void reverse_outputs(const SortJob& job, const Counted& elements, const Call& call) const;

  const bool counted_;
  Reserved padded_{}, order_{};
};

}  // namespace farfirst::core
