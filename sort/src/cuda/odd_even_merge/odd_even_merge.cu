// cuda.odd_even_merge: Batcher's odd-even merge sort network (Sorting networks and their applications, 1968) on packed
// (key, index) words, for any n.
//
// Blocks sort tiles in shared memory; then runs are merged in pairs until there is one. A merge of runs of r words
// takes log2(2 r) steps, done by three kinds of passes: the steps with the largest distances on columns in registers,
// those in the middle on lattices in registers, the last ones on windows in shared memory (kernels.cuh). A pass reads
// one array and writes the other.
#include <algorithm>
#include <utility>

#include "cuda/launch.h"
#include "cuda/prim/pack.h"
#include "kernels.cuh"
#include "tuning.h"

namespace farfirst::cuda::odd_even_merge {
namespace {

class OddEvenMerge final : public core::Implementation {
 public:
  OddEvenMerge(CudaDevice& device, const core::MakeOptions& options)
      : device_(device), half_(core::aligned(options.max_n * sizeof(Word))) {
    if (options.max_n > 0) requirements_.scratch = {options.max_n > tile ? 2 * half_ : half_};
    allow_shared(merge_windows, window * sizeof(Word));
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    auto* scratch = data<std::byte>(job.scratch[0]);
    from_ = reinterpret_cast<Word*>(scratch);
    to_ = reinterpret_cast<Word*>(scratch + half_);
    call.passes.begin("sort tiles");
    launch(device_, {.blocks = blocks_for(job.n, tile), .threads = tile_threads}, sort_tiles,
           data<const std::uint32_t>(job.keys), from_, job.n);
    for (std::uint64_t run = tile; run < job.n; run *= 2) merge(job.n, static_cast<std::uint32_t>(run), call);
    call.passes.begin("unpack");
    unpack_words(device_, from_, job.n, data<std::uint32_t>(job.order),
                 job.sorted_keys ? data<std::uint32_t>(job.sorted_keys) : nullptr);
  }

 private:
  /// All steps of one merge.
  void merge(std::uint32_t n, std::uint32_t run, const core::Call& call) {
    call.passes.begin("merge: columns");
    const std::uint32_t columns = run / (rows / 2);
    const std::size_t pairs = (std::size_t{n} + 2 * std::size_t{run} - 1) / (2 * std::size_t{run});
    launch(device_, {.blocks = blocks_for(pairs * columns, register_threads), .threads = register_threads},
           merge_columns, from_, to_, n, run);
    std::swap(from_, to_);
    std::uint32_t distance = columns / 2;
    if (distance > window_distance) call.passes.begin("merge: lattices");
    while (distance > window_distance) distance = merge_middle(n, run, distance);
    call.passes.begin("merge: windows");
    launch(device_,
           {.blocks = blocks_for(n, window_output), .threads = window_threads, .shared = window * sizeof(Word)},
           merge_windows, from_, to_, n, run, distance);
    std::swap(from_, to_);
  }

  /// Enqueues one pass over steps in the middle of a merge; returns the distance of the next step.
  std::uint32_t merge_middle(std::uint32_t n, std::uint32_t run, std::uint32_t distance) {
    unsigned steps = 1;
    while (steps < most_steps && (distance >> steps) > window_distance) ++steps;
    const std::uint32_t unit = distance >> (steps - 1);
    const std::size_t stretch = std::size_t{unit} * outputs;
    const std::size_t threads = (n + stretch - 1) / stretch * unit;
    const auto kernel = steps == 1 ? merge_lattice<1> : steps == 2 ? merge_lattice<2> : merge_lattice<3>;
    launch(device_, {.blocks = blocks_for(threads, register_threads), .threads = register_threads}, kernel, from_, to_,
           n, run, unit);
    std::swap(from_, to_);
    return unit / 2;
  }

  CudaDevice& device_;
  const std::size_t half_;
  Word* from_ = nullptr;  // the array of the words, and the other one, during a sort
  Word* to_ = nullptr;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<OddEvenMerge>(cuda_device(device), options);
}

}  // namespace farfirst::cuda::odd_even_merge
