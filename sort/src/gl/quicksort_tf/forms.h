#pragma once
// The two forms of gl.quicksort_tf; both make sublists of words and finish them alike.

#include <algorithm>
#include <bit>
#include <memory>

#include "core/implementation.h"
#include "gl/prim/feedback_partition.h"
#include "gl/prim/packed_words.h"
#include "gl/prim/sort_lists.h"

namespace farfirst::gl::quicksort_tf {

inline constexpr std::string_view id = "gl.quicksort_tf";

/// Words up to which a sublist is finished in shared memory.
inline std::uint32_t threshold_of(const GlDevice& device, const core::MakeOptions& options) {
  // On a CPU the barriers of a work group cost most, and there are fewer of them in short lists.
  const std::uint32_t default_size = device.limits().software ? 512 : 4096;
  const auto requested = static_cast<std::uint32_t>(options["threshold"]);
  return std::bit_floor(
      std::clamp(requested == 0 ? default_size : requested, 256u, ListSorter::largest_threshold(device)));
}

/// The form in which the host decides: see recursion.cpp.
std::unique_ptr<core::Implementation> make_recursion(GlDevice& device, const core::MakeOptions& options);

}  // namespace farfirst::gl::quicksort_tf
