// cpu.vqsort: Highway's vectorised quicksort on packed words.
#include <hwy/contrib/sort/vqsort.h>

#include "cpu/prim/packed_sort.h"

namespace farfirst::cpu::vqsort {
namespace {

struct Sort {
  template <class Word>
  void operator()(Word* words, std::size_t n) const {
    if (n != 0) sorter(words, n, hwy::SortAscending());
  }
  hwy::Sorter sorter;  // its working memory is allocated once
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore&, const core::MakeOptions& options) {
  return std::make_unique<PackedSort<Sort>>(options);
}

}  // namespace farfirst::cpu::vqsort
