#pragma once
// Orders without OpenGL: by entries of the CPU back end, in host memory, made when they are asked for (Orders has the
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
  /// Another scene, or none: gives its memory back.
  void forget();
  /// Makes an order of frame `frame` if one is due, and says whether it did. A named entry that cannot make it throws
  /// Error or OutOfMemory; where `auto` sorts, the next one does.
  bool update(const OrderRequest& wanted, const Elements& elements, std::uint64_t frame, const Resort& resort);

  /// Null before the first one. Its view is nowhere: the order is words().
  const Order* current() const { return current_ ? &*current_ : nullptr; }
  std::span<const std::uint32_t> words() const { return sorter_.order(); }
  /// Is the current order, which is as good as new, an order of its elements?
  OrderCheck check(const Elements& elements);
  /// How wrong is the current order, as things are now?
  InversionStats inversion_stats(const OrderRequest& now, const Elements& elements);
  std::size_t host_bytes() const { return sorter_.bytes(); }

 private:
  bool is_due(const OrderRequest& wanted, const Elements& elements, std::uint64_t frame, const Resort& resort) const;
  Order make(Task task);

  CpuSorter sorter_;
  std::optional<Order> current_;
};

}  // namespace farfirst::app
