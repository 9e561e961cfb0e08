// Description of cpu.std_stable.
#include <farfirst/forms.h>

namespace farfirst::cpu::std_stable {

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cpu.std_stable",
      .title = "std::stable_sort (the oracle)",
      .forms = {Form::argsort, Form::argsort64, Form::pairs, Form::pairs64, Form::keys, Form::keys64},
      .features = {Feature::count},
      .stable = true,
      .allocates = true,
      .cost = "O(n log n)",
      .source = "C++ standard library",
      .notes = "Short and obviously correct. Every test compares with its order.",
  };
  return algorithm;
}

}  // namespace farfirst::cpu::std_stable
