#pragma once
// The radix path of cuda.farfirst sorts in few wide passes, for every n and all keys. It sorts large inputs, and is the
// fallback of the hybrid path. Everything is one launch, or, in a traced call, one for each stage.

#include <vector>

#include "cuda/device.h"
#include "hybrid/memory.h"
#include "plan.h"

namespace farfirst::cuda::farfirst {

struct Work;  // the kernels' parameter: radix_path.cu
struct Task;  // task.h

/// The stages of one launch: from begin to before end.
struct StageRange {
  unsigned begin = 0, end = all_stages;
};

class RadixPath {
 public:
  /// `tile`: see switches.h.
  RadixPath(const CudaDevice& device, std::uint32_t max_n, std::uint32_t tile);

  std::size_t scratch_bytes() const { return places_.end; }
  /// Offset in scratch where keys may stay until the second pass writes there.
  std::size_t place_for_keys() const { return places_.items[1]; }
  /// All zero before the first call, then kept from call to call.
  static constexpr std::size_t state_bytes = sizeof(State);

  /// The memory of a call, and the state of earlier launches.
  struct Memory {
    std::byte *scratch, *state;
    /// The last launch in the stream lets the next one begin early: see prim/overlap.cuh.
    bool behind_early = false;
    /// The state of the hybrid path if that was tried; else null. If it has sorted everything, the radix path only ends
    /// the call.
    HybridState* hybrid = nullptr;
  };
  /// Enqueues a task of at least one element.
  void sort(const Task& task, const Memory& memory) const;

 private:
  /// A kernel, and the parameters of its launch.
  struct Method {
    void (*run)(Work, StageRange);
    std::size_t shared;
    unsigned threads, tile;
    unsigned most_blocks = 0;  // the most that the GPU holds
  };
  /// The methods from `n` elements on, for plain calls and for others: see element_count.cuh.
  struct MethodFrom {
    std::uint32_t n;
    Method plain, other;
  };
  /// The parts of scratch, as offsets.
  struct Places {
    std::size_t plan, tile_status[2], items[2], end;
    Places(std::uint32_t n, std::size_t status_words);
  };

  template <class Tile>
  static MethodFrom methods_from(std::uint32_t n);
  static void prepare(const CudaDevice& device, Method& method);
  static std::vector<MethodFrom> chosen_methods(const CudaDevice& device, std::uint32_t tile);
  std::size_t most_status_words(std::uint32_t most_n) const;
  const Method& method_for(std::uint32_t n, bool plain) const;
  Work work_for(const Task& task, const Memory& memory) const;

  const CudaDevice& device_;
  const bool overlaps_;
  const std::vector<MethodFrom> methods_;  // by n, ascending
  const Places places_;
};

}  // namespace farfirst::cuda::farfirst
