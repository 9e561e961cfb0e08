// Description of cuda.hybrid_tf.
#include <farfirst/forms.h>

namespace farfirst::cuda::hybrid_tf {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "sublists",
       .meaning =
           "sublists of the partition, rounded up to a power of two, at most one for each element; 0 = a quarter "
           "of the root of the number of elements, at most one for 1024 elements",
       .maximum = 1 << 16},
      {.name = "samples",
       .meaning = "samples per sublist, from which the pivots are taken",
       .minimum = 1,
       .maximum = 128,
       .default_value = 16},
      {.name = "vector",
       .meaning = "items that a thread merges at once: 4, or 1 for scalar merging",
       .minimum = 1,
       .maximum = 4,
       .default_value = 4},
      {.name = "shared_merge",
       .meaning =
           "1 = passes over runs of less than 1024 items work in shared memory; 0 = all passes work in global memory, "
           "as in the paper",
       .maximum = 1,
       .default_value = 1},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.hybrid_tf",
      .title = "Hybrid of quicksort by transform feedback and vector mergesort",
      .backend = Backend::gl,
      .needs = {Backend::cuda, Backend::gl},
      .forms = {Form::argsort, Form::distance},
      .max_n = 1u << 27,  // 8 bytes each in one storage block; no driver allows blocks over 2 GiB
      .cost = "O(n log(sublists)) in OpenGL, O(n log(n / sublists)) in CUDA",
      .source = "Sintorn, Assarsson: Fast Parallel GPU-Sorting Using a Hybrid Algorithm, JPDC 2008, sections 5.2 and 6",
      .notes =
          "Buffers belong to OpenGL; CUDA must use the GPU that draws. OpenGL makes the distances and the partition; "
          "then the buffers are mapped once for CUDA, which merges. On an H200, 1 M elements take 7.2 ms. Seven tenths "
          "are the partition, whose geometry shaders are slow on a data-centre GPU, and 0.36 ms are switches between "
          "OpenGL and CUDA; cuda.hybrid takes 0.17 ms. Few threads merge long sublists. In addition to its scratch, "
          "the sorter holds 8 bytes for each element in a buffer that both share, and 16 in CUDA. The paper's value: "
          "shared_merge=0.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::hybrid_tf
