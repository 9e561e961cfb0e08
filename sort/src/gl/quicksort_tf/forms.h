#pragma once
// The two forms of gl.quicksort_tf. Both make sublists of words and sort these in the same way.

#include <algorithm>
#include <bit>
#include <memory>

#include "core/implementation.h"
#include "gl/prim/feedback_partition.h"
#include "gl/prim/packed_words.h"
#include "gl/prim/sort_lists.h"

namespace farfirst::gl::quicksort_tf {

inline constexpr std::string_view id = "gl.quicksort_tf";

/// The largest sublist that is sorted in shared memory, in words.
inline std::uint32_t threshold_of(const GlDevice& device, const core::MakeOptions& options) {
  // On a CPU the barriers of a work group cost most, and short lists have fewer of them.
  const std::uint32_t default_size = device.limits().software ? 512 : 4096;
  const auto requested = static_cast<std::uint32_t>(options["threshold"]);
  return std::bit_floor(
      std::clamp(requested == 0 ? default_size : requested, 256u, ListSorter::largest_threshold(device)));
}

/// The paper's form, with decisions on the host: see recursion.cpp.
std::unique_ptr<core::Implementation> make_recursion(GlDevice& device, const core::MakeOptions& options);

}  // namespace farfirst::gl::quicksort_tf
