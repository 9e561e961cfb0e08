#pragma once
// Where orders come from. The frame asks, draws what is there, and says when it has drawn. On the CPU a thread sorts
// beside the frame (order_worker.h); CUDA and OpenGL enqueue the sort in request() and have its order current at once.

#include <glad/gl.h>

#include <cstddef>
#include <optional>

#include "depth_order.h"

namespace farfirst::app {

struct CurrentOrder {
  OrderView view;
  OrderResult result;
};

class OrderSource {
 public:
  virtual ~OrderSource() = default;

  /// The scene changed: orders of others are dropped when they arrive. An order takes `max_words` at most. May wait for
  /// a copy under way, never for a sort. Throws OutOfMemory.
  virtual void set_scene(std::uint64_t scene, std::size_t max_words) = 0;
  /// Asks for an order. One that still waits for its turn is replaced.
  virtual void request(OrderRequest request) = 0;
  /// Makes the newest finished order current; true if there was a new one. With `wait`, the last one asked for. Throws
  /// what the sort threw.
  virtual bool update(bool wait) = 0;
  /// Null if there is none for this scene.
  virtual const CurrentOrder* current() const = 0;
  /// Commands that read the current order have been enqueued.
  virtual void drawn() = 0;

  virtual std::size_t host_bytes() const = 0;
  virtual std::size_t gpu_bytes() const = 0;
};

}  // namespace farfirst::app
