#pragma once
// Orders without OpenGL: by entries of the CPU back end, in host memory, made on request (Orders makes the
// others).

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cpu_sorter.h"
#include "order.h"

namespace farfirst::app {

class HostOrders {
 public:
  /// Sets the scene, or none: frees its memory.
  void forget();
  /// Makes an order for `frame` if one is due, and returns whether it did. A named entry that fails throws
  /// Error or OutOfMemory; under `auto`, the next one takes over.
  bool update(const OrderRequest& wanted, const Elements& elements, std::uint64_t frame, const Resort& resort);

  /// Null before the first one. Its view has no buffer: the order is words().
  const Order* current() const { return current_ ? &*current_ : nullptr; }
  std::span<const std::uint32_t> words() const { return sorter_.order(); }
  /// Is the current order, taken as new, an order of its elements?
  OrderCheck check(const Elements& elements);
  /// The inversions of the current order in the present state.
  InversionStats inversion_stats(const OrderRequest& now, const Elements& elements);
  std::size_t host_bytes() const { return sorter_.bytes(); }

 private:
  bool is_due(const OrderRequest& wanted, const Elements& elements, std::uint64_t frame, const Resort& resort) const;
  Order make(Task task);

  CpuSorter sorter_;
  std::optional<Order> current_;
};

}  // namespace farfirst::app
