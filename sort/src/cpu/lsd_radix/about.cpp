// cpu.lsd_radix: what it is.
#include <farfirst/sort.h>

namespace farfirst::cpu::lsd_radix {

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cpu.lsd_radix",
      .title = "Radix sort, least significant digit first",
      .stable = true,
      .auto_rank = 100,
      .cost = "O(n * key bits / digit bits)",
      .source = "own; Knuth, TAOCP vol. 3, 5.2.5",
  };
  return algorithm;
}

}  // namespace farfirst::cpu::lsd_radix
