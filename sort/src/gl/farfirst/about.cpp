// Description of gl.farfirst.
#include <farfirst/forms.h>

namespace farfirst::gl::farfirst {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "subgroups", .meaning = "0 = subgroup operations if there are any; 1 = none", .maximum = 1},
      {.name = "threads", .meaning = "threads of a work group that distributes; 0 = chosen", .maximum = 1024},
      {.name = "items", .meaning = "elements of such a thread: a multiple of 4, up to 16; 0 = chosen", .maximum = 16},
      {.name = "levels", .meaning = "log2 of the number of buckets, at least 5; 0 = chosen", .maximum = 12},
      {.name = "bucket_threads", .meaning = "threads of a work group that sorts a bucket; 0 = chosen", .maximum = 1024},
  };
  static constexpr Algorithm algorithm{
      .id = "gl.farfirst",
      .title = "Farfirst's own sort, in compute shaders",
      .backend = Backend::gl,
      .needs = {Backend::gl},
      .forms = {Form::argsort, Form::distance, Form::pairs},
      .features = {Feature::count, Feature::ids, Feature::direction, Feature::key_bits},
      .stable = true,
      .max_n = (1u << 30) - 1,
      .auto_rank = 60,
      .cost = "O(n) by buckets, else O(n * bits that differ / 8)",
      .source =
          "own, as cuda.farfirst; one distribution and a sort on chip after Sintorn, Assarsson 2007; passes as in "
          "Satish, Harris, Garland 2009",
      .notes =
          "Up to 17 million elements are distributed into buckets by the pivots that the last call left in "
          "the history, and each bucket is sorted on chip. No work group waits for another. Pivots follow the "
          "eye. In the first call, and after the eye has jumped, they come from a sample. If a bucket "
          "overflows, radix passes sort in the same call, in one dispatch whose work groups wait for others "
          "that run. More than 17 million elements are sorted as by gl.radix. Scratch: 20 to 50 bytes an "
          "element.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::gl::farfirst
