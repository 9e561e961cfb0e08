#include <farfirst/forms.h>

namespace farfirst::cpu::std_par {

const Algorithm& about() noexcept {
  static const Algorithm description{
      .id = "cpu.std_par",
      .title = "std::sort, parallel (oneTBB)",
      .forms = {Form::argsort, Form::keys, Form::keys64, Form::paper_keys},
      .features = {Feature::count, Feature::ids},
      .deterministic = false,
      .allocates = true,
      .auto_rank = 3,
      .cost = "O(n log n) over all threads",
      .source = "C++ library's parallel algorithms on oneTBB",
      .notes = "Uses oneTBB's threads, not those of the device. The steps depend on scheduling; the order does not."};
  return description;
}

}  // namespace farfirst::cpu::std_par
