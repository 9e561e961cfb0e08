#pragma once
// From positions to an order on the CPU: keeps the entry's sorter and memory, and runs it.

#include <farfirst/sort.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cached_sorter.h"
#include "inversion_stats.h"

namespace farfirst::app {

/// Orders by entries of the CPU back end, in host memory. One thread at a time.
class CpuSorter {
 public:
  /// Makes order() for this task; the result has all but its place in OpenGL. Throws Error or OutOfMemory if the
  /// task's entry cannot do it.
  Order make(const Task& task);
  /// The elements in drawing order, from the last make(): front to back, if that is wanted.
  std::span<const std::uint32_t> order() const { return order_; }

  /// Are these the elements of that task, back to front or as it wants them? Makes the keys again.
  OrderCheck check(const Task& task);
  /// The inversions of order(), by this task's elements. Makes the keys again.
  InversionStats inversion_stats(const Task& task);
  /// The sorter of a task's slot; null if there is none.
  const CachedSorter* slot(std::size_t number) const { return slots_.find(number); }
  /// Frees a slot's memory.
  void forget(std::size_t slot);
  /// Frees all slots.
  void clear();

  /// Host memory in use. May be called from any thread.
  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  void sort(const Task& task, Order& result);
  std::span<std::uint32_t> make_keys(SceneJob& its, const Task& task);
  std::span<std::uint32_t> room_for_keys(const Task& task);
  void shuffle(std::uint32_t seed);
  void count_bytes();

  std::unique_ptr<Device> device_;
  CachedSorters slots_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> keys_;  // if the sort's scratch is too small
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace farfirst::app
