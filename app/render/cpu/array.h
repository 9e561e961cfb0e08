#pragma once
// Large arrays on huge pages: elements are visited in the order of the sort, and each lies on another page.

#include <cstddef>
#include <new>
#include <vector>

#include "cpu/prim/memory.h"

namespace farfirst::app::cpu {

template <class T>
struct HugePages {
  using value_type = T;
  HugePages() = default;
  template <class Other>
  explicit HugePages(const HugePages<Other>&) {}

  T* allocate(std::size_t n) {
    void* memory = farfirst::cpu::allocate_memory(n * sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t n) { farfirst::cpu::release_memory(memory, n * sizeof(T)); }
  bool operator==(const HugePages&) const = default;
};

template <class T>
using Array = std::vector<T, HugePages<T>>;

}  // namespace farfirst::app::cpu
