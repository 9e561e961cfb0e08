#pragma once
// Splits elements on two GPUs into two shares, as split_by_rank.h does, but in one pass over them: see one_pass.cuh.
// Their keys are given, or made from points on the way. If the sample was wrong (once in ten thousand calls; with a
// great many equal keys always), SplitByRank repeats the split, without the host's knowledge.

#include <cstdint>
#include <span>

#include "cuda/prim/split_by_rank.h"

namespace farfirst::cuda {

struct OnePassJob;
struct OnePassState;

class SplitBySample {
 public:
  /// For two members.
  SplitBySample(const Group& group, std::uint32_t max_n);

  /// Can it split these slices?
  static bool takes(std::span<const Slice> slices);
  /// Bytes of each member's memory, 256-byte aligned; and of further memory for candidates.
  std::size_t bytes() const { return places_.end; }
  std::size_t candidate_bytes() const;

  struct Job {
    SplitByRank::Job split;              // without `only_if`; `memory` and `keys` are those for SplitByRank
    std::span<std::byte* const> memory;  // of each member
    std::span<const DistanceJob> makes;  // each member's keys are made from one source of points; empty: keys are given
  };
  /// Enqueues the split. Members must have been forked.
  void enqueue(const Job& job) const;
  /// A word in this member's memory, which is 1 if the sample was wrong.
  const std::uint32_t* failed(std::span<std::byte* const> memory, unsigned member) const;

 private:
  struct Places {
    std::size_t state, status, list_status, zeroed, sample, end;
    Places(std::uint32_t max_n, std::uint32_t room);
  };
  template <class T>
  T* at(const Job& job, unsigned member, std::size_t place) const {
    return reinterpret_cast<T*>(job.memory[member] + place);
  }
  OnePassState* state(const Job& job, unsigned member) const;
  OnePassJob pass_of(const Job& job, unsigned member) const;
  template <class Function>
  void with_keys(const Job& job, unsigned member, Function f) const;
  void take_sample(const Job& job) const;
  void send(const Job& job) const;
  void begin_lists(const Job& job) const;
  void write_numbers(const Job& job) const;
  void fill_gaps(const Job& job) const;
  void make_missing_keys(const Job& job) const;
  void split_again(const Job& job) const;

  const Group& group_;
  // Work after the exchange uses three streams of each member, because it is many kernels with little or no work.
  const Group numbers_group_, again_group_;
  const SplitByRank again_;
  const std::uint32_t room_;  // of a list
  const Places places_;
};

}  // namespace farfirst::cuda
