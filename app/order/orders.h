#pragma once
// The path of an order: the request -> the sorter -> the order, with its cost. CUDA and OpenGL sort at once, in
// buffers that the draw reads; the CPU sorts beside the frame (cpu_sort_thread.h), and the newest finished order is
// drawn meanwhile. If an entry fails, the next one takes over, and the order has the reason.

#include <functional>
#include <optional>

#include "cpu_sort_thread.h"
#include "cuda_sorter.h"
#include "entry_choice.h"
#include "opengl_sorter.h"

namespace farfirst::app {

/// For tests: to delay sorts and to damage orders.
struct OrderHooks {
  std::function<void()> before_update{};       // its exception counts as a failure
  CpuSortThread::Hook before_cpu_sort{};       // on the worker's thread
  std::function<void(Order&)> on_new_order{};  // it came into use with this update
};

/// A sort on a GPU failed after it had been enqueued.
struct SortFailed : Error {
  using Error::Error;
};

class Orders {
 public:
  Orders(GpuContext& gpu, Culler& culler, OrderHooks hooks = {}, CpuTurn turn = make_cpu_turn());

  /// Sets the scene, or none (null): orders of others are dropped when they arrive. May wait for a copy
  /// under way, never for a sort. Throws OutOfMemory.
  void set_scene(std::uint64_t scene, ElementSource* source);

  struct When {
    std::uint64_t frame = 0;
    Resort resort{};
    bool wait = false;  // for the order that is due; else the newest finished one is current
  };
  /// Makes an order if one is due, and takes the newest into use: true if that is a new one. With `wait`, a named entry
  /// that fails throws Error or OutOfMemory, without a fallback; otherwise failure() has the reason.
  bool update(const OrderRequest& wanted, const When& when);

  /// Null if there is none for this scene.
  const Order* current() const { return current_ ? &*current_ : nullptr; }
  /// Was it made beside the frames?
  bool is_made_beside() const { return current_ && maker_ == nullptr && !waited_for_; }
  /// Commands that read the current order have been enqueued.
  void drawn();
  /// Can the maker of the present order cull elements? The next maker is not known before.
  bool can_cull() const { return !current_ || (maker_ != nullptr && maker_->can_cull()); }
  /// The entry that takes over from the CPU as soon as its programs are compiled; empty: none.
  std::string compiling() const { return compiling_.algorithm == nullptr ? "" : std::string(compiling_.algorithm->id); }
  /// Why there is no order for what is wanted. Empty if all is well.
  const std::string& failure() const { return failure_; }
  /// The check found an order of this entry wrong (`sentence`): the next update makes a new one, and this entry
  /// makes no other until it is named again.
  void reject(const std::string& algorithm, const std::string& sentence);
  /// Does the next update make a new order in any case? It does after reject().
  bool is_due() const { return !wanted_; }
  /// Did the last update keep an order, although something moved?
  bool keeps() const { return keeps_; }

  /// Sets the GPU times of the newest known order that were not fetched yet. False if there is nothing new.
  /// Never waits. Throws SortFailed.
  bool take_timings(SortTimings& timings);
  /// The device of the present order, for people; empty on the CPU.
  std::string description() const { return maker_ == nullptr ? std::string() : maker_->description(); }
  /// Why `auto` uses another device than the one that draws. May be empty.
  const std::string& why_auto() const { return choice_.why_auto(); }
  std::size_t host_bytes() const { return cpu_.host_bytes() + cuda_.host_bytes() + opengl_.host_bytes(); }
  std::size_t gpu_bytes() const { return cpu_.gpu_bytes() + cuda_.gpu_bytes() + opengl_.gpu_bytes(); }

 private:
  bool is_due(const OrderRequest& wanted, const When& when) const;
  bool may_keep(const OrderRequest& wanted, const When& when) const;
  bool make();
  bool must_compile(GpuSorter& sorter, const Task& task);
  bool sort_on_gpu(GpuSorter& sorter, const Task& task);
  void ask_cpu(Task task);
  bool hold_for_every_view();
  void drop_current();
  bool take_from_cpu(bool wait);
  bool take_newest_from_cpu(bool wait);
  void note_failure(const Candidate& by, const Error& error);
  void use(Order order, GpuSorter* maker);
  GpuSorter* gpu_sorter_for(const Candidate& candidate);
  bool requires_named() const { return waited_for_ && wanted_->names_entry(); }

  const OrderHooks hooks_;
  Culler& culler_;
  EntryChoice choice_;
  CpuSortThread cpu_;
  CudaSorter cuda_;
  OpenGlSorter opengl_;

  std::uint64_t scene_ = 0;
  ElementSource* source_ = nullptr;
  bool cpu_has_scene_ = false;  // its memory is taken when it is needed

  // The wanted order.
  std::optional<OrderRequest> wanted_;  // none: an order is due, whatever it is
  std::uint64_t frame_ = 0;
  bool waited_for_ = false;
  bool keeps_ = false;
  std::optional<Candidate> at_cpu_;  // the CPU was asked, for an order by this entry
  Candidate compiling_;              // none: the CPU does not stand in
  std::string failure_;

  // The drawn order.
  std::optional<Order> current_;
  GpuSorter* maker_ = nullptr;  // null: the CPU
  Candidate made_by_;           // not the CPU's
};

}  // namespace farfirst::app
