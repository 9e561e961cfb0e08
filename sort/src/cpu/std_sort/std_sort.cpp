// cpu.std_sort: the C++ library's introsort on packed words.
#include <algorithm>

#include "cpu/prim/packed_sort.h"

namespace farfirst::cpu::std_sort {
namespace {

struct Sort {
  template <class Word>
  void operator()(Word* words, std::size_t n) const {
    std::sort(words, words + n);
  }
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore&, const core::MakeOptions& options) {
  return std::make_unique<PackedSort<Sort>>(options);
}

}  // namespace farfirst::cpu::std_sort
