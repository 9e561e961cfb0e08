// Description of gl.quicksort_tf.
#include <farfirst/forms.h>

namespace farfirst::gl::quicksort_tf {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "form",
       .meaning = "0 = all pivots are chosen first, passes split four ways, the host reads nothing back; 1 = the "
                  "paper's recursion, in which the host waits for each split",
       .minimum = 0,
       .maximum = 1,
       .default_value = 0},
      {.name = "levels",
       .meaning =
           "passes over all elements; with form=1, the maximum depth of the recursion, after which sublists of any "
           "length go to the final sort; 0 = by n",
       .minimum = 0,
       .maximum = 64,
       .default_value = 0},
      {.name = "pivots",
       .meaning =
           "with form=1, the pivot is: 0 = the mean of a sublist's smallest and largest key; 1 = the median of its "
           "first, middle and last word; form=0 takes its pivots from sorted samples",
       .minimum = 0,
       .maximum = 1,
       .default_value = 0},
      {.name = "samples",
       .meaning = "with form=0, samples per sublist",
       .minimum = 1,
       .maximum = 128,
       .default_value = 16},
      {.name = "per_point",
       .meaning = "with form=0, elements per point that passes through the geometry shader (the paper: 1)",
       .minimum = 1,
       .maximum = 12,  // with two words, they fill the 16 outputs of a vertex shader
       .default_value = 6},
      {.name = "threshold",
       .meaning = "length up to which a sublist is sorted in shared memory, in words, rounded to a power of two that "
                  "fits; 0 = by device",
       .minimum = 0,
       .maximum = 1 << 13,
       .default_value = 0},
  };
  static constexpr Algorithm algorithm{
      .id = "gl.quicksort_tf",
      .title = "Transform-feedback quicksort",
      .backend = Backend::gl,
      .needs = {Backend::gl},
      .forms = {Form::argsort, Form::distance},
      .max_n = 1u << 27,  // a word has 8 bytes, and a storage block less than 2^31
      .cost = "O(n log n)",
      .source =
          "Sintorn and Assarsson: Fast Parallel GPU-Sorting Using a Hybrid Algorithm, 2008, section 5.2, with all "
          "pivots chosen first so that no count is read back",
      .notes =
          "Splits sublists around pivots with a geometry shader and transform feedback, then sorts each sublist in "
          "shared memory. Every element goes through the geometry shader log4(n / threshold) times. GPUs with few "
          "graphics units are slow at that, and faster with fewer levels and longer sublists. Scratch is 40 n bytes, "
          "because any capture may hold all elements. With form=1, as in the paper, the sort waits for the GPU once "
          "per sublist; the default form never waits. Inputs made to defeat the samples need more passes at the end.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::gl::quicksort_tf
