#pragma once
// The CUDA half of cuda.hybrid_tf: it moves the partition's adjacent sublists to whole vectors and merges
// them.

#include <array>
#include <memory>

#include "core/implementation.h"
#include "cuda/device.h"

namespace farfirst::cuda::hybrid_tf {

struct MergeOptions {
  std::uint32_t max_n = 0;
  std::uint32_t most_sublists = 0;
  unsigned width = 4;            // items per vector: 4 or 1
  bool in_shared_memory = true;  // see MergeSublists
};

/// The partition's result in device memory: words of sublist s at offsets[s] .. offsets[s + 1] - 1.
struct Sublisted {
  std::uint32_t n = 0;         // at least 1
  std::uint32_t sublists = 0;  // a power of two
  const std::uint64_t* words = nullptr;
  const std::uint32_t* offsets = nullptr;
};

class Merge {
 public:
  virtual ~Merge() = default;
  /// Owns its memory on the device. Throws OutOfMemory.
  static std::unique_ptr<Merge> make(CudaDevice& device, const MergeOptions& options);
  virtual std::size_t bytes() const noexcept = 0;

  /// Enqueues the merge. The outputs may overlap the words, which have been read by then. sorted_keys may be null.
  virtual void enqueue(const Sublisted& from, std::uint32_t* order, std::uint32_t* sorted_keys,
                       const core::PassTrace& passes) const = 0;
};

}  // namespace farfirst::cuda::hybrid_tf
