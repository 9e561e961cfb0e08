// Description of cuda.farfirst.
#include <farfirst/forms.h>

namespace farfirst::cuda::farfirst {

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cuda.farfirst",
      .title = "Farfirst's own sort",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::distance},
      .features = {Feature::count, Feature::ids, Feature::direction, Feature::key_bits},
      .stable = true,
      .max_n = (1u << 30) - 1,
      .auto_rank = 60,
      .cost = "O(n) on the hybrid path, else O(n * bits that differ / 9)",
      .source =
          "own; one distribution and a sort on chip after Sintorn, Assarsson 2007; passes as in Adinets, Merrill: "
          "Onesweep, 2022, with the look-back of Merrill, Garland 2016",
      .notes =
          "Up to 32 million elements are distributed into buckets by the pivots that "
          "the last call left in the history, and each bucket is sorted on chip, in "
          "parts if it has become too large. The first call takes its pivots from a "
          "sample, which costs 6 to 40 us. So does a call with half a million elements "
          "or more that have moved far since the last call. If a bucket overflows all "
          "the same, or many keys are alike, radix passes sort the bits that differ, "
          "least significant digit first. The device selects the path. Scratch: 32 to "
          "35 bytes an element up to 16 million; beyond, as much as for these, but at "
          "least 25 bytes an element up to 32 million and 17 for more. Distance jobs "
          "need 4 more up to 32 million, for the keys of triangles. Ascending ids move "
          "with the keys; other ids are gathered at the end. Wrong bounds in a "
          "distance job cost milliseconds, never the order. If only the device knows "
          "the number of elements, there is one bucket size that serves n, and a "
          "smaller one for up to n / 8 elements. A call is steady if it used the "
          "pivots or the range of the last call. Calls of up to 4096 elements need "
          "neither and are steady.",
  };
  return algorithm;
}

}  // namespace farfirst::cuda::farfirst
