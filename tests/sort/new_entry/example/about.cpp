// cpu.example: the smallest entry there can be.
#include <farfirst/sort.h>

namespace farfirst::cpu::example {

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cpu.example", .title = "Insertion sort", .stable = true, .cost = "O(n^2)", .source = "everybody's"};
  return algorithm;
}

}  // namespace farfirst::cpu::example
