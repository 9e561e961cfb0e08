// cuda.quicksort: what it is.
#include <farfirst/forms.h>

namespace farfirst::cuda::quicksort {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "threads",
       .meaning = "threads of a block, rounded up to a power of two; 0 = by the linear rule",
       .maximum = 1024},
      {.name = "max_sequences",
       .meaning = "phase one ends when there are so many sequences; 0 = by the linear rule",
       .maximum = 16384},
      {.name = "min_size",
       .meaning = "sequences up to this size are sorted by a bitonic network, in shared memory if they fit; 0 = by the "
                  "linear rule",
       .maximum = 16384},
      {.name = "synchronisation",
       .meaning = "how the blocks of a sequence divide its target: 0 = by fetch-and-add; 1 = by two kernels, with the "
                  "cumulative sum on the CPU between them",
       .maximum = 1},
      {.name = "passes",
       .meaning =
           "how a block goes through its elements: 1 = once, by tiles that stay in registers between counting and "
           "storing; 2 = twice, as published: counts all, sums up and takes room once, stores all",
       .minimum = 1,
       .maximum = 2,
       .default_value = 1},
      {.name = "stop",
       .meaning = "phase one goes on with sequences: 0 = longer than both n / max_sequences and min_size; 1 = of n / "
                  "max_sequences or more, as published",
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
      .max_n = max_elements - 0xFFFF,  // a block's step past the end must not begin again at 0
      .cost = "O(n log n) on average",
      .source = "Cederman & Tsigas, GPU-Quicksort: A Practical Quicksort Algorithm for Graphics Processors, 2009",
      .notes =
          "The host starts every round of phase one and waits for it: about log2(max_sequences) round trips. If a "
          "pivot "
          "leaves most of a sequence, the next one is chosen as in the other phase, so no input takes quadratic time. "
          "In the forms of keys alone a constant input takes two passes. The linear rule is that of section 5.3, "
          "fitted "
          "on an H200. The paper's way: passes=2 stop=1, and its values for threads, max_sequences and min_size.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::quicksort
