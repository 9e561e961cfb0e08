#pragma once
// Sorts on the CPU beside the frame. A thread of its own sorts in host memory and copies the order into one of three
// slots that OpenGL reads from; a slot is written again only after the fence behind its last draw. A slow sort
// delays the order, never the frame.

#include <array>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "depth_order.h"
#include "mapped_ring.h"
#include "source.h"

namespace farfirst::app {

class OrderWorker final : public OrderSource {
 public:
  /// For tests: called on the worker's thread with each request, before it is sorted.
  using Hook = std::function<void(const OrderRequest&)>;

  explicit OrderWorker(const GladGLContext& gl, Hook before_sort = {});
  /// Waits for the sort under way.
  ~OrderWorker() override;

  void set_scene(std::uint64_t scene, std::size_t max_words) override;
  void request(OrderRequest request) override;
  bool update(bool wait) override;
  const CurrentOrder* current() const override { return current_slot_ < 0 ? nullptr : &current_; }
  void drawn() override;
  /// Who failed, when update() has thrown.
  const Candidate& failed_by() const { return thrown_by_; }
  std::size_t host_bytes() const override;
  std::size_t gpu_bytes() const override { return ring_.bytes(); }

 private:
  enum class Slot : std::uint8_t {
    free,
    writing,  // by the worker
    ready,    // finished, not taken by the frame
    current,  // drawn from
    retired   // was current; the GPU may still read it
  };

  void run();  // the worker's thread
  void work(const OrderRequest& request);
  int slot_to_write(std::unique_lock<std::mutex>& lock, std::uint64_t scene);

  bool take_ready();  // with the lock held, on the thread of the context, as is all below
  void free_retired();
  void wait_for_last(std::unique_lock<std::mutex>& lock, bool& took);
  void throw_failure();
  Slot& state(int slot) { return states_[static_cast<std::size_t>(slot)]; }

  const GladGLContext& gl_;
  const Hook before_sort_;
  DepthOrder depth_order_;  // the worker's

  // The frame's.
  CurrentOrder current_;
  int current_slot_ = -1;
  Candidate thrown_by_;
  MappedRing ring_;  // the worker writes to its slots, but does not touch the fences

  // Shared.
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::array<Slot, MappedRing::slots> states_{};
  std::array<CurrentOrder, MappedRing::slots> orders_;  // in slots that are ready
  std::optional<OrderRequest> waiting_;
  bool busy_ = false;
  bool stop_ = false;
  std::uint64_t scene_ = 0;
  int newest_ready_ = -1;
  std::exception_ptr failure_;  // of the last request that was worked on
  Candidate failed_by_;

  std::thread thread_;  // last: it uses all the others
};

}  // namespace farfirst::app
