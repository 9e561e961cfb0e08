#include <farfirst/forms.h>

namespace farfirst::cpu::std_sort {

const Algorithm& about() noexcept {
  static const Algorithm description{
      .id = "cpu.std_sort",
      .title = "std::sort (introsort)",
      .forms = {Form::argsort, Form::keys, Form::keys64, Form::paper_keys},
      .features = {Feature::count, Feature::ids},
      .deterministic = true,
      .allocates = false,
      .auto_rank = 2,
      .cost = "O(n log n)",
      .source = "C++ library; Musser, Introspective sorting and selection algorithms, 1997",
      .notes = "One thread."};
  return description;
}

}  // namespace farfirst::cpu::std_sort
