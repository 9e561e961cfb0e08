// Description of gl.bitonic.
#include <farfirst/forms.h>

namespace farfirst::gl::bitonic {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "tile",
       .meaning = "log2 of the words that a work group sorts in shared memory; fewer if they do not fit",
       .minimum = 9,
       .maximum = 12,
       .default_value = 12},
      {.name = "steps",
       .meaning = "steps of the network between two barriers of a work group; 0 = by device",
       .minimum = 0,
       .maximum = 4,
       .default_value = 0},
      {.name = "strides",
       .meaning = "steps of the network for each pass over memory (GPUSort: 1)",
       .minimum = 1,
       .maximum = 4,
       .default_value = 4},
  };
  static constexpr Algorithm algorithm{
      .id = "gl.bitonic",
      .title = "Bitonic network",
      .backend = Backend::gl,
      .needs = {Backend::gl},
      .forms = {Form::argsort},
      .max_n = 1u << 27,
      .auto_rank = 10,
      .cost = "O(n log^2 n)",
      .source = "Batcher: Sorting networks and their applications, 1968; all comparators ascending, for any n",
      .notes =
          "Takes the same steps for any keys. Needs nothing of a context but compute shaders. Takes one storage block "
          "with 8 bytes for each element.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::gl::bitonic
