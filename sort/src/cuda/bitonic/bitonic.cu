// cuda.bitonic: Batcher's bitonic sorting network over the next power of two (AFIPS 1968), the baseline that the papers
// call GPUSort (Govindaraju et al., GPUTeraSort, 2006).
//
// GPUSort makes one pass over memory for each of the log2(p) (log2(p) + 1) / 2 steps. Here the steps within a tile are
// done in shared memory, and the wider ones several at a time in registers. With strides = 1 and tile = 1 the passes
// are GPUSort's, one for each step: 276 for 8 M items. Padding is sorted like any other item, since half of the runs
// are descending.
#include <algorithm>

#include "cuda/launch.h"
#include "kernels.cuh"
#include "plan.h"

namespace farfirst::cuda::bitonic {
namespace {

template <class Kind>
class Bitonic final : public core::Implementation {
 public:
  using Item = typename Kind::Item;

  Bitonic(CudaDevice& device, const core::MakeOptions& options)
      : device_(device),
        form_(options.form),
        tile_(1u << options["tile"]),
        strides_(static_cast<unsigned>(options["strides"])) {
    while (tile_ * sizeof(Item) > device.limits().shared_bytes) tile_ /= 2;
    const Plan plan = make_plan(options.max_n, tile_);
    if (plan.size > plan.tile) requirements_.scratch = {plan.size * sizeof(Item)};
    const std::size_t bytes = tile_ * sizeof(Item);
    allow_shared(sort_tiles<Kind, true, true>, bytes);
    allow_shared(sort_tiles<Kind, true, false>, bytes);
    allow_shared(sort_tiles<Kind, false, true>, bytes);
    allow_shared(sort_tiles<Kind, false, false>, bytes);
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    const Plan plan = make_plan(job.n, tile_);
    const bool whole = plan.size == plan.tile;
    const Tiles<Kind> tiles{whole ? nullptr : data<Item>(job.scratch[0]),
                            items::source_of(job, form_),
                            items::sink_of(job, form_),
                            job.n,
                            plan.tile,
                            plan.tile};
    call.passes.begin("sort tiles");
    if (whole) return over_tiles<true, true>(plan, tiles);
    over_tiles<true, false>(plan, tiles);
    for (std::uint32_t run = 2 * plan.tile; run < plan.size; run *= 2) merge<false>(plan, tiles, run, call);
    merge<true>(plan, tiles, plan.size, call);
  }

 private:
  template <bool first, bool last>
  void over_tiles(const Plan& plan, const Tiles<Kind>& tiles) {
    if (plan.tile == pair) {
      const std::uint32_t pairs = plan.size / pair;
      return launch(device_, {.blocks = blocks_for(pairs, wide_threads), .threads = wide_threads},
                    sort_pairs<Kind, first, last>, tiles, pairs);
    }
    const std::uint32_t threads = std::clamp(plan.tile / items_per_thread, warp_threads, most_threads);
    launch(device_,
           {.blocks = plan.size / plan.tile, .threads = threads, .shared = std::size_t{plan.tile} * sizeof(Item)},
           sort_tiles<Kind, first, last>, tiles);
  }

  template <bool last>
  void merge(const Plan& plan, Tiles<Kind> tiles, std::uint32_t run, const core::Call& call) {
    tiles.run = run;
    call.passes.begin("wide strides");
    for (std::uint32_t widest = run / 2; widest >= plan.tile;) {
      const WidePass pass = wide_pass(widest, plan.tile, strides_);
      over_memory(plan, tiles.items, pass, run);
      widest = pass.stride / 2;
    }
    call.passes.begin("strides in tiles");
    over_tiles<false, last>(plan, tiles);
  }

  void over_memory(const Plan& plan, Item* items, WidePass pass, std::uint32_t run) {
    constexpr void (*kernels[])(Item*, std::uint32_t, std::uint32_t, std::uint32_t) = {
        merge_wide<1, Item>, merge_wide<2, Item>, merge_wide<3, Item>, merge_wide<4, Item>, merge_wide<5, Item>};
    const std::uint32_t groups = plan.size >> pass.bits;
    launch(device_, {.blocks = blocks_for(groups, wide_threads), .threads = wide_threads}, kernels[pass.bits - 1],
           items, groups, pass.stride, run);
  }

  CudaDevice& device_;
  const Form form_;
  std::uint32_t tile_;
  const unsigned strides_;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  CudaDevice& cuda = cuda_device(device);
  if (options.form == Form::argsort) return std::make_unique<Bitonic<items::Words>>(cuda, options);
  return std::make_unique<Bitonic<items::Keys>>(cuda, options);
}

}  // namespace farfirst::cuda::bitonic
