#pragma once
// Culling before a sort on a GPU: elements that cannot show in the view are left out. OpenGL finds those that can, in
// their own order, and writes their ids and their number into buffers that the sort reads; the host learns neither.
// Orders of the CPU hold all elements: they come late, and an element that has turned into view by then must be there.

#include <cstdint>

#include "order_request.h"

namespace farfirst::app {

/// All calls on the thread of the GL context.
class Culler {
 public:
  virtual ~Culler() = default;
  /// Where cull() writes, the same buffers until the scene changes; none if elements cannot be culled here.
  virtual KeptElements prepare(const OrderRequest& wanted) = 0;
  /// Enqueues the writing, after prepare() gave buffers. `frame` first draws what is kept.
  virtual void cull(const OrderRequest& wanted, std::uint64_t frame) = 0;
};

}  // namespace farfirst::app
