// See merge_runs.h.
#include "cuda/prim/merge_runs.h"

#include <algorithm>
#include <bit>

#include "cuda/launch.h"
#include "cuda/prim/merge_runs.cuh"

namespace farfirst::cuda {
namespace {

template <class Items, class To>
using MergeKernel = void (*)(MergeLevel, const typename Items::Item*, const Cut*, To);
template <class Items, class To>
MergeKernel<Items, To> merge_kernel(const MergeOptions& options) {
  return options.by_ranks ? merge_runs_by_ranks<Items, To> : merge_runs_serially<Items, To>;
}

/// Threads and shared memory for parts of up to `largest` elements.
Shape shape_for(const MergeOptions& options, std::uint32_t largest, std::size_t item_bytes) {
  if (options.by_ranks) {
    return {.threads = std::min(largest, ranking_threads), .shared = 2 * largest * item_bytes};
  }
  const unsigned threads = parts_of(largest, merged_per_thread * warp_threads) * warp_threads;
  return {.threads = threads, .shared = skewed_places(std::size_t{threads} * merged_per_thread) * item_bytes};
}

}  // namespace

template <class Items>
MergeTree<Items>::MergeTree(const CudaDevice& device, std::uint32_t max_n, std::uint32_t run,
                            const MergeOptions& options)
    : device_(device), run_(run), options_(options) {
  constexpr std::uint32_t most = most_merge_threads * merged_per_thread;
  options_.distance = std::min(options_.distance, options_.by_samples ? most / 2 : most);
  const auto shared = [&] {
    const MergeLevel widest{0, 1u << 31, options_.distance, options_.by_samples};
    return shape_for(options_, widest.largest_part(), sizeof(Item)).shared;
  };
  while (shared() > device.limits().shared_bytes) options_.distance /= 2;
  // The maximum, since a kernel has one limit and sorters with other options may launch it too.
  allow_shared(merge_kernel<Items, ToItems<Item>>(options_), device.limits().shared_bytes);
  allow_shared(merge_kernel<Items, ToJob<Items>>(options_), device.limits().shared_bytes);
  for (int i = 0; i < levels(max_n); ++i) most_parts_ = std::max(most_parts_, level(max_n, i).parts());
}

template <class Items>
int MergeTree<Items>::levels(std::uint32_t n) const {
  const std::uint32_t runs = parts_of(n, run_);
  return runs <= 1 ? static_cast<int>(runs) : std::bit_width(runs - 1);
}

template <class Items>
void MergeTree<Items>::merge(std::uint32_t n, Item* const (&items)[2], void* scratch, const items::Sink& sink,
                             const core::PassTrace& passes) const {
  auto* cuts = static_cast<Cut*>(scratch);
  const int count = levels(n);
  for (int i = 0; i < count; ++i) {
    const MergeLevel now = level(n, i);
    const Item* from = items[i % 2];
    const std::uint32_t parts = now.parts();
    passes.begin("splitters");
    launch(device_, {.blocks = blocks_for(parts, cut_threads / warp_threads), .threads = cut_threads}, cut_runs<Items>,
           now, from, parts, cuts);
    passes.begin("merge");
    Shape shape = shape_for(options_, now.largest_part(), sizeof(Item));
    shape.blocks = parts;
    if (i + 1 == count) {
      launch(device_, shape, merge_kernel<Items, ToJob<Items>>(options_), now, from, cuts, ToJob<Items>{sink});
    } else {
      launch(device_, shape, merge_kernel<Items, ToItems<Item>>(options_), now, from, cuts,
             ToItems<Item>{items[1 - i % 2]});
    }
  }
}

template class MergeTree<items::Words>;
template class MergeTree<items::Keys>;
template class MergeTree<items::Keys64>;

}  // namespace farfirst::cuda
