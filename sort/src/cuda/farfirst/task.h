#pragma once
// What a call has to do, for both paths: made of its job, whatever the form of that is.

#include <farfirst/sort.h>

#include <cstdint>

#include "core/implementation.h"
#include "cuda/prim/elements.h"
#include "cuda/prim/source_table.h"
#include "hybrid/pivots.h"
#include "ids.h"
#include "plan.h"

namespace farfirst::cuda::farfirst {

/// Where the keys of a job come from.
struct Source {
  const std::uint32_t* given = nullptr;  // null: they are made of points
  std::uint32_t* made = nullptr;         // where made keys are kept; null if nobody needs them again
  Elements elements{};
  Scale scale = Scale::number;
};

struct Task {
  std::uint32_t n = 0;
  const std::uint32_t* count = nullptr;  // on the device: only so many of the n elements; null: all
  bool reversed = false;                 // front to back
  Source source{};
  const SourceTable* sources = nullptr;  // of points whose keys the distribution makes, and keeps as those of `source`
  Ids ids{};
  std::uint32_t* order = nullptr;
  std::uint32_t* sorted_keys = nullptr;  // may be null
  Range range{};                         // of the keys, if it is known
  bool range_is_known = false;
  Range guess{0, 0};                // their range, until a call has found it; no bits: there is no guess
  bool keys_are_made = false;       // by the launch before, which lets the next one begin early: prim/overlap.cuh
  bool one_by_one = false;          // a launch for each stage, so that they are timed one by one
  HistoryCounts* counts = nullptr;  // to which the call is added; may be null
  core::PassTrace passes{};

  /// See element_count.cuh.
  bool is_plain() const {
    return !reversed && ids.ids == nullptr && count == nullptr && source.elements.eye == nullptr;
  }
};

}  // namespace farfirst::cuda::farfirst
