// Description of cuda.bbsort.
#include <farfirst/forms.h>

namespace farfirst::cuda::bbsort {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "bucket",
       .meaning = "mean number of elements in a bucket",
       .minimum = 32,
       .maximum = 1024,
       .default_value = 400},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.bbsort",
      .title = "Bucketsort for uniform keys",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::keys, Form::paper_keys},
      .deterministic = false,  // items of a bucket keep the sequence in which threads counted them
      .max_n = 1u << 31,       // one block may have to sort them all
      .cost = "O(n log^2 bucket) for uniform keys; O(n key bits), by one block, if all fall into one bucket",
      .source =
          "Chen, Qin, Xie, Zhao, He: A fast and flexible sorting algorithm with CUDA (bbsort), 2009; compared "
          "with in Leischner, Osipov, Sanders: GPU sample sort, 2009, section 6",
      .notes =
          "Assumes that keys are spread evenly between the smallest and the largest. One block sorts a bucket of more "
          "than 2048, with a radix sort through memory, while the rest of the GPU may be idle. So the sort "
          "slows down as keys crowd together, and is unusable if most of them are equal.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::bbsort
