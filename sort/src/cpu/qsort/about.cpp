#include <farfirst/forms.h>

namespace farfirst::cpu::qsort {

const Algorithm& about() noexcept {
  static const Algorithm description{
      .id = "cpu.qsort",
      .title = "qsort of the C library",
      .forms = {Form::argsort, Form::keys, Form::keys64, Form::paper_keys},
      .features = {Feature::count, Feature::ids},
      .deterministic = true,
      .allocates = true,
      .auto_rank = 1,
      .cost = "O(n log n) comparisons through a function pointer",
      .source = "C library; the CPU quicksort that the GPU papers compare with",
      .notes = "glibc's qsort is a merge sort that allocates n words, or a quicksort if memory is short."};
  return description;
}

}  // namespace farfirst::cpu::qsort
