#pragma once
// The hybrid path of cuda.farfirst: one distribution into buckets by pivots that the call before left behind, then each
// bucket is sorted on chip. Whether it can be gone is known on the device alone. Where it cannot, Memory::done()
// tells the passes, which come behind it, to sort.

#include <farfirst/sort.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/implementation.h"
#include "cuda/device.h"
#include "memory.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

struct Source;     // of keys: ../keys.cuh
struct ValuesJob;  // ../values.cuh

/// Up to so many elements one block sorts alone.
inline constexpr std::uint32_t most_few = 4096;

class Hybrid {
 public:
  /// bucket_bits and tile of 0: by n; else that many, and number tile - 1 of scatter_tiles.
  struct Options {
    std::uint32_t max_n, bucket_bits, tile;
  };
  /// Memory of a call. What `state` points to is all zero at first.
  struct Memory {
    HybridState* state;
    Word* words;              // spills and regions
    bool keys_are_made;       // in job.keys, those of a distance job, by the kernel before
    const ValuesJob* values;  // null: keys are not to be numbered by their values where many are alike
    /// Not 0 once all is sorted: the passes behind need not.
    const std::uint32_t* done() const { return &state->done; }
  };

  Hybrid(const CudaDevice& device, const Options& options);

  /// Can elements in this number be sorted by it?
  bool takes(std::uint32_t n) const { return n > 0 && n <= largest_n_; }
  std::uint32_t largest_n() const { return largest_n_; }
  /// Words that spills and regions need for up to max_n elements.
  std::size_t words_needed() const;

  /// Enqueue the distribution and the sort of buckets; or, up to most_few, the whole sort, and return true: nothing is
  /// to follow. Keys of triangles must have been made. `sorted_keys` may be null.
  bool sort(const SortJob& job, const Memory& memory, const core::Passes& trace);
  bool sort(const DistanceJob& job, const Memory& memory, const core::Passes& trace);

  /// Those for n elements: the passes behind it end the call, and take pivots for them.
  Buckets buckets(std::uint32_t n) const { return shape(n).buckets; }

 private:
  bool sort_source(const Source& source, std::uint32_t n, Sorted to, const Memory& memory, const core::Passes& trace);
  template <class Keys>
  bool sort_keys(const Keys& keys, std::uint32_t n, Sorted to, const Memory& memory, const core::Passes& trace);
  /// The kernel, once it may have so much shared memory.
  template <class Kernel>
  Kernel prepared(Kernel kernel, std::size_t shared);

  struct Chosen {
    Buckets buckets;
    std::uint32_t tile;  // number in scatter_tiles
  };
  Chosen shape(std::uint32_t n) const;
  bool holds(const Chosen& shape, std::uint32_t n) const;

  const CudaDevice& device_;
  const Options options_;
  std::uint32_t largest_class_ = most_bucket_bits, largest_n_ = 0;
  std::vector<std::pair<const void*, std::size_t>> prepared_;  // kernels, and the shared memory that they may have
};

}  // namespace farfirst::cuda::farfirst
