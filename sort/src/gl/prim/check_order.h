#pragma once
// The order check of the OpenGL back end: one dispatch, or two with ids. It leaves its result in host memory, to be
// read frames later.

#include <array>
#include <cstdint>
#include <optional>

#include "gl/launch.h"
#include "object/buffer.h"
#include "object/fence.h"

namespace farfirst::gl {

/// See farfirst::GlOrderCheck.
class OrderChecker {
 public:
  OrderChecker(GlDevice& device, std::uint32_t max_n, std::uint32_t elements);

  bool enqueue(const OrderToCheck& order);
  std::optional<OrderCheck> take();
  std::uint32_t max_n() const noexcept { return max_n_; }
  std::uint32_t elements() const noexcept { return elements_; }
  std::size_t bytes() const noexcept { return progress_.bytes() + results_.bytes() + places_.bytes(); }

 private:
  struct Result {
    std::uint32_t fault, value, position, unused;
  };
  static constexpr std::uint32_t depth = 4;

  void place_ids(const OrderToCheck& order) const;
  void find(const OrderToCheck& order, std::uint32_t slot) const;

  GlDevice& device_;
  std::uint32_t max_n_, elements_;
  Kernel place_ids_, check_ids_;  // if orders may have ids
  Kernel check_;
  Buffer places_;  // of ids among the keys
  Buffer progress_;
  Buffer results_;  // mapped for reading
  std::array<Fence, depth> fences_;
  std::uint32_t enqueued_ = 0;
  std::uint32_t taken_ = 0;
};

}  // namespace farfirst::gl
