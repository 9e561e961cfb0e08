// cuda.farfirst_multi: what it is.
#include <farfirst/sort.h>

#include "cuda/prim/multi_parameters.h"

namespace farfirst::cuda::farfirst_multi {

namespace {

constexpr Parameter parameters[] = {gpus_parameter, direct_parameter, sample_parameter, first_share_parameter};

}  // namespace

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cuda.farfirst_multi",
      .title = "Farfirst's own sort over several GPUs",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::distance},
      .features = {Feature::ids, Feature::direction, Feature::parts},
      .stable = true,
      .cost = "O(n / GPUs), and 2 n bytes of keys between two GPUs",
      .source = "own; as Sintorn, Assarsson, JPDC 2008, section 6.1, with shares of exact size that are exchanged",
      .notes =
          "Each GPU makes the keys of the positions in its memory. The ranks at which the order is cut into shares are "
          "found exactly, by a sample and one pass over the keys, so no distribution of keys and no duplicates make "
          "shares larger. Every GPU writes keys straight to the GPU of their share, which sorts it as cuda.farfirst "
          "does. "
          "Slower than cuda.farfirst on one GPU for few elements (8 million took twice as long on two H100 with "
          "NVLink). "
          "At most 2^30 - 1 elements a GPU. Memory, on each GPU: 4 bytes an element, and 29 to 47 an element of a "
          "share; "
          "on the first it is scratch. Views share what the sorts of shares remember. With a count, keys are made by "
          "the "
          "first GPU.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::farfirst_multi
