// Description of cuda.hybrid.
#include <farfirst/forms.h>

#include "parameters.h"

namespace farfirst::cuda::hybrid {

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cuda.hybrid",
      .title = "Hybrid of bucketsort and vector mergesort",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::paper_keys},
      .deterministic = false,  // elements of a sublist come in the sequence in which threads counted them
      .max_n = 1u << 30,
      .cost = "O(n log(n / sublists)) if sublists are about equal",
      .source =
          "Sintorn, Assarsson: Fast Parallel GPU-Sorting Using a Hybrid Algorithm, GPGPU workshop 2007 and JPDC 2008",
      .notes =
          "Slow if sublists stay unequal, since one thread does the last merge of a sublist. In argsort form the index "
          "distinguishes equal keys, so a few refinements split any input; with refinements=1 few or clustered keys "
          "are slow. In paper form equal floats stay in one sublist, so constant or few-unique input takes seconds for "
          "millions. Sorted input makes neighbouring threads increment the same counter, which shuffle=1 avoids. The "
          "papers' values: sublists=1024 histogram_bins=1024 value_bins=1 refinements=1 shared_merge=0, in 2007 with "
          "global_histogram=1.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::hybrid
