#pragma once
// From positions to an order on the CPU: keeps the entry's sorter and memory, and runs it.

#include <farfirst/sort.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sorter_slot.h"

namespace farfirst::app {

/// Orders by entries of the CPU back end, in host memory. One thread at a time.
class CpuSorter {
 public:
  /// Makes order() for this task; the result says all but where OpenGL finds it. Throws Error or OutOfMemory if the
  /// task's entry cannot do it.
  Order make(const Task& task);
  /// The elements as they are to be drawn, by the last make(): front to back, if that is wanted.
  std::span<const std::uint32_t> order() const { return order_; }

  /// Host memory in use. May be called from any thread.
  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  void sort(const Task& task, Order& result);
  void shuffle(std::uint32_t seed);
  void count_bytes();

  std::unique_ptr<Device> device_;
  SorterSlot slot_;
  std::vector<std::uint32_t> order_;
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace farfirst::app
