// Description of cuda.bitonic.
#include <farfirst/forms.h>

namespace farfirst::cuda::bitonic {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "tile",
       .meaning = "log2 of the items that a block sorts in shared memory, fewer if they do not fit; with 1 every step "
                  "goes through memory (GPUSort: 1)",
       .minimum = 1,
       .maximum = 14,
       .default_value = 12},
      {.name = "strides",
       .meaning = "steps of the network for each pass over memory (GPUSort: 1)",
       .minimum = 1,
       .maximum = 5,
       .default_value = 5},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.bitonic",
      .title = "Bitonic network",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::keys, Form::paper_keys},
      .max_n = 1u << 31,  // places of the network are counted with 32 bits
      .cost = "O(p log^2 p), p = n rounded up to a power of two",
      .source =
          "Batcher: Sorting networks and their applications, 1968; on GPUs: Govindaraju et al., GPUTeraSort "
          "(GPUSort), 2006",
      .notes =
          "Takes the same steps for any keys. Time and scratch are those of the next power of two, so they jump after "
          "each power of two.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::bitonic
