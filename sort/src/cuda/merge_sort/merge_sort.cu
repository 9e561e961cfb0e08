// cuda.merge_sort: blocks sort tiles, then pairs of sorted runs are merged, level by level, until one is left.
// Splitters cut a merge into parts that blocks merge independently. So the number of pairs, which halves from level to
// level, does not limit the number of busy blocks (Satish, Harris, Garland 2009; Misic & Tomasevic IV.B).
#include <bit>

#include "cuda/launch.h"
#include "cuda/prim/merge_runs.h"
#include "kernels.cuh"

namespace farfirst::cuda::merge_sort {
namespace {

/// The shape of tiles; see kernels.cuh.
struct Tiles {
  std::uint32_t size;
  bool by_network;

  Tiles(const CudaDevice& device, const core::MakeOptions& options, std::size_t item_bytes)
      : size(std::bit_floor(static_cast<std::uint32_t>(options["tile"]))), by_network(options["network"] != 0) {
    while (shared(item_bytes) > device.limits().shared_bytes) size /= 2;
  }
  unsigned threads() const { return by_network ? network_threads : size / per_thread; }
  std::size_t shared(std::size_t item_bytes) const { return item_bytes * (by_network ? size : skewed_places(size)); }
};

MergeOptions merge_options(const core::MakeOptions& options) {
  return {.distance = static_cast<std::uint32_t>(options["distance"]),
          .by_samples = options["samples"] != 0,
          .by_ranks = options["ranks"] != 0};
}

template <class Items>
class MergeSort final : public core::Implementation {
 public:
  using Item = typename Items::Item;

  MergeSort(const CudaDevice& device, const core::MakeOptions& options)
      : device_(device),
        form_(options.form),
        tiles_(device, options, sizeof(Item)),
        tree_(device, options.max_n, tiles_.size, merge_options(options)),
        items_bytes_(core::aligned(options.max_n * sizeof(Item))) {
    // The maximum, since a kernel has one limit and sorters with other tiles may launch it too.
    allow_shared(sort_tiles_by_network<Items>, device.limits().shared_bytes);
    allow_shared(sort_tiles<Items>, device.limits().shared_bytes);
    requirements_.scratch = {2 * items_bytes_ + tree_.bytes()};
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    auto* scratch = data<std::byte>(job.scratch[0]);
    Item* const items[2] = {reinterpret_cast<Item*>(scratch), reinterpret_cast<Item*>(scratch + items_bytes_)};
    call.passes.begin("sort tiles");
    sort_runs(items::source_of(job, form_), job.n, items[0]);
    tree_.merge(job.n, items, scratch + 2 * items_bytes_, items::sink_of(job, form_), call.passes);
  }

 private:
  void sort_runs(const items::Source& source, std::uint32_t n, Item* to) {
    const Shape shape{
        .blocks = blocks_for(n, tiles_.size), .threads = tiles_.threads(), .shared = tiles_.shared(sizeof(Item))};
    if (tiles_.by_network) {
      launch(device_, shape, sort_tiles_by_network<Items>, source, n, tiles_.size, to);
    } else {
      launch(device_, shape, sort_tiles<Items>, source, n, to);
    }
  }

  const CudaDevice& device_;
  const Form form_;
  const Tiles tiles_;
  MergeTree<Items> tree_;
  const std::size_t items_bytes_;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  CudaDevice& gpu = cuda_device(device);
  switch (options.form) {
    case Form::keys:
    case Form::paper_keys:
      return std::make_unique<MergeSort<items::Keys>>(gpu, options);
    case Form::keys64:
      return std::make_unique<MergeSort<items::Keys64>>(gpu, options);
    default:
      return std::make_unique<MergeSort<items::Words>>(gpu, options);
  }
}

}  // namespace farfirst::cuda::merge_sort
