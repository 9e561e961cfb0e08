#pragma once
// Large arrays on large pages: mapping their memory is a good part of the time in which a file is read.

#include <cstddef>
#include <vector>

namespace farfirst::app {

/// Asks for large pages where this memory was not touched yet. A wish: nothing depends on it.
void prefer_huge_pages(void* memory, std::size_t bytes);

/// Reserves memory for N elements, on large pages if the system has them.
template <class T, class Allocator>
void reserve_large(std::vector<T, Allocator>& array, std::size_t count) {
  array.reserve(count);
  prefer_huge_pages(array.data(), array.capacity() * sizeof(T));
}

}  // namespace farfirst::app
