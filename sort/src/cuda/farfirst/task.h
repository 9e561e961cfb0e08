#pragma once
// The work of a call, for both paths, made from a job of any form.

#include <farfirst/sort.h>

#include <cstdint>

#include "core/implementation.h"
#include "cuda/prim/elements.h"
#include "cuda/prim/source_table.h"
#include "hybrid/pivots.h"
#include "ids.h"
#include "plan.h"

namespace farfirst::cuda::farfirst {

/// The source of a job's keys.
struct Source {
  const std::uint32_t* given = nullptr;  // null: they are made from points
  std::uint32_t* made = nullptr;         // where made keys are kept; null if they are not needed again
  Elements elements{};
  Scale scale = Scale::number;
};

struct Task {
  std::uint32_t n = 0;
  const std::uint32_t* count = nullptr;  // on the device: sort only the first *count of n elements; null: all
  bool reversed = false;                 // front to back
  Source source{};
  const SourceTable* sources = nullptr;  // points whose keys the distribution makes, and keeps as those of `source`
  Ids ids{};
  std::uint32_t* order = nullptr;
  std::uint32_t* sorted_keys = nullptr;  // may be null
  Range range{};                         // of the keys, if it is known
  bool range_is_known = false;
  Range guess{0, 0};                // their range, until a call has found it; no bits: there is no guess
  bool keys_are_made = false;       // by the last launch, which lets the next one begin early: prim/overlap.cuh
  bool one_by_one = false;          // a launch for each stage, to time each
  HistoryCounts* counts = nullptr;  // where the call is counted; may be null
  core::PassTrace passes{};

  /// See element_count.cuh.
  bool is_plain() const {
    return !reversed && ids.ids == nullptr && count == nullptr && source.elements.eye == nullptr;
  }
};

}  // namespace farfirst::cuda::farfirst
