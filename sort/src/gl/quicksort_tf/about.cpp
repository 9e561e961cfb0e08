// gl.quicksort_tf: what it is.
#include <farfirst/forms.h>

namespace farfirst::gl::quicksort_tf {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "form",
       .meaning = "0 = all pivots are chosen first, passes split four ways, the host reads nothing; 1 = the paper's "
                  "recursion, in which the host waits for each split",
       .minimum = 0,
       .maximum = 1,
       .default_value = 0},
      {.name = "levels",
       .meaning =
           "passes over all elements; with form=1, the largest depth of the recursion, after which sublists of any "
           "length are finished; 0 = by n",
       .minimum = 0,
       .maximum = 64,
       .default_value = 0},
      {.name = "pivots",
       .meaning =
           "with form=1, a pivot is: 0 = the mean of a sublist's least and greatest key; 1 = the median of its first, "
           "middle and last word; form=0 takes its pivots from sorted samples",
       .minimum = 0,
       .maximum = 1,
       .default_value = 0},
      {.name = "samples",
       .meaning = "with form=0, samples for each sublist",
       .minimum = 1,
       .maximum = 128,
       .default_value = 16},
      {.name = "per_point",
       .meaning = "with form=0, elements that a point carries through the geometry shader (the paper: 1)",
       .minimum = 1,
       .maximum = 12,  // an array of them and two words are at most 16 outputs of a vertex shader
       .default_value = 6},
      {.name = "threshold",
       .meaning = "sublists of up to so many words are finished in shared memory; rounded to a power of two that fits; "
                  "0 = by device",
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
          "Streams every element through a geometry shader log4(n / threshold) times. GPUs with few graphics units are "
          "slow at that, and faster with fewer levels, which leave more to the finishing network. Takes 40 n bytes of "
          "scratch, since any capture may hold all elements. With form=1 it waits for the GPU once for each sublist, "
          "as the paper's sort does; the default form does not wait. Inputs made to evade the samples leave sublists "
          "over the threshold, which take further passes to finish.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::gl::quicksort_tf
