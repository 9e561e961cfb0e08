#include <farfirst/forms.h>

namespace farfirst::cpu::vqsort {

const Algorithm& about() noexcept {
  static const Algorithm description{
      .id = "cpu.vqsort",
      .title = "Vectorised quicksort (Highway)",
      .forms = {Form::argsort, Form::keys, Form::keys64},
      .features = {Feature::count, Feature::ids},
      .deterministic = true,
      .allocates = false,
      .auto_rank = 4,
      .cost = "O(n log n), vectors of up to 512 bits",
      .source =
          "Wassenberg, Blacher, Giesen, Sanders, Vectorized and performance-portable quicksort, 2022; Highway's vqsort",
      .notes =
          "One thread. Picks the widest instruction set at run time. It has no paper form, since Highway 1.0.3 loses "
          "infinities when it sorts floats."};
  return description;
}

}  // namespace farfirst::cpu::vqsort
