#pragma once
// Merges sorted runs into one by a binary merge tree. On each level one kernel cuts the pairs of runs into parts, and
// another merges the parts in shared memory (Satish, Harris, Garland 2009; Misic & Tomasevic IV.B). Every level has
// many parts, so the GPU is as busy with the last pair as with the first ones.

#include <cstdint>

#include "cuda/device.h"
#include "cuda/prim/items.h"
#include "cuda/prim/ranks.h"

namespace farfirst::cuda {

struct MergeOptions {
  std::uint32_t distance = 4096;  // between cuts: see MergeLevel
  bool by_samples = false;        // see MergeLevel
  bool by_ranks = false;          // a search per element, else a thread merges 16 one by one
};

/// Merges sorted runs of one length, for items::Words, Keys and Keys64. Stable; words are compared by key alone. Made
/// with the sorter.
template <class Items>
class MergeTree {
 public:
  using Item = typename Items::Item;

  MergeTree(const CudaDevice& device, std::uint32_t max_n, std::uint32_t run, const MergeOptions& options);

  /// Bytes of scratch, aligned as Cut.
  std::size_t bytes() const { return most_parts_ * sizeof(Cut); }

  /// Enqueues the merging of the sorted runs in items[0]; items[1] is as large. The result goes to `sink`, after at
  /// least one level.
  void merge(std::uint32_t n, Item* const (&items)[2], void* scratch, const items::Sink& sink,
             const core::PassTrace& passes) const;

 private:
  MergeLevel level(std::uint32_t n, int i) const { return {n, run_ << i, options_.distance, options_.by_samples}; }
  int levels(std::uint32_t n) const;

  const CudaDevice& device_;
  std::uint32_t run_;
  MergeOptions options_;
  std::uint32_t most_parts_ = 0;
};

extern template class MergeTree<items::Words>;
extern template class MergeTree<items::Keys>;
extern template class MergeTree<items::Keys64>;

}  // namespace farfirst::cuda
