#pragma once
// From positions to an order on the CPU: picks the entry of the catalogue, keeps its sorter and memory, runs and checks
// it.

#include <farfirst/sort.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "order_request.h"
#include "sorter_slot.h"

namespace farfirst::app {

/// Orders by entries of the CPU back end, in host memory. One thread at a time.
class DepthOrder {
 public:
  /// Throws Error or OutOfMemory if no entry can do it, or, for a strict request, if the named one cannot.
  OrderResult make(const OrderRequest& request);
  /// The elements as they are to be drawn, by the last make(): near first, if that was asked for.
  std::span<const std::uint32_t> order() const { return order_; }

  /// Host memory in use. May be called from any thread.
  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  /// A named entry that failed: not tried again until something about it changes.
  struct Failure {
    std::string algorithm;
    std::vector<ParameterValue> parameters;
    std::uint32_t n = 0;
    std::string sentence;
  };
  void sort(const OrderRequest& request, OrderResult& result);
  void sort_named(const OrderRequest& request, OrderResult& result);
  void sort_auto(const OrderRequest& request, OrderResult& result);
  void sort_with(const Algorithm& algorithm, const std::vector<ParameterValue>& parameters, const OrderRequest& request,
                 OrderResult& result);
  void shuffle(std::uint32_t seed);
  void count_bytes();

  std::unique_ptr<Device> device_;
  SorterSlot slot_;
  std::optional<Failure> failure_;

  std::vector<std::uint32_t> order_, keys_;
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace farfirst::app
