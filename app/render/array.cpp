#include "array.h"

#include <new>

#include "cpu/prim/memory.h"

namespace farfirst::app {

void* allocate_on_huge_pages(std::size_t bytes) {
  void* memory = farfirst::cpu::allocate_memory(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void release_huge_pages(void* memory, std::size_t bytes) noexcept { farfirst::cpu::release_memory(memory, bytes); }

}  // namespace farfirst::app
