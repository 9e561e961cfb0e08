// Description of cuda.odd_even_merge.
#include <farfirst/forms.h>

namespace farfirst::cuda::odd_even_merge {

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cuda.odd_even_merge",
      .title = "Odd-even merge sort network",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort},
      .cost = "O(n log^2 n), for any keys",
      .source = "Batcher: Sorting networks and their applications, 1968; Knuth, TAOCP 3, 5.3.4",
      .notes =
          "Takes the same time for every input. Elements are not padded to a power of two: comparators that reach "
          "beyond the end are left out.",
  };
  return algorithm;
}

}  // namespace farfirst::cuda::odd_even_merge
