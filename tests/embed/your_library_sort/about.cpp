// cpu.your_library_sort: an entry whose library is missing (needs.cmake).
#include <farfirst/sort.h>

namespace farfirst::cpu::your_library_sort {

const Algorithm& about() noexcept {
  static constexpr Algorithm algorithm{
      .id = "cpu.your_library_sort", .title = "Sort of a library", .cost = "O(n log n)", .source = "none"};
  return algorithm;
}

}  // namespace farfirst::cpu::your_library_sort
