// cuda.hybrid_tf: what it is.
#include <farfirst/sort.h>

namespace farfirst::cuda::hybrid_tf {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "sublists",
       .meaning = "sublists of the partition, rounded up to a power of two, at "
                  "most one for each element; 0 = one for "
                  "1024 elements, at most 64",
       .maximum = 1 << 16},
      {.name = "oversampling",
       .meaning = "samples for each sublist, from which the pivots are taken",
       .minimum = 1,
       .maximum = 64,
       .preset = 16},
      {.name = "vector",
       .meaning = "items that a thread merges at once: 4, or 1 for scalar merging",
       .minimum = 1,
       .maximum = 4,
       .preset = 4},
      {.name = "shared_merge",
       .meaning = "1 = passes over runs of less than 1024 items in shared "
                  "memory; 0 = all in global memory, as in the paper",
       .maximum = 1,
       .preset = 1},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.hybrid_tf",
      .title = "Hybrid of quicksort by transform feedback and vector mergesort",
      .backend = Backend::gl,
      .needs = {Backend::cuda, Backend::gl},
      .forms = {Form::argsort, Form::distance},
      .max_n = 1u << 30,
      .cost = "O(n log(sublists)) in OpenGL, O(n log(n / sublists)) in CUDA",
      .source =
          "Sintorn, Assarsson: Fast Parallel GPU-Sorting Using a Hybrid "
          "Algorithm, JPDC 2008, sections 5.2 and 6",
      .notes =
          "Buffers are OpenGL's; CUDA must be the GPU that draws. Distances "
          "and partition in OpenGL, then one mapping "
          "for CUDA, which merges. The sorter keeps a buffer of 8 bytes for "
          "each element, which both share, and 16 "
          "bytes for each element in CUDA, beside its scratch. Geometry "
          "shaders are slow on many GPUs, so that the "
          "partition takes most of the time and few, long sublists are best.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::hybrid_tf
