#pragma once
// The order check on the GPU: one pass over the order, with the keys gathered along it. core/order_check.h explains why
// that is enough.

#include "core/order_check.h"
#include "cuda/device.h"

namespace farfirst::cuda {

struct OrderCheckResult {
  static constexpr std::uint32_t none = 0xFFFFFFFFu;
  std::uint32_t first = none;  // position of the first fault
  std::uint32_t fault = 0;     // OrderCheck::Fault
  std::uint32_t value = 0;     // order[first]
};

/// Enqueues the check. Only `first` is written if there is no fault. With ids, `places` has a word for each
/// element.
void enqueue_check_order(const CudaDevice& device, const OrderToCheck& order, std::uint32_t* places,
                         OrderCheckResult* result);

}  // namespace farfirst::cuda
