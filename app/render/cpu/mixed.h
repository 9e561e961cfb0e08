#pragma once
// Several objects in one order: the kernels of its kind place and list each object as if it were alone, with
// its own order, taken from that of all. Then the lists are merged, nearest first.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cpu/prim/thread_pool.h"
#include "draw_input.h"
#include "render/array.h"

namespace farfirst::app::cpu {

/// The order of all, by object.
class PartOrders {
 public:
  /// Gives the parts their orders, which hold until the next call. Throws std::bad_alloc.
  void split(DrawInput& whole, farfirst::cpu::ThreadPool& pool);
  std::size_t bytes() const { return (elements_.capacity() + ranks_.capacity()) * sizeof(std::uint32_t); }

 private:
  Array<std::uint32_t> elements_;  // of each part, the nearest one last
  Array<std::uint32_t> ranks_;     // of each part's, the nearest one first: in the order of all
};

/// Kernels::list for all parts. Pairs have ids: `first_id` of the part, and its own rank. `of_parts` is scratch.
std::uint32_t list_mixed(const Kernels& kernels, const DrawInput& whole, std::uint32_t begin, std::uint32_t end,
                         PairList& list, std::vector<PairList>& of_parts);

}  // namespace farfirst::app::cpu
