// Description of cuda.farfirst_multi.
#include <farfirst/forms.h>

#include "cuda/prim/multi_parameters.h"

namespace farfirst::cuda::farfirst_multi {

namespace {

constexpr Parameter parameters[] = {gpus_parameter, direct_parameter, sample_parameter, exchange_parameter,
                                    first_share_parameter};

}  // namespace

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cuda.farfirst_multi",
      .title = "Farfirst's own sort over several GPUs",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::distance},
      .features = {Feature::ids, Feature::direction, Feature::key_bits, Feature::parts},
      .stable = true,
      .cost = "O(n / GPUs), and 2 n bytes of keys between two GPUs",
      .source = "own; as Sintorn, Assarsson, JPDC 2008, section 6.1, with shares of exact size that are exchanged",
      .notes =
          "Each GPU makes the keys of the positions in its memory and writes each to the "
          "GPU that sorts its share. That GPU sorts as cuda.farfirst does. Shares are cut "
          "at exact ranks, so no distribution of keys and no duplicates make them larger. "
          "Two GPUs send their elements in one pass: a sample decides for almost all of "
          "them, and the exact cut is found among the rest. With a great many equal keys, "
          "with more GPUs, or without peer access, cuts are found and elements are "
          "counted first. Up to 24 million elements it is slower than cuda.farfirst on "
          "one GPU: it took 1.05 to 1.5 times as long on two H100 with NVLink (8 million: "
          "1.7 times). At most 2^30 - 1 elements a GPU. Memory, on each GPU: 4 bytes an "
          "element, and 29 to 47 an element of a share; on the first GPU the latter is "
          "scratch. Views share the history of these sorts. With a count, the first GPU "
          "makes all keys.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::farfirst_multi
