// cuda.radix_merge: blocks sort tiles by radix, bit by bit in shared memory; then pairs of sorted runs are merged,
// level by level (the baseline "Radix-Merge" of Cederman & Tsigas, section 5.2: "radix sort to sort blocks that are
// then merged"). Both parts are stable, so equal keys keep their sequence.
#include <bit>

#include "cuda/launch.h"
#include "cuda/prim/merge_runs.h"
#include "kernels.cuh"

namespace farfirst::cuda::radix_merge {
namespace {

template <class Items>
class RadixMerge final : public core::Implementation {
 public:
  using Item = typename Items::Item;

  RadixMerge(const CudaDevice& device, const core::MakeOptions& options)
      : device_(device),
        form_(options.form),
        rows_(std::bit_floor(static_cast<unsigned>(options["tile"]) / threads)),
        tree_(device, options.max_n, threads * rows_,
              {.distance = static_cast<std::uint32_t>(options["distance"]), .by_ranks = options["ranks"] != 0}),
        items_bytes_(core::aligned(options.max_n * sizeof(Item))) {
    requirements_.scratch = {2 * items_bytes_ + tree_.bytes()};
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    auto* scratch = data<std::byte>(job.scratch[0]);
    Item* const items[2] = {reinterpret_cast<Item*>(scratch), reinterpret_cast<Item*>(scratch + items_bytes_)};
    call.passes.begin("sort tiles");
    const unsigned tile = threads * rows_;
    launch(device_, {.blocks = blocks_for(job.n, tile), .threads = threads, .shared = tile * sizeof(Item)}, kernel(),
           items::source_of(job, form_), job.n, sorted_bits(job.key_bits, 8 * sizeof(typename Items::Key)), items[0]);
    tree_.merge(job.n, items, scratch + 2 * items_bytes_, items::sink_of(job, form_), call.passes);
  }

 private:
  using Kernel = void (*)(items::Source, std::uint32_t, SortedBits, Item*);
  Kernel kernel() const {
    static_assert(fewest_rows == 4 && most_rows == 16);
    return rows_ == 4 ? sort_tiles<Items, 4> : rows_ == 8 ? sort_tiles<Items, 8> : sort_tiles<Items, 16>;
  }

  const CudaDevice& device_;
  const Form form_;
  const unsigned rows_;
  MergeTree<Items> tree_;
  const std::size_t items_bytes_;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  const CudaDevice& gpu = cuda_device(device);
  switch (options.form) {
    case Form::keys:
    case Form::paper_keys:
      return std::make_unique<RadixMerge<items::Keys>>(gpu, options);
    case Form::keys64:
      return std::make_unique<RadixMerge<items::Keys64>>(gpu, options);
    default:
      return std::make_unique<RadixMerge<items::Words>>(gpu, options);
  }
}

}  // namespace farfirst::cuda::radix_merge
