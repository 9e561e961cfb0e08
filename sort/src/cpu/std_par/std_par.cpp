// cpu.std_par: C++'s parallel sort on packed words. Only built with oneTBB: else <execution> sorts on one thread.
#include <algorithm>
#include <execution>

#include "cpu/prim/packed_sort.h"

namespace farfirst::cpu::std_par {
namespace {

struct Sort {
  template <class Word>
  void operator()(Word* words, std::size_t n) const {
    std::sort(std::execution::par, words, words + n);
  }
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore&, const core::MakeOptions& options) {
  return std::make_unique<PackedSort<Sort>>(options);
}

}  // namespace farfirst::cpu::std_par
