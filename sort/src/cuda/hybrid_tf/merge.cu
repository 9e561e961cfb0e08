// See merge.h. Merges with the kernels of cuda.hybrid.
#include "merge.h"

#include "cuda/hybrid/forms.h"
#include "cuda/hybrid/merge_sublists.cuh"
#include "cuda/hybrid/pivots.h"
#include "cuda/launch.h"

namespace farfirst::cuda::hybrid_tf {
namespace {

using hybrid::Argsort;

/// The sizes of the sublists, in the form that lay_out() takes.
struct Sizes {
  const std::uint32_t* offsets;
  __device__ std::uint32_t operator[](std::uint32_t s) const { return offsets[s + 1] - offsets[s]; }
};

/// Moves every word to its place in the padded array, and writes the padding.
__global__ void __launch_bounds__(hybrid::reposition_threads)
    set_apart(Sublisted from, hybrid::Sublists sublists, Word* out) {
  hybrid::pad<Argsort>(sublists, out);
  constexpr std::uint32_t tile = hybrid::elements_of(hybrid::reposition_threads);
  const std::uint32_t first = blockIdx.x * tile + threadIdx.x;
#pragma unroll
  for (unsigned k = 0; k < hybrid::elements_per_thread; ++k) {
    const std::uint32_t i = first + k * hybrid::reposition_threads;
    if (i >= from.n) break;
    const std::uint32_t s = hybrid::bin_of_rank(sublists.begin, sublists.number, i);
    out[sublists.padded[s] + (i - sublists.begin[s])] = from.words[i];
  }
}

/// One piece of device memory for everything.
struct Parts {
  std::size_t items = 0, spare = 0, longest = 0, begin = 0, padded = 0, at_window = 0, bytes = 0;
};

Parts lay_out_memory(const MergeOptions& options) {
  Parts at;
  const auto take = [&at](std::size_t number, std::size_t bytes) {
    const std::size_t begin = at.bytes;
    at.bytes += core::aligned(number * bytes);
    return begin;
  };
  const std::uint32_t most = hybrid::most_padded(options.max_n, options.most_sublists, options.width);
  at.items = take(most, sizeof(Word));
  at.spare = take(most, sizeof(Word));
  at.longest = take(1, sizeof(std::uint32_t));
  at.begin = take(options.most_sublists + std::size_t{1}, sizeof(std::uint32_t));
  at.padded = take(options.most_sublists + std::size_t{1}, sizeof(std::uint32_t));
  at.at_window = take(hybrid::windows_of(most), sizeof(std::uint32_t));
  return at;
}

template <unsigned width>
class MergeOf final : public Merge {
 public:
  MergeOf(CudaDevice& device, const MergeOptions& options)
      : device_(device),
        parts_(lay_out_memory(options)),
        memory_(device, parts_.bytes),
        merge_(device, options.in_shared_memory) {}

  std::size_t bytes() const noexcept override { return parts_.bytes; }

  void enqueue(const Sublisted& from, std::uint32_t* order, std::uint32_t* sorted_keys,
               const core::PassTrace& passes) const override {
    passes.begin("set sublists apart");
    const hybrid::Layout<Word> layout{part<std::uint32_t>(parts_.begin), part<std::uint32_t>(parts_.padded),
                                      part<std::uint32_t>(parts_.at_window), nullptr, nullptr};
    auto* longest = part<std::uint32_t>(parts_.longest);
    fill(device_, longest, 0, sizeof *longest);
    launch(device_, {.blocks = blocks_for(from.sublists, hybrid::layout_threads), .threads = hybrid::layout_threads},
           hybrid::lay_out<Word, width, Sizes>, hybrid::Round{longest, 0, 0}, Sizes{from.offsets}, from.sublists,
           layout);
    const hybrid::Sublists sublists{layout.begin, layout.padded, from.sublists};
    launch(device_,
           {.blocks = blocks_for(from.n, hybrid::elements_of(hybrid::reposition_threads)),
            .threads = hybrid::reposition_threads},
           set_apart, from, sublists, part<Word>(parts_.items));
    merge_.enqueue({.sublists = sublists,
                    .at_window = layout.at_window,
                    .longest = {longest, 1},
                    .mean = (from.n + from.sublists - 1) / from.sublists,
                    .padded = hybrid::most_padded(from.n, from.sublists, width),
                    .items = part<Word>(parts_.items),
                    .spare = part<Word>(parts_.spare)},
                   {order, sorted_keys}, passes);
  }

 private:
  template <class T>
  T* part(std::size_t offset) const {
    const Buffer& memory = memory_;
    return reinterpret_cast<T*>(data<std::byte>(memory) + offset);
  }

  const CudaDevice& device_;
  const Parts parts_;
  const OwnedBuffer memory_;
  const hybrid::MergeSublists<Argsort, width> merge_;
};

}  // namespace

std::unique_ptr<Merge> Merge::make(CudaDevice& device, const MergeOptions& options) {
  const core::CallScope scope(device);
  if (options.width == 1) return std::make_unique<MergeOf<1>>(device, options);
  return std::make_unique<MergeOf<4>>(device, options);
}

}  // namespace farfirst::cuda::hybrid_tf
