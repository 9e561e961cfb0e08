// cuda.bbsort: the bucketsort of Chen, Qin, Xie, Zhao and He (A fast and flexible sorting algorithm with CUDA, ICA3PP
// 2009), the baseline of Leischner, Osipov and Sanders (GPU sample sort, 2009) that assumes uniform keys.
//
// The range of the keys is cut into buckets of equal width, each with a few hundred keys if these are spread evenly.
// Elements count themselves into their buckets, a prefix sum gives the offsets of the buckets, the elements move there,
// and a block sorts each bucket with the bitonic network. Keys that crowd together make buckets too large for a block;
// the original fails there or becomes unusably slow. Here such buckets are set aside, and one block sorts each of them
// through memory, with work in proportion to its size. This is slow but right, and it ends.
#include <algorithm>

#include "cuda/launch.h"
#include "cuda/prim/reduce.h"
#include "cuda/prim/scan.h"
#include "distribute.cuh"
#include "sort_buckets.cuh"

namespace farfirst::cuda::bbsort {
namespace {

template <class Kind, class Map>
class BbSort final : public core::Implementation {
 public:
  using Item = typename Kind::Item;

  BbSort(CudaDevice& device, const core::MakeOptions& options)
      : device_(device), form_(options.form), average_(static_cast<std::uint32_t>(options["bucket"])) {
    const Layout layout = lay_out(options.max_n);
    if (layout.bytes > 0) requirements_.scratch = {layout.bytes};
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    const Layout layout = lay_out(job.n);
    auto* scratch = data<std::byte>(job.scratch[0]);
    const auto at = [scratch]<class T>(T*& part, std::size_t offset) { part = reinterpret_cast<T*>(scratch + offset); };
    Frame<Map> frame{};
    frame.keys = data<const typename Map::Key>(job.keys);
    frame.n = job.n;
    frame.buckets = buckets_for(job.n, average_);
    at(frame.range, layout.range);
    at(frame.map, layout.map);
    at(frame.places, layout.other);  // free before the other half of the items is needed
    at(frame.counts, layout.counts);
    Buckets<Kind> buckets{};
    at(buckets.items, layout.items);
    at(buckets.other, layout.other);
    at(buckets.overfull, layout.overfull);
    buckets.offsets = frame.counts;
    buckets.sink = items::sink_of(job, form_);
    std::uint32_t* scan = nullptr;
    at(scan, layout.scan);
    distribute(frame, job, buckets, scan, call);
    sort_all(frame, buckets, call);
  }

 private:
  /// The parts of scratch, as offsets.
  struct Layout {
    std::size_t items = 0, other = 0, counts = 0, scan = 0, overfull = 0, range = 0, map = 0, bytes = 0;
  };

  Layout lay_out(std::uint32_t n) const {
    Layout at;
    if (n == 0) return at;
    const auto take = [&at](std::size_t& part, std::size_t bytes) {
      part = at.bytes;
      at.bytes += core::aligned(bytes);
    };
    const std::size_t counters = std::size_t{buckets_for(n, average_)} + 1;
    take(at.items, n * sizeof(Item));
    take(at.other, n * sizeof(Item));
    take(at.counts, counters * sizeof(std::uint32_t));
    take(at.scan, scan_scratch(counters));
    take(at.overfull, sizeof(Overfull) + n / capacity * sizeof(std::uint32_t));
    take(at.range, 2 * sizeof(typename Map::Key));
    take(at.map, sizeof(Map));
    return at;
  }

  void distribute(const Frame<Map>& frame, const FormJob& job, const Buckets<Kind>& buckets, std::uint32_t* scan,
                  const core::Call& call) {
    const std::size_t counters = std::size_t{frame.buckets} + 1;
    const Shape over_all{.blocks = blocks_for(frame.n, tile), .threads = threads};
    call.passes.begin("smallest and largest");
    min_max(device_, frame.keys, frame.n, frame.range);
    launch(device_, {.blocks = 1, .threads = warp_threads}, make_map<Map>, frame);
    call.passes.begin("count");
    fill(device_, frame.counts, 0, counters * sizeof(std::uint32_t));
    fill(device_, buckets.overfull, 0, sizeof(Overfull));
    launch(device_, over_all, count<Map>, frame);
    call.passes.begin("prefix sum");
    exclusive_sum(device_, frame.counts, frame.counts, counters, scan);
    call.passes.begin("scatter");
    launch(device_, over_all, scatter<Kind, Map>, frame, items::source_of(job, form_), buckets.items);
  }

  void sort_all(const Frame<Map>& frame, const Buckets<Kind>& buckets, const core::Call& call) {
    call.passes.begin("sort buckets");
    launch(device_, {.blocks = frame.buckets, .threads = bucket_threads, .shared = capacity * sizeof(Item)},
           sort_buckets<Kind>, buckets);
    if (frame.n <= capacity) return;
    call.passes.begin("sort overfull buckets");
    const unsigned blocks = std::min(frame.n / capacity, overfull_blocks * device_.limits().multiprocessors);
    launch(device_,
           {.blocks = blocks, .threads = overfull_threads, .shared = BlockRadix<Kind>::Tile::size * sizeof(Item)},
           sort_overfull<Kind>, buckets);
  }

  CudaDevice& device_;
  const Form form_;
  const std::uint32_t average_;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  CudaDevice& cuda = cuda_device(device);
  if (options.form == Form::paper_keys) return std::make_unique<BbSort<items::Keys, FloatMap>>(cuda, options);
  if (options.form == Form::keys) return std::make_unique<BbSort<items::Keys, IntegerMap>>(cuda, options);
  return std::make_unique<BbSort<items::Words, IntegerMap>>(cuda, options);
}

}  // namespace farfirst::cuda::bbsort
