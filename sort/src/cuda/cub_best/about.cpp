// cuda.cub_best: what it is.
#include <farfirst/sort.h>

namespace farfirst::cuda::cub_best {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "variant",
       .meaning = "what CUB sorts: 1 = distances as floats, 2 = keys, 3 = keys less the smallest, only the bits that "
                  "differ, 4 = (key, index) as 64-bit words, only those bits; 0 = 4 up to 256 k elements, 3 above",
       .maximum = 4},
      {.name = "bits",
       .meaning =
           "the bits that differ, where the caller of a distance job with bounds knows better than they tell; 0 = "
           "as the bounds tell. Fewer than there are give a wrong order",
       .maximum = 32},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.cub_best",
      .title = "CUB's radix sort, used cleverly",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::distance},
      .stable = true,
      .cost = "O(n * bits that differ / 8)",
      .source = "CUDA toolkit: CUB's DeviceRadixSort, with a kernel for the keys of a distance job before it",
      .notes =
          "The rival of cuda.farfirst. Bounds of a distance job are taken at their word. In an argsort, of whose range "
          "nothing is known, 1 and 3 are 2, and 4 has 32 bits.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::cub_best
