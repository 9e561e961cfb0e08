// Description of cuda.cub_merge.
#include <farfirst/forms.h>

namespace farfirst::cuda::cub_merge {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "packed",
       .meaning = "argsort: 1 = sort packed (key, index) words, 0 = sort keys with indices as values",
       .maximum = 1,
       .default_value = 1},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.cub_merge",
      .title = "CUB's merge sort",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::pairs, Form::argsort64, Form::pairs64, Form::keys, Form::keys64, Form::paper_keys,
                Form::paper_pairs},
      .stable = true,
      .max_n = 0x7FFFFFFFu,  // it computes places up to twice n with 32 bits
      .cost = "O(n log n)",
      .source = "CUDA toolkit: CUB's DeviceMergeSort; Green, McColl, Bader: GPU merge path, 2012",
      .notes = "Takes the same steps for any keys.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::cub_merge
