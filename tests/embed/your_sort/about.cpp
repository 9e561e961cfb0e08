// cpu.your_sort: the smallest possible entry.
#include <farfirst/sort.h>

namespace farfirst::cpu::your_sort {

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cpu.your_sort", .title = "Insertion sort", .stable = true, .cost = "O(n^2)", .source = "everybody's"};
  return algorithm;
}

}  // namespace farfirst::cpu::your_sort
