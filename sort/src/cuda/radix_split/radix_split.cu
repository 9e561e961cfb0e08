// cuda.radix_split: the radix sort of CUDPP and the CUDA SDK (Satish, Harris, Garland, Designing efficient sorting
// algorithms for manycore GPUs, IPDPS 2009, section IV; Misic and Tomasevic, section IV.C).
//
// From the least significant digit to the most, with 4 bits per pass, each pass has four steps. A block sorts its tile
// by the digit with splits of one bit in shared memory, and counts the digits of the tile. A prefix sum over the
// counts, by digit, then by tile, gives the places of each tile's items. The sorted tiles are written there in whole
// lines. Values and indices move with the keys. All steps are stable, so is the sort.
#include <algorithm>

#include "cuda/launch.h"
#include "cuda/prim/scan.h"
#include "kernels.cuh"

namespace farfirst::cuda::radix_split {
namespace {

template <class Kind>
class RadixSplit final : public core::Implementation {
 public:
  using Item = typename Kind::Item;

  RadixSplit(CudaDevice& device, const core::MakeOptions& options)
      : device_(device),
        form_(options.form),
        bits_(static_cast<unsigned>(options["bits"])),
        elements_(static_cast<unsigned>(options["elements"])) {
    const Layout layout = lay_out(options.max_n);
    if (layout.bytes > 0) requirements_.scratch = {layout.bytes};
    with_rows([&]<unsigned rows>() {
      allow_shared(sort_tiles<Kind, rows, true>, shared_bytes<rows>());
      allow_shared(sort_tiles<Kind, rows, false>, shared_bytes<rows>());
    });
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    const Layout layout = lay_out(job.n);
    auto* scratch = data<std::byte>(job.scratch[0]);
    auto* scan = reinterpret_cast<std::uint32_t*>(scratch + layout.scan);
    Pass<Kind> pass{.source = items::source_of(job, form_),
                    .sink = items::sink_of(job, form_),
                    .items = reinterpret_cast<Item*>(scratch),
                    .tiles = reinterpret_cast<Item*>(scratch + layout.tiles),
                    .counts = reinterpret_cast<std::uint32_t*>(scratch + layout.counts),
                    .offsets = reinterpret_cast<std::uint32_t*>(scratch + layout.offsets),
                    .elements = count_of({job.n, job.count}),
                    .digit = {}};
    if (call.ids) pass.source.values = data<const std::uint32_t>(call.ids);
    const SortedBits bits = sorted_bits(job.key_bits, key_bits);
    const unsigned all = passes(bits, bits_);
    for (unsigned k = 0; k < all; ++k) {
      pass.digit = digit_of_pass(k, bits, bits_);
      with_rows([&]<unsigned rows>() { run<rows>(pass, scan, k == 0, k + 1 == all, call); });
    }
  }

 private:
  static constexpr unsigned key_bits = 8 * sizeof(typename Kind::Key);

  template <unsigned rows>
  static constexpr std::size_t shared_bytes() {
    return SplitTile<Kind, threads, rows>::size * sizeof(Item);
  }

  /// The parts of scratch, as offsets; items come first.
  struct Layout {
    std::size_t tiles = 0, counts = 0, offsets = 0, scan = 0, bytes = 0;
  };

  /// The compiler knows the number of elements per thread, and keeps them in registers.
  template <class Function>
  void with_rows(Function f) const {
    if (elements_ < 8) return f.template operator()<4>();
    if (elements_ < 16) return f.template operator()<8>();
    f.template operator()<16>();
  }

  Layout lay_out(std::size_t n) const {
    Layout at;
    if (n == 0) return at;
    std::size_t tiles = 0;
    with_rows([&]<unsigned rows>() { tiles = blocks_for(n, SplitTile<Kind, threads, rows>::size); });
    const std::size_t counters = tiles << bits_;
    const std::size_t items_bytes = core::aligned(n * sizeof(Item));
    const std::size_t table_bytes = core::aligned(counters * sizeof(std::uint32_t));
    at.tiles = items_bytes;
    at.counts = at.tiles + items_bytes;
    at.offsets = at.counts + table_bytes;
    at.scan = at.offsets + table_bytes;
    at.bytes = at.scan + core::aligned(scan_scratch(counters));
    return at;
  }

  template <unsigned rows>
  void run(const Pass<Kind>& pass, std::uint32_t* scan, bool first, bool last, const core::Call& call) {
    const unsigned tiles = blocks_for(pass.elements.n, SplitTile<Kind, threads, rows>::size);
    const Shape sorting{.blocks = tiles, .threads = threads, .shared = shared_bytes<rows>()};
    const Shape moving{.blocks = tiles, .threads = threads};
    call.passes.begin("sort tiles");
    launch(device_, sorting, first ? sort_tiles<Kind, rows, true> : sort_tiles<Kind, rows, false>, pass);
    call.passes.begin("prefix sum");
    exclusive_sum(device_, pass.counts, pass.counts, std::size_t{tiles} * (pass.digit.mask + 1), scan);
    call.passes.begin("scatter");
    launch(device_, moving, last ? scatter_tiles<Kind, rows, true> : scatter_tiles<Kind, rows, false>, pass);
  }

  CudaDevice& device_;
  const Form form_;
  const unsigned bits_;
  const unsigned elements_;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  CudaDevice& cuda = cuda_device(device);
  switch (options.form) {
    case Form::keys:
    case Form::paper_keys:
      return std::make_unique<RadixSplit<items::Keys>>(cuda, options);
    case Form::keys64:
      return std::make_unique<RadixSplit<items::Keys64>>(cuda, options);
    case Form::argsort64:
    case Form::pairs64:
      return std::make_unique<RadixSplit<items::Records>>(cuda, options);
    default:
      return std::make_unique<RadixSplit<items::Words>>(cuda, options);
  }
}

}  // namespace farfirst::cuda::radix_split
