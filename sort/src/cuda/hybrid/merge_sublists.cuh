#pragma once
// Enqueues the vector mergesort of sublists, however they were split: cuda.hybrid splits by buckets, cuda.hybrid_tf by
// transform feedback. The host knows only the mean size of the sublists; the GPU knows the size of each.

#include <algorithm>
#include <bit>

#include "core/implementation.h"
#include "cuda/launch.h"
#include "merge.cuh"

namespace farfirst::cuda::hybrid {

/// The most items of n elements in this many sublists with all padding: empty sublists take none.
constexpr std::uint32_t most_padded(std::uint32_t n, std::uint32_t sublists, unsigned width) {
  return n + (width - 1) * std::min(sublists, n);
}
constexpr std::uint32_t windows_of(std::uint32_t padded) { return blocks_for(padded, window); }

/// Sublists in a padded array, which merging overwrites.
template <class Item>
struct PaddedSublists {
  Sublists sublists;
  const std::uint32_t* at_window;  // Layout::at_window
  Longest longest;
  std::uint32_t mean;    // mean items of a sublist
  std::uint32_t padded;  // items with all padding, at most
  Item *items, *spare;   // the array, and memory for as many items
};

template <class Form, unsigned width>
class MergeSublists {
 public:
  using Item = typename Form::Item;

  /// `in_shared_memory`: runs of a piece are sorted there; else everything is done in global memory, as in the papers.
  MergeSublists(const CudaDevice& device, bool in_shared_memory) : device_(device), pieces_(in_shared_memory) {
    if (pieces_) allow_shared(sort_pieces<Form, width>, sizeof(PieceShared<Item, width>));
  }

  void enqueue(const PaddedSublists<Item>& work, const typename Form::Out& out, const core::PassTrace& passes) const {
    const LongSublists from{work.sublists, work.longest, pieces_ ? piece / width : 1};
    begin_runs(work, out, passes);
    passes.begin("merge in global memory");
    merge_in_global_memory(work, from);
    passes.begin("remove padding");
    finish(work, from, out);
  }

 private:
  using Items = Vector<Item, width>;

  /// The runs with which merging in global memory begins; whole sublists if they are no longer than that.
  void begin_runs(const PaddedSublists<Item>& work, const typename Form::Out& out,
                  const core::PassTrace& passes) const {
    if (pieces_) {
      passes.begin("merge in shared memory");
      launch(device_,
             {.blocks = windows_of(work.padded), .threads = piece_threads, .shared = sizeof(PieceShared<Item, width>)},
             sort_pieces<Form, width>, work.items, work.sublists, work.at_window, out);
    } else {
      passes.begin("sort vectors");
      launch(device_, {.blocks = blocks_for(work.padded / width + 1, small_threads), .threads = small_threads},
             sort_vectors<Item, width>, reinterpret_cast<Items*>(work.items), work.sublists);
    }
  }

  void merge_in_global_memory(const PaddedSublists<Item>& work, const LongSublists& from) const {
    Items* buffers[2] = {reinterpret_cast<Items*>(work.items), reinterpret_cast<Items*>(work.spare)};
    const std::uint32_t mean = (work.mean + width - 1) / width;  // in vectors
    std::uint32_t run = from.first_run;
    unsigned flip = 0;
    for (; run < uncommon * std::size_t{mean}; run *= 2, flip ^= 1) {
      const std::uint32_t pairs = std::bit_ceil(std::max(mean / (2 * run), 1u));
      const std::uint32_t sublists_of_block = std::max(merge_threads / pairs, 1u);
      launch(device_,
             {.blocks = std::max(pairs / merge_threads, 1u),
              .threads = merge_threads,
              .blocks_y = std::min(blocks_for(work.sublists.number, sublists_of_block), 65535u)},
             merge_pass<Item, width>, from, buffers[flip], buffers[flip ^ 1], run, pairs);
    }
    launch(device_,
           {.blocks = std::min(work.sublists.number, 4 * device_.limits().multiprocessors), .threads = long_threads},
           merge_long<Item, width>, from, buffers[0], buffers[1], run, flip);
  }

  void finish(const PaddedSublists<Item>& work, const LongSublists& from, const typename Form::Out& out) const {
    // Have sublists of the mean length reached global memory?
    const bool most_are_long = std::size_t{work.mean} * 2 > std::size_t{from.first_run} * width;
    const Shape shape{.blocks = std::clamp(work.mean / (8 * small_threads), 1u, 64u),
                      .threads = small_threads,
                      .blocks_y = most_are_long ? std::min(work.sublists.number, 65535u)
                                                : std::min(work.sublists.number, 4 * device_.limits().multiprocessors)};
    launch(device_, shape, finish_long<Form>, from, width, work.items, work.spare, !pieces_, out);
  }

  const CudaDevice& device_;
  const bool pieces_;
};

}  // namespace farfirst::cuda::hybrid
