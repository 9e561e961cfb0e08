// cpu.qsort: the C library's qsort on packed words. The hybrid and quicksort papers compare with it on the CPU.
#include <cstdlib>

#include "cpu/prim/packed_sort.h"

namespace farfirst::cpu::qsort {
namespace {

template <class Word>
int compare(const void* a, const void* b) {
  const Word left = *static_cast<const Word*>(a), right = *static_cast<const Word*>(b);
  return (left > right) - (left < right);
}

struct Sort {
  template <class Word>
  void operator()(Word* words, std::size_t n) const {
    std::qsort(words, n, sizeof(Word), compare<Word>);
  }
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore&, const core::MakeOptions& options) {
  return std::make_unique<PackedSort<Sort>>(options);
}

}  // namespace farfirst::cpu::qsort
