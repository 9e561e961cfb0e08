#pragma once
// Where orders come from. The frame asks, draws what is there, and says when it has drawn. On the CPU a thread sorts
// beside the frame (order_worker.h); CUDA and OpenGL enqueue the sort in update() and have their order current at once
// (order_gpu.h). order_router.h chooses the entry for each request and sends it there.

#include <glad/gl.h>

#include <cstddef>
#include <string>

#include "request.h"

namespace farfirst::app {

struct CurrentOrder {
  OrderView view;
  OrderResult result;
  Elements elements;  // that it is an order of, for the check, while it is new
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
  /// An order of this entry's was found wrong, as `sentence` tells: it makes no other until it is named anew.
  virtual void reject([[maybe_unused]] const std::string& algorithm, [[maybe_unused]] const std::string& sentence) {}

  /// What the GPU took for the newest order that is known and was not told yet: sets what it knows in `times`. False if
  /// there is nothing new. Never waits. Sources whose orders come with their times have nothing to tell.
  virtual bool take_times(OrderTimes&) { return false; }
  /// The device that makes the present order, for people. May be empty.
  virtual std::string description() const { return {}; }
  /// Why `auto` takes another device than the one that draws. May be empty.
  virtual std::string why_auto() const { return {}; }

  virtual std::size_t host_bytes() const = 0;
  virtual std::size_t gpu_bytes() const = 0;
};

}  // namespace farfirst::app
