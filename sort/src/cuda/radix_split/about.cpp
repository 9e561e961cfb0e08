// Description of cuda.radix_split.
#include <farfirst/forms.h>

namespace farfirst::cuda::radix_split {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "bits",
       .meaning = "bits of a digit, sorted in one pass (the paper: 4)",
       .minimum = 1,
       .maximum = 8,
       .default_value = 4},
      {.name = "elements",
       .meaning = "elements per thread: 4, 8 or 16; blocks have 256 threads (the paper: 4)",
       .minimum = 4,
       .maximum = 16,
       .default_value = 8},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.radix_split",
      .title = "Radix sort by splits",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::pairs, Form::argsort64, Form::pairs64, Form::keys, Form::keys64, Form::paper_keys,
                Form::paper_pairs},
      .features = {Feature::count, Feature::ids, Feature::key_bits},
      .stable = true,
      .cost = "O(n * key bits / bits) passes over memory, O(n * key bits) splits in shared memory",
      .source =
          "Satish, Harris, Garland: Designing efficient sorting algorithms for manycore GPUs, IPDPS 2009, "
          "section IV; described by Misic and Tomasevic, section IV.C",
      .notes = "Takes the same passes for any keys; 64-bit keys take twice as many.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::radix_split
