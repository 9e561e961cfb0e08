// Description of cuda.quicksort.
#include <farfirst/forms.h>

namespace farfirst::cuda::quicksort {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "threads",
       .meaning = "threads per block, rounded up to a power of two; 0 = by the linear rule",
       .maximum = 1024},
      {.name = "max_sequences",
       .meaning = "number of sequences at which phase one ends; 0 = by the linear rule",
       .maximum = 16384},
      {.name = "min_size",
       .meaning = "length up to which a bitonic network sorts a sequence, in shared memory if it fits; 0 = by the "
                  "linear rule",
       .maximum = 16384},
      {.name = "synchronisation",
       .meaning = "how blocks reserve space in the target of their sequence: 0 = by atomic fetch-and-add; 1 = by two "
                  "kernels, with a prefix sum on the CPU between them",
       .maximum = 1},
      {.name = "passes",
       .meaning =
           "how often a block reads its elements: 1 = once, by tiles that stay in registers between counting and "
           "storing; 2 = twice, as published: it counts all, reserves space once, then stores all",
       .minimum = 1,
       .maximum = 2,
       .default_value = 1},
      {.name = "stop",
       .meaning = "which sequences phase one splits further: 0 = those longer than both n / max_sequences and "
                  "min_size; 1 = those of at least n / max_sequences elements, as published",
       .maximum = 1},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.quicksort",
      .title = "GPU-Quicksort",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::keys, Form::paper_keys},
      .stable = false,
      .deterministic = false,
      .round_trips = true,
      .max_n = max_elements - 0xFFFF,  // leaves space for a block's step past the end, which must not wrap to 0
      .cost = "O(n log n) on average",
      .source = "Cederman & Tsigas, GPU-Quicksort: A Practical Quicksort Algorithm for Graphics Processors, 2009",
      .notes =
          "Phase one splits sequences around pivots, with several blocks per sequence. Phase two sorts each "
          "sequence in one block. The host starts each round of phase one and waits for it, about "
          "log2(max_sequences) times. Where a pivot splits badly, the other phase's rule chooses the next one, so "
          "no input takes quadratic time. When sorting keys alone, constant input takes two passes. The linear rule "
          "sets parameters from n, as in section 5.3, fitted on an H200. The paper: passes=2 stop=1 and its values "
          "of the other three.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::quicksort
