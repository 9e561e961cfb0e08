// See memory.h.
#include "cpu/prim/memory.h"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace farfirst::cpu {
namespace {

constexpr std::size_t small_alignment = 256;
constexpr std::size_t huge_page = std::size_t{2} << 20;

std::size_t alignment_of(std::size_t bytes) { return bytes < 2 * huge_page ? small_alignment : huge_page; }

std::size_t rounded(std::size_t bytes, std::size_t alignment) {
  return bytes == 0 ? alignment : (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace

void* allocate_memory(std::size_t bytes) noexcept {
  const std::size_t alignment = alignment_of(bytes);
  const std::size_t size = rounded(bytes, alignment);
  if (size < bytes) return nullptr;
  void* memory = ::operator new (size, std::align_val_t{alignment}, std::nothrow);
#if defined(__linux__)
  if (memory != nullptr && alignment == huge_page)
    madvise(memory, size, MADV_HUGEPAGE);  // a hint: failure does no harm
#endif
  return memory;
}

void release_memory(void* memory, std::size_t bytes) noexcept {
  ::operator delete (memory, std::align_val_t{alignment_of(bytes)});
}

}  // namespace farfirst::cpu
