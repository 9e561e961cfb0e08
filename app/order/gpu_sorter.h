#pragma once
// Orders by entries of a back end on the GPU. The sort is enqueued between two frames of OpenGL's commands, and its
// order may be drawn at once: the draw waits for it on the GPU, not the host, unless the entry's description says
// so. Times are the GPU's, and known a few frames later. The differences of CUDA and OpenGL are in cuda_sorter.h and
// opengl_sorter.h.

#include <deque>
#include <memory>
#include <string>

#include "cached_sorter.h"
#include "culler.h"
#include "gpu_memory.h"

namespace farfirst::app {

class GpuSorter {
 public:
  virtual ~GpuSorter() = default;

  /// Sets the scene, or none: frees the GPU memory. An order takes `max_words` at most.
  virtual void set_scene(std::size_t max_words);
  /// Makes the task's sorter, and starts to compile its programs. Could sort() run now without waiting for that?
  /// Throws as sort() does.
  bool prepare(const Task& task);
  virtual bool is_ready() const { return true; }
  /// Enqueues the sort; the order may be drawn at once, and replaces the last one. Throws Error or
  /// OutOfMemory if the task's entry cannot do it.
  Order sort(Task task, ElementSource& source, Culler& culler);
  /// Is only the culled subset sorted, if that is wanted?
  bool can_cull() const { return memory_ == nullptr || memory_->can_cull(); }
  /// Can the last order still be drawn? A failed sort may have overwritten it.
  bool holds_order() const { return holds_order_; }
  /// Commands that read the last order have been enqueued.
  void drawn();
  /// Sets the GPU times of the newest known order that were not fetched yet. False if there is nothing new.
  /// Never waits.
  bool take_timings(SortTimings& timings);
  /// The GPU times of the oldest known order of a slot that were not fetched yet. As take_timings().
  bool take_oldest_timings(std::size_t slot, SortTimings& timings);
  /// The sorter of a task's slot; null if there is none.
  const CachedSorter* slot(std::size_t number) const { return slots_.find(number); }
  /// Frees a slot's memory.
  void forget(std::size_t slot) { slots_.forget(slot); }
  /// The device, for people. May be empty.
  virtual std::string description() const = 0;

  std::size_t host_bytes() const { return memory_ == nullptr ? 0 : memory_->host_bytes(); }
  std::size_t gpu_bytes() const { return (memory_ == nullptr ? 0 : memory_->gpu_bytes()) + slots_.bytes(); }

 protected:
  /// The device for this task. Throws Error.
  virtual Device& open(const Task& task) = 0;
  /// Makes memory_ what this task needs, and prepares it.
  virtual void prepare_memory(const Task& task, ElementSource& source, SortTimings& timings) = 0;
  /// Times the commands after the sort, if there are any.
  virtual void begin_upload() = 0;
  virtual void end_upload() = 0;
  virtual bool take_upload(double& milliseconds) = 0;
  /// A sort failed: is the device lost?
  virtual void after_failure(const Error&) {}
  /// A hint for the user, if there is nothing more important.
  virtual std::string remark(const Task&) const { return {}; }

  /// Releases all that was made with the device.
  void release() noexcept;

  std::size_t max_words_ = 0;
  std::unique_ptr<GpuMemory> memory_;  // of the scene

 private:
  void enqueue(const Task& task, CachedSorter& slot, Order& order);
  void bring_to_draw(const DistanceJob& job);
  double handover(const SortTimings& timings);

  bool holds_order_ = false;
  CachedSorters slots_;
  std::deque<GlTimer::Time> spans_;  // of the memory, whose timings are not known yet
};

}  // namespace farfirst::app
