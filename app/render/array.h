#pragma once
// Large arrays on huge pages: elements are visited in the order of the sort, and each lies on another page.

#include <cstddef>
#include <vector>

namespace farfirst::app {

/// Throws std::bad_alloc.
void* allocate_on_huge_pages(std::size_t bytes);
void release_huge_pages(void* memory, std::size_t bytes) noexcept;

template <class T>
struct HugePages {
  using value_type = T;
  HugePages() = default;
  template <class Other>
  explicit HugePages(const HugePages<Other>&) {}

  T* allocate(std::size_t n) { return static_cast<T*>(allocate_on_huge_pages(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t n) { release_huge_pages(memory, n * sizeof(T)); }
  bool operator==(const HugePages&) const = default;
};

template <class T>
using Array = std::vector<T, HugePages<T>>;

}  // namespace farfirst::app
