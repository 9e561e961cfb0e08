#pragma once
// Sorts on the CPU beside the frame. A thread of its own sorts in host memory and copies the order into one of three
// slots that OpenGL reads from; a slot is written again only after the fence behind its last draw. A slow sort
// delays the order, never the frame.

#include <array>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "cpu_sorter.h"
#include "mailbox.h"
#include "mapped_ring.h"

namespace farfirst::app {

/// Workers that share one sort one after the other, so that none is timed while another takes its cores.
using CpuTurn = std::shared_ptr<std::mutex>;
inline CpuTurn make_cpu_turn() { return std::make_shared<std::mutex>(); }

class CpuSortThread {
 public:
  /// For tests: called on the worker's thread with each task, before it sorts.
  using Hook = std::function<void(const Task&)>;

  explicit CpuSortThread(const GladGLContext& gl, Hook before_sort = {}, CpuTurn turn = make_cpu_turn());
  /// Waits for the sort under way.
  ~CpuSortThread();
  CpuSortThread(const CpuSortThread&) = delete;
  CpuSortThread& operator=(const CpuSortThread&) = delete;

  /// Sets the scene: orders of others are dropped when they arrive. An order takes `max_words` at most. May wait for
  /// a copy under way, never for a sort. Throws OutOfMemory.
  void set_scene(std::uint64_t scene, std::size_t max_words);
  /// Asks for an order. It replaces a task that still waits for its turn.
  void ask(Task task);
  /// The newest finished order, unless it was fetched before; it replaces the last one. With `wait`, that of the
  /// last task. Throws what the sort threw.
  std::optional<Order> take(bool wait);
  /// Commands that read the last order have been enqueued.
  void drawn();
  /// The entry that failed, when take() has thrown.
  const Candidate& failed_by() const { return thrown_by_; }

  std::size_t host_bytes() const { return sorter_.bytes(); }
  std::size_t gpu_bytes() const { return ring_.bytes(); }

 private:
  enum class Slot : std::uint8_t {
    free,
    writing,  // by the worker
    ready,    // finished, not taken by the frame
    current,  // taken last, drawn from
    retired   // was current; the GPU may still read it
  };

  void work(const Task& task);  // the worker's thread
  void end(const Task& task, const std::exception_ptr& failure);
  Order sort(const Task& task);
  int slot_to_write(std::unique_lock<std::mutex>& lock, std::uint64_t scene);

  void take_ready(std::optional<Order>& taken);  // with the lock held, on the thread of the context, as is all below
  void free_retired();
  void wait_for_last(std::unique_lock<std::mutex>& lock, std::optional<Order>& taken);
  void throw_failure();
  Slot& state(int slot) { return states_[static_cast<std::size_t>(slot)]; }

  const GladGLContext& gl_;
  const Hook before_sort_;
  const CpuTurn turn_;
  CpuSorter sorter_;  // the worker's

  // The frame's.
  int current_slot_ = -1;
  Candidate thrown_by_;
  MappedRing ring_;  // the worker writes to its slots, but does not touch the fences

  // Shared.
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::array<Slot, MappedRing::slots> states_{};
  std::array<Order, MappedRing::slots> orders_;  // in slots that are ready
  Mailbox<Task> tasks_{mutex_, changed_};
  std::uint64_t scene_ = 0;
  int newest_ready_ = -1;
  std::exception_ptr failure_;  // of the last task that was worked on
  Candidate failed_by_;

  std::thread thread_;  // last: it uses all the others
};

}  // namespace farfirst::app
