#pragma once
// The hybrid path of cuda.farfirst distributes elements into buckets by pivots, then sorts each bucket on chip. The
// pivots come from the last call, or from a sample. Only the device knows whether that succeeds. If it fails,
// HybridState::done stays 0, and the radix path, which is enqueued after it, sorts.

#include <farfirst/sort.h>

#include <cstddef>
#include <cstdint>

#include "cuda/device.h"
#include "cuda/launch.h"
#include "memory.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

struct HybridJob;  // scatter.cuh
struct Task;       // ../task.h

/// The most elements that one block sorts alone.
inline constexpr std::uint32_t most_few = 4096;

class HybridPath {
 public:
  /// bucket_bits = 0, tile = 0: chosen by n. Otherwise bucket_bits as given, and number tile - 1 of scatter_tiles.
  struct Options {
    Form form;
    std::uint32_t max_n, bucket_bits, tile;
  };
  /// Memory of a call. The state must be all zero before the first call.
  struct Memory {
    HybridState* state;
    Word* words;  // spills and regions
  };

  HybridPath(const CudaDevice& device, const Options& options);

  /// Can it sort n elements?
  bool takes(std::uint32_t n) const { return n > 0 && n <= largest_n_; }
  std::uint32_t largest_n() const { return largest_n_; }
  /// Does it make the keys of n points of several sources?
  bool makes_keys_of_sources(std::uint32_t n, bool is_counted) const {
    return n > most_few && takes(n) && possible(shape_for(n, is_counted, false), n).tile < tiles_of_sources;
  }
  /// Words that spills and regions need for up to max_n elements.
  std::size_t words_needed() const;

  /// Enqueues the distribution and the sort of buckets. Returns true if that ends the call, as for up to most_few
  /// elements, which one block sorts; otherwise the radix path ends it. Keys of triangles must have been made.
  bool sort(const Task& task, const Memory& memory) const;

 private:
  struct Chosen {
    Buckets buckets;
    std::uint32_t tile;  // number in scatter_tiles
  };
  void prepare_kernels(Form form) const;
  template <class Keys>
  void prepare_kernels_for() const;
  template <bool plain>
  static void prepare_sorts_of_buckets(const Buckets& buckets);
  template <class Keys>
  void sort_few_elements(const Keys& keys, const Task& task) const;
  template <Metric metric>
  void distribute_points_of_sources(const Task& task, const HybridJob& job, std::uint32_t tile_number) const;
  template <class Keys, bool plain>
  void distribute(const Keys& keys, const Task& task, const HybridJob& job, std::uint32_t tile_number) const;
  Shape distribution_of(std::uint32_t n, const HybridJob& job, const ScatterTile& tile) const;
  template <class Keys, bool plain>
  void sort_keys(const Keys& keys, const Task& task, const Memory& memory, const Chosen& shape, Few few) const;
  template <class Keys>
  void sort_many_elements(const Keys& keys, const Task& task, const Memory& memory) const;

  template <class Function>
  void for_each_shape(Function f) const;
  /// The requested shape, reduced to what this GPU's shared memory allows.
  Chosen possible(HybridShape wanted, std::uint32_t most) const;
  std::uint32_t wanted_tile(const HybridShape& shape) const {
    return options_.tile != 0 ? options_.tile - 1 : shape.tile;
  }
  bool holds(const Chosen& shape, std::uint32_t n) const;

  const CudaDevice& device_;
  const Options options_;
  std::uint32_t largest_class_ = most_bucket_bits, largest_n_ = 0;
};

}  // namespace farfirst::cuda::farfirst
