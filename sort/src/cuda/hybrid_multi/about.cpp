// Description of cuda.hybrid_multi.
#include <farfirst/forms.h>

#include <array>

#include "cuda/hybrid/parameters.h"
#include "cuda/prim/multi_parameters.h"

namespace farfirst::cuda::hybrid_multi {

namespace {

constexpr auto parameters = [] {
  std::array<Parameter, 5 + std::size(hybrid::parameters)> all{gpus_parameter, direct_parameter, sample_parameter,
                                                               exchange_parameter, first_share_parameter};
  for (std::size_t i = 0; i < std::size(hybrid::parameters); ++i) all[5 + i] = hybrid::parameters[i];
  return all;
}();

}  // namespace

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cuda.hybrid_multi",
      .title = "Hybrid of bucketsort and vector mergesort over several GPUs",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort},
      .features = {Feature::direction, Feature::parts},
      .deterministic = false,  // as cuda.hybrid
      .cost = "O(n / GPUs log(n / sublists)) if sublists are about equal",
      .source = "Sintorn, Assarsson: Fast Parallel GPU-Sorting Using a Hybrid Algorithm, JPDC 2008, section 6.1",
      .notes =
          "Keys below a pivot go to the first GPU, those above to the second, and so on. Each sorts its share as "
          "cuda.hybrid does, with the same parameters and published values. The paper estimates the pivot from the "
          "histogram of all keys, which both cards have. Here each GPU has a part of the keys, the pivot has the exact "
          "rank of an even share, and elements are sent to the GPU of their share. At most 2^30 elements a GPU.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::hybrid_multi
