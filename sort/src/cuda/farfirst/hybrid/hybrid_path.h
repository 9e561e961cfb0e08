#pragma once
// The hybrid path of cuda.farfirst distributes elements into buckets by pivots that the call before left, then sorts
// each bucket on chip. Only the device knows whether that succeeds. If it fails, HybridState::done stays 0, and the
// radix path, which is enqueued after it, sorts.

#include <farfirst/sort.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "cuda/device.h"
#include "cuda/farfirst/calls.h"
#include "memory.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

struct HybridJob;   // scatter.cuh
struct Task;        // ../task.h
struct UntriedJob;  // ../untried.cuh

/// One block alone sorts up to so many elements.
inline constexpr std::uint32_t most_few = 4096;

class HybridPath {
 public:
  /// bucket_bits = 0, tile = 0: chosen by n. Otherwise bucket_bits as given, and number tile - 1 of scatter_tiles.
  struct Options {
    std::uint32_t max_n, bucket_bits, tile;
  };
  /// Memory of a call. The state must be all zero before the first call.
  struct Memory {
    HybridState* state;
    Word* words;                // spills and regions
    const UntriedJob& untried;  // what its last kernel does for the radix passes if the path is not tried
  };

  HybridPath(const CudaDevice& device, const Options& options);

  /// Can it sort so many elements?
  bool takes(std::uint32_t n) const { return n > 0 && n <= largest_n_; }
  std::uint32_t largest_n() const { return largest_n_; }
  /// Does it make the keys of so many points of several sources?
  bool makes_keys_of_sources(std::uint32_t n, bool is_counted) const {
    return n > most_few && takes(n) && possible(shape_for(n, is_counted, false), n).tile < tiles_of_sources;
  }
  /// Words that spills and regions need for up to max_n elements.
  std::size_t words_needed() const;

  /// What is left to the radix path, which ends the call and takes pivots for the next one.
  struct Rest {
    bool is_none = false;  // one block has sorted everything
    Buckets buckets{};     // whose pivots it takes
    Few few{};             // their size in calls of few elements
  };
  /// Enqueues the distribution and the sort of buckets. One block sorts up to most_few elements alone. Keys of
  /// triangles must have been made.
  Rest sort(const Task& task, const Memory& memory);

 private:
  struct Chosen {
    Buckets buckets;
    std::uint32_t tile;  // number in scatter_tiles
  };
  template <class Keys>
  void sort_few_elements(const Keys& keys, const Task& task);
  template <Scale scale>
  void distribute_points_of_sources(const Task& task, const HybridJob& job, unsigned tile);
  template <class Keys, Calls calls>
  void distribute(const Keys& keys, const Task& task, const HybridJob& job, unsigned tile);
  template <class Keys, Calls calls>
  void sort_keys(const Keys& keys, const Task& task, const Memory& memory, const Chosen& shape, Few few);
  template <class Keys>
  Rest sort_elements(const Keys& keys, const Task& task, const Memory& memory);
  /// Returns the kernel after allowing it so much shared memory.
  template <class Kernel>
  Kernel prepared(Kernel kernel, std::size_t shared);

  /// The shape with what the caller requested, and no larger than this GPU's shared memory allows.
  Chosen possible(HybridShape wanted, std::uint32_t most) const;
  bool holds(const Chosen& shape, std::uint32_t n) const;

  const CudaDevice& device_;
  const Options options_;
  std::uint32_t largest_class_ = most_bucket_bits, largest_n_ = 0;
  std::vector<std::pair<const void*, std::size_t>> prepared_;  // kernels and the shared memory allowed to them
};

}  // namespace farfirst::cuda::farfirst
