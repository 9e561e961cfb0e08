#pragma once
// The order check as one loop on the host: what a fault is, and which one comes first.

#include <farfirst/sort.h>

#include <span>

namespace farfirst::core {

/// The first fault of `order` as the far-first order of `keys`; both have n elements.
OrderCheck first_fault(std::span<const std::uint32_t> keys, std::span<const std::uint32_t> order);

}  // namespace farfirst::core
