// Description of gl.radix.
#include <farfirst/forms.h>

namespace farfirst::gl::radix {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "path",
       .meaning = "0 = chosen by context; 1 = subgroup operations; 2 = ballots of GL_ARB_shader_ballot; 3 = neither",
       .maximum = 3},
      {.name = "ranking",
       .meaning =
           "how threads of a subgroup with the same digit are found: 0 = chosen; 1 = by partitioning the subgroup; 2 = "
           "by votes",
       .maximum = 2},
      {.name = "threads", .meaning = "maximum number of threads of a work group; 0 = chosen", .maximum = 1024},
      {.name = "items", .meaning = "approximate number of elements of a thread; 0 = chosen", .maximum = 255},
      {.name = "offsets",
       .meaning =
           "how the offsets of a tile are found: 0 = chosen; 1 = by a scan between two kernels; 2 = by decoupled "
           "look-back in one kernel; 3 = the same, last tile first, the worst case of the look-back (for tests)",
       .maximum = 3},
      {.name = "indices",
       .meaning = "when indices are loaded: 0 = when they are moved; 1 = together with the keys (more registers)",
       .maximum = 1},
      {.name = "digit_bits", .meaning = "bits of a digit without subgroup operations; 0 = chosen", .maximum = 8},
  };
  static constexpr Algorithm algorithm{
      .id = "gl.radix",
      .title = "LSD radix sort in compute shaders",
      .backend = Backend::gl,
      .needs = {Backend::gl},
      .forms = {Form::argsort, Form::distance, Form::pairs},
      .features = {Feature::count, Feature::ids, Feature::direction, Feature::key_bits},
      .stable = true,
      .auto_rank = 50,
      .cost = "O(n) per digit; 1 to 4 digits of 8 bits, decided on the GPU",
      .source =
          "own; Satish, Harris & Garland, Designing efficient sorting algorithms for manycore GPUs, 2009; Merrill & "
          "Grimshaw, High performance and scalable radix sorting, 2011",
      .notes =
          "Keys that lie close together take fewer passes. Without subgroup operations each thread ranks its elements "
          "one by one, which is several times slower. On an H200 offsets=2 is faster up to some 64 k elements and "
          "slower from 1 M on.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::gl::radix
