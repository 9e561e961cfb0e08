#pragma once
// Culling before a sort on a GPU: it leaves out elements that cannot be visible. OpenGL finds the others, in
// file order, and writes their ids and their number into buffers that the sort reads. The host reads neither.
// Orders of the CPU hold all elements: they come late, when a culled element may have come into view.

#include <cstdint>

#include "order_request.h"

namespace farfirst::app {

/// All calls on the thread of the GL context.
class Culler {
 public:
  virtual ~Culler() = default;
  /// The buffers that cull() writes, the same until the scene changes; none if elements cannot be culled here.
  virtual KeptElements prepare(const OrderRequest& wanted) = 0;
  /// Enqueues the culling, after prepare() returned buffers. `frame` is the first to draw the result.
  virtual void cull(const OrderRequest& wanted, std::uint64_t frame) = 0;
};

}  // namespace farfirst::app
