#pragma once
// Host memory for buffers: 256-byte aligned; large blocks are on huge pages if the system provides them. A radix sort
// writes to thousands of pages at once, more than the processor's page tables hold in 4 KiB pieces.

#include <cstddef>

namespace farfirst::cpu {

/// Null if memory ran out. `bytes` is as for release_memory.
void* allocate_memory(std::size_t bytes) noexcept;
void release_memory(void* memory, std::size_t bytes) noexcept;

}  // namespace farfirst::cpu
