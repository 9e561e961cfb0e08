// Description of cuda.thrust.
#include <farfirst/forms.h>

namespace farfirst::cuda::thrust {

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cuda.thrust",
      .title = "Thrust's stable sort",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::pairs, Form::argsort64, Form::pairs64, Form::keys, Form::keys64, Form::paper_keys,
                Form::paper_pairs},
      .stable = true,
      .cost = "O(n * key bits / 8)",
      .source = "CUDA toolkit: thrust::stable_sort_by_key, which sorts numbers with CUB's radix sort",
      .notes =
          "Sorts in place, so keys and indices are copied first; counts with 64 bits. Its temporary memory comes from "
          "the sorter's scratch.",
  };
  return algorithm;
}

}  // namespace farfirst::cuda::thrust
