// Description of cuda.cub_best.
#include <farfirst/forms.h>

namespace farfirst::cuda::cub_best {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "variant",
       .meaning = "what CUB sorts: 1 = distances as floats, 2 = keys, 3 = keys less the smallest, only the bits that "
                  "differ, 4 = (key, index) as 64-bit words, only those bits; 0 = 4 up to 256 k elements, 3 above",
       .maximum = 4},
      {.name = "bits",
       .meaning =
           "the number of bits that differ, if the caller of a distance job knows it better than the bounds do; 0 = "
           "by the bounds. Too few bits give a wrong order",
       .maximum = 32},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.cub_best",
      .title = "CUB's radix sort, tuned",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::distance},
      .features = {Feature::key_bits},
      .stable = true,
      .cost = "O(n * bits that differ / 8)",
      .source = "CUDA toolkit: CUB's DeviceRadixSort, with a kernel for the keys of a distance job before it",
      .notes =
          "The reference for the speed of cuda.farfirst. It trusts the bounds of a distance job. In an argsort the "
          "range of the keys is unknown, so variants 1 and 3 are the same as 2, and 4 sorts 32 bits. The same holds "
          "for distance jobs whose keys the core makes. Except with variant 4, the sorter holds 4 bytes an element.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::cub_best
