// Description of cpu.lsd_radix.
#include <farfirst/sort.h>

namespace farfirst::cpu::lsd_radix {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "threads", .meaning = "maximum number of threads; 0 = all threads of the device", .maximum = 1024},
      {.name = "digit_bits", .meaning = "maximum number of bits of a digit; 0 = chosen from n", .maximum = 12},
      {.name = "write",
       .meaning =
           "how elements are written: 0 = chosen from n; 1 = one by one; 2 = in whole cache lines, past the cache",
       .maximum = 2},
  };
  static constexpr Algorithm algorithm{
      .id = "cpu.lsd_radix",
      .title = "LSD radix sort, parallel",
      .features = {Feature::count, Feature::ids},
      .stable = true,
      .max_n = max_elements - 63,  // places are counted from the line in which a target begins
      .auto_rank = 100,
      .cost = "O(n) per digit, 1 to 4 digits",
      .source = "own; Knuth, TAOCP 3, 5.2.5; Wassenberg & Sanders, Engineering a multi-core radix sort, 2011",
      .notes = "Keys that lie close together take fewer passes.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cpu::lsd_radix
