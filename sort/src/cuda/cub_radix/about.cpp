// Description of cuda.cub_radix.
#include <farfirst/forms.h>

namespace farfirst::cuda::cub_radix {

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cuda.cub_radix",
      .title = "CUB's radix sort",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::pairs, Form::argsort64, Form::pairs64, Form::keys, Form::keys64, Form::paper_keys,
                Form::paper_pairs},
      .features = {Feature::key_bits},
      .stable = true,
      .auto_rank = 50,
      .cost = "O(n * key bits / 8)",
      .source =
          "CUDA toolkit: CUB's DeviceRadixSort; Adinets, Merrill: Onesweep, a faster least significant digit radix "
          "sort for GPUs, 2022",
      .notes =
          "Least significant digit first, 8 bits a pass; each pass reads and writes once. The sorter holds 4 bytes "
          "an element for the initial indices of an argsort. Floats: -0 and +0 are equal.",
  };
  return algorithm;
}

}  // namespace farfirst::cuda::cub_radix
