#pragma once
// Sorters of keys. They make the forms, counts and directions that an entry lacks from those that it has.

#include <type_traits>

#include "core/checked_sorter.h"

namespace farfirst::core {

class KeySorter final : public CheckedSorter<FormSorter> {
 public:
  KeySorter(Made made, bool counted);
  void sort(const FormJob& job) override { sort(job, {}); }
  void sort(const FormJob& job, const Parts& parts);

 private:
  bool pads(const FormJob& job) const { return job.count && !made_.counts(); }
  void pad_keys(FormJob& job, const Call& call) const;
  void sort_natively(const FormJob& job, const Call& call) const;
  void pairs_by_argsort(const FormJob& job, const Call& call) const;
  void reverse_outputs(const FormJob& job, const Counted& elements, const Call& call) const;

  const bool counted_;
  Reserved padded_{}, order_{};
};

template <class Job>
FormJob form_job(const Job& job) {
  FormJob form{.n = job.n,
               .keys = job.keys,
               .count = job.count,
               .key_bits = job.key_bits,
               .direction = job.direction,
               .sorted_keys = job.sorted_keys,
               .scratch = job.scratch,
               .history = job.history,
               .stream = job.stream,
               .trace = job.trace};
  if constexpr (std::is_same_v<Job, PairsJob>) {
    form.values = job.values;
    form.sorted_values = job.sorted_values;
  } else {
    form.order = job.order;
  }
  return form;
}

/// A KeySorter of one form, for its own type of jobs.
template <class Job>
class TypedSorter final : public SorterOf<Job> {
 public:
  TypedSorter(Made made, bool counted) : sorter_(std::move(made), counted) {}
  const Algorithm& algorithm() const noexcept override { return sorter_.algorithm(); }
  const Requirements& requirements() const noexcept override { return sorter_.requirements(); }
  std::unique_ptr<History> make_history() override { return sorter_.make_history(); }
  History& history() noexcept override { return sorter_.history(); }
  bool take_trace(std::vector<Pass>& passes) override { return sorter_.take_trace(passes); }
  void sort(const Job& job) override { sort(job, {}); }
  void sort(const Job& job, const Parts& parts) { sorter_.sort(form_job(job), parts); }

 private:
  KeySorter sorter_;
};

}  // namespace farfirst::core
